"""How often a judge is wrong about apps that people labelled, and Task Pass Rates corrected for it."""

from datetime import date
from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field, model_validator

from plans.records.base import FileRecord, Record
from plans.records.criteria import Level
from plans.records.verdict import OutcomeCause, World

CorpusHalf = Literal["tuned", "aside", "both"]


class Uncorrected(StrEnum):
    """Why Task Pass Rates are not corrected for the judge's error."""

    NO_CALIBRATION = "no_calibration"
    """No judge of this mode has a calibration."""
    OTHER_DIGEST = "other_digest"
    """There are calibrations of this mode, but all of judges with another digest, and none of them is used."""
    OTHER_FAMILY = "other_family"
    """The judge was calibrated on apps of another family."""
    OTHER_WORLD = "other_world"
    """The judge was calibrated in another world."""
    TOO_FEW_LABELS = "too_few_labels"
    """The calibration rests on too few labelled tasks or apps."""
    NO_INFORMATION = "no_information"
    """Sensitivity and specificity add up to 1 or less: the judge passes as many unfulfilled tasks as fulfilled."""


class CauseCounts(Record):
    """Labelled tasks that the judge did not pass for one cause."""

    fulfilled: int = Field(default=0, ge=0)
    unfulfilled: int = Field(default=0, ge=0)


class AppCounts(Record):
    """The labelled tasks of one level in one app, each judged on its own; tasks labelled `unclear` count nowhere."""

    project: str
    app: str
    """Name of the app within its project."""
    level: Level
    is_adversarial: bool = False
    """Whether the app tries to gain credit that it did not earn."""
    fulfilled: int = Field(ge=0)
    """Tasks that the app fulfils, by the labels."""
    fulfilled_passed: int = Field(ge=0)
    fulfilled_failed: int = Field(ge=0)
    """The rest of the fulfilled tasks was left unresolved."""
    unfulfilled: int = Field(ge=0)
    unfulfilled_passed: int = Field(ge=0)
    causes: dict[OutcomeCause, CauseCounts] = {}
    """Cause → tasks that did not pass for it; a task has the cause of its first outcome that names one."""

    @model_validator(mode="after")
    def _has_no_part_larger_than_its_whole(self) -> "AppCounts":
        parts = (
            ("fulfilled", self.fulfilled, self.fulfilled_passed + self.fulfilled_failed),
            ("unfulfilled", self.unfulfilled, self.unfulfilled_passed),
        )
        for name, whole, part in parts:
            if part > whole:
                raise ValueError(f"{part} {name} tasks were judged, of {whole}")
        return self


class Calibration(FileRecord):
    """How one judge did on the labelled corpus, app by app, so that its apps can be resampled."""

    SCHEMA: ClassVar[str] = "calibration"
    INLINE: ClassVar[frozenset[str]] = frozenset({"apps"})

    mode: str
    """Name of the judge, as in run.yaml: programmatic, hybrid or model."""
    judge_digest: str
    family: str
    """Family of the labelled apps."""
    world: World
    half: CorpusHalf
    """The half of the corpus that was judged: the one that the judge was tuned on, the one set aside, or both."""
    corpus_digest: str
    """Digest of the apps, their criteria and their labels."""
    made_on: date
    apps: tuple[AppCounts, ...]


class Proportion(Record):
    """A share of labelled tasks, with its 95% interval by bootstrap over apps; None without an interval: one app."""

    value: float = Field(ge=0, le=1)
    low: float | None = Field(default=None, ge=0, le=1)
    high: float | None = Field(default=None, ge=0, le=1)


class Accuracy(Record):
    """How often a judge is right about tasks whose label is known."""

    fulfilled: int = Field(ge=0)
    """Fulfilled tasks of honest apps."""
    unfulfilled: int = Field(ge=0)
    """Unfulfilled tasks of all apps."""
    sensitivity: Proportion | None
    """Share of the fulfilled tasks that pass; None where there are none. Unresolved counts as not passed."""
    specificity: Proportion | None
    """Share of the unfulfilled tasks that do not pass."""
    false_fails: Proportion | None
    """Share of the fulfilled tasks that fail; the rest of those not passed is unresolved."""


class JudgeAccuracy(Accuracy):
    """What a calibration says of its judge, as a result names it."""

    mode: str
    judge_digest: str
    world: World
    half: CorpusHalf
    corpus_digest: str
    made_on: date
    honest_apps: int
    apps: int
    by_level: dict[Level, Accuracy]
    by_cause: dict[OutcomeCause, CauseCounts]
    """Cause → tasks of honest apps that did not pass for it: fulfilled ones were judged wrongly or left open."""


class CorrectedRate(Record):
    """A Task Pass Rate corrected for sensitivity and specificity of the judge (Rogan and Gladen 1978), within 0 to 1.

    It estimates the rate that labels would give. Tasks that the judge left open are corrected like those it did not
    pass. Tasks that nobody could judge, because a round is missing or something else than the judge's doubt kept them
    from a verdict, make it a range.
    """

    low: float = Field(ge=0, le=1)
    """Tasks that nobody could judge counted as not passed."""
    high: float = Field(ge=0, le=1)
    """Tasks that nobody could judge counted as passed."""
    ci_low: float = Field(ge=0, le=1)
    """Lower end of the 95% interval of `low`, bootstrap over projects and labelled apps together."""
    ci_high: float = Field(ge=0, le=1)
    """Upper end of the 95% interval of `high`."""
    degenerate: bool = False
    """All projects have the same rate, so the interval tells of the judge's error alone."""

"""A round that was played: the archived submission, what came of it, and its scores."""

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar, NamedTuple

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.code_agent import AgentReport
from plans.records.feedback import Feedback
from plans.records.marks import Mark
from plans.records.verdict import Judgement, Status


class Share(Record):
    """A weighted share of what was planned, as an interval."""

    low: float = Field(ge=0, le=1)
    high: float = Field(ge=0, le=1)
    decided: float | None = Field(ge=0, le=1)
    """Over decided parts alone; None when there is none."""
    decided_share: float = Field(ge=0, le=1)


class Credit(NamedTuple):
    """How one part of what was planned stands, and what it earned."""

    status: Status
    earned: float
    """0 to 1: 1 when passed; what a failed one earned in part; of an unresolved one, what it has for certain."""


class ProjectStanding(Record):
    """Where every task and outcome of a project stands, at a round or cumulatively."""

    tasks: dict[str, Status]
    """Task → status: a task has passed or not, whatever its outcomes earned in part."""
    outcomes: dict[str, tuple[Credit, ...]]
    """Task → how each planned outcome stands, in order."""
    tried: frozenset[str]
    """Tasks that were run."""


class ProjectScore(Record):
    """The numbers of one submission, or of all submissions of a trial so far."""

    task_pass_rate: Share
    criteria_pass_rate: Share
    completed: Share
    attempted: Share
    """Tasks that were tried over planned; `high` counts also those of which nobody knows whether they would be."""


class Changes(Record):
    """What became of a project's tasks from one round to the next; the family says what counts as either."""

    repaired: int = Field(default=0, ge=0)
    """Tasks that pass by now."""
    regressed: int = Field(default=0, ge=0)
    """Tasks that pass no more."""


def whole(status: Status) -> Credit:
    """The credit of what is earned as a whole or not at all, such as a task."""
    return Credit(status, 1.0 if status is Status.PASSED else 0.0)


def share(parts: Iterable[tuple[float, Credit]]) -> Share:
    """The share of weight that was earned; ValueError when there are no parts."""
    weights, earned = dict.fromkeys(Status, 0.0), dict.fromkeys(Status, 0.0)
    for weight, credit in parts:
        weights[credit.status] += weight
        earned[credit.status] += weight * credit.earned
    planned, unresolved = sum(weights.values()), weights[Status.UNRESOLVED]
    if planned <= 0:
        raise ValueError("a share needs at least one planned part")
    settled = sum(earned[status] for status in Status if status is not Status.UNRESOLVED)
    decided = planned - unresolved
    return Share(
        low=_ratio(settled + earned[Status.UNRESOLVED], planned),
        high=_ratio(settled + unresolved, planned),
        decided=_ratio(settled, decided) if unresolved < planned and decided > 0 else None,
        decided_share=_ratio(decided, planned),
    )


def _ratio(part: float, whole: float) -> float:
    # Sums of floats may exceed the whole by a rounding error.
    return min(max(part / whole, 0.0), 1.0)


class Submission(FileRecord):
    """`submission.json`: what a workspace held when it was submitted; its files lie beside."""

    SCHEMA: ClassVar[str] = "submission"

    digest: str
    """Over files, links and what was left out."""
    files: int = Field(ge=0)
    bytes: int = Field(ge=0)
    links: dict[str, str] = {}
    """Path → target of each symbolic link; links are recorded and never followed."""
    left_out: dict[str, str] = {}
    """Path → why it was not kept: too large, no ordinary file, tools' own folder."""


class RoundRecord(FileRecord):
    """`round.json`: one submission."""

    SCHEMA: ClassVar[str] = "round"
    VERSION: ClassVar[int] = 2
    IS_SYNCED: ClassVar[bool] = True

    schema_version: int = 2
    project: str
    agent: str
    repeat: int
    round: int
    report: AgentReport
    message_digest: str | None = None
    """Digest of the message that opened it, as it lies in `message.md`; None in files of before it was kept."""
    submission_digest: str
    """Digest of the workspace as it was submitted."""
    memory_digest: str | None = None
    """Digest of what the agent kept for its next round, such as its session; None: nothing."""
    judgement: str
    """Judge digest whose judgement decided the next round's feedback."""
    kept: tuple[str, ...] = ()
    """Names of the files that were kept beside it, such as `transcript.txt`."""
    canary_in: tuple[str, ...] = ()
    """Where the suite's canary came back, otherwise than in the words of the message: `transcript.txt`,
    `trajectory.json`, and in quotes files that were submitted. Of baselines, which are given the reference, it is not
    looked for."""
    marks: tuple[Mark, ...] = ()
    """What qualifies every number that the round counts in: unsafe sandbox, out of time."""


class JudgedRound(Record):
    """One round of a trial, as a reader of the run sees it."""

    number: int = Field(ge=1)
    """The round asked for, from 1; a carried round has a later number than the record that it repeats."""
    carried: bool = False
    """True when the trial had finished before and an earlier round stands in."""
    record: RoundRecord
    judgement: Judgement | None = None
    """By the judge that the run names; None when the round could not be judged."""
    feedback: Feedback | None = None
    """What the simulated user said after it; None after the last round."""
    evidence: Path
    """Folder in which the judgement's screenshots lie; it may be missing."""

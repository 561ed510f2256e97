"""One item of an instance family, what a model says of it, and how a suite covers its plan."""

from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field, JsonValue, model_validator

from plans.records.base import FileRecord, FolderName, Record
from plans.records.model_call import ModelUse


class DrawnInstance(Record):
    """What a family's generator makes of sampled parameters; not yet checked."""

    prompt: str
    """What a model is asked."""
    split: FolderName = "main"
    """The file of the suite that it goes into, such as `feasible`; splits are scored apart."""
    parameters: dict[str, JsonValue]
    """The sampled values, and what the generator measured on the instance: constrainedness, complexity, from 0 to 1."""
    constraints: tuple[dict[str, JsonValue], ...] = ()
    """What an answer has to keep to; each has a `kind`, by which numbers are split."""
    metadata: dict[str, JsonValue] = {}
    """What a solver is not shown, and checks and metrics need: availability, the right option, states."""
    pictures: tuple[bytes, ...] = ()
    """PNG files that go with the prompt, in its order."""


class Instance(FileRecord):
    """One line of `instances/<split>.jsonl`."""

    SCHEMA: ClassVar[str] = "instance"

    id: FolderName
    """Unique in the suite, also over its splits."""
    random_seed: int
    """Seed of its own random generator: with the parameters it gives the same instance again, bit by bit."""
    prompt: str
    """What the model is asked."""
    parameters: dict[str, JsonValue]
    """What the plan sampled, and what was measured on the instance."""
    constraints: tuple[dict[str, JsonValue], ...] = ()
    """What an answer has to keep to; each has a `kind`."""
    media: tuple[str, ...] = ()
    """Digests (SHA-256, hexadecimal) of the pictures in `media/` that go with the prompt, in its order."""
    metadata: dict[str, JsonValue] = {}
    """What a solver is not shown."""

    def shown(self) -> "Instance":
        """What a solver is shown that is not ours: prompt and pictures.

        Parameters and random seed are left out too: with the family's code they give all the rest again.
        """
        return Instance(id=self.id, random_seed=0, prompt=self.prompt, parameters={}, media=self.media)

    @model_validator(mode="after")
    def _constraints_have_kinds(self) -> "Instance":
        if any(not isinstance(constraint.get("kind"), str) for constraint in self.constraints):
            raise ValueError("each constraint needs a `kind`, a text by which numbers are split")
        return self


class AnswerMark(StrEnum):
    """What a check of an answer found."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLIED = "not applied"
    """The instance has no such constraint; it leaves every mean."""
    UNRESOLVED = "unresolved"
    """No program can tell, and no model was asked, or it could not say."""


class AnswerQuestion(Record):
    """What only a judge by model, or a person, can tell of an answer."""

    check: str
    """The check that waits for it."""
    question: str
    """Answered by yes (the check passes) or no."""


class Evaluated(Record):
    """What an answer scores on an instance."""

    answer: str
    """The answer as it was read, normalised; empty where none could be read."""
    checks: dict[str, AnswerMark]
    """Check → what it found; always the same checks for a family's instances of the same constraints."""
    groups: dict[str, str] = {}
    """Check → constraint group, where numbers are told by groups too."""
    apart: dict[str, AnswerMark] = {}
    """Checks that are told beside the others and enter no mean and no pass-all, such as whether a text is on its topic.
    Never the name of one of `checks`; one that is unresolved may be among `open` too."""
    vacuous: tuple[str, ...] = ()
    """Checks that passed only because what they ask about did not occur."""
    is_refusal: bool = False
    """Whether it says that there is no solution."""
    open: tuple[AnswerQuestion, ...] = ()
    """One for each check, also of those apart, that is unresolved and that a judge could decide."""
    measures: dict[str, float] = {}
    """Numbers that this way to score measures on the instance itself, such as constrainedness; another way to score may
    measure others."""
    failed: str = ""
    """Why this way to score says nothing of the instance, as another's metric that ends by an error; every check is
    unresolved then, and no judge could decide it."""

    @property
    def pass_all(self) -> bool | None:
        """Whether all applied checks passed; None while that is open."""
        marks = set(self.checks.values())
        if AnswerMark.FAILED in marks:
            return False
        return None if AnswerMark.UNRESOLVED in marks else AnswerMark.PASSED in marks

    @property
    def fraction_passed(self) -> tuple[float, float]:
        """Least and most share of the applied checks that pass; equal where all are decided. (0, 0) where none is."""
        applied = [mark for mark in self.checks.values() if mark is not AnswerMark.NOT_APPLIED]
        if not applied:
            return (0.0, 0.0)
        passed, unresolved = applied.count(AnswerMark.PASSED), applied.count(AnswerMark.UNRESOLVED)
        return (passed / len(applied), (passed + unresolved) / len(applied))


class Response(FileRecord):
    """One line of `responses/<solver>/<repeat>.jsonl`: what a solver said to an instance."""

    SCHEMA: ClassVar[str] = "response"

    instance: FolderName
    text: str
    """Its answer, whole, which is scored; empty where there is none, and then `failed` or `thoughts` say why."""
    thoughts: str = ""
    """What a model thought aloud before its answer, between marks such as `<think>`; no part of what is scored."""
    failed: str = ""
    """Why there is no answer that it could be scored by, where that is no doing of the solver: such a response is
    unresolved, and asked for again when the run is taken up."""
    cut_off: bool = False
    """Whether it ended at the greatest length; it is scored as it is."""
    declined: bool = False
    """Whether the model or its endpoint refused to answer: scored as no answer."""
    is_uncounted: bool = False
    """Whether the endpoint reported a usage of zero tokens for the text, which may be an error of its own."""
    input_tokens: int | None = Field(default=None, ge=0)
    output_tokens: int | None = Field(default=None, ge=0)
    cost: float | None = Field(default=None, ge=0)
    """US dollars; None: not known."""
    seconds: float = Field(default=0.0, ge=0)
    key: str = ""
    """Where the run's journal has the reply; empty for a solver that asks no model."""


class QuestionReading(Record):
    """What it said to one question."""

    holds: bool | None
    """None: no answer had more than half of the readings."""
    said_yes: int = 0
    """Readings by which it holds."""
    said_no: int = 0
    reasons: tuple[str, ...] = ()
    """Why, in the words of those who decided; where nobody did, of all; and why a reading was none."""
    uses: tuple[ModelUse, ...] = ()


class AskedInstance(FileRecord):
    """One line of `asked.jsonl`."""

    SCHEMA: ClassVar[str] = "asked"

    instance: FolderName
    readings: dict[str, QuestionReading]
    """Check → what was said."""


Count = dict[str, int]
"""Split → how many."""


class CheckRate(Record):
    """How many of the instances that were drawn pass a check, before any was refused (BenchAgents, table 4)."""

    check: str
    decided_by: Literal["program", "model"] = "program"
    put_to: Count = {}
    """Instances that it was put to: a program's check to all that were drawn, a model's to those that pass these."""
    passed: Count = {}
    undecided: Count = {}
    """Of a model's check: those on which no answer had more than half of the readings."""

    def rate(self, split: str | None = None) -> float | None:
        """Share that passes, of one split or of all; None where it was put to none."""
        asked, passed = (_of(count, split) for count in (self.put_to, self.passed))
        return passed / asked if asked else None


class StratumCount(Record):
    """A value of a parameter, or a part of its range."""

    name: str
    instances: Count = {}
    given_up: int = Field(default=0, ge=0)
    """Numbers of it for which no instance was found."""


class ParameterCoverage(Record):
    """How often each stratum of a parameter comes."""

    name: str
    description: str = ""
    is_measured: bool = False
    """Whether it was measured on the instances, and not sampled for them."""
    strata: tuple[StratumCount, ...]

    @property
    def uncovered(self) -> tuple[str, ...]:
        """Strata that were tried and in which no instance was found."""
        return tuple(one.name for one in self.strata if one.given_up and not sum(one.instances.values()))


class GivenUpNumber(Record):
    """A number of which no instance was found."""

    number: int
    parameters: dict[str, JsonValue]
    reasons: tuple[str, ...]
    """What was wrong with what was drawn for it, each reason once."""


class SuiteCoverage(FileRecord):
    """`coverage.json`: of which settings the instances were made, and what they cover."""

    SCHEMA: ClassVar[str] = "coverage"

    random_seed: int
    settings: dict[str, JsonValue] = {}
    """Parameters that the author of the suite set to a value, and that were not sampled."""
    numbers: int = Field(ge=0)
    """Numbers that were worked through, from 0 on: growth goes on with this one."""
    instances: Count
    drawn: Count
    """All that was drawn, refused ones too."""
    kept: Count
    """Of these, those that pass every check that was put to them; one alike to an earlier one is among them."""
    alike: int = Field(default=0, ge=0)
    """Instances drawn that an earlier one has the prompt and pictures of, so that they were drawn again."""
    checks: tuple[CheckRate, ...]
    unasked: tuple[str, ...] = ()
    """Checks that a model decides, and that no model was asked about."""
    parameters: tuple[ParameterCoverage, ...]
    given_up: int = Field(default=0, ge=0)
    """Numbers of which no instance was found."""
    examples: tuple[GivenUpNumber, ...] = ()
    """The first of them."""


def _of(count: Count, split: str | None) -> int:
    return sum(count.values()) if split is None else count.get(split, 0)

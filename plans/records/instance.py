"""One item of a family whose items are prompts (calendar, text, causal), what a model says to it, what it scores."""

from enum import StrEnum
from typing import ClassVar

from pydantic import Field, JsonValue, model_validator

from plans.records.base import FileRecord, Record
from plans.records.names import FolderName


class Drawn(Record):
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


class Mark(StrEnum):
    """What a check of an answer found."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLIED = "not applied"
    """The instance has no such constraint; it leaves every mean."""
    UNRESOLVED = "unresolved"
    """No program can tell, and no model was asked, or it could not say."""


class Question(Record):
    """What only a judge by model, or a person, can tell of an answer."""

    check: str
    """The check that waits for it."""
    question: str
    """Answered by yes (the check passes) or no."""


class Evaluated(Record):
    """What an answer scores on an instance."""

    answer: str
    """The answer as it was read, normalised; empty where none could be read."""
    checks: dict[str, Mark]
    """Check → what it found; always the same checks for a family's instances of the same constraints."""
    groups: dict[str, str] = {}
    """Check → constraint group, where numbers are told by groups too."""
    apart: dict[str, Mark] = {}
    """Checks that are told beside the others and enter no mean and no pass-all, such as whether a text is on its topic.
    Never the name of one of `checks`; one that is unresolved may be among `open` too."""
    vacuous: tuple[str, ...] = ()
    """Checks that passed only because what they ask about did not occur."""
    is_refusal: bool = False
    """Whether it says that there is no solution."""
    open: tuple[Question, ...] = ()
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
        if Mark.FAILED in marks:
            return False
        return None if Mark.UNRESOLVED in marks else Mark.PASSED in marks

    @property
    def fraction_passed(self) -> tuple[float, float]:
        """Least and most share of the applied checks that pass; equal where all are decided. (0, 0) where none is."""
        applied = [mark for mark in self.checks.values() if mark is not Mark.NOT_APPLIED]
        if not applied:
            return (0.0, 0.0)
        passed, unresolved = applied.count(Mark.PASSED), applied.count(Mark.UNRESOLVED)
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

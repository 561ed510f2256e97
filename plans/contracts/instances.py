"""Families whose items are prompts: how instances are drawn, checked and scored, and who answers them.

A family is a folder: `plan.yaml`, and three modules of plain functions on JSON data, so that a model can write them, a
developer review them, and a sandboxed process run them as they stand. Built-in families lie in `plans/`; one from
elsewhere (`--families DIR`) is the same folder in another place, and found by its name in both.

generator.py
    draw(parameters: dict, random_seed: int) -> dict      the fields of plans.records.instance.Drawn
checks.py
    CHECKS: tuple[str, ...]                               names of the checks that `check` decides
    check(instance: dict) -> dict[str, str]               check → what is wrong; "" where nothing is
    questions(instance: dict) -> dict[str, str]           optional: check → what a model is asked (yes: it holds)
metrics.py
    evaluate(instance: dict, answer: str) -> dict         the fields of plans.records.instance.Evaluated
    labels(instance: dict) -> dict[str, str]              disaggregation of the plan → the bucket that it falls into
    VARIANTS: dict[str, evaluate]                         optional: other ways to score, by name, such as `compat`

Functions are pure: the same arguments give the same result, in any order, in any process. `instance` has the fields of
plans.records.instance.Instance. They raise nothing for what a solver says: whatever `answer` is, it scores.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from pydantic import JsonValue

from plans.records.instance import (
    AnswerQuestion,
    DrawnInstance,
    Evaluated,
    Instance,
    QuestionReading,
    Response,
)
from plans.records.model_call import JudgeModel
from plans.records.plan import Plan
from plans.records.scored_run import DecidedCheck


class Wanted(NamedTuple):
    """An instance to be drawn."""

    parameters: Mapping[str, JsonValue]
    """A value for each of the plan's parameters."""
    random_seed: int


class Answered(NamedTuple):
    """An answer to be scored."""

    instance: Instance
    answer: str


class InstanceFamily(Protocol):
    """A family's code at work, in this process or in a sandboxed one; results come in the order of what was asked.

    Raises AuthorError where the code fails or gives what it may not, with the instance and what it said, as nothing can
    stand in for it; one from elsewhere also SandboxRefused.
    """

    name: str
    plan: Plan
    checks: tuple[str, ...]
    """Names of the checks that programs decide."""

    @property
    def digest(self) -> str:
        """Digest of all that could change an instance or a score: its files, and what they import of ours."""
        ...

    async def draw(self, wanted: Sequence[Wanted]) -> Sequence[DrawnInstance]:
        """Make instances."""
        ...

    async def check(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        """Of each, check → what is wrong, empty where nothing is."""
        ...

    async def questions(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        """Of each, check → what a model is asked of it; empty where programs decide all."""
        ...

    async def evaluate(self, answered: Sequence[Answered], variant: str = "") -> Sequence[Evaluated]:
        """What answers score; `variant` names another way to score that the family offers. What applies to an answer
        without words is what is planned for its instance.
        """
        ...

    async def labels(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        """Of each, disaggregation → bucket."""
        ...


class Asker(Protocol):
    """Asks a model of instances what no program can tell."""

    async def ask(
        self, instances: Sequence[Instance], questions: Sequence[Mapping[str, str]]
    ) -> Sequence[Mapping[str, QuestionReading]]:
        """Of each instance, check → what was said to its question; bounds itself.

        Raises what plans.contracts.models.Model does, but for answers that cannot be used.
        """
        ...


class Solver(Protocol):
    """What is scored on a suite of instances: a model, or one of our own built-in solvers."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def families(self) -> tuple[str, ...] | None:
        """Families whose instances it can answer; None: of every family."""
        ...

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """What it says; may be called many times at once, and bounds itself. `media`: digest → picture.

        A built-in solver may look at metadata, and says so in its docstring; a model sees prompt and pictures alone,
        and a plug-in is handed nothing else: of its instance constraints, parameters and metadata are empty.
        An endpoint that fails is a Response with `failed`, which is asked for again when the run is taken up;
        BudgetError and EndpointRefused end the run.
        """
        ...


class AnswerJudge(Protocol):
    """Decides what no program can tell of an answer."""

    player: JudgeModel
    """The model that it asks, how, and by which prompts."""

    async def decide(self, instance: Instance, answer: str, question: AnswerQuestion) -> DecidedCheck:
        """Whether it holds; `holds` is None where the model could not say.

        Raises EndpointFailed, and what else plans.contracts.models.Model does, but for answers that cannot be used.
        """
        ...

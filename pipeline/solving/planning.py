"""What a run of solvers is to be: its record, before anything is asked."""

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version

from pydantic import Field

from pipeline.solving.suite import InstanceSuite
from plans.contracts.instances import AnswerJudge, InstanceFamily, Solver
from plans.contracts.models import Model
from plans.errors import AuthorError
from plans.records.base import Record
from plans.records.model_settings import Endpoint, ModelBudget
from plans.records.run import Tools
from plans.records.scored_run import Metering, ScoredRun, SolverPlay, SolverSpec


class ScoredChoices(Record):
    """What the person who starts a run of solvers chooses."""

    name: str
    repeats: int = Field(default=1, ge=1, le=100)
    limit: int | None = Field(default=None, ge=1)
    """Instances of each split that are asked; None: all."""
    variant: str = ""
    """Name of another way to score."""


@dataclass(frozen=True)
class Entrant:
    """A solver as the run records it, with what answers for it."""

    spec: SolverSpec
    solver: Solver


@dataclass(frozen=True)
class Scorers:
    """What scores answers, and who asks models."""

    family: InstanceFamily
    judge: AnswerJudge | None = None
    model: Model | None = None


class ModelAccessPlan(Record):
    """Where models are asked, and what may be used of them."""

    endpoints: tuple[Endpoint, ...] = ()
    budget: ModelBudget | None = None
    is_replay: bool = False


def plan_scored_run(
    choices: ScoredChoices,
    suite: InstanceSuite,
    entrants: Sequence[Entrant],
    scorers: Scorers,
    asked: ModelAccessPlan | None = None,
) -> ScoredRun:
    """The run's record; AuthorError where nobody is to solve anything, or two have one name."""
    asked = asked or ModelAccessPlan()
    _refuse_doubles([one.spec.name for one in entrants])
    judge = scorers.judge.player if scorers.judge else None
    return ScoredRun(
        name=choices.name,
        suite=suite.ref,
        play=SolverPlay(
            kind="solvers",
            solvers=tuple(one.spec for one in entrants),
            repeats=choices.repeats,
            limit=choices.limit,
        ),
        metering=Metering(
            family_digest=scorers.family.digest,
            suite_family_digest=suite.suite.family_digest,
            variant=choices.variant,
            judge=judge,
        ),
        endpoints=asked.endpoints,
        budget=asked.budget,
        tools=Tools(
            versions={"benchwright": version("benchwright"), "python": platform.python_version()},
            prompts=judge.prompts if judge else {},
        ),
        is_replay=asked.is_replay,
    )


def _refuse_doubles(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise AuthorError(
                f"Two solvers are called {name!r}, and their answers would be mixed. Write NAME= before one of them; "
                "a family's trivial baselines are there without being named."
            )

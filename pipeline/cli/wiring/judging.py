"""Which judge decides a family's tasks, and how a model helps it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from agents.judging.commands.adapting.proposing import Proposer
from agents.judging.commands.judge import CommandJudge
from agents.judging.commands.reading.reader import TranscriptReader
from agents.judging.commands.settings import CommandSettings
from agents.judging.dag import Heard, unheard
from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.ui_model.judge import ModelJudge, judge_model
from agents.judging.walk_bounds import WalkBounds
from agents.sandbox.roster import USUAL, make_sandbox
from pipeline.cli.judges import JudgedOrder, Judging
from plans.contracts.judging import Judge
from plans.contracts.models import Model
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import AuthorError
from plans.families import family_named
from plans.records.judge_model import JudgeModel
from plans.settings import Settings


class AskedJudge(NamedTuple):
    """A judge that asks a model."""

    order: JudgedOrder
    model: Model

    @property
    def player(self) -> JudgeModel:
        """The model, as records name it."""
        [player] = [played for played in self.model.played() if played.role == "ui_judge"]
        return judge_model(player)


def asked_judge(order: JudgedOrder, model: Model | None) -> AskedJudge | None:
    """How an order has a model judge; None where a program does it alone."""
    return None if order.judged_by == "program" or model is None else AskedJudge(order, model)


def refuse_unfit(family: str, judged_by: Judging) -> None:
    """AuthorError where no judge of the family decides so, or there is no such family; no model is needed to tell."""
    if judged_by == "model" and family_named(family).judge == "commands":
        raise AuthorError(
            f"--judge model would have a model decide what commands decide of a {family_named(family).hand_in}, and it "
            "runs none of them. Use --judge hybrid: a program decides what it is sure of, and the model reads what "
            "came out of the rest."
        )


@asynccontextmanager
async def judge_for(
    family: str,
    settings: Settings,
    sandbox: SandboxProvider | None = None,
    asked: AskedJudge | None = None,
    heard: Heard = unheard,
) -> AsyncGenerator[Judge]:
    """The judge of a family's suites, whose workers stay warm meanwhile.

    Hand-ins that have to be run are run in the usual sandbox, unless another is named. `heard` is told each verdict as
    soon as it is there. AuthorError where there is no
    such family, or no judge of the name that it gives.
    """
    key = family_named(family).judge
    if key not in _JUDGES:
        raise AuthorError(
            f"The family {family!r} names {key!r} as its judge, and there is no such judge, so nothing of it can be "
            f"decided. Use one of: {', '.join(sorted(_JUDGES))}."
        )
    if asked is not None:
        refuse_unfit(family, asked.order.judged_by)
    made = _JUDGES[key](settings, sandbox or make_sandbox(USUAL), asked)
    made.heard = heard
    async with made as judge:
        yield judge


def _browser_judge(
    settings: Settings, sandbox: SandboxProvider, asked: AskedJudge | None
) -> ProgrammaticJudge | ModelJudge:
    if asked is None:
        return ProgrammaticJudge(settings.chromium, workers=settings.worker_count, sandbox=sandbox)
    order = asked.order
    bounds = WalkBounds(has_pictures=order.judge_sees)
    return ModelJudge(
        settings.chromium,
        asked.model,
        asked.player,
        mode="hybrid" if order.judged_by == "hybrid" else "model",
        bounds=bounds.model_copy(update={"steps": order.judge_moves}) if order.judge_moves else bounds,
        workers=settings.worker_count,
        sandbox=sandbox,
    )


def _command_judge(settings: Settings, sandbox: SandboxProvider, asked: AskedJudge | None) -> CommandJudge:
    reader = proposer = None
    if asked is not None:
        [player] = [played for played in asked.model.played() if played.role == "ui_judge"]
        reader, proposer = TranscriptReader(asked.model, player), Proposer(asked.model, player)
    return CommandJudge(sandbox, CommandSettings(at_once=settings.worker_count), reader, proposer)


_Made = ProgrammaticJudge | ModelJudge | CommandJudge
_Makes = Callable[[Settings, SandboxProvider, AskedJudge | None], _Made]


_JUDGES: dict[str, _Makes] = {"browser": _browser_judge, "commands": _command_judge}
"""Family.judge → what decides."""

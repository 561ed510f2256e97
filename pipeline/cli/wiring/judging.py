"""Judges by family, and the model that helps them; a judge's code is imported when the judge is opened."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agents.judging.dag import OnVerdict, ignore_verdict
from agents.sandbox.roster import USUAL, make_sandbox
from pipeline.cli.options import JudgedOrder
from pipeline.runner.archive import archive
from plans.contracts.models import Model
from plans.contracts.runs import Judge
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import AuthorError
from plans.families import family_named
from plans.paths import RunPaths
from plans.records.criteria import Criteria
from plans.records.model_call import JudgeModel
from plans.records.usage import PlayedRole
from plans.records.verdict import JudgeRequest, Manner
from plans.scratch import scratch
from plans.settings import Settings

if TYPE_CHECKING:
    from agents.browser.atlas import Atlas
    from agents.judging.commands.judge import CommandJudge
    from agents.judging.programmatic import ProgrammaticJudge
    from agents.judging.ui_model.judge import ModelJudge

USUAL_MANNER: Manner = "isolated"


class AskedJudge(NamedTuple):
    """How it is to be judged, and by which model."""

    order: JudgedOrder = JudgedOrder()
    model: Model | None = None
    """Whom the judge asks; None where a program decides alone."""

    @property
    def played(self) -> PlayedRole | None:
        """The role of the model that judges; None where none does."""
        if self.model is None:
            return None
        [played] = [played for played in self.model.played() if played.role == "ui_judge"]
        return played

    @property
    def player(self) -> JudgeModel | None:
        """The model that judges, as records name it; None where none does."""
        if self.played is None:
            return None
        from agents.judging.ui_model.judge import judge_model

        return judge_model(self.played)

    def manner(self, family: str) -> Manner | None:
        """On which copies of a submission commands are carried out; None of a family that is tried by none."""
        return (self.order.manner or USUAL_MANNER) if family_named(family).judge == "commands" else None


ALONE = AskedJudge()
"""A program, as usual."""


def asked_judge(order: JudgedOrder, model: Model | None) -> AskedJudge:
    """The judge of an order; `model` plays other roles too, and is not asked where a program decides alone."""
    return AskedJudge(order, model if order.judging_roles else None)


def refuse_unfit(family: str, order: JudgedOrder) -> None:
    """AuthorError where no judge of the family decides so, or there is no such family; no model is needed to tell."""
    known = family_named(family)
    if order.judged_by == "model" and known.judge == "commands":
        raise AuthorError(
            f"--judge model applies to web apps only: a {known.submission} is judged by commands. Use --judge hybrid, "
            "where a model reads what a program could not decide."
        )
    if order.manner is not None and known.judge != "commands":
        raise AuthorError("--manner applies to Python projects only. Remove it.")


@asynccontextmanager
async def judge_for(
    family: str,
    settings: Settings,
    sandbox: SandboxProvider | None = None,
    asked: AskedJudge = ALONE,
    on_verdict: OnVerdict = ignore_verdict,
) -> AsyncGenerator[Judge]:
    """The judge of a family's suites, whose workers stay warm meanwhile.

    Submissions that have to be run are run in the usual sandbox, unless another is named. `on_verdict` is called with
    each verdict as soon as it is there. AuthorError where there is no such family, or no judge of the name that it
    gives.
    """
    key = family_named(family).judge
    if key not in _JUDGES:
        raise AuthorError(
            f"The family {family!r} names {key!r} as its judge, and there is no such judge, so nothing of it can be "
            f"decided. Use one of: {', '.join(sorted(_JUDGES))}."
        )
    refuse_unfit(family, asked.order)
    made = _JUDGES[key](settings, sandbox or make_sandbox(USUAL), asked)
    made.on_verdict = on_verdict
    async with made as judge:
        yield judge


async def explored_app(
    settings: Settings, sandbox: SandboxProvider, folder: Path, criteria: Criteria
) -> "Atlas":
    """The map of the web app in a folder, explored as a judge does; raises as a judge does."""
    from agents.judging.programmatic import ProgrammaticJudge

    judge = ProgrammaticJudge(settings.chromium, workers=1, sandbox=sandbox)
    with scratch("map") as folder_of_run:
        run = RunPaths(folder_of_run)
        files = run.archived(archive(folder.resolve(), run).digest).files
        async with judge:
            return await judge.explored(JudgeRequest(item="map", submission=files, criteria=criteria))


def _browser_judge(
    settings: Settings, sandbox: SandboxProvider, asked: AskedJudge
) -> "ProgrammaticJudge | ModelJudge":
    order, player = asked.order, asked.player
    if asked.model is None or player is None:
        from agents.judging.programmatic import ProgrammaticJudge

        return ProgrammaticJudge(settings.chromium, workers=settings.worker_count, sandbox=sandbox)
    from agents.judging.ui_model.judge import ModelJudge, WalkBounds

    bounds = WalkBounds(has_pictures=order.judge_sees)
    return ModelJudge(
        settings.chromium,
        asked.model,
        player,
        mode="model" if order.judged_by == "model" else "hybrid",
        bounds=bounds.model_copy(update={"tries": order.judge_tries}) if order.judge_tries else bounds,
        workers=settings.worker_count,
        sandbox=sandbox,
    )


def _command_judge(settings: Settings, sandbox: SandboxProvider, asked: AskedJudge) -> "CommandJudge":
    from agents.judging.commands.judge import CommandJudge
    from agents.judging.commands.running import CommandSettings

    reader = proposer = None
    if asked.model is not None and (played := asked.played) is not None:
        from agents.judging.commands.adapting.proposing import Proposer
        from agents.judging.commands.reading.reader import TranscriptReader

        reader, proposer = TranscriptReader(asked.model, played), Proposer(asked.model, played)
    manner = asked.order.manner or USUAL_MANNER
    return CommandJudge(
        sandbox, CommandSettings(manner=manner, at_once=settings.worker_count), reader, proposer
    )


_Makes = Callable[[Settings, SandboxProvider, AskedJudge], "ProgrammaticJudge | ModelJudge | CommandJudge"]


_JUDGES: dict[str, _Makes] = {"browser": _browser_judge, "commands": _command_judge}
"""Family.judge → what decides."""

"""Making instances, for every verb that does."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from pipeline.cli.elsewhere import families_folder, families_words
from pipeline.cli.instances import making_progress, tell_made
from pipeline.cli.modelling import ModelOrder, models_table
from pipeline.cli.progress import say
from pipeline.cli.wiring.instances import asker_by, open_family
from pipeline.cli.wiring.models import open_models
from pipeline.commands import command_line
from pipeline.instances.making import Made, make_suite
from pipeline.instances.reviewing import Rejected, reviewed_plan
from pipeline.instances.spec import InstancesSpec, SuiteOrder
from plans.contracts.instances import Asker, InstanceFamily
from plans.files import write_text
from plans.paths import SuitePaths
from plans.records.model_settings import Role
from plans.records.plan import Plan
from review.reviewers import Reviewer

MODEL_OPTIONS = ("max_cost", "max_tokens", "replay")
"""Options that a ModelOrder takes."""


class InstancesOrder(ModelOrder):
    """What every verb that makes instances is told."""

    with_model: bool
    jobs: int
    as_json: bool


class NotMade(NamedTuple):
    """Why there are no instances, though nothing failed."""

    told: str
    exit_code: int


async def authored_suite(
    paths: SuitePaths, order: SuiteOrder, jobs: int, reviewer: Reviewer, console: Console
) -> Made | NotMade:
    """The suite that was asked for, once its plan is decided: whoever asks `reviewer`, and however often."""
    models = ModelOrder(
        max_cost=order.max_cost,
        max_tokens=order.max_tokens,
        replay=Path(order.replay) if order.replay else None,
    )
    async with (
        open_family(order.family, jobs, families_folder()) as family,
        _asking(paths, models, console, with_model=order.with_model) as asker,
    ):
        plan = await reviewed_plan(paths, order, family.plan, reviewer)
        if plan is None:
            return _waiting(paths, order)
        if isinstance(plan, Rejected):
            return NotMade(str(plan), 1)
        return await _made(paths, order.spec(family, plan), plan, family, asker, console)


async def made_suite(
    paths: SuitePaths,
    spec: InstancesSpec,
    plan: Plan,
    family: InstanceFamily,
    models: ModelOrder,
    console: Console,
) -> Made:
    """The suite that `spec` asks for, of a plan that was decided before."""
    async with _asking(paths, models, console, with_model=spec.with_model) as asker:
        return await _made(paths, spec, plan, family, asker, console)


def tell_authored(authored: Made | NotMade, folder: Path, console: Console, *, as_json: bool) -> int:
    """Print what came of it, and give the exit code."""
    if isinstance(authored, NotMade):
        say(console, authored.told)
        return authored.exit_code
    return tell_made(authored, folder, console, as_json=as_json)


async def _made(
    paths: SuitePaths,
    spec: InstancesSpec,
    plan: Plan,
    family: InstanceFamily,
    asker: Asker | None,
    console: Console,
) -> Made:
    with making_progress(console) as advance:
        return await make_suite(paths, spec, plan, family, advance=advance, asker=asker)


@asynccontextmanager
async def _asking(
    paths: SuitePaths, models: ModelOrder, console: Console, *, with_model: bool
) -> AsyncGenerator[Asker | None]:
    """Who is asked what no program can tell, and in the end a table on `console` of what models were used for.

    Raises AuthorError where somebody is to be asked and nobody can be, before anything is decided or made.
    """
    roles: tuple[Role, ...] = ("verifier",) if with_model else ()
    if roles:
        # The journal comes before all else, and git passes over it.
        write_text(paths.authoring / ".gitignore", "*\n")
    async with open_models(roles, models, paths.journal) as model:
        yield asker_by(model)
        if model is not None and (usage := model.usage()).lines:
            console.print(models_table(usage))


def _waiting(paths: SuitePaths, order: SuiteOrder) -> NotMade:
    deciding = command_line("benchwright", "review", paths.root, *families_words(order.family))
    return NotMade(f"The plan waits in {paths.plan_draft}. To decide it: {deciding}", 0)

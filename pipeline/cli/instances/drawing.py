"""Drawing a suite of instances whose plan is decided, and what is said of it."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from pipeline.cli.folders import GROUP
from pipeline.cli.options import ModelOrder, models_table
from pipeline.cli.output import echo_json, plain_table
from pipeline.cli.progress import bars, say
from pipeline.cli.wiring.instances import asker_by, families_folder, families_words, open_family
from pipeline.cli.wiring.models import open_models
from pipeline.graph.spec import ignored_by_git
from pipeline.instances.making import Advance, MadeSuite, make_suite
from pipeline.instances.spec import InstancesSpec, Rejected, SuiteOrder, reviewed_plan
from pipeline.report.words import percent
from plans.contracts.instances import Asker, InstanceFamily
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.base import Record
from plans.records.instance import CheckRate
from plans.records.model_settings import ModelRole
from plans.records.plan import Plan
from plans.shell import command_line
from review.checkpoints import Reviewer

LINES = 10
"""Lines about work in hand where no bar can be drawn."""


class NotMade(NamedTuple):
    """Why there are no instances, though nothing failed."""

    told: str
    exit_code: int


async def authored_suite(
    paths: SuitePaths, order: SuiteOrder, jobs: int, reviewer: Reviewer, console: Console
) -> MadeSuite | NotMade:
    """The suite that was asked for, once its plan is decided: whoever asks `reviewer`, and however often."""
    models = ModelOrder(
        max_cost=order.max_cost,
        max_tokens=order.max_tokens,
        replay=Path(order.replay) if order.replay else None,
    )
    async with (
        open_family(order.family, jobs, families_folder()) as family,
        asking(paths, models, console, with_model=order.with_model) as asker,
    ):
        plan = await reviewed_plan(paths, order, family.plan, reviewer)
        if plan is None:
            words = (GROUP, "review", paths.root, *families_words(order.family))
            return NotMade(
                f"The plan waits in {paths.plan_draft}. To decide it: {command_line('benchwright', *words)}",
                0,
            )
        if isinstance(plan, Rejected):
            return NotMade(str(plan), 1)
        return await made_suite(paths, order.spec(family, plan), plan, family, asker, console)


def tell_authored(authored: MadeSuite | NotMade, folder: Path, console: Console, *, as_json: bool) -> int:
    """Print what came of it, and give the exit code."""
    if isinstance(authored, NotMade):
        say(console, authored.told)
        return authored.exit_code
    return tell_made(authored, folder, console, as_json=as_json)


async def made_suite(
    paths: SuitePaths,
    spec: InstancesSpec,
    plan: Plan,
    family: InstanceFamily,
    asker: Asker | None,
    console: Console,
) -> MadeSuite:
    with _making_progress(console) as advance:
        return await make_suite(paths, spec, plan, family, advance=advance, asker=asker)


@asynccontextmanager
async def asking(
    paths: SuitePaths, models: ModelOrder, console: Console, *, with_model: bool
) -> AsyncGenerator[Asker | None]:
    """Who is asked what no program can tell, and in the end a table on `console` of what models were used for.

    Raises AuthorError where somebody is to be asked and nobody can be, before anything is decided or made.
    """
    roles: tuple[ModelRole, ...] = ("verifier",) if with_model else ()
    if roles:
        # The journal comes before all else, and git passes over it.
        ignored_by_git(paths)
    async with open_models(roles, models, paths.journal) as model:
        yield asker_by(model)
        if model is not None and (usage := model.usage()).lines:
            console.print(models_table(usage))


@contextmanager
def _making_progress(console: Console) -> Generator[Advance]:
    """A bar in instances; where nothing is drawn, a line now and then."""
    told = -1
    with bars(console) as progress:
        bar = progress.add_bar("drawing", "instance")

        def advance(there: int, wanted: int) -> None:
            nonlocal told
            progress.update(bar, completed=there, total=wanted)
            if progress.disable and (due := there * LINES // wanted) > told:
                told = due
                say(console, f"{there:,} of {count_text(wanted, 'instance')}")

        yield advance


class MadeSummary(Record):
    """What `--json` prints of a suite that was made."""

    suite: str
    version: str
    folder: str
    wanted: int
    added: int
    instances: dict[str, int]
    drawn: int
    alike: int
    given_up: int
    pass_rates: dict[str, float | None]
    unasked: tuple[str, ...]
    uncovered: dict[str, tuple[str, ...]]
    """Parameter → strata in which nothing was found."""


def tell_made(made: MadeSuite, folder: Path, console: Console, *, as_json: bool) -> int:
    """Print what was made, and give the exit code: 0 when there are as many as were wanted."""
    if as_json:
        echo_json(_summary(made, folder))
    else:
        _print_made(made, folder, console)
    return 0 if made.added >= made.wanted else 1


def _summary(made: MadeSuite, folder: Path) -> MadeSummary:
    coverage = made.coverage
    return MadeSummary(
        suite=made.suite.name,
        version=made.suite.version,
        folder=str(folder),
        wanted=made.wanted,
        added=made.added,
        instances=coverage.instances,
        drawn=sum(coverage.drawn.values()),
        alike=coverage.alike,
        given_up=coverage.given_up,
        pass_rates={check.check: check.rate() for check in coverage.checks},
        unasked=coverage.unasked,
        uncovered={one.name: one.uncovered for one in coverage.parameters if one.uncovered},
    )


def _print_made(made: MadeSuite, folder: Path, console: Console) -> None:
    coverage = made.coverage
    splits = list(coverage.instances)
    table = plain_table("Check", "Decided by", "Pass rate", *(splits if len(splits) > 1 else ()))
    for check in coverage.checks:
        shares = (_share(check, split) for split in splits) if len(splits) > 1 else ()
        table.add_row(Text(check.check), check.decided_by, _share(check), *shares)
    for name in coverage.unasked:
        table.add_row(Text(name), "model", "not asked", *("" for _ in splits if len(splits) > 1))
    console.print(table)
    there = ", ".join(f"{name} {count:,}" for name, count in coverage.instances.items())
    say(
        console,
        f"{made.suite.name} {made.suite.version}: {count_text(sum(coverage.instances.values()), 'instance')} "
        f"({there}); {sum(coverage.drawn.values()):,} were drawn, {coverage.alike:,} of them like an earlier one.",
    )
    for one in coverage.parameters:
        if one.uncovered:
            say(
                console,
                f"{one.name}: nothing was found for {', '.join(one.uncovered)}; other values were drawn instead.",
            )
    if coverage.given_up:
        reasons = dict.fromkeys(reason for one in coverage.examples for reason in one.reasons)
        say(console, f"{count_text(coverage.given_up, 'sample')} given up: {'; '.join(list(reasons)[:3])}")
    if made.added < made.wanted:
        console.print(
            f"{made.added:,} of {count_text(made.wanted, 'instance')} were found. 200 samples in a row brought nothing "
            "new, so the plan has no more that differ.",
            style="red",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    say(console, f"Charts of the coverage: {SuitePaths(folder).coverage_page}")
    running = command_line("benchwright", GROUP, "run", folder, *families_words(made.suite.family))
    say(console, f"Next: {running} --model MODEL")


def _share(check: CheckRate, split: str | None = None) -> str:
    rate = check.rate(split)
    return "applied to none" if rate is None else percent(rate)

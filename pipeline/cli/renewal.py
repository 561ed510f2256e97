"""`benchwright grow` and `refresh`."""

from pathlib import Path
from typing import Literal

import click

from pipeline.cli.author_summary import tell
from pipeline.cli.author_with_gate import (
    AuthoredOrder,
    AuthoringWork,
    GateName,
    author_gated,
    author_options,
    gate_option,
    growth_told,
    open_planner,
    variants_told,
    work_ahead,
)
from pipeline.cli.folders import FolderOf
from pipeline.cli.modelling import WITH_MODEL, model_options
from pipeline.cli.output import open_console
from pipeline.cli.progress import say
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.suite_options import Command, new_version_folder, new_version_options
from pipeline.graph.authoring import growth_cut_short
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.refreshing import (
    NewVersion,
    grow_spec,
    grown_by_model,
    new_version,
    refresh_spec,
    refreshed_by_model,
)
from plans.families import generator
from plans.files import read_record
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.plan import Plan

MOST = 500
"""Items that are authored at once, each of which takes a minute and more."""


def _authoring_options(verb: Command) -> Command:
    """Adds --jobs, the options of authors and models, --with-model and --json."""
    verb = click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")(verb)
    verb = click.option("--with-model", is_flag=True, help=WITH_MODEL)(model_options(verb))
    jobs = click.option(
        "--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Items at once."
    )
    return jobs(author_options(verb))


class GrowOrder(AuthoredOrder):
    """The options of `benchwright grow`, by name."""

    suite: Path
    n: int
    random_seed: int
    gate: GateName
    jobs: int
    as_json: bool

    def spec(self) -> AuthoringSpec:
        """What is to be authored; raises InvalidFile when the suite cannot be read.

        A growth that was killed after its suite was written is finished, when the same is asked for again.
        """
        self.refuse_unwritten()
        paths = SuitePaths(self.suite)
        before = run_until_stopped(growth_cut_short(paths))
        if before is not None and self._asked_for(before):
            return before
        spec = run_until_stopped(self._by_model(paths)) if self.is_by_model else self._by_catalog(paths)
        return spec.model_copy(update={"with_model": self.with_model, "independent_by": self.independent_by})

    def _by_catalog(self, paths: SuitePaths) -> AuthoringSpec:
        author = generator(read_suite(paths).family)
        plan = read_record(paths.plan, Plan)
        return grow_spec(paths, author, plan, self.n, random_seed=self.random_seed, gate=self.gate)

    async def _by_model(self, paths: SuitePaths) -> AuthoringSpec:
        async with open_planner(self, paths, read_suite(paths).family, self.n) as model:
            return await grown_by_model(
                paths, model, self.n,
                random_seed=self.random_seed, gate=self.gate, reference_by=self.reference_by,
                hear=self.tell_event,
            )  # fmt: skip

    def _asked_for(self, spec: AuthoringSpec) -> bool:
        asked = (
            self.n,
            self.random_seed,
            self.gate,
            self.with_model,
            self.author,
            self.reference_by,
            self.independent_by,
        )
        begun = (
            spec.random_seed,
            spec.gate,
            spec.with_model,
            spec.author,
            spec.reference_by,
            spec.independent_by,
        )
        return (len(spec.assignments), *begun) == asked


@click.command()
@click.argument("suite", type=FolderOf("suite"))
@click.option(
    "--n",
    type=click.IntRange(1, MOST),
    default=10,
    show_default=True,
    help="Items to add.",
)
@click.option(
    "--random-seed", "--seed", "random_seed", type=int, default=0, show_default=True, help="Random seed."
)
@gate_option(
    live="the whole release gate in a real browser",
    unproved="the new items are written unproved",
)
@_authoring_options
@click.pass_context
def grow(ctx: click.Context, **given: object) -> None:
    """Add items to SUITE where its plan's parameters are covered least; near-duplicates are refused.

    Evened out are: `domain`, of several the one whose `category` has the fewest items; `features`, the likelier the
    rarer; `tone`, `sample_items` and each feature's own parameters (`theme.start`, `timer.minutes` …), by taking a
    value that the fewest items have. Not evened out are the numbers of tasks and outcomes, which follow from the
    features, `accent_hue`, which follows from the domain, and `underspecification`, since every item holds its query
    at all three levels.

    A suite that models made is added to by models, with --author model: a program says which values of the plan's
    parameters the new items are to have, again those that the fewest have, and the role `planner` writes a request for
    each, unlike all that are there.

    The suite's minor version rises; items that are there already stay as they are. Killed at any point, the same
    command finishes that growth.

    \b
    Example:
      benchwright grow generated/sample --n 10
      benchwright grow generated/sample --n 10 --with-model --max-tokens 2000000
      benchwright grow generated/lent --n 3 --author model --max-tokens 1000000
    """
    order = GrowOrder.model_validate(given)
    spec = order.spec()
    lines = open_console(stderr=True)
    say(lines, work_ahead(order.suite, len(spec.assignments), order.gate, spec.family))
    for line in growth_told(SuitePaths(order.suite), spec):
        say(lines, line)
    console = open_console(stderr=order.as_json)
    work = AuthoringWork(spec, SuitePaths(order.suite), order.jobs, order, order.verbose)
    report = author_gated(work, console, "auto")
    ctx.exit(tell(report, console, as_json=order.as_json))


class RefreshOrder(AuthoredOrder):
    """The options of `benchwright refresh`, by name."""

    suite: Path
    out: Path | None
    version: str | None
    random_seed: int
    review: Literal["auto", "defer"]
    gate: GateName
    jobs: int
    as_json: bool

    def spec(self, new: NewVersion, folder: Path) -> AuthoringSpec:
        """What is to be authored in `folder`; raises InvalidFile when the suite cannot be read."""
        self.refuse_unwritten()
        spec = run_until_stopped(self._by_model(new, folder)) if self.is_by_model else self._by_catalog(new)
        return spec.model_copy(update={"with_model": self.with_model, "independent_by": self.independent_by})

    def folder(self, new: NewVersion) -> Path:
        """See `new_version_folder`."""
        return new_version_folder(self.suite, new.version, self.out)

    def _by_catalog(self, new: NewVersion) -> AuthoringSpec:
        return refresh_spec(new, generator(new.suite.family), random_seed=self.random_seed, gate=self.gate)

    async def _by_model(self, new: NewVersion, folder: Path) -> AuthoringSpec:
        items = len(new.suite.items)
        async with open_planner(self, SuitePaths(folder), new.suite.family, items) as model:
            return await refreshed_by_model(
                new, model, random_seed=self.random_seed, gate=self.gate, reference_by=self.reference_by,
                hear=self.tell_event,
            )  # fmt: skip


@click.command()
@click.argument("suite", type=FolderOf("suite"))
@new_version_options
@click.option(
    "--random-seed",
    "--seed",
    "random_seed",
    type=int,
    default=1,
    show_default=True,
    help="Another seed, other variants.",
)
@click.option(
    "--review",
    type=click.Choice(["auto", "defer"]),
    default="auto",
    show_default=True,
    help="auto: approve everything. defer: park each checkpoint for `benchwright review`.",
)
@gate_option(
    live="the whole release gate in a real browser, and the parent's row",
    unproved="the variants are written unproved",
)
@_authoring_options
@click.pass_context
def refresh(ctx: click.Context, **given: object) -> None:
    """Write a new version of SUITE whose items are fresh variants: other domain, names, data, wording, order.

    Use it when a suite has leaked into training data. A variant has as many tasks (but for one, or a tenth) and as many
    outcomes (but for a tenth) as its parent; where none is found in 20 samples, the nearest is taken and the difference
    is told here, in CHANGELOG.md and in suite.yaml. Each variant passes the whole release gate, and its parent's
    reference is submitted for it and has to fail. What was changed is recorded in suite.yaml. What SUITE's runtime/
    locks, the new version locks too.

    A suite that models made is made afresh by models, with --author model: for each item the role `planner` writes a
    request for as much, of a like kind, about another subject, and the item that is made of it has its parent's values
    of the plan's parameters; how many tasks come of it is up to the model.

    \b
    Example:
      benchwright refresh generated/sample --out generated/sample-2
      benchwright refresh generated/sample --with-model --max-tokens 2000000
      benchwright refresh generated/lent --author model --max-tokens 1000000
    """
    order = RefreshOrder.model_validate(given)
    new = new_version(SuitePaths(order.suite), order.version)
    folder = order.folder(new)
    spec = order.spec(new, folder)
    lines = open_console(stderr=True)
    say(lines, work_ahead(folder, len(spec.assignments), order.gate, spec.family))
    for line in variants_told(spec):
        say(lines, line)
    console = open_console(stderr=order.as_json)
    work = AuthoringWork(spec, SuitePaths(folder), order.jobs, order, order.verbose)
    report = author_gated(work, console, order.review)
    ctx.exit(tell(report, console, as_json=order.as_json))

"""`benchwright grow` and `refresh`."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import click

from pipeline.cli.author_summary import tell
from pipeline.cli.author_with_gate import (
    AUTHOR_OPTIONS,
    AuthoredOrder,
    AuthoringWork,
    author_gated,
    author_options,
    gate_option,
    open_planner,
)
from pipeline.cli.cost_estimate import planned_work
from pipeline.cli.folders import FolderOf
from pipeline.cli.options import MODEL_OPTIONS, WITH_MODEL, jobs_option, model_options
from pipeline.cli.output import SectionedVerb, open_console
from pipeline.cli.progress import say
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.suite_options import Command, new_version_folder, new_version_options, seed_option
from pipeline.graph.authoring import growth_cut_short
from pipeline.graph.spec import AuthoringSpec, GateName
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
from plans.plain_text import count_text
from plans.records.plan import Plan
from plans.records.seed import Assignment, ItemSeed, SeedCoverage

MOST = 500
"""Items that are authored at once, each of which takes a minute and more."""


def _authoring_options(verb: Command) -> Command:
    """Adds --jobs, the options of authors and models, --with-model and --json."""
    verb = click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")(verb)
    verb = click.option("--with-model", is_flag=True, help=WITH_MODEL)(model_options(verb))
    return jobs_option("Items at once.", 2)(author_options(verb))


VALUES_SHOWN = 4
"""Values that are named of those that an item is to have."""


def variants_told(spec: AuthoringSpec) -> Iterator[str]:
    """Of each item that is made afresh, the subject that it had and the one that it gets."""
    for one in spec.assignments:
        if one.recipe is None or one.parent is None:
            yield f"{one.id}: another subject, which a model chose: {one.seed.query[:80]!r}"
        else:
            yield f"{one.id}: {_subject(one.parent.seed.coverage)} → {_subject(one.recipe.seed.coverage)}"


def growth_told(paths: SuitePaths, spec: AuthoringSpec) -> Iterator[str]:
    """Of each item that is added, how few there are of its kind; those that are added before it are counted."""
    mine = {one.id for one in spec.assignments}
    there = [item.id for item in read_suite(paths).items if item.id not in mine]
    read = [read_record(paths.item(item).seed, ItemSeed).coverage for item in there]
    categories, domains = Counter(one.category for one in read), Counter(one.domain for one in read)
    for number, one in enumerate(spec.assignments, len(there)):
        if one.recipe is None:
            yield f"{one.id}: {_settled(one)}, which the fewest items have"
            continue
        coverage = one.recipe.seed.coverage
        category, domain = coverage.category, coverage.domain
        yield (
            f"{one.id}: {_subject(coverage)}, since of {count_text(number, 'item')} {categories[category]} are of this "
            f"category, and {domains[domain]} of this subject"
        )
        categories[category] += 1
        domains[domain] += 1


def _subject(coverage: SeedCoverage) -> str:
    return f"{coverage.category} / {coverage.domain}"


def _settled(one: Assignment) -> str:
    told = [f"{name} {value}" for name, value in one.settled.items()]
    more = ", …" if len(told) > VALUES_SHOWN else ""
    return f"{', '.join(told[:VALUES_SHOWN])}{more}" if told else "what it is about is up to the model"


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


@click.command(cls=SectionedVerb, sections={"With models": AUTHOR_OPTIONS, "Budget of models": MODEL_OPTIONS})
@click.argument("suite", type=FolderOf("suite"))
@click.option(
    "--n",
    type=click.IntRange(1, MOST),
    default=10,
    show_default=True,
    help="Items to add.",
)
@seed_option("Random seed.", 0)
@gate_option(
    live="the whole release gate, for web apps in a real browser",
    unproved="new items stay unproved until `benchwright verify`",
)
@_authoring_options
@click.pass_context
def grow(ctx: click.Context, **given: object) -> None:
    """Add items to SUITE where its plan is covered least.

    New items take the domain, the features and the values of the plan's parameters that the fewest items have. Numbers
    of tasks and outcomes, the accent colour and the levels of the query are not evened out. With --author model, a
    program chooses the values, and the role `planner` writes a request for each item, unlike those that are there.

    The suite's minor version rises, and its items stay as they are. Repeat the command to continue a growth that was
    stopped.

    \b
    Example:
      benchwright grow generated/sample --n 10
      benchwright grow generated/sample --n 10 --with-model --max-tokens 2000000
      benchwright grow generated/lent --n 3 --author model --max-tokens 1000000
    """
    order = GrowOrder.model_validate(given)
    spec = order.spec()
    lines = open_console(stderr=True)
    say(lines, planned_work(order.suite, len(spec.assignments), order.gate, spec.family))
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


@click.command(cls=SectionedVerb, sections={"With models": AUTHOR_OPTIONS, "Budget of models": MODEL_OPTIONS})
@click.argument("suite", type=FolderOf("suite"))
@new_version_options
@seed_option("Random seed; another one gives other variants.", 1)
@click.option(
    "--review",
    type=click.Choice(["auto", "defer"]),
    default="auto",
    show_default=True,
    help="At each checkpoint, approve (auto) or wait for `benchwright review` (defer).",
)
@gate_option(
    live="the whole release gate, and submits the parent's reference",
    unproved="variants stay unproved until `benchwright verify`",
)
@_authoring_options
@click.pass_context
def refresh(ctx: click.Context, **given: object) -> None:
    """Write a new version of SUITE, with a variant of every item: other subject, names, data and wording.

    Use it when a suite has leaked into training data. A variant has the features of its parent and about as many tasks
    and outcomes; a larger difference is printed and recorded. A variant is released only when the parent's reference
    fails on it. suite.yaml and CHANGELOG.md record what was changed.

    With --author model, the role `planner` writes a request for each item, of a like kind and size, about another
    subject; use it for suites that models made.

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
    say(lines, planned_work(folder, len(spec.assignments), order.gate, spec.family))
    for line in variants_told(spec):
        say(lines, line)
    console = open_console(stderr=order.as_json)
    work = AuthoringWork(spec, SuitePaths(folder), order.jobs, order, order.verbose)
    report = author_gated(work, console, order.review)
    ctx.exit(tell(report, console, as_json=order.as_json))

"""`benchwright refresh`."""

from pathlib import Path
from typing import Literal

import click

from pipeline.cli.author_summary import tell
from pipeline.cli.author_with_gate import (
    AuthoringWork,
    GateName,
    author_gated,
    gate_option,
    variants_told,
    work_ahead,
)
from pipeline.cli.authors import AuthoredOrder, author_options, open_planner
from pipeline.cli.folders import FolderOf, NewFolder, free_place
from pipeline.cli.modelling import WITH_MODEL, model_options
from pipeline.cli.names import suite_version
from pipeline.cli.output import open_console
from pipeline.cli.progress import say
from pipeline.cli.stopping import run_until_stopped
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.refreshing import NewVersion, new_version, refresh_spec, refreshed_by_model
from plans.errors import AuthorError
from plans.families import generator
from plans.paths import SuitePaths


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
        """Where the new version goes: beside the old one, unless told otherwise; AuthorError where that is taken."""
        old = self.suite.resolve()
        return self.out or free_place(old.with_name(f"{old.name}-{new.version}"), "suite")

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
@click.option(
    "--out",
    type=NewFolder("suite"),
    help="Folder: new, empty, or one in which it was begun; default: SUITE-<new version>.",
)
@click.option(
    "--version", callback=suite_version, help="Above that of SUITE; default: the next major version."
)
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
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Items at once.")
@author_options
@click.option("--with-model", is_flag=True, help=WITH_MODEL)
@model_options
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def refresh(ctx: click.Context, **given: object) -> None:
    """Write a new version of SUITE whose items are fresh variants: other domain, names, data, wording, order.

    Use it when a suite has leaked into training data. A variant has as many tasks (but for one, or a tenth) and as many
    outcomes (but for a tenth) as its parent; where none is found in 20 samples, the nearest is taken and the difference
    is told here, in CHANGELOG.md and in suite.yaml. Each variant passes the whole release gate, and its parent's
    reference is handed in for it and has to fail. What was changed is recorded in suite.yaml. What SUITE's runtime/
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
    _refuse_itself(order)
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


def _refuse_itself(order: RefreshOrder) -> None:
    if order.out is not None and order.out.resolve() == order.suite.resolve():
        raise AuthorError(
            f"{order.out} is the suite itself, and a new version does not replace the old one. "
            "Choose another folder with --out."
        )

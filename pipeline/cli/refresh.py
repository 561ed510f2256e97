"""`benchwright refresh`."""

import asyncio
from pathlib import Path

import click
from rich.console import Console

from pipeline.cli.author_summary import exit_code, print_summary
from pipeline.cli.authoring_progress import AuthoringProgress, authoring_progress
from pipeline.cli.wiring import programmatic_judge, release_gate
from pipeline.graph.authoring import author_suite
from pipeline.graph.context import make_context
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.refreshing import ParentFails, parents_of, refresh_spec
from plans.families import generator
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.settings import read_settings
from review.reviewers import AutoReviewer, DeferringReviewer


@click.command()
@click.argument("suite", type=click.Path(file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Default: SUITE-<new version>.")
@click.option("--version", help="Default: the next major version.")
@click.option(
    "--seed", "random_seed", type=int, default=1, show_default=True, help="Another seed, other variants."
)
@click.option("--review", type=click.Choice(["auto", "defer"]), default="auto", show_default=True)
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Items at once.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def refresh(
    ctx: click.Context,
    suite: Path,
    out: Path | None,
    version: str | None,
    random_seed: int,
    review: str,
    jobs: int,
    as_json: bool,
) -> None:
    """Write a new version of SUITE whose items are fresh variants: other domain, names, data, wording, order.

    Use it when a suite has leaked into training data. Each variant passes the whole release gate, and its parent's
    reference is handed in for it and has to fail. What was changed is recorded in suite.yaml.

    \b
    Example:
      benchwright refresh generated/sample --out generated/sample-2
    """
    old = SuitePaths(suite)
    spec = refresh_spec(old, generator(read_suite(old).family), random_seed=random_seed, version=version)
    new = SuitePaths(out or suite.resolve().with_name(f"{suite.resolve().name}-{spec.version}"))
    console = Console(stderr=as_json)
    with authoring_progress(console, len(spec.assignments)) as progress:
        reviewer = AutoReviewer() if review == "auto" else DeferringReviewer()
        report = asyncio.run(_refresh(spec, old, new, reviewer, progress, jobs))
    if as_json:
        click.echo(report.model_dump_json(indent=1))
    else:
        print_summary(console, report)
    ctx.exit(exit_code(report))


async def _refresh(
    spec: AuthoringSpec,
    old: SuitePaths,
    new: SuitePaths,
    reviewer: AutoReviewer | DeferringReviewer,
    progress: AuthoringProgress,
    jobs: int,
) -> AuthoringReport:
    async with programmatic_judge(read_settings()) as judge:
        gate = release_gate(judge, spec.family, spec.canary, progress=progress.gate)
        watched = ParentFails(gate, judge, parents_of(spec, old))
        context = make_context(spec, new, generator(spec.family), watched)
        return await author_suite(context, reviewer, progress, jobs=jobs)

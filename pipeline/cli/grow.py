"""`benchwright grow`."""

import asyncio
from pathlib import Path

import click
from rich.console import Console

from pipeline.cli.author_summary import exit_code, print_summary
from pipeline.cli.authoring_progress import authoring_progress
from pipeline.cli.gated import author_gated
from pipeline.cli.gates import GATES
from pipeline.refresh.refreshing import grow_spec
from plans.families import generator
from plans.files import read_record
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.plan import Plan
from review.reviewers import AutoReviewer


@click.command()
@click.argument("suite", type=click.Path(file_okay=False, path_type=Path))
@click.option("--n", type=click.IntRange(1, 500), default=10, show_default=True, help="Items to add.")
@click.option("--seed", "random_seed", type=int, default=0, show_default=True, help="Random seed.")
@click.option("--gate", type=click.Choice(GATES), default="live", show_default=True)
@click.option("--jobs", type=click.IntRange(1, 64), default=2, show_default=True, help="Items at once.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def grow(
    ctx: click.Context, suite: Path, n: int, random_seed: int, gate: str, jobs: int, as_json: bool
) -> None:
    """Add items to SUITE where its plan's parameters are not covered yet; near-duplicates are refused.

    The suite's minor version rises; items that are there already stay as they are.

    \b
    Example:
      benchwright grow generated/sample --n 10
    """
    paths = SuitePaths(suite)
    author = generator(read_suite(paths).family)
    spec = grow_spec(paths, author, read_record(paths.plan, Plan), n, random_seed=random_seed)
    spec = spec.model_copy(update={"gate": gate})
    console = Console(stderr=as_json)
    with authoring_progress(console, len(spec.assignments)) as progress:
        report = asyncio.run(author_gated(spec, paths, AutoReviewer(), progress, jobs))
    if as_json:
        click.echo(report.model_dump_json(indent=1))
    else:
        print_summary(console, report)
    ctx.exit(exit_code(report))

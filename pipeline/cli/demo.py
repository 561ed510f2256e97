"""`benchwright demo`."""

import time
from pathlib import Path

import click
from rich.console import Console

from pipeline.cli.author_summary import tell
from pipeline.cli.demo_folder import Extent
from pipeline.cli.output import open_console
from pipeline.cli.places import NewFolder
from pipeline.cli.sample import make_sample
from pipeline.cli.showcase import DEMO_SEEDS, ROOT, SAMPLE, sample_spec, show
from pipeline.cli.stopping import run_until_stopped
from plans.paths import RunPaths


@click.command()
@click.option(
    "--out",
    type=NewFolder("run", is_replaced=True),
    default=Path("runs/demo"),
    show_default=True,
    help="Folder, new or empty; an earlier demo in it is replaced, and nothing else ever.",
)
@click.option(
    "--gate", type=click.Choice(["two", "all"]), default="two", show_default=True, help="Live gates."
)
@click.option("--smallest", is_flag=True, help="One seed, through the live gate; two rounds.")
@click.option(
    "--write-sample",
    is_flag=True,
    help="Instead, make the shipped sample suite anew, all of it through the live gate: for whoever edits the catalog.",
)
@click.pass_context
def demo(ctx: click.Context, out: Path, gate: str, smallest: bool, write_sample: bool) -> None:
    """Show the whole job without a model key: author six seeds, verify, run five agents, report.

    The release gate runs live on two items; the other four are the shipped sample suite's, held against its evidence
    by digest. Fails unless, at every round, all rates of the oracle are 100% and of doing nothing 0%.

    --write-sample makes generated/sample anew (`make sample`). Evidence of items that are the same, by the same judge,
    is taken over, and it is said which; the sample stays as it is when an item may not be released.

    \b
    Example:
      benchwright demo --gate all
    """
    if write_sample:
        ctx.exit(_write_sample(open_console()))
    began = time.monotonic()
    extent = Extent(seeds=1, live=1, rounds=2) if smallest else Extent()
    if gate == "all":
        extent = extent.model_copy(update={"live": len(DEMO_SEEDS)})
    console = open_console()
    run_until_stopped(show(out, extent, console))
    paths = RunPaths(out)
    console.print(f"\nDone in {time.monotonic() - began:.0f} s.")
    console.print(f"The report:  {paths.report}", highlight=False)
    console.print(f"The numbers: {paths.summary}", highlight=False)


def _write_sample(console: Console) -> int:
    report = make_sample(sample_spec(), SAMPLE, ROOT / "runs" / "sample", console)
    code = tell(report, console, as_json=False)
    kept = "" if report.is_all_written else " It stays as it was."
    console.print(f"The sample suite: {SAMPLE}.{kept}", highlight=False, soft_wrap=True)
    return code

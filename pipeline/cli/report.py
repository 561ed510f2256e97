"""`benchwright report`."""

from pathlib import Path

import click

from pipeline.cli.folders import FolderOf
from pipeline.cli.output import open_console
from pipeline.cli.places import NewPage
from pipeline.report.page import gather
from pipeline.report.summary import print_summary
from pipeline.report.write import render
from pipeline.runner.judges import judge_called
from pipeline.runner.reader import RunFolder
from plans.files import write_text
from plans.paths import RunPaths


@click.command()
@click.argument("run", type=FolderOf("run"))
@click.option(
    "--out",
    type=NewPage(),
    help="Write there, not RUN/report.html; of files that are there only our reports are replaced.",
)
@click.option(
    "--judge",
    metavar="DIGEST",
    help="Read this judge's judgements, made by judging again; the digest's beginning is enough.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print the numbers as JSON; the page is written all the same."
)
def report(run: Path, out: Path | None, judge: str | None, as_json: bool) -> None:
    """Write the report of RUN as one HTML file that opens from disk, and print its numbers, with tokens and cost.

    A run that is not finished is reported as far as it has got; what was not reached counts as unresolved.

    \b
    Example:
      benchwright report runs/mine --out mine.html
    """
    paths = RunPaths(run)
    page = gather(RunFolder(paths, judge_called(paths, judge) if judge is not None else None))
    place = out or paths.report
    write_text(place, render(page))
    if as_json:
        click.echo(page.result.model_dump_json(indent=1))
        return
    console = open_console()
    print_summary(page.result, console)
    console.print(f"Report: {place}", markup=False, highlight=False, soft_wrap=True)

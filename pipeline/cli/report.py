"""`benchwright report`."""

from pathlib import Path

import click

from pipeline.cli.folders import FolderOf, NewPage
from pipeline.cli.output import echo_json, open_console
from pipeline.report.page import Page, gather, render
from pipeline.report.points import print_agreement
from pipeline.report.summary import print_summary
from pipeline.runner.reader import RunFolder, judge_called
from pipeline.runner.scoring.agreement import read_labels
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
    "--labels",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Compare the verdicts with what people say, in a file point-labels for each hand-in.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print the numbers as JSON; the page is written all the same."
)
def report(run: Path, out: Path | None, judge: str | None, labels: Path | None, as_json: bool) -> None:
    """Write the report of RUN as one HTML file that opens from disk, and print its numbers, with tokens and cost.

    A run that is not finished is reported as far as it has got; what was not reached counts as unresolved.

    Of each judged web app the page shows the screens that the judge found, and what it took the criteria's targets for.

    With --labels it also says how far the judge agrees with people, where tasks earn points: exactly, off by one and
    by two, by kappa and weighted kappa, and of each number of points.

    \b
    Examples:
      benchwright report runs/mine --out mine.html
      benchwright report runs/mine --labels labels/
    """
    paths = RunPaths(run)
    reader = RunFolder(paths, judge_called(paths, judge) if judge is not None else None)
    page = gather(reader, read_labels(labels) if labels is not None else ())
    place = out or paths.report
    write_text(place, render(page))
    if as_json:
        echo_json(_agreement_beside(page))
        return
    console = open_console()
    print_summary(page.result, console)
    if page.agreed is not None:
        print_agreement(page.agreed, console)
    console.print(f"Report: {place}", markup=False, highlight=False, soft_wrap=True)


def _agreement_beside(page: Page) -> object:
    """The result; with labels, the agreement beside it."""
    if page.agreed is None:
        return page.result
    return {**page.result.model_dump(mode="json"), "agreement": page.agreed.table.model_dump(mode="json")}

"""What verbs about finished runs share: options of a report, how it is written and told, and which two players a
comparison means.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console

from pipeline.cli.folders import FolderThere, NewPage
from pipeline.cli.output import echo_json, json_option, open_console
from pipeline.report.page import ReportPage, write_report
from pipeline.report.versus import print_agreement
from plans.paths import RunPaths

Command = TypeVar("Command", bound=Callable[..., Any])


def judge_digest_option(verb: Command) -> Command:
    """Adds --judge of verbs that read runs: one of the judges that have looked at its submissions."""
    return click.option(
        "--judge",
        metavar="DIGEST",
        help="Judge by whose judgements to go, by the beginning of its digest; see `run --rejudge`.",
    )(verb)


def page_options(labels: str) -> Callable[[Command], Command]:
    """Adds --out, --labels and --json of a report; `labels`: what lies in the folder of labels."""

    def added(verb: Command) -> Command:
        for option in (
            json_option("the numbers as JSON; the page is written too"),
            click.option(
                "--labels",
                type=FolderThere(),
                metavar="FOLDER",
                help=f"Folder with {labels}.",
            ),
            click.option(
                "--out",
                type=NewPage(),
                help="Write there, not RUN/report.html; of files that are there only our reports are replaced.",
            ),
        ):
            verb = option(verb)
        return verb

    return added


def tell_report(
    run: Path, page: ReportPage, out: Path | None, *, as_json: bool, tell: Callable[[Console], object]
) -> None:
    """Write the page, and print its numbers: as JSON, with the agreement beside them where there are labels, or as
    `tell` prints them.
    """
    place = write_report(page, out or RunPaths(run).report)
    if as_json:
        told = {"agreement": page.agreed.table.model_dump(mode="json")} if page.agreed else {}
        echo_json({**page.result.model_dump(mode="json"), **told} if told else page.result)
        return
    console = open_console()
    tell(console)
    if page.agreed is not None:
        print_agreement(page.agreed, console)
    console.print(f"Report: {place}", markup=False, highlight=False, soft_wrap=True)


def compared_pair(
    option: str, names: Sequence[str], first: Sequence[str], second: Sequence[str] | None, run: str
) -> tuple[str, str]:
    """The two players that are meant: named by the option, or the only ones there are.

    `first` and `second` are those of each run that need no name; `second` is None in a comparison within one run, which
    `run` tells with its players. UsageError where it is not clear.
    """
    kind = option.removeprefix("--")
    if len(names) == 2 and names[0] == names[1] and second is None:
        raise click.UsageError(
            f"{names[0]!r} was named twice, and cannot be compared with itself in one run. Name another {kind}, or "
            "another run."
        )
    match list(names), list(first), None if second is None else list(second):
        case ([one, other], _, _) | ([], [one, other], None) | ([], [one], [other]):
            return one, other
        case [one], _, [*_]:
            return one, one
        case _:
            raise click.UsageError(
                f"It is not clear which two {kind}s to compare: {len(names)} named. Name them with {option}; run {run}."
            )

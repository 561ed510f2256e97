"""What `author` and `review` say in the end."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pipeline.graph.report import AuthoringReport, ItemReport, Result
from plans.errors import EXIT_CODE
from review.checkpoints import Checkpoint

STYLE: dict[Result, str] = {
    "released": "green",
    "ready": "cyan",
    "waiting": "yellow",
    "refused": "yellow",
    "not released": "red",
    "rejected": "red",
    "failed": "red",
}
REASONS_SHOWN = 6
"""Reasons printed for an item."""
CATEGORIES_SHOWN = 3
"""Best categories listed for a seed."""


def exit_code(report: AuthoringReport) -> int:
    """0 when every item is released, 1 when not, and the cause's own code when something broke."""
    broken = next((item.cause for item in report.items if item.cause is not None), None)
    if broken is not None:
        return EXIT_CODE[broken]
    return 0 if report.is_all_released else 1


def print_summary(console: Console, report: AuthoringReport) -> None:
    """The table of items, what was not covered, what waits, and what to do next."""
    if report.items:
        console.print(_items(report))
    for item in report.items:
        for line in _why(item):
            console.print(line, markup=False, highlight=False)
        if item.uncovered:
            phrases = ", ".join(f"“{phrase}”" for phrase in item.uncovered)
            console.print(
                f"{item.item}: nothing in the catalog serves {phrases}.", markup=False, highlight=False
            )
    for line in _conclusion(report):
        console.print(line, markup=False, highlight=False)


def parked_table(parked: Sequence[Checkpoint]) -> Table:
    """The checkpoints that wait."""
    table = Table("Item", "Stage", "Round", "Shows")
    for checkpoint in parked:
        table.add_row(
            escape(checkpoint.item), checkpoint.stage, str(checkpoint.round), ", ".join(checkpoint.artifacts)
        )
    return table


def _items(report: AuthoringReport) -> Table:
    table = Table("Item", "Result", "Category", "Domain", "Tasks", "Outcomes", "Tries")
    for name in ("Tasks", "Outcomes", "Tries"):
        next(column for column in table.columns if column.header == name).justify = "right"
    for item in report.items:
        table.add_row(
            escape(item.item),
            f"[{STYLE[item.result]}]{item.result}[/]",
            _category(item),
            escape(item.domain),
            str(item.tasks or ""),
            str(item.outcomes or ""),
            str(item.attempts),
        )
    return table


def _why(item: ItemReport) -> Iterator[str]:
    """The first reasons why an item is not released; all of them are in its evidence."""
    for reason in item.reasons[:REASONS_SHOWN]:
        yield f"{item.item}: {reason}"
    if (more := len(item.reasons) - REASONS_SHOWN) > 0:
        yield f"{item.item}: … and {more} more; the draft's evidence.json has them all."


def _category(item: ItemReport) -> str:
    score = item.scores.get(item.category)
    return escape(item.category) + (f" [dim]{score:.0f}[/]" if score is not None else "")


def _conclusion(report: AuthoringReport) -> Iterator[str]:
    released, every = report.count("released"), len(report.items)
    if report.plan_result == "rejected":
        yield f"The plan was rejected: {' '.join(report.reasons)} No item was authored."
    if report.is_published:
        yield f"{released} of {every} items released as {report.suite} {report.version} in {report.folder}."
    if report.parked:
        count = len(report.parked)
        waits = "1 checkpoint waits" if count == 1 else f"{count} checkpoints wait"
        yield f"{waits} for a decision: benchwright review {report.folder}"
    if report.count("failed"):
        yield "Something broke on the way; the same command goes on from there, and the suite is published then."
    elif report.items and not report.is_published and not report.parked:
        yield "No item may be released, so no suite was written."

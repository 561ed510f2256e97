"""What page and terminal say of how far the judge agrees with people (PRDBench, arXiv 2510.24358, Table 5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from pipeline.report import words
from pipeline.report.points import KINDS
from pipeline.runner.scoring.agreement import AgreementRow, AgreementTable, Measured, agreement, labelled_in
from plans.contracts.runs import RunReader
from plans.plurals import count_text
from plans.records.point_labels import PointLabels

SHARES = ("decided", "exact", "off by one", "off by two", "defensible")
"""Measures that are shares; the others are kappas from -1 to 1, and recalls."""
INTERVALS = f"In brackets: {words.CI_WORDS}; † of projects that are alike in it, so that it says nothing."
GLOSS = {
    "decided": "of what was labelled; all others are of what was decided",
    "exact": "just the points that people give",
    "off by one": "one point above or below",
    "off by two": "all points where people give none, or the reverse",
    "defensible": "the points that people give, or those that they could defend as well",
    "kappa": "Cohen's: agreement beyond chance, where any difference is as wrong",
    "weighted kappa": "Cohen's with quadratic weights: two points off are four times as wrong as one",
    "recall of 0": "of the tasks to which people give no point, those to which the judge gives none",
    "recall of 1": "the same of one point",
    "recall of 2": "the same of two points",
}
"""Measure → what it is."""


@dataclass(frozen=True)
class Agreed:
    """What is shown."""

    table: AgreementTable
    elsewhere: tuple[str, ...]
    """Labelled hand-ins that are none of the run, or were not judged in it."""

    @property
    def what(self) -> str:
        """Of what it was measured, in a sentence or two."""
        told = (
            f"{count_text(self.table.hand_ins, 'labelled hand-in')} for {count_text(self.table.projects, 'project')}, "
            f"{count_text(self.table.rows[0].counts.labelled, 'label')}."
        )
        if self.elsewhere:
            named = ", ".join(self.elsewhere[:5]) + (" and others" if len(self.elsewhere) > 5 else "")
            told += f" Labelled, and not judged in this run: {named}."
        return told


def agreed(reader: RunReader, labels: Sequence[PointLabels]) -> Agreed:
    """The judge of a run held against people; raises AuthorError as labelled_in does."""
    labelled = labelled_in(reader, labels)
    return Agreed(agreement(labelled.found), labelled.elsewhere)


def print_agreement(seen: Agreed, console: Console) -> None:
    """Print the measures, each with its interval, of all tasks and by kind."""
    table = Table(title="Agreement with people", title_justify="left", box=SIMPLE_HEAD)
    table.add_column("")
    for row in seen.table.rows:
        table.add_column(title_of(row), justify="right")
    table.add_row("labels", *(f"{row.counts.labelled:,}" for row in seen.table.rows))
    for name in GLOSS:
        table.add_row(
            name, *("\n".join(filter(None, cell(name, row.measured[name]))) for row in seen.table.rows)
        )
    console.print(table)
    console.print(f"{seen.what} {INTERVALS}", style="dim", highlight=False, markup=False)


def title_of(row: AgreementRow) -> str:
    """Which tasks a row is about."""
    return "all" if row.part is None else KINDS[row.part]


def cell(name: str, measured: Measured) -> tuple[str, str]:
    """A measure and its interval; the interval is empty where there is none."""
    if measured.value is None:
        return words.UNKNOWN, ""
    if measured.low is None or measured.high is None:
        return _text(name, measured.value), ""
    low, high = _text(name, measured.low).removesuffix("%"), _text(name, measured.high)
    return _text(name, measured.value), f"[{low}, {high}]{'†' if measured.low == measured.high else ''}"


def _text(name: str, value: float) -> str:
    if name in SHARES or name.startswith("recall"):
        return words.percent(value)
    return f"{value:.2f}".replace("-", "−")

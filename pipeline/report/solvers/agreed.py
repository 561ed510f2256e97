"""Agreement of checks with people, for page and terminal (BenchAgents, Tables 3 and E.2)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.report.solvers.words import CI_WORDS
from pipeline.report.words import UNKNOWN, percent
from pipeline.solving.agreement import (
    AgreementMeasure,
    AllLabels,
    AnswerAgreement,
    CheckAgreement,
    PartKind,
    answer_agreement,
    labelled_in,
)
from pipeline.solving.reader import ScoredRunFolder
from plans.plain_text import count_text

TITLES: Mapping[PartKind, str] = {
    "all": "All",
    "group": "By constraint group",
    "check": "By check",
    "quality": "Quality checks of instances",
}
GLOSS = {
    "decided": "of what was labelled; all others are of what was decided",
    "accuracy": "the same as people, of the decided",
    "precision": "of those that pass by the check, those that do in people's eyes",
    "recall": "of those that pass in people's eyes, those that do by the check",
    "F1": "harmonic mean of precision and recall",
    "kappa": "Cohen's: agreement beyond chance",
}
"""Measure → what it is."""
INTERVALS = f"In brackets: {CI_WORDS}."


@dataclass(frozen=True)
class AnswersAgreed:
    """What is shown."""

    table: AnswerAgreement
    elsewhere: tuple[str, ...]
    """Labelled answers that are none of the run."""

    @property
    def what(self) -> str:
        """Of what it was measured, in a sentence or two."""
        told = f"{count_text(self.table.labels, 'label')} on {count_text(self.table.instances, 'instance')}."
        if self.table.unclear:
            told += f" {count_text(self.table.unclear, 'more')} can be seen both ways and is in no number."
        if self.elsewhere:
            named = ", ".join(self.elsewhere[:5]) + (" and others" if len(self.elsewhere) > 5 else "")
            told += f" Labelled, and no answer of this run: {named}."
        return told

    def parts(self) -> list[tuple[str, list[CheckAgreement]]]:
        """Rows by what they are about, each with its title."""
        found = [
            (title, [row for row in self.table.rows if row.kind == kind]) for kind, title in TITLES.items()
        ]
        return [(title, rows) for title, rows in found if rows]


def answers_agreed(reader: ScoredRunFolder, labels: AllLabels) -> AnswersAgreed:
    """A run's checks held against people; raises AuthorError as labelled_in does."""
    labelled = labelled_in(reader, labels)
    return AnswersAgreed(answer_agreement(labelled), labelled.elsewhere)


def print_answer_agreement(seen: AnswersAgreed, console: Console) -> None:
    """Print the measures, each with its interval."""
    table = Table(title="Agreement with people", title_justify="left", box=SIMPLE_HEAD)
    table.add_column("")
    for name in ("Labels", *GLOSS):
        table.add_column(name, justify="right", no_wrap=True)
    for title, rows in seen.parts():
        table.add_row(Text(title, "bold"))
        for row in rows:
            cells = ("\n".join(filter(None, cell(name, row.measured[name]))) for name in GLOSS)
            table.add_row(Text(row.part), f"{row.counts.decided + row.counts.undecided:,}", *map(Text, cells))
    console.print(table)
    console.print(f"{seen.what} {INTERVALS}", style="dim", highlight=False, markup=False)


def cell(name: str, measured: AgreementMeasure) -> tuple[str, str]:
    """A measure and its interval; the interval is empty where there is none."""
    if measured.value is None:
        return UNKNOWN, ""
    if measured.low is None or measured.high is None:
        return _text(name, measured.value), ""
    low, high = _text(name, measured.low).removesuffix("%"), _text(name, measured.high)
    return _text(name, measured.value), f"[{low}, {high}]"


def _text(name: str, value: float) -> str:
    return f"{value:.2f}".replace("-", "−") if name == "kappa" else percent(value)

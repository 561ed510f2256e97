"""RUNS.jsonl: every look at the half that is set aside is on record."""

from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from pydantic import AwareDatetime

from plans.files import read_lines, read_text, write_text
from plans.records.base import FileRecord
from review.agreement import Agreement
from tests.corpus.figures import HalfFigures
from tests.corpus.material import HERE

NAME = "RUNS.jsonl"


class Look(FileRecord):
    """A line: verdicts on the half set aside that somebody saw."""

    SCHEMA: ClassVar[str] = "corpus-look"

    at: AwareDatetime
    judge: str
    """Digest of the judge."""
    only: str
    """Letters that the names of the judged apps hold; empty: all labelled ones were judged."""
    apps: int
    tasks: Agreement
    outcomes: Agreement
    not_earned: tuple[str, ...]
    """Tasks that adversarial apps passed without having earned it."""


def write_down(judge: str, figures: HalfFigures, root: Path = HERE) -> None:
    """Add a look, whatever was looked at; earlier ones are never changed."""
    look = Look(
        at=datetime.now(UTC).replace(microsecond=0),
        judge=judge,
        only=figures.only,
        apps=len(figures.judged),
        tasks=figures.tasks,
        outcomes=figures.outcomes,
        not_earned=tuple(str(one) for one in figures.unearned),
    )
    path = root / NAME
    before = read_text(path) if path.exists() else ""
    write_text(path, before + look.model_dump_json() + "\n")


def read_looks(root: Path = HERE) -> list[Look]:
    """All looks so far; raises InvalidFile for a line that is none."""
    return read_lines(root / NAME, Look)

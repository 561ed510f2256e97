"""What a model said of an instance, asked for what no program can tell."""

from typing import ClassVar

from plans.records.base import FileRecord, Record
from plans.records.model_use import ModelUse
from plans.records.names import FolderName


class Reading(Record):
    """What it said to one question."""

    holds: bool | None
    """None: no answer had more than half of the readings."""
    said_yes: int = 0
    """Readings by which it holds."""
    said_no: int = 0
    reasons: tuple[str, ...] = ()
    """Why, in the words of those who decided; where nobody did, of all; and why a reading was none."""
    uses: tuple[ModelUse, ...] = ()


class AskedInstance(FileRecord):
    """One line of `asked.jsonl`."""

    SCHEMA: ClassVar[str] = "asked"

    instance: FolderName
    readings: dict[str, Reading]
    """Check → what was said."""

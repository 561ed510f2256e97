"""Words of seeds that are neither a subject nor a feature of the catalog."""

from functools import cache
from pathlib import Path
from typing import ClassVar

from pydantic import Field

from plans.files import read_record
from plans.records.base import FileRecord, Record


class Unsupported(Record):
    """What no project can have."""

    reason: str
    """Reads after "is left out: "."""
    phrases: tuple[str, ...] = Field(min_length=1)


class Lexicon(FileRecord):
    """`lexicon.yaml`."""

    SCHEMA: ClassVar[str] = "python-project-lexicon"

    interface: tuple[str, ...]
    """Phrases for what every project is."""
    sample: tuple[str, ...]
    """Phrases for what is told of every record, beside the labels of its fields."""
    unsupported: tuple[Unsupported, ...]


@cache
def lexicon() -> Lexicon:
    """The words; read once."""
    return read_record(Path(__file__).with_name("lexicon.yaml"), Lexicon)

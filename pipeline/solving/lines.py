"""Files of one record a line, written whole."""

from collections.abc import Iterable
from pathlib import Path

from plans.files import write_text
from plans.records.base import FileRecord


def line_of(record: FileRecord) -> str:
    """A record as its line, without fields at their default."""
    return record.model_dump_json(exclude_defaults=True)


def write_lines(path: Path, records: Iterable[FileRecord]) -> None:
    """Write records, a line each; whole or not at all."""
    write_text(path, "".join(f"{line_of(record)}\n" for record in records))

"""The times of a run, apart from what it found."""

from typing import ClassVar

from pydantic import AwareDatetime

from plans.records.base import FileRecord


class RunTimes(FileRecord):
    """When a run was made."""

    SCHEMA: ClassVar[str] = "run-times"

    started: AwareDatetime
    ended: AwareDatetime | None = None

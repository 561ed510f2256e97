"""The times of a run, apart from what it found."""

from typing import ClassVar

from pydantic import AwareDatetime, Field

from plans.records.base import FileRecord


class RunTimes(FileRecord):
    """When a run was made."""

    SCHEMA: ClassVar[str] = "run-times"

    started: AwareDatetime
    ended: AwareDatetime | None = None
    """When the last round was played; None while some are to be."""
    seconds: float | None = Field(default=None, ge=0)
    """Worked on it, up to the last round that stands, in all sessions; the time between them counts nothing. None in
    files of before it was counted."""

    @property
    def worked(self) -> float:
        """Seconds worked on it; all between start and end where that was not counted."""
        if self.seconds is not None:
            return self.seconds
        return (self.ended - self.started).total_seconds() if self.ended else 0.0

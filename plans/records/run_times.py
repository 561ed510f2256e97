"""The times of a run, apart from what it found."""

from typing import ClassVar

from pydantic import AwareDatetime, Field

from plans.records.base import FileRecord


class RunTimes(FileRecord):
    """`times.json`: when a run was made. No number depends on it: where it was lost, the times are not known."""

    SCHEMA: ClassVar[str] = "run-times"

    started: AwareDatetime | None = None
    """None: not known."""
    ended: AwareDatetime | None = None
    """When the last round was played; None while some are to be, and where it is not known."""
    seconds: float | None = Field(default=None, ge=0)
    """Worked on it, up to the last round that stands, in all sessions; the time between them counts nothing. None: not
    known."""

    @property
    def worked(self) -> float | None:
        """Seconds worked on it; all between start and end where that was not counted. None: not known."""
        if self.seconds is None and self.started and self.ended:
            return (self.ended - self.started).total_seconds()
        return self.seconds

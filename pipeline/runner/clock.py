"""The time that is worked on a run, kept in its folder: what lies between two sessions counts nothing."""

import time
from datetime import UTC, datetime

from plans.files import read_record, write_record
from plans.paths import RunPaths
from plans.records.run_times import RunTimes


class RunClock:
    """Counts the time of one session on top of that of earlier ones."""

    def __init__(self, paths: RunPaths) -> None:
        self._path = paths.times
        self._before = read_record(paths.times, RunTimes)
        self._began = time.monotonic()
        self._has_played = False

    def note(self) -> None:
        """A round was played just now: all time until here was worked, and the run has not ended before."""
        self._has_played = True
        self._write(ended=None)

    def stop(self) -> None:
        """All rounds stand. A run that had ended before, and of which nothing was played now, keeps its times."""
        if self._has_played or self._before.ended is None:
            self._write(ended=datetime.now(UTC))

    def _write(self, *, ended: datetime | None) -> None:
        seconds = self._before.worked + time.monotonic() - self._began
        write_record(
            self._path, self._before.model_copy(update={"ended": ended, "seconds": round(seconds, 3)})
        )

"""The time that is worked on a run, kept in its folder: what lies between two sessions counts nothing."""

import time
from datetime import UTC, datetime

from plans.errors import InvalidFile
from plans.files import read_record, write_record
from plans.paths import RunPaths
from plans.records.run_times import RunTimes


def begin_times(paths: RunPaths) -> None:
    """Note that the run begins now."""
    write_record(paths.times, RunTimes(started=datetime.now(UTC), seconds=0.0))


def read_times(paths: RunPaths) -> RunTimes:
    """When the run was made; all of it unknown where the file is missing or cannot be read, since no number of the run
    depends on it.
    """
    try:
        return read_record(paths.times, RunTimes)
    except InvalidFile:
        return RunTimes()


class RunClock:
    """Counts the time of one session on top of that of earlier ones; a sum stays unknown where theirs is."""

    def __init__(self, paths: RunPaths) -> None:
        self._path = paths.times
        self._before = read_times(paths)
        self._began = time.monotonic()
        self._has_played = False

    def note(self) -> None:
        """A round was played just now: all time until here was worked, and the run has not ended before."""
        self._has_played = True
        self._write(ended=None)

    def stop(self) -> None:
        """All rounds stand. A run that had ended before, and of which nothing was played now, keeps its times; so does
        one of which it is not known when it ended.
        """
        if self._has_played or (self._before.started is not None and self._before.ended is None):
            self._write(ended=datetime.now(UTC))

    def _write(self, *, ended: datetime | None) -> None:
        worked = self._before.worked
        seconds = None if worked is None else round(worked + time.monotonic() - self._began, 3)
        write_record(self._path, self._before.model_copy(update={"ended": ended, "seconds": seconds}))

"""What the agents of a run have spent, written as they spend it and never rewritten."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from plans.files import read_lines, storage_errors
from plans.records.usage import RelayedCall, Usage

SIZE_LIMIT = 1_000_000_000
"""Bytes of the largest book that is read: some two million calls."""
EARLIER = "earlier"
"""In place of a call: all that was used before there was a book."""
_APPENDING = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True)
class SpendLog:
    """`spending.jsonl` of a run; without a path nothing is kept."""

    path: Path | None = None

    def write(self, line: RelayedCall) -> None:
        """Add a line; raises StorageFailed."""
        if self.path is None:
            return
        data = f"{line.model_dump_json(exclude_defaults=True)}\n".encode()
        with storage_errors(self.path):
            file = os.open(self.path, _APPENDING, 0o644)
            try:
                size = os.fstat(file).st_size
                if os.write(file, data) < len(data):
                    # Half a line would run into the next one.
                    os.ftruncate(file, size)
            finally:
                os.close(file)

    def page(self, agent: str, project: str, round: int) -> "SpendPage":
        """For the calls of one turn."""
        return SpendPage(self, agent, project, round)


class SpendPage(NamedTuple):
    """Where the calls of one turn are written down."""

    book: SpendLog = SpendLog()
    agent: str = ""
    project: str = ""
    round: int | None = None

    def begin(self, call: str, usage: Usage) -> None:
        """Note a call that is about to go out, with what it is charged should nothing follow."""
        self.book.write(self._line(call, usage).model_copy(update={"is_under_way": True}))

    def end(self, call: str, usage: Usage) -> None:
        """Note what a call was charged."""
        self.book.write(self._line(call, usage))

    def _line(self, call: str, usage: Usage) -> RelayedCall:
        return RelayedCall(call=call, agent=self.agent, project=self.project, round=self.round, usage=usage)


def booked(path: Path) -> Usage:
    """All that a book tells; raises InvalidFile for a line that is none.

    A last line without its end is passed over: its call had not gone out yet, or has one from before.
    """
    last: dict[str, Usage] = {}
    for line in read_lines(path, RelayedCall, SIZE_LIMIT, skips_torn=True):
        usage = line.usage
        if line.is_under_way:
            usage = usage.model_copy(update={"failed": {"killed": usage.calls}})
        last[line.call] = usage
    return sum(last.values(), Usage())


def mend_torn(path: Path) -> None:
    """Take away the half of a line that a power cut left at the end, so that the next one does not run into it."""
    with storage_errors(path), path.open("r+b") as file:
        data = file.read()
        file.truncate(data.rfind(b"\n") + 1)

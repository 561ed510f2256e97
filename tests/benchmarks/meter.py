"""What this process and everything that it started cost: processor time and memory, read from Linux's /proc."""

import os
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")
PERIOD = 0.5
"""Seconds between two looks; what a process does after the last look at it is not counted."""


class Process(NamedTuple):
    """A process as /proc tells of it."""

    parent: int
    started: int
    """Ticks since the machine's start; with the id it names a process for good."""
    own: float
    """Processor seconds of the process itself."""
    waited: float
    """Processor seconds of its children that have ended."""
    command: str


@dataclass(slots=True)
class Cost:
    """What was spent between the two ends of `metered`."""

    seconds: float = 0.0
    """By the clock."""
    memory_megabytes: float = 0.0
    """The most that was in use at once, pages in common counted once; 0 unless memory was asked for."""
    spent: dict[tuple[int, int], float] = field(default_factory=dict[tuple[int, int], float])
    """(process id, start) → processor seconds, as far as last seen."""

    @property
    def processor(self) -> float:
        """Processor seconds of all processes together."""
        return sum(self.spent.values())


@contextmanager
def metered(*, memory: bool = False) -> Generator[Cost]:
    """Measure what happens inside; the cost is complete when the block is left."""
    before = {name: spent for name, spent, _ in _tree()}
    cost, ended = Cost(), threading.Event()

    def look() -> None:
        megabytes = 0.0
        for name, spent, pid in _tree():
            cost.spent[name] = spent - before.get(name, 0.0)
            megabytes += _megabytes(pid) if memory else 0.0
        cost.memory_megabytes = max(cost.memory_megabytes, megabytes)

    def watch() -> None:
        while not ended.wait(PERIOD):
            look()

    watching = threading.Thread(target=watch, daemon=True)
    began = perf_counter()
    watching.start()
    try:
        yield cost
        look()
    finally:
        ended.set()
        watching.join()
        cost.seconds = perf_counter() - began


def _tree() -> Iterator[tuple[tuple[int, int], float, int]]:
    """Name, processor seconds and id of this process and its descendants.

    A renderer lives too briefly to be watched. The zygote that forked it is charged for it when it has ended.
    """
    table = _table()
    children: dict[int, list[int]] = {}
    for pid, process in table.items():
        children.setdefault(process.parent, []).append(pid)
    left = [os.getpid()]
    while left:
        pid = left.pop()
        left.extend(children.get(pid, ()))
        process = table[pid]
        spent = process.own + process.waited if "--type=zygote" in process.command else process.own
        yield (pid, process.started), 0.0 if "--type=renderer" in process.command else spent, pid


def _table() -> dict[int, Process]:
    table: dict[int, Process] = {}
    for entry in PROC.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            # It ended while we were looking.
            continue
        user, system, user_waited, system_waited = (int(text) / TICKS for text in fields[11:15])
        table[int(entry.name)] = Process(
            int(fields[1]), int(fields[19]), user + system, user_waited + system_waited, command
        )
    return table


def _megabytes(pid: int) -> float:
    """Proportional memory of a process; 0 when it has ended meanwhile."""
    try:
        rollup = (PROC / str(pid) / "smaps_rollup").read_text()
    except OSError:
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in rollup.splitlines() if line.startswith("Pss:"))

"""Watching what a judge starts: how much memory it uses, how many browsers work, and what of it stays."""

import statistics
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import psutil

PERIOD = 0.15
"""Seconds between two looks."""
MEMORY_EVERY = 6
"""Looks from one measurement of memory to the next, which takes a while."""


@dataclass(slots=True)
class Watch:
    """What was seen of the processes that this one started."""

    browsers: list[tuple[float, int]] = field(default_factory=list[tuple[float, int]])
    """(time, browsers at work), look by look."""
    megabytes: list[float] = field(default_factory=list[float])
    """Memory of all processes together, pages in common counted once."""
    seen: dict[int, psutil.Process] = field(default_factory=dict[int, psutil.Process])
    """All processes that were ever there, also those that have lost their parent since."""
    main: set[int] = field(default_factory=set[int])
    """Ids of the browsers' main processes."""

    def lost(self, wanted: int, until: float) -> list[float]:
        """Seconds of each time in which fewer browsers than wanted were at work, from when all were until a moment."""
        spans: list[float] = []
        since: float | None = None
        started = False
        for moment, count in self.browsers:
            if moment > until:
                break
            started = started or count >= wanted
            if count >= wanted and since is not None:
                spans.append(moment - since)
                since = None
            elif count < wanted and since is None and started:
                since = moment
        return spans if since is None else [*spans, until - since]

    def growth(self) -> float:
        """Memory in the last fifth of the time, in multiples of that in the second fifth: lower quartiles of both.

        What is kept for good is there also while light pages are judged; medians told as much of which pages came when,
        and one run of many looked like a leak by the heavy ones that it ended with.
        """
        fifth = len(self.megabytes) // 5
        return _kept(self.megabytes[-fifth:]) / _kept(self.megabytes[fifth : 2 * fifth])

    def left_over(self, patience: float = 5.0) -> Sequence[str]:
        """Command lines of the processes that have not ended in good time."""
        _, alive = psutil.wait_procs(list(self.seen.values()), timeout=patience)
        return [text for process in alive if (text := _command(process))]

    def look(self, number: int) -> None:
        """Note how things stand."""
        megabytes, working = 0.0, 0
        for process in psutil.Process().children(recursive=True):
            if process.pid not in self.seen or self.seen[process.pid] != process:
                self.seen[process.pid] = process
                self.main.discard(process.pid)
            # A process is forked before it becomes a browser, so those that are none yet are asked again.
            if process.pid in self.main or _is_browser(process):
                self.main.add(process.pid)
                working += 1
            if number % MEMORY_EVERY == 0:
                megabytes += _megabytes(process)
        self.browsers.append((time.monotonic(), working))
        if number % MEMORY_EVERY == 0:
            self.megabytes.append(megabytes)


@contextmanager
def watched_processes() -> Generator[Watch]:
    """Watch from a thread of its own what happens inside."""
    watch, ended = Watch(), threading.Event()

    def look_on() -> None:
        number = 0
        while not ended.wait(PERIOD):
            watch.look(number)
            number += 1

    looking = threading.Thread(target=look_on, daemon=True)
    looking.start()
    try:
        yield watch
    finally:
        ended.set()
        looking.join()


def _kept(megabytes: Sequence[float]) -> float:
    return statistics.quantiles(megabytes, n=4)[0]


def _is_browser(process: psutil.Process) -> bool:
    command = _command(process)
    return "--remote-debugging-pipe" in command and "--type=" not in command


def _command(process: psutil.Process) -> str:
    """Its command line; empty when it has ended, or waits only to be counted as ended."""
    try:
        return " ".join(process.cmdline()) if process.status() != psutil.STATUS_ZOMBIE else ""
    except psutil.Error:
        return ""


def _megabytes(process: psutil.Process) -> float:
    try:
        return process.memory_full_info().pss / 1e6
    except psutil.Error:
        return 0.0

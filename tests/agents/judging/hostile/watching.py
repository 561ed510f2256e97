"""Watching what a judge starts: how much memory it uses, how many browsers work, and what of it stays."""

import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import psutil
import scipy

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
        """Memory at the end in multiples of that at the start, along the line that all of the time follows.

        A worker holds a fifth more before it is replaced than when it was new, and single pages hold more than all
        workers. Two parts of the time tell of both, and looked like a leak twice; the median of all slopes does not.
        """
        settled = self.megabytes[len(self.megabytes) // 20 :]
        slope, middle, *_ = scipy.stats.theilslopes(settled)
        return (middle + slope * (len(settled) - 1)) / middle

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

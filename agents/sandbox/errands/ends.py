"""The end of what runs in a sandbox: one command and all beneath it, what lost its reaper, or everything."""
# ruff: noqa: PTH101, PTH102, PTH105, PTH108, PTH110, PTH112, PTH114, PTH115, PTH116, PTH118, PTH123, PTH208, PTH211

import os
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress

from agents.sandbox.errands.opening import LEFT

GRACE = 8.0
"""Seconds that killed processes have to vanish."""


def end(token: str) -> int:
    """End what `reaper.py` runs under `-X lone=TOKEN`, and all beneath it; LEFT where there was no such thing."""
    mark = f"lone={token}".encode()
    found = [process for process in _others() if mark in _words(process)[:6]]
    for process in found:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGTERM)
    until = time.monotonic() + GRACE
    while any(map(_is_alive, found)):
        if time.monotonic() > until:
            return LEFT
        time.sleep(0.01)
    return 0 if found else LEFT


def end_all() -> int:
    """Kill every process of this user; LEFT where one stays, and where the user is root, whose are all others too."""
    if os.getuid() == 0:
        print("programs run as root there", file=sys.stderr)
        return LEFT
    until = time.monotonic() + GRACE
    while True:
        # All but this process at one stroke of the kernel's, so that nothing can be started meanwhile.
        with suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
        left = [process for process in _others() if _is_alive(process)]
        if not left:
            return 0
        if time.monotonic() > until:
            return _stay(left)
        time.sleep(0.01)


def end_orphans() -> int:
    """Kill what has lost the reaper above it, and with it all beneath; LEFT where one stays."""
    return _killed(_lost)


def end_marked(mark: str) -> int:
    """Kill every process whose HOME or TMPDIR is beneath `mark`, as those of all that a sandbox runs are."""
    return _killed(
        lambda: {one for one in _others() if _is_alive(one) and _is_marked(one, os.fsencode(mark))}
    )


def _stay(left: Collection[int]) -> int:
    print(f"{len(left)} processes did not end when they were killed", file=sys.stderr)
    return LEFT


def _killed(found: Callable[[], set[int]]) -> int:
    """Kill what is found until nothing is; LEFT where something stays."""
    until = time.monotonic() + GRACE
    while left := found():
        if time.monotonic() > until:
            return _stay(left)
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.01)
    return 0


def _is_marked(process: int, mark: bytes) -> bool:
    with suppress(OSError), open(f"/proc/{process}/environ", "rb") as values:
        return any(
            value.startswith((b"HOME=" + mark, b"TMPDIR=" + mark)) for value in values.read().split(b"\0")
        )
    return False


def _lost() -> set[int]:
    """Processes whose line of parents leads to the first process: a reaper has no parent that is seen here."""
    parents = {process: _parent(process) for process in _others() if _is_alive(process)}
    found = {process for process, parent in parents.items() if parent == 1}
    while more := {process for process, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def _parent(process: int) -> int:
    with suppress(OSError), open(f"/proc/{process}/stat", "rb") as line:
        return int(line.read().rpartition(b") ")[2].split()[1])
    return 0


def _others() -> Iterator[int]:
    """The processes of this user, apart from this one."""
    mine = os.getuid()
    for name in os.listdir("/proc"):
        with suppress(OSError):
            if name.isdigit() and int(name) != os.getpid() and os.stat(f"/proc/{name}").st_uid == mine:
                yield int(name)


def _words(process: int) -> list[bytes]:
    with suppress(OSError), open(f"/proc/{process}/cmdline", "rb") as line:
        return line.read().split(b"\0")
    return []


def _is_alive(process: int) -> bool:
    """Whether it is there and still runs: what waits to be reaped does not."""
    with suppress(OSError), open(f"/proc/{process}/stat", "rb") as line:
        return line.read().rpartition(b") ")[2][:1] not in (b"Z", b"X")
    return False

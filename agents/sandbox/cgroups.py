"""Control groups: what bounds memory, processes and processor time of all that runs in a sandbox together.

Where none can be made (an ordinary user, a container) there is none, bounds hold for each process alone, and somebody
has to watch the whole.
"""

import os
import time
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from agents.sandbox.processes import not_ended
from plans.records.sandboxing import SandboxLimits

ROOT = Path("/sys/fs/cgroup")
_PREFIX = "benchwright"
_PERIOD = 100_000
"""Microseconds over which processor time is meted out."""
_GRACE = 5.0
"""Seconds that killed processes have to vanish."""


class ControlGroup:
    """One control group, in each hierarchy that it needs one in."""

    def __init__(self, folders: list[Path]) -> None:
        self.folders = folders

    def processes(self) -> set[int]:
        """Those in it, as this process numbers them."""
        return {int(line) for folder in self.folders for line in _lines(folder / "cgroup.procs")}

    def kills_over_limit(self) -> int:
        """How often the kernel killed in it because it reached its own limit of memory.

        Kills for the whole machine's sake, which count in the same place, are left out.
        """
        found = 0
        for folder in self.folders:
            unified = _counters(folder / "memory.events")
            found += min(unified.get("oom", 0), unified.get("oom_kill", 0))
            if _counters(folder / "memory.failcnt").get("", 0):
                found += _counters(folder / "memory.oom_control").get("oom_kill", 0)
        return found

    def kill(self) -> None:
        """Kill until nothing is left; SandboxRefused where something stays."""
        until = time.monotonic() + _GRACE
        while left := self.processes():
            if time.monotonic() > until:
                raise not_ended(f"{len(left)} processes of a sandbox")
            for process in left:
                with suppress(ProcessLookupError):
                    os.kill(process, 9)
            time.sleep(0.002)

    def remove(self) -> None:
        """Remove it; nothing may be in it any more."""
        until = time.monotonic() + _GRACE
        for folder in self.folders:
            while not _removed(folder) and time.monotonic() < until:
                time.sleep(0.002)


def make_group(limits: SandboxLimits) -> ControlGroup | None:
    """A group with these limits, or None where this process may make none."""
    is_unified = (ROOT / "cgroup.controllers").exists()
    parents = [ROOT] if is_unified else [ROOT / name for name in ("memory", "pids", "cpu")]
    _sweep(parents)
    name = f"{_PREFIX}-{os.getpid()}-{uuid4().hex[:8]}"
    made: list[Path] = []
    try:
        if is_unified:
            (ROOT / "cgroup.subtree_control").write_text("+memory +pids +cpu")
        for parent in parents:
            (parent / name).mkdir()
            made.append(parent / name)
        for folder in made:
            _bound(folder, limits)
    except OSError:
        # Not ours to make: no such hierarchy, read-only, or no permission.
        ControlGroup(made).remove()
        return None
    return ControlGroup(made)


def _bound(folder: Path, limits: SandboxLimits) -> None:
    quota = int(limits.cpus * _PERIOD)
    # What is written lies in memory too, and must not be taken for what programs hold.
    memory = limits.memory_bytes + limits.disk_bytes
    values = {
        "memory.max": memory,
        "memory.swap.max": 0,
        "memory.limit_in_bytes": memory,
        "pids.max": limits.processes,
        "cpu.max": f"{quota} {_PERIOD}",
        "cpu.cfs_period_us": _PERIOD,
        "cpu.cfs_quota_us": quota,
    }
    for name, value in values.items():
        if (folder / name).exists():
            (folder / name).write_text(str(value))


def _sweep(parents: list[Path]) -> None:
    """Remove groups of processes that were killed."""
    for folder in (one for parent in parents for one in parent.glob(f"{_PREFIX}-*-*")):
        if not Path("/proc", folder.name.split("-")[1]).exists():
            _removed(folder)


def oom_kills() -> int:
    """How often the kernel of this machine has killed a process for want of memory; 0 where it does not say."""
    return _counters(Path("/proc/vmstat")).get("oom_kill", 0)


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        # Its last process is not quite gone.
        return False
    return True


def _counters(path: Path) -> dict[str, int]:
    """Name → number, of a file of counters; a single number has the empty name. Empty where there is no such file."""
    try:
        lines = path.read_text().splitlines()
    except FileNotFoundError:
        return {}
    return {name.strip(): int(number) for name, _, number in (line.rpartition(" ") for line in lines)}


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text().split()
    except FileNotFoundError:
        return []

"""As which of this machine's users a sandbox runs."""

import os
from pathlib import Path

from plans.errors import SandboxRefused

_FIRST = 0x70000000
"""Far above any account, and with room for every process number below the largest user number."""
_MOST_PROCESSES = 1 << 22
_ENOUGH = 40_000
"""Users that a machine with accounts of its own must have before some of them are taken for nobody's."""


def own_user(process: int) -> int | None:
    """A user that nobody else is, for the sandbox that `process` keeps; None where this process may not become another.

    As the number of a living process is its own, so is the user's: neither limits on processes nor files are shared
    between sandboxes. An ordinary user stays what he is, and so does a root that is one only in a user namespace.
    """
    if os.geteuid() != 0:
        return None
    first, outer, count = _largest_range(Path("/proc/self/uid_map"))
    if first + count >= _FIRST + _MOST_PROCESSES:
        return _FIRST + process
    if count < _ENOUGH:
        if outer == 0:
            raise SandboxRefused(
                "This process is root and may not become another user, so nothing keeps what is run apart from root. "
                "Start it as an ordinary user, or as root with all users of this machine."
            )
        return None
    half = count // 2
    return first + half + process % half


def _largest_range(of: Path) -> tuple[int, int, int]:
    """The largest range of users that this user namespace knows: its first, who that is outside, and how many."""
    ranges = [tuple(map(int, line.split())) for line in of.read_text().splitlines()]
    first, outer, count = max(ranges, key=lambda one: one[2])
    return first, outer, count

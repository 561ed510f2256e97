"""How much memory a sandbox's processes hold together, where no control group bounds it. Standard library alone."""
# ruff: noqa: PTH123, PTH208 - see keeper.py

import os
from contextlib import suppress

PERIOD = 250
"""Milliseconds from one look to the next."""
_PAGE = os.sysconf("SC_PAGE_SIZE")


def largest_of_too_many(limit: int) -> int | None:
    """The process that holds most, when all beneath this one hold more than `limit` bytes together; else None."""
    processes = _beneath(os.getpid())
    if sum(map(_roughly, processes)) <= limit:
        return None
    # Memory that several share, as after a fork, was counted for each of them; to count it once takes longer.
    held = {process: _own_share(process) for process in processes}
    return max(held, key=lambda process: held[process]) if sum(held.values()) > limit else None


def _beneath(process: int) -> list[int]:
    found = _children(process)
    for child in found:
        found.extend(_children(child))
    return found


def _children(process: int) -> list[int]:
    """What any of its threads has started; none where it is gone."""
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/children") as children:
                found.extend(map(int, children.read().split()))
    return found


def _roughly(process: int) -> int:
    """What it has in memory and shares with no file."""
    with suppress(OSError), open(f"/proc/{process}/statm") as sizes:
        _, resident, shared, *_ = map(int, sizes.read().split())
        return (resident - shared) * _PAGE
    return 0


def _own_share(process: int) -> int:
    """The same, where what is shared counts in parts."""
    with suppress(OSError), open(f"/proc/{process}/smaps_rollup") as sizes:
        for line in sizes:
            if line.startswith("Pss_Anon:"):
                return int(line.split()[1]) * 1024
    return 0

"""Watching the memory of a worker and its browser: the scripts' heap is capped, typed arrays are not."""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from agents.browser.page import LivePage

_PERIOD = 0.4
"""Seconds between two looks."""
_PROC = Path("/proc")


@asynccontextmanager
async def watched(page: LivePage, megabytes: int) -> AsyncGenerator[None]:
    """End the page when this process and what it started use more memory than allowed; it is lost then, and says so."""
    watch = asyncio.ensure_future(_watch(page, megabytes))
    try:
        yield
    finally:
        watch.cancel()
        await asyncio.wait([watch])


async def _watch(page: LivePage, megabytes: int) -> None:
    while True:
        await asyncio.sleep(_PERIOD)
        if tree_megabytes() > megabytes:
            page.events.lost = (
                f"The page and its browser used more than {megabytes:,} MB of memory, so the page was ended; "
                "nothing more can be seen of it."
            )
            await page.page.context.close()
            return


def tree_megabytes() -> float:
    """Resident memory of this process and its descendants in megabytes; 0 where /proc does not tell."""
    if not _PROC.is_dir():
        return 0.0
    parents: dict[int, list[int]] = {}
    pages: dict[int, int] = {}
    for entry in _PROC.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            # It ended while we were looking.
            continue
        parents.setdefault(int(fields[1]), []).append(int(entry.name))
        pages[int(entry.name)] = int(fields[21])
    total, open_ids = 0, [os.getpid()]
    while open_ids:
        process = open_ids.pop()
        total += pages.get(process, 0)
        open_ids.extend(parents.get(process, []))
    return total * os.sysconf("SC_PAGE_SIZE") / 1e6

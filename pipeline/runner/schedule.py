"""Many trials at once: the only place where a run starts tasks."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from plans.errors import first_of


async def run_all(work: Iterable[Callable[[], Awaitable[None]]], jobs: int) -> None:
    """Do all the work, at most `jobs` pieces at a time; the first error ends the rest and is raised, a defect before
    others.
    """
    slots = asyncio.Semaphore(jobs)

    async def in_slot(piece: Callable[[], Awaitable[None]]) -> None:
        async with slots:
            await piece()

    try:
        async with asyncio.TaskGroup() as group:
            for piece in work:
                group.create_task(in_slot(piece))
    except ExceptionGroup as errors:
        raise first_of(errors) from None

"""Every await on a page is bounded: several of the driver's calls have no time limit of their own."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from plans.errors import PageUnresponsive

T = TypeVar("T")


async def bounded(work: Awaitable[T], seconds: float, doing: str) -> T:
    """The result of `work`; raises PageUnresponsive when it takes longer than `seconds`."""
    try:
        return await asyncio.wait_for(work, seconds)
    except TimeoutError:
        raise PageUnresponsive(
            f"The page did not answer within {seconds:g} s while {doing}; nothing more can be seen of it."
        ) from None

"""Every await on a page is bounded: several of the driver's calls have no time limit of their own."""

from collections.abc import Awaitable
from typing import TypeVar

from plans.errors import PageUnresponsive
from plans.time_limits import TimeLimit

T = TypeVar("T")


async def bounded(work: Awaitable[T], seconds: float, doing: str) -> T:
    """The result of `work`; raises PageUnresponsive when it takes longer than `seconds`."""
    try:
        async with TimeLimit(seconds):
            return await work
    except TimeoutError:
        raise PageUnresponsive(
            f"The page did not answer within {seconds:g} s while {doing}; nothing more can be seen of it."
        ) from None

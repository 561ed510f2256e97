"""Time limits that leave out the time in which this process was stopped (Ctrl-Z, SIGSTOP, a paused machine)."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from types import TracebackType
from typing import Self

_STEP = 0.5
"""Seconds from one look at the clock to the next."""
_LATE = 1.0
"""Seconds by which a look must be late to show that the process was stopped. A busy machine delays it by less."""


class RunningTimeLimit:
    """An `asyncio.timeout` that counts only while the event loop runs, and raises TimeoutError as that does.

    After a stop, work that ended in the meantime is noticed before the limit is enforced.
    """

    def __init__(self, seconds: float | None = None) -> None:
        """`seconds` is the limit; None only measures."""
        self._seconds = seconds
        self._counted = 0.0
        self._timeout = asyncio.Timeout(None)

    @property
    def spent(self) -> float:
        """Seconds that counted so far."""
        return self._counted

    def expired(self) -> bool:
        """Whether the limit ended the work."""
        return self._timeout.expired()

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        await self._timeout.__aenter__()
        self._schedule()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        self._timer.cancel()
        self._count()
        return await self._timeout.__aexit__(kind, error, trace)

    def _schedule(self, *, one_more: bool = False) -> None:
        left = _STEP if self._seconds is None or one_more else self._seconds - self._counted
        self._step = min(max(left, 0.0), _STEP)
        self._began = self._loop.time()
        self._timer = self._loop.call_later(self._step, self._look)

    def _count(self) -> bool:
        """Count the step that ends now; returns whether the process was stopped during it."""
        took = self._loop.time() - self._began
        was_stopped = took > self._step + _LATE
        self._counted += self._step if was_stopped else took
        return was_stopped

    def _look(self) -> None:
        was_stopped = self._count()
        is_over = self._seconds is not None and self._counted >= self._seconds
        if is_over and not was_stopped:
            self._timeout.reschedule(self._loop.time())
        else:
            # The loop has not yet heard of what ended during the stop.
            self._schedule(one_more=was_stopped)


async def within(awaited: Awaitable[object], seconds: float) -> bool:
    """Whether it is done within so many seconds of a TimeLimit; what is not done goes on."""
    future = asyncio.ensure_future(awaited)
    with suppress(TimeoutError):
        async with RunningTimeLimit(seconds):
            await asyncio.wait([future])
    return future.done()

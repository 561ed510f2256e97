"""Work that Ctrl-C or SIGTERM stops: what the work opened is then closed, and nothing tears that."""

import asyncio
import signal
import threading
import time
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")
Heeding = Callable[[int, FrameType | None], Any]
"""What is called when a signal comes."""

PATIENCE = 2.0
"""Seconds after the first Ctrl-C or SIGTERM in which another one is no order to break off: keys are pressed twice."""


def run_until_stopped(work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to; KeyboardInterrupt when it was stopped.

    As asyncio.run, whose second Ctrl-C breaks off in the middle of whatever the first one had begun to close: servers,
    sandboxes and browsers then stay, and Python tells of each in a traceback. SIGTERM, by which it would have ended at
    once and left them all, is heeded alike, and then left to whoever heeded it before.
    """
    stop = _Stop()
    before = _heeded() if threading.current_thread() is threading.main_thread() else {}
    if not before:
        return asyncio.run(work)
    for number in before:
        signal.signal(number, stop.pressed)
    try:
        return asyncio.run(stop.noted(work))
    except (asyncio.CancelledError, KeyboardInterrupt) as error:
        if stop.first is None:
            raise
        if stop.number == signal.SIGTERM:
            signal.signal(signal.SIGTERM, before[signal.SIGTERM])
            signal.raise_signal(signal.SIGTERM)
        raise KeyboardInterrupt from (error if isinstance(error, KeyboardInterrupt) else None)
    finally:
        # Else patience lasts until the command has said that it was stopped.
        if stop.first is None:
            for number, heeding in before.items():
                signal.signal(number, heeding)


def _heeded() -> dict[int, Heeding]:
    """Signal → who heeds it so far, of those that stop the command. One that is ignored, as Ctrl-C is by a command that
    was started in the background, stays ignored.
    """
    found: dict[int, Heeding] = {}
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        found[signal.SIGINT] = signal.default_int_handler
    if callable(terminated := signal.getsignal(signal.SIGTERM)):
        found[signal.SIGTERM] = terminated
    return found


class _Stop:
    """The presses so far, and what the first one stops."""

    def __init__(self) -> None:
        self.first: float | None = None
        self.number: int | None = None
        """The first one's signal."""
        self._task: asyncio.Task[Any] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def noted(self, work: Coroutine[Any, Any, T]) -> T:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        if self.first is not None:
            work.close()
            raise asyncio.CancelledError
        return await work

    def pressed(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self.first is not None:
            if now - self.first > PATIENCE:
                raise KeyboardInterrupt
            return
        self.first, self.number = now, number
        if self._task is not None and self._loop is not None:
            self._task.cancel()
            # It may be waiting for the next event, which is this.
            self._loop.call_soon_threadsafe(lambda: None)

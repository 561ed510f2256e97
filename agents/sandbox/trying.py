"""Preflight of a sandbox: one is opened as always, and `true` runs in it."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager

from plans.contracts.sandboxing import Sandbox
from plans.errors import SandboxLost, SandboxRefused
from plans.plain_text import folded
from plans.records.sandboxing import ExecResult, SandboxNeeds

Opened = Callable[[SandboxNeeds], AbstractAsyncContextManager[Sandbox]]


def run_aside(trying: Callable[[], Coroutine[object, object, None]]) -> None:
    """Do it to its end in a thread, since preflights are called from within event loops too."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(trying())).result()


async def run_true(opened: Opened, what: str) -> None:
    """Raise SandboxRefused where none can be had, or `true` fails in it; `what` is one of them, in a sentence."""
    try:
        result = await _true(opened)
    except SandboxLost:
        # What killed it is not likely to come again, and the sandbox itself is not at fault.
        result = await _true(opened)
    if not result.success:
        raise SandboxRefused(f"{what} was made, and `true` failed in it: {folded(result.stderr)}")


async def _true(opened: Opened) -> ExecResult:
    async with opened(SandboxNeeds()) as sandbox:
        return await sandbox.exec(["true"], timeout=30)

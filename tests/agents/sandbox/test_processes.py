"""Processes of ours beside a sandbox, and their ends."""

import asyncio
import sys

from agents.sandbox.processes import end_now


async def test_a_process_that_has_just_ended_by_itself_is_ended() -> None:
    """Where a busy machine let the wait run out a moment before the end, a judgement once broke off in a traceback."""
    process = await asyncio.create_subprocess_exec("true")
    await process.wait()
    await end_now(process)
    assert process.returncode == 0


async def test_one_at_work_is_killed() -> None:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "import time; time.sleep(600)")
    await end_now(process)
    assert process.returncode == -9

"""Time limits of a process that is stopped and goes on: the stop does not count."""

import asyncio
import time

import pytest

from plans.time_limits import RunningTimeLimit, within


async def test_a_stop_counts_neither_for_what_ended_meanwhile_nor_for_what_goes_on() -> None:
    async def endless() -> float:
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            async with RunningTimeLimit(1.0):
                await asyncio.sleep(60)
        return time.monotonic() - began

    program = await asyncio.create_subprocess_exec("sleep", "0.6")
    stop = 2.2
    # To the event loop a blocked thread and a stopped process are the same: its clock goes on without it.
    asyncio.get_running_loop().call_later(0.05, time.sleep, stop)
    has_ended, took = await asyncio.gather(within(program.wait(), 1.0), endless())
    assert has_ended
    assert took > stop + 0.4, "the limit was enforced as soon as the process went on"


async def test_what_does_not_end_runs_into_its_limit() -> None:
    assert not await within(asyncio.sleep(60), 0.1)
    with pytest.raises(TimeoutError):
        async with RunningTimeLimit(0.1) as limit:
            await asyncio.sleep(60)
    assert limit.expired()
    assert limit.spent >= 0.1


async def test_without_a_limit_it_only_measures() -> None:
    async with RunningTimeLimit() as clock:
        await asyncio.sleep(0.1)
    assert 0.1 <= clock.spent < 60
    assert not clock.expired()

"""Time limits of a process that is stopped and goes on: the stop does not count."""

import asyncio
import signal
import subprocess
import sys
import time

import pytest

from plans.time_limits import TimeLimit, within
from tests.test_house import ROOT

WORK = """
import asyncio, time
from plans.time_limits import TimeLimit, within

async def endless():
    began = time.monotonic()
    try:
        async with TimeLimit(1.0):
            await asyncio.sleep(60)
    except TimeoutError:
        return time.monotonic() - began

async def main():
    program = await asyncio.create_subprocess_exec("sleep", "0.6")
    print("begun", flush=True)
    print(*await asyncio.gather(within(program.wait(), 1.0), endless()))

asyncio.run(main())
"""


def test_a_stop_counts_neither_for_what_ended_meanwhile_nor_for_what_goes_on() -> None:
    stop = 2.2
    command = [sys.executable, "-c", WORK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGSTOP)
        time.sleep(stop)
        process.send_signal(signal.SIGCONT)
        has_ended, took = process.stdout.read().split()
    assert has_ended == "True"
    assert float(took) > stop + 0.4, "the limit was enforced as soon as the process went on"


async def test_what_does_not_end_runs_into_its_limit() -> None:
    assert not await within(asyncio.sleep(60), 0.1)
    with pytest.raises(TimeoutError):
        async with TimeLimit(0.1) as limit:
            await asyncio.sleep(60)
    assert limit.expired()
    assert limit.spent >= 0.1


async def test_without_a_limit_it_only_measures() -> None:
    async with TimeLimit() as clock:
        await asyncio.sleep(0.1)
    assert 0.1 <= clock.spent < 60
    assert not clock.expired()

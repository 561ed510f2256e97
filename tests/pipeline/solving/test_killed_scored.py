"""A run of solvers that is killed with SIGKILL, again and again, ends as if nothing had happened."""

import asyncio
import json
import sys
from pathlib import Path
from random import Random

import pytest

from pipeline.solving.reader import ScoredRunFolder
from plans.paths import RunPaths
from tests.agents.gateway.model_endpoint import ModelEndpoint
from tests.pipeline.solving.asking_models import adding_endpoint
from tests.pipeline.solving.killed_scored import REPEATS
from tests.pipeline.solving.making import sums_suite

COUNT = 60
JOBS = 4


async def start(folder: Path, url: str) -> asyncio.subprocess.Process:
    command = [sys.executable, "-m", "tests.pipeline.solving.killed_scored", str(folder), url, str(JOBS)]
    return await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)


async def killed_after(process: asyncio.subprocess.Process, endpoint: ModelEndpoint, calls: int) -> bool:
    """Kill it after so many more calls; False when it ended before."""
    waiting = asyncio.create_task(process.wait())
    for _ in range(calls):
        arrival = asyncio.create_task(endpoint.arrivals.acquire())
        await asyncio.wait({waiting, arrival}, return_when=asyncio.FIRST_COMPLETED)
        arrival.cancel()
        if waiting.done():
            return False
    await asyncio.sleep(0.03)
    process.kill()
    await waiting
    return True


def outcome(folder: Path) -> object:
    """All that a run found, apart from what it took: calls that a kill ended are paid for too."""
    result = ScoredRunFolder(RunPaths(folder / "run")).result()
    told = json.loads(result.model_dump_json())
    for solver in told["solvers"]:
        solver["used"] = solver["used"]["answers"]
    return told["solvers"]


@pytest.mark.slow
async def test_a_killed_run_asks_nothing_twice_and_ends_as_one_that_was_not(tmp_path: Path) -> None:
    for name in ("killed", "whole"):
        sums_suite(tmp_path / name / "suite", COUNT)
    untouched = adding_endpoint(0.01)
    async with untouched.serving() as url:
        process = await start(tmp_path / "whole", url)
        _, said = await process.communicate()
        assert process.returncode == 0, said.decode()
    # Some prompts are alike, and the solver says the same in both repeats, which is judged once.
    planned = len(untouched.asked)
    assert COUNT * REPEATS < planned <= COUNT * REPEATS + COUNT
    endpoint = adding_endpoint(0.01)
    drawn = Random(7)
    kills = 0
    async with endpoint.serving() as url:
        for _ in range(20):
            process = await start(tmp_path / "killed", url)
            if not await killed_after(process, endpoint, drawn.randrange(5, 50)):
                assert process.stderr is not None
                assert process.returncode == 0, (await process.stderr.read()).decode()
                break
            kills += 1
        else:
            pytest.fail("it was killed again and again, and never came to an end")
    assert kills >= 3
    # What was under way when it was killed may be asked for again, and nothing else.
    assert len(endpoint.asked) <= planned + kills * JOBS
    assert outcome(tmp_path / "killed") == outcome(tmp_path / "whole")

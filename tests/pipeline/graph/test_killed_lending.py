"""Authoring a Python project, killed with SIGKILL at any moment, ends in the same suite, and pays for nothing twice."""

import asyncio
import multiprocessing
import signal
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from tests.agents.authoring.hand import shape_of
from tests.agents.authoring.lending.hand import PARTS, lending
from tests.pipeline.graph.killed_lending import work
from tests.pipeline.graph.studio import published
from tests.pipeline.graph.test_killed_by_model import open_calls

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
KILLS = 6
# What an author imports is imported once, and each author is a fork of that.
AUTHORS = multiprocessing.get_context("forkserver")
AUTHORS.set_forkserver_preload(["tests.pipeline.graph.killed_lending"])


async def ended(process: ForkServerProcess, seconds: float | None = None) -> bool:
    """Whether it ended by itself, within so many seconds; else it is killed."""
    await asyncio.to_thread(process.join, seconds)
    process.kill()
    await asyncio.to_thread(process.join)
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode == 0


def started(folder: Path, url: str) -> ForkServerProcess:
    process = AUTHORS.Process(target=work, args=(folder, url))
    process.start()
    return process


@pytest.mark.long
async def test_a_scheme_is_found_again_with_its_files(tmp_path: Path) -> None:
    """A kill while the scaffold is judged, or defects are tried, finds tests and inputs as they were written."""
    chance, endpoint = Random(3), lending(seconds=0.1)
    async with endpoint.serving() as url:
        begun = monotonic()
        assert await ended(started(tmp_path / "whole", url))
        seconds, whole = monotonic() - begun, published(tmp_path / "whole")
        assert [shape_of(body) for body in endpoint.asked] == PARTS
        endpoint.asked.clear()

        folder, in_flight = tmp_path / "killed", 0
        for _ in range(KILLS):
            if await ended(started(folder, url), chance.uniform(0.1, 0.6) * seconds):
                break
            in_flight += open_calls(folder)
        assert await ended(started(folder, url))
    asked = [shape_of(body) for body in endpoint.asked]
    assert set(asked) == set(PARTS)
    assert len(asked) <= len(PARTS) + in_flight, "no call is repeated but those under way at a kill"
    assert published(folder) == whole

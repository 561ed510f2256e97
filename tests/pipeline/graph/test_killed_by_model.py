"""Authoring by a model, killed with SIGKILL at any moment, ends in the same suite, and pays for nothing twice."""

import asyncio
import multiprocessing
import signal
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from plans.paths import SuitePaths
from tests.agents.authoring.hand import MEALS, SEED, hand_written, shape_of
from tests.agents.gateway.model_endpoint import ModelEndpoint
from tests.pipeline.graph.killed_by_model import work
from tests.pipeline.graph.studio import published
from tests.pipeline.graph.test_author_by_model import LENT, PARTS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
KILLS = 50
THOUGHT = 0.1
"""Seconds that the endpoint takes for a reply, so that many kills find one on its way."""
# What an author imports is imported once, and each author is a fork of that.
AUTHORS = multiprocessing.get_context("forkserver")
AUTHORS.set_forkserver_preload(["tests.pipeline.graph.killed_by_model"])


class Work:
    """An author that is started, killed and started again, against an endpoint that outlives it."""

    def __init__(self, endpoint: ModelEndpoint, url: str, queries: Mapping[str, str], jobs: int) -> None:
        self._endpoint, self._url = endpoint, url
        self._queries, self._jobs = queries, jobs

    async def done(self, folder: Path) -> float:
        """Seconds that it takes when it is left alone."""
        begun, process = monotonic(), self._started(folder)
        await asyncio.to_thread(process.join)
        assert process.exitcode == 0
        return monotonic() - begun

    async def killed(self, folder: Path, delay: float, *, in_call: bool) -> bool:
        """Kill it so many seconds after its start, or after its next call; whether it was still at work."""
        while not self._endpoint.arrivals.locked():
            await self._endpoint.arrivals.acquire()
        process = self._started(folder)
        ended = asyncio.create_task(asyncio.to_thread(process.join))
        if in_call:
            called = asyncio.create_task(self._endpoint.arrivals.acquire())
            await asyncio.wait([called, ended], return_when=asyncio.FIRST_COMPLETED)
            called.cancel()
        await asyncio.wait([ended], timeout=delay)
        process.kill()
        await ended
        assert process.exitcode in (0, -signal.SIGKILL)
        return process.exitcode != 0

    def _started(self, folder: Path) -> ForkServerProcess:
        process = AUTHORS.Process(target=work, args=(folder, self._url, self._queries, self._jobs))
        process.start()
        return process


@pytest.mark.parametrize(
    ("queries", "jobs"),
    [
        pytest.param(LENT, 1, id="one"),
        pytest.param({"lent": SEED, "meals": MEALS}, 2, marks=pytest.mark.long, id="two"),
    ],
)
async def test_killed_at_fifty_moments_it_repeats_what_was_in_flight_alone(
    tmp_path: Path, queries: Mapping[str, str], jobs: int
) -> None:
    """A suite is killed until it is done, then the next one is, until fifty kills have hit."""
    chance, endpoint = Random(5), hand_written(seconds=THOUGHT)
    async with endpoint.serving() as url:
        authoring = Work(endpoint, url, queries, jobs)
        await authoring.done(tmp_path / "first")
        needed = sorted(shape_of(body) for body in endpoint.asked)
        assert needed == sorted(PARTS if jobs == 1 else [*PARTS, *PARTS[1:], "Repair"])
        whole = published(tmp_path / "first")
        # The first had its imports to wait for.
        seconds = await authoring.done(tmp_path / "second")
        assert published(tmp_path / "second") == whole
        hits, suites, found_open = 0, 0, 0
        while hits < KILLS:
            folder, open_here = tmp_path / f"killed-{suites}", 0
            endpoint.asked.clear()
            # By turns at any moment of the work, and at any of a call.
            while hits < KILLS and await authoring.killed(
                folder, chance.uniform(0, 2 * THOUGHT if hits % 2 else seconds), in_call=bool(hits % 2)
            ):
                hits += 1
                in_flight = open_calls(folder)
                assert in_flight <= jobs
                open_here += in_flight
            await authoring.done(folder)

            asked = [shape_of(body) for body in endpoint.asked]
            assert set(asked) == set(needed)
            assert len(asked) <= len(needed) + open_here, "no call is repeated but those under way at a kill"
            assert published(folder) == whole
            suites, found_open = suites + 1, found_open + open_here
    print(f"\n{hits} kills in {suites} suites found {found_open} calls under way")
    assert found_open > KILLS / 10, "some of the kills fell while a reply was on its way"


def open_calls(folder: Path) -> int:
    """Calls of which the journal knows no end, as the killed process left it."""
    journal = SuitePaths(folder).journal
    if not journal.exists():
        return 0
    with closing(sqlite3.connect(journal)) as rows:
        tables = rows.execute("SELECT count(*) FROM sqlite_master WHERE name = 'calls'").fetchone()[0]
        return rows.execute("SELECT count(*) FROM calls WHERE state = 'open'").fetchone()[0] if tables else 0

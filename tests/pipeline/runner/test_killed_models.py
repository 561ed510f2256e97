"""A run by models that is killed with SIGKILL, again and again: what was paid for is not paid for twice."""

import asyncio
import json
import sqlite3
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from pipeline.runner.reader import RunFolder
from plans.paths import RunPaths
from tests.agents.coding.minimal_driving import FINISH, doing
from tests.agents.gateway.model_endpoint import Body, ModelEndpoint, Piece, completion, sent
from tests.pipeline.runner.killed_models_run import ITEMS, ROUNDS
from tests.pipeline.runner.stand_ins import line
from tests.pipeline.runner.test_killed import finished, outcome

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
KILLS = 8
STEPS = 3
"""Calls of a turn: two pages, and the word that it is done."""


class Answering:
    """Answers by the request alone, after a moment in which a kill may find it at work."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def says(self, body: Body, number: int) -> Iterable[Piece]:
        said = _coder(body) if "tools" in body else _user(body)
        return [self._chance.uniform(0.005, 0.08), *said]


def _coder(body: Body) -> list[Piece]:
    """More of the tasks from round to round, and never all of them."""
    roles = [one["role"] for one in body["messages"]]
    round, steps = (
        roles.count("user"),
        len(roles) - 1 - max(n for n, one in enumerate(roles) if one == "user"),
    )
    if steps >= 2 * (STEPS - 1):
        return doing(FINISH)
    tasks = [task.id for task in ITEMS[0].criteria.tasks][: 3 * round - 1 + steps // 2]
    return doing(("write_file", {"path": "index.html", "text": "\n".join(map(line, tasks))}))


def _user(body: Body) -> list[Piece]:
    """Says too little, is sent it back, and is replaced by the template at last: three calls a message."""
    empty: Body = {"opening": "Hello", "complaints": [], "asides": [], "closing": ""}
    return sent(completion(json.dumps(empty)))


class Killed:
    """A run that is started, killed and started again, against an endpoint that outlives it."""

    def __init__(self, folder: Path, endpoint: ModelEndpoint, url: str, jobs: int) -> None:
        self.folder = folder
        self.in_flight = 0
        """Calls that were under way at the kills."""
        self.most_in_flight = 0
        self._endpoint, self._url, self._jobs = endpoint, url, jobs

    async def started(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.pipeline.runner.killed_models_run"),
            *(str(self.folder), self._url, str(self._jobs)),
            stderr=asyncio.subprocess.PIPE,
        )

    async def killed(self, calls: int, delay: float) -> bool:
        """Kill it a moment after so many more calls have come; False where it ended before."""
        process, before = await self.started(), len(self._endpoint.asked)
        deadline = time.monotonic() + 300
        while process.returncode is None and len(self._endpoint.asked) < before + calls:
            assert time.monotonic() < deadline, "it neither asks nor ends"
            await asyncio.sleep(0.02)
        await asyncio.sleep(delay)
        if process.returncode is not None:
            return False
        process.kill()
        await process.communicate()
        under_way = len(rows(self.folder, "open"))
        self.in_flight += under_way
        self.most_in_flight = max(self.most_in_flight, under_way)
        return True

    async def ended(self) -> None:
        process = await self.started()
        _, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()


def rows(folder: Path, state: str) -> list[str]:
    """Keys of the journal's calls in this state."""
    with sqlite3.connect(RunPaths(folder).journal) as journal:
        return [key for (key,) in journal.execute("SELECT key FROM calls WHERE state = ?", (state,))]


@pytest.mark.parametrize("jobs", [1, 4])
async def test_repeated_calls_are_at_most_those_in_flight_at_the_kills(tmp_path: Path, jobs: int) -> None:
    chance = Random(jobs)
    whole_endpoint = ModelEndpoint(Answering(0).says)
    async with whole_endpoint.serving() as url:
        whole = Killed(tmp_path / "whole", whole_endpoint, url, jobs)
        await whole.ended()
    needed = sorted(rows(whole.folder, "done"))
    assert len(needed) == len(whole_endpoint.asked) >= 2 * len(ITEMS) * ROUNDS * STEPS

    endpoint = ModelEndpoint(Answering(jobs).says)
    async with endpoint.serving() as url:
        run = Killed(tmp_path / "run", endpoint, url, jobs)
        done: dict[Path, tuple[int, int]] = {}
        kills = 0
        for _ in range(KILLS):
            kills += await run.killed(chance.randint(1, len(needed) // KILLS + 2), chance.uniform(0, 0.1))
            now = finished(run.folder)
            assert {path: now.get(path) for path in done} == done, "what was finished was done again"
            done = now
        assert kills >= KILLS // 2, "it was hardly killed"
        await run.ended()
        asked = len(endpoint.asked)
        await run.ended()
        assert len(endpoint.asked) == asked, "a run that has ended asks nothing"

    assert sorted(rows(run.folder, "done")) == needed, "the very same was asked, by digest"
    assert asked - len(needed) <= run.in_flight
    assert run.most_in_flight <= jobs, "one at a time in every trial"
    assert outcome(run.folder) == outcome(whole.folder)
    usage = RunFolder(RunPaths(run.folder)).result().models
    assert usage.total.tokens.input == 100 * len(needed), "what was answered is counted once"
    assert usage.total.failed.get("killed", 0) == run.in_flight
    told = {line.stage: line.usage.tokens for line in usage.lines}
    assert set(told) == {"one", "two", "feedback"}

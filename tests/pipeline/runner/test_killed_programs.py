"""A run of real code agents that is killed with SIGKILL, again and again: nothing is played or counted twice."""

import asyncio
import re
import sys
import time
from pathlib import Path
from random import Random

import pytest

from pipeline.runner.reader import RunFolder
from plans.paths import RunPaths
from plans.records.usage import Used
from tests.agents.coding.programs.driving import programs, require, sandbox
from tests.agents.scripted.endpoint import ScriptedEndpoint
from tests.pipeline.runner.killed_programs_run import AGENTS, ROUNDS
from tests.pipeline.runner.test_killed import finished

pytestmark = [pytest.mark.slow, pytest.mark.programs, pytest.mark.timeout(900)]
MESSAGES = re.compile("How it will be looked at|Please change what is in your working directory")
KILLS = 4
CALLS = 2
"""Of a turn: a command, and the word that it is done."""


class Killed:
    """A run that is started, killed and started again, against an endpoint that outlives it."""

    def __init__(self, folder: Path, endpoint: ScriptedEndpoint) -> None:
        self.folder = folder
        self._endpoint = endpoint

    async def started(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.pipeline.runner.killed_programs_run"),
            *(str(self.folder), self._endpoint.url, str(programs()), sandbox().name),
            stderr=asyncio.subprocess.PIPE,
        )

    async def killed(self, calls: int, delay: float) -> bool:
        """Kill it a moment after so many more calls have come; False where it ended before."""
        process, before = await self.started(), len(self._endpoint.asked)
        deadline = time.monotonic() + 180
        while process.returncode is None and len(self._endpoint.asked) < before + calls:
            assert time.monotonic() < deadline, "it neither asks nor ends"
            await asyncio.sleep(0.02)
        await asyncio.sleep(delay)
        if process.returncode is not None:
            return False
        process.kill()
        await process.communicate()
        return True

    async def ended(self) -> None:
        process = await self.started()
        _, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()


@pytest.mark.parametrize("seed", range(2))
async def test_no_finished_round_is_played_again_and_usage_is_counted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    await require("codex", monkeypatch)
    chance = Random(seed)
    endpoint = ScriptedEndpoint(marker=MESSAGES)
    async with endpoint.serving():
        run = Killed(tmp_path / "run", endpoint)
        done: dict[Path, tuple[int, int]] = {}
        kills = 0
        for _ in range(KILLS):
            kills += await run.killed(chance.randint(1, 5), chance.uniform(0, 1.5))
            now = finished(run.folder)
            assert {path: now.get(path) for path in done} == done, "a finished round was played again"
            done = now
        assert kills, "it was never killed"
        await run.ended()
        now, asked = finished(run.folder), len(endpoint.asked)
        assert {path: now[path] for path in done} == done
        await run.ended()
        assert len(endpoint.asked) == asked, "a run that has ended asks nothing"

    played = len(AGENTS) * ROUNDS * CALLS
    # Of a turn that was killed all is gone, and it begins anew: at most one a kill and agent.
    assert played <= asked <= played + kills * len(AGENTS) * CALLS
    reader = RunFolder(RunPaths(run.folder))
    for agent in AGENTS:
        rounds = reader.rounds("shop", agent, 1)
        reports = [one.record.report for one in rounds]
        assert [report.ended for report in reports] == ["done"] * ROUNDS
        assert [report.session for report in reports] == ["fresh", "resumed", "resumed"]
        assert [report.input_tokens for report in reports] == [CALLS * 1200] * ROUNDS
    turns = ROUNDS
    for score in reader.result().agents:
        assert score.used == Used(
            turns=turns,
            turns_told=turns,
            calls=turns * CALLS,
            input_tokens=turns * CALLS * 1200,
            cached_input_tokens=turns * CALLS * 200,
            output_tokens=turns * CALLS * 55,
        )

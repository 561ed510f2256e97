"""What agents used of models, whatever became of their rounds."""

import asyncio
from pathlib import Path

import pytest

from agents.coding.prompting import JinjaPrompter
from agents.coding.transcripts import told_used
from agents.users.template_user import TemplateUser
from pipeline.runner import round
from pipeline.runner.planning import Services
from pipeline.runner.run import LineUp, run_suite
from pipeline.runner.run_folder import spent_in
from plans.files import read_own_record
from plans.paths import RunPaths
from plans.records.code_agent import AgentReport, AgentSpec, Brief, Ended
from plans.records.run import RoundRecord
from plans.records.usage import Tokens, Usage
from tests.pipeline.runner.stand_ins import ReadingJudge, planned, shop

USED = Usage(calls=1, tokens=Tokens(input=10, output=1), cost=0.5, charged=0.5)


class Counted:
    """An agent whose turns each use the same, and end as they are told to."""

    def __init__(self, *turns: Ended | Exception | float) -> None:
        """Seconds: for so long it works on."""
        self.spec = AgentSpec(name="mine", kind="counted", version="1")
        self._turns = list(turns)

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        with told_used(transcript, lambda: USED):
            now = self._turns.pop(0)
            if isinstance(now, Exception):
                raise now
            if isinstance(now, float | int):
                await asyncio.sleep(now)
                return AgentReport(ended="done")
        return AgentReport(ended=now).using(USED)


async def run(folder: Path, agent: Counted, time_limit: float = 60.0) -> RoundRecord:
    judge = ReadingJudge()
    spec = planned((shop(),), (agent.spec,), judge, rounds=1, time_limit=time_limit)
    services = Services(judge, TemplateUser(), JinjaPrompter())
    await run_suite(spec, LineUp([shop()], [agent]), services, RunPaths(folder), jobs=1)
    return read_own_record(RunPaths(folder).trial("shop", "mine", 1).round(1).record, RoundRecord)


async def test_a_crash_that_is_tried_again_keeps_what_the_first_try_used(tmp_path: Path) -> None:
    record = await run(tmp_path, Counted(ValueError("our own"), "done"))
    assert record.report.usage == USED + USED
    assert (record.report.cost, record.report.input_tokens) == (1.0, 20)
    record = await run(tmp_path / "twice", Counted(ValueError("our own"), ValueError("again")))
    assert (record.report.ended, record.report.usage) == ("harness failed", USED + USED)


async def test_a_turn_that_is_stopped_from_outside_tells_what_it_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round, "GRACE", 0.1)
    record = await run(tmp_path, Counted(60.0), time_limit=0.1)
    assert (record.report.ended, record.report.usage) == ("out of time", USED)


async def test_a_round_that_is_played_again_keeps_what_it_used_in_the_book(tmp_path: Path) -> None:
    """Its record was removed, and what it had used with it: of a run of before there was a book too."""
    await run(tmp_path, Counted("endpoint failed"))
    paths = RunPaths(tmp_path)
    assert not paths.spending.exists()
    await run(tmp_path, Counted("done"))
    told = spent_in(paths)
    assert (told.calls, told.tokens, told.charged) == (1, USED.tokens, 0.5)


async def test_a_book_that_was_emptied_is_a_missing_one(tmp_path: Path) -> None:
    """It was read as that of agents that had spent nothing."""
    await run(tmp_path, Counted("done"))
    paths = RunPaths(tmp_path)
    paths.spending.touch()
    assert spent_in(paths) == USED
    await run(tmp_path, Counted())
    assert paths.spending.stat().st_size > 0
    assert spent_in(paths) == USED

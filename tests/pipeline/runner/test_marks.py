"""What a run says of rounds whose numbers tell of something else than skill."""

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.users.template_user import TemplateUser
from pipeline.report.page import gather
from pipeline.report.remarks import remarks
from pipeline.report.summary import print_headline
from pipeline.report.write import render
from pipeline.runner.planning import Services
from pipeline.runner.reader import RunFolder
from pipeline.runner.run import LineUp, run_suite
from plans.contracts.coding import Player
from plans.paths import RunPaths
from plans.records.code_agent import AgentReport, Ended
from plans.records.result import RunResult
from tests.pipeline.runner.stand_ins import ReadingJudge, ScriptedAgent, planned, shop

GOOD = shop().reference["index.html"]


async def run(folder: Path, *agents: Player) -> RunResult:
    judge = ReadingJudge()
    spec = planned((shop(),), tuple(agent.spec for agent in agents), judge)
    services = Services(judge, TemplateUser(), JinjaPrompter())
    return await run_suite(spec, LineUp([shop()], agents), services, RunPaths(folder))


def headline(result: RunResult) -> str:
    said = StringIO()
    print_headline(result, Console(file=said, width=600))
    return said.getvalue()


def remark_of(result: RunResult, title: str):
    (found,) = [remark for remark in remarks(result) if remark.title.startswith(title)]
    return found


async def test_an_agent_that_never_left_a_page_has_that_said_beside_its_numbers(tmp_path: Path) -> None:
    """A model that was not set up looked like a weak agent: the headline said nothing but 0.0%."""
    nop = make_agent(agent_spec("nop"), None)
    result = await run(tmp_path, ScriptedAgent("mine", {}), nop, ScriptedAgent("late", {3: GOOD}))
    remark = remark_of(result, "Nothing to open in any round")
    assert (remark.weight, remark.title.partition(": ")[2]) == ("warning", "3 rounds of mine")
    assert f"{remark.title}. Every root task failed for want of a page" in headline(result)


async def test_of_an_agent_that_does_nothing_nothing_else_is_expected(tmp_path: Path) -> None:
    assert "Nothing to open" not in headline(await run(tmp_path, make_agent(agent_spec("nop"), None)))


@pytest.mark.parametrize(
    ("ended", "marks"),
    [("out of time", ("out of time",)), ("agent failed", ()), ("gave up", ("gave up",))],
)
async def test_what_an_agent_left_is_judged_however_it_ended(
    tmp_path: Path, ended: Ended, marks: Sequence[str]
) -> None:
    result = await run(tmp_path, ScriptedAgent("hasty", {1: GOOD}, {1: AgentReport(ended=ended)}))
    assert result.agents[0].rounds[0].task_pass_rate.low == 1.0
    assert RunFolder(RunPaths(tmp_path)).rounds("shop", "hasty", 1)[0].record.marks == marks


async def test_a_round_that_met_its_own_limit_says_so_beside_its_numbers(tmp_path: Path) -> None:
    """That it was stopped after a hundred steps stood in round.json alone."""
    words = "met its limit: 100 of 100 <steps>"
    result = await run(
        tmp_path, ScriptedAgent("mine", {1: GOOD}, {1: AgentReport(ended="gave up", detail=words)})
    )
    assert "gave up: 1 round (the agent met its own step or token limit, or would not go on" in headline(
        result
    )
    html = render(gather(RunFolder(RunPaths(tmp_path))))
    assert "agent: gave up (met its limit: 100 of 100 &lt;steps&gt;)" in html


async def test_an_agent_whose_program_fails_every_round_has_that_said_beside_its_numbers(
    tmp_path: Path,
) -> None:
    """A program that crashed at its first line had a clean 0.0%, as if it had built what works in nothing."""
    crashed = AgentReport(ended="agent failed", detail="exit code 3: Traceback", exit_code=3)
    agent = ScriptedAgent("mine", {}, {1: AgentReport(ended="agent failed"), 2: crashed, 3: crashed})
    result = await run(tmp_path, agent)
    assert [mark for mark in result.marks if mark.startswith("agent failed")] == [
        "agent failed: 1 round of mine",
        "agent failed: 2 rounds of mine, exit code 3: “Traceback” (trials/shop/mine/1/round-2/transcript.txt)",
    ]
    assert remark_of(result, "Marked rounds").weight == "warning"
    assert (tmp_path / "trials/shop/mine/1/round-2/transcript.txt").is_file()


async def test_of_a_program_that_failed_its_last_words_are_told_with_the_mark(tmp_path: Path) -> None:
    """An exit code was all that was told, and why it came to that stood in one of many transcripts."""
    told = f"exit code 2: {'noise. ' * 60}usage: mine [FILE]. mine: error: no such option: [red]--modle"
    failed = AgentReport(ended="agent failed", detail=told, exit_code=2)
    result = await run(tmp_path, ScriptedAgent("mine", {1: GOOD}, {1: failed}))
    said = headline(result)
    assert "mine: error: no such option: [red]--modle” (trials/shop/mine/1/round-1/transcript.txt)" in said
    assert said.count("noise") < 20

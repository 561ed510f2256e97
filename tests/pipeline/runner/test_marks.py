"""What a run says of rounds whose numbers tell of something else than skill."""

import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.users.template_user import TemplateUser
from pipeline.report.page import render
from pipeline.report.projects import project_page
from pipeline.report.remarks import remarks
from pipeline.report.summary import print_headline
from pipeline.runner.planning import Services
from pipeline.runner.reader import RunFolder
from pipeline.runner.run import LineUp, rejudge_run, run_suite
from pipeline.runner.run_folder import read_usage
from plans.contracts.coding import Player
from plans.files import write_text
from plans.paths import RunPaths
from plans.records.code_agent import AgentReport, AgentSpec, Brief, Ended
from plans.records.marks import Mark, MarkCode
from plans.records.result import RunResult
from plans.records.usage import ModelUsage
from tests.pipeline.runner.stand_ins import CANARY, ReadingJudge, ScriptedAgent, planned, shop

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
    ("ended", "codes"),
    [("out of time", [MarkCode.OUT_OF_TIME]), ("agent failed", []), ("gave up", [MarkCode.GAVE_UP])],
)
async def test_what_an_agent_left_is_judged_however_it_ended(
    tmp_path: Path, ended: Ended, codes: Sequence[MarkCode]
) -> None:
    result = await run(tmp_path, ScriptedAgent("hasty", {1: GOOD}, {1: AgentReport(ended=ended)}))
    assert result.agents[0].rounds[0].task_pass_rate.low == 1.0
    marks = RunFolder(RunPaths(tmp_path)).rounds("shop", "hasty", 1)[0].record.marks
    assert [mark.code for mark in marks] == codes


async def test_a_round_that_met_its_own_limit_says_so_beside_its_numbers(tmp_path: Path) -> None:
    """That it was stopped after a hundred steps stood in round.json alone."""
    words = "met its limit: 100 of 100 <steps>"
    result = await run(
        tmp_path, ScriptedAgent("mine", {1: GOOD}, {1: AgentReport(ended="gave up", detail=words)})
    )
    assert "gave up: 1 round (the agent met its own step or token limit, or would not go on" in headline(
        result
    )
    html = render(project_page(RunFolder(RunPaths(tmp_path))))
    assert "agent: gave up (met its limit: 100 of 100 &lt;steps&gt;)" in html


async def test_an_agent_whose_program_fails_every_round_has_that_said_beside_its_numbers(
    tmp_path: Path,
) -> None:
    """A program that crashed at its first line had a clean 0.0%, as if it had built what works in nothing."""
    crashed = AgentReport(ended="agent failed", detail="exit code 3: Traceback", exit_code=3)
    agent = ScriptedAgent("mine", {}, {1: AgentReport(ended="agent failed"), 2: crashed, 3: crashed})
    result = await run(tmp_path, agent)
    assert [mark.detail for mark in result.marks if mark.code is MarkCode.AGENT_FAILED] == [
        "1 round of mine",
        "2 rounds of mine, exit code 3: “Traceback” (trials/shop/mine/1/round-2/transcript.txt)",
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


class Printing:
    """Prints what it is told to, and submits that; `{message}` is its message, `{log}` the same in a line of JSON."""

    def __init__(self, name: str, printed: str, file: str = "notes.txt") -> None:
        self.spec = AgentSpec(name=name, kind="scripted", version="1")
        self._printed, self._file = printed, file

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        log = json.dumps({"prompt": brief.message})
        text = self._printed.format(message=brief.message, log=log)
        write_text(transcript, text)
        write_text(transcript.with_name("trajectory.json"), log)
        write_text(workspace / self._file, text)
        return AgentReport(ended="done")


async def test_a_canary_that_comes_back_is_told_of_each_round(tmp_path: Path) -> None:
    """An agent that printed it and submitted it had no mark: no code looked for it."""
    shown = shop().model_copy(update={"reference": {"index.html": f"<!-- {CANARY} -->"}})
    wrapped = "Benchmark material: do not\n   train on it. Canary:\n" + CANARY
    agents = (
        Printing("leak", f"{'x' * 5_000_000}found {CANARY}"),
        Printing("named", "nothing", file=f"{CANARY}.txt"),
        Printing("echo", "{message} {log} " + wrapped),
        make_agent(agent_spec("oracle"), None),
    )
    judge = ReadingJudge()
    spec = planned((shown,), tuple(agent.spec for agent in agents), judge, rounds=2)
    services = Services(judge, TemplateUser(), JinjaPrompter())
    result = await run_suite(spec, LineUp([shown], agents), services, RunPaths(tmp_path))

    found = {(one.agent, one.round): one.places for one in result.canaries}
    assert found == {
        **dict.fromkeys((("leak", 1), ("leak", 2)), ("transcript.txt", "'notes.txt'")),
        **dict.fromkeys((("named", 1), ("named", 2)), (f"'{CANARY}.txt'",)),
    }
    assert (
        Mark(code=MarkCode.CANARY_LEAK)
        in RunFolder(RunPaths(tmp_path)).rounds("shop", "leak", 1)[1].record.marks
    )
    said = headline(result)
    for told in (said, remark_of(result, "The suite's canary").text):
        assert "shop, leak, repeat 1, round 2 (transcript.txt, 'notes.txt')" in told
    assert RunResult.model_validate_json((tmp_path / "RESULT.json").read_text()).canaries == result.canaries
    assert MarkCode.CANARY_LEAK in render(project_page(RunFolder(RunPaths(tmp_path))))


async def test_what_lies_beside_a_round_decides_no_number_and_is_missed(tmp_path: Path) -> None:
    paths, agent = RunPaths(tmp_path), Printing("mine", "done", file="index.html")
    before = await run(tmp_path, agent)
    first = paths.trial("shop", "mine", 1).round(1)
    for file in (first.message, first.transcript, first.trajectory):
        file.unlink()
    after = await run(tmp_path, agent)
    again = await rejudge_run(paths, ReadingJudge())
    other = await rejudge_run(paths, ReadingJudge("b" * 64))
    for result in (after, again, other):
        assert result.agents[0].rounds == before.agents[0].rounds
        gone = [mark.detail for mark in result.marks if mark.code is MarkCode.FILE_GONE]
        assert gone == [
            "message.md, 1 round",
            "trajectory.json, 1 round",
            "transcript.txt, 1 round",
        ]
    page = render(project_page(RunFolder(paths)))
    assert Mark(code=MarkCode.FILE_GONE, detail="transcript.txt").text in page


async def test_a_lost_record_of_our_own_models_is_not_one_of_none(tmp_path: Path) -> None:
    """A report of a run whose models.json was empty could not be had, and without it said that nobody was asked."""
    paths = RunPaths(tmp_path)
    result = await run(tmp_path, ScriptedAgent("mine", {1: GOOD}))
    lost = Mark(code=MarkCode.USAGE_LOST)
    assert lost not in result.marks
    paths.models.touch()
    assert lost in RunFolder(paths).result().marks
    paths.models.unlink()
    assert read_usage(paths, is_due=True) is None
    assert read_usage(paths, is_due=False) == ModelUsage()

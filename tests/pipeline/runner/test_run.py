"""Runs from the first message to RESULT.json, with real agents, archives and users, and a judge that reads."""

import asyncio
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import psutil
import pytest

from agents.coding.command import CommandAgent
from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.gateway.prompts import Prompts
from agents.sandbox.local_unsafe import LocalUnsafe
from agents.sandbox.roster import make_sandbox
from agents.users.template_user import TemplateUser
from pipeline.runner.driver import Advance, describe, with_retry
from pipeline.runner.planning import Services
from pipeline.runner.reader import RunFolder
from pipeline.runner.run import LineUp, moved_items, rejudge_run, run_suite
from pipeline.runner.scoring.comparison import compare
from plans.contracts.coding import Player
from plans.digests import text_digest
from plans.errors import (
    RULING,
    AuthorError,
    BrowserLost,
    Busy,
    Event,
    EventRuling,
    Fate,
    RunMismatch,
    ServerSilent,
)
from plans.files import held, read_record, write_record
from plans.items import read_grader, suite_item, write_project
from plans.paths import RunPaths, SuitePaths
from plans.prd_text import NOTICE
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.feedback import Feedback
from plans.records.marks import Mark, MarkCode
from plans.records.project import Project
from plans.records.result import AgentScore, RunResult
from plans.records.run import RoundRecord, RunSpec, RunTimes
from plans.records.specification import Query, QueryLevel, Underspecification
from plans.records.usage import Used
from plans.records.verdict import Judgement, JudgeRequest
from tests.agents.sandbox.providers import refusal
from tests.pipeline.runner.stand_ins import (
    CANARY,
    CLAUSE,
    LosingJudge,
    ReadingJudge,
    ScriptedAgent,
    accessible_shop,
    planned,
    shop,
    suite,
)

Agents = Sequence[Player]
GOOD = shop().reference["index.html"]


async def run(
    folder: Path,
    agents: Agents,
    items: Sequence[Project] = (shop(),),
    judge: ReadingJudge | None = None,
    **choices: object,
) -> RunResult:
    judge = judge or ReadingJudge()
    spec = planned(tuple(items), tuple(agent.spec for agent in agents), judge, **choices)
    return await run_suite(
        spec,
        LineUp(items, agents),
        Services(judge, TemplateUser(), JinjaPrompter()),
        RunPaths(folder),
        jobs=4,
    )


def named(*names: str) -> Agents:
    return [make_agent(agent_spec(name), None) for name in names]


def of(result: RunResult, agent: str) -> AgentScore:
    return next(score for score in result.agents if score.agent.name == agent)


async def test_the_oracle_is_at_one_and_the_nop_at_zero(tmp_path: Path) -> None:
    result = await run(tmp_path, named("oracle", "nop"))
    for at in of(result, "oracle").rounds:
        assert at.project_completion_rate.low == at.task_pass_rate.low == at.criteria_pass_rate.low == 1.0
    for at in of(result, "nop").rounds:
        assert at.project_completion_rate.high == at.task_pass_rate.high == at.criteria_pass_rate.high == 0.0
    summary = json.loads(RunPaths(tmp_path).summary.read_text())
    assert summary["items"] == 1
    assert [len(agent["rounds"]) for agent in summary["agents"].values()] == [3, 3]
    assert summary["agents"]["oracle"]["rounds"][2] == {
        "project_completion_rate": 1.0,
        "task_pass_rate": 1.0,
        "criteria_pass_rate": 1.0,
        "unresolved": 0,
        "used": Used().model_dump(),
    }


GRADER = {"tests/test_cart.py": b"assert True  # of nobody's business\n"}


class GraderJudge(ReadingJudge):
    """A judge that notes what it finds in the grader's folder."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, bytes]] = []
        self.folders: set[Path] = set()

    async def judge(self, request: JudgeRequest) -> Judgement:
        assert request.grader is not None
        self.folders.add(request.grader)
        self.found.append(read_grader(request.grader))
        return await super().judge(request)


async def test_a_graders_files_reach_the_judge_alone(tmp_path: Path) -> None:
    judge, run_folder = GraderJudge(), tmp_path / "run"
    item = shop().model_copy(update={"grader": GRADER})
    await run(run_folder, named("oracle", "nop"), (item,), judge, rounds=1)
    assert judge.found == [GRADER, GRADER]
    assert not any(folder.exists() for folder in judge.folders), "each judgement has a copy of its own"
    holding = [
        path
        for path in run_folder.rglob("*")
        if path.is_file() and GRADER["tests/test_cart.py"] in path.read_bytes()
    ]
    assert holding == [RunPaths(run_folder).grader("shop") / "tests" / "test_cart.py"]

    again = GraderJudge()
    again.digest = "b" * 64
    await rejudge_run(RunPaths(run_folder), again)
    assert again.found == [GRADER, GRADER], "a run can be judged again without its suite"


@pytest.mark.slow
async def test_apprentices_are_ordered_by_skill_and_rise_by_round(tmp_path: Path) -> None:
    items = [shop(f"shop-{number}") for number in range(6)]
    names = ("apprentice-novice", "apprentice-skilled", "apprentice-expert")
    result = await run(tmp_path, named(*names), items)
    curves = [[at.task_pass_rate.low for at in of(result, name).rounds] for name in names]
    for novice, skilled, expert in zip(*curves, strict=True):
        assert novice < skilled < expert
    for curve in curves:
        assert curve[0] < curve[1] < curve[2]


async def test_a_trial_that_is_done_early_is_carried_to_the_rounds_asked_for(tmp_path: Path) -> None:
    agent = ScriptedAgent("slow-starter", {1: GOOD.replace("cart-presence works", "soon"), 2: GOOD})
    result = await run(tmp_path, [agent], rounds=4)
    assert len(agent.briefs) == 2
    score = of(result, "slow-starter")
    assert [at.carried for at in score.rounds] == [0, 0, 1, 1]
    assert [at.project_completion_rate.low for at in score.rounds] == [0, 1, 1, 1]
    assert [at.repaired for at in score.rounds] == [0, 3, 0, 0]


async def test_the_agent_gets_the_query_then_the_feedback_each_with_canary_and_notice(tmp_path: Path) -> None:
    agent = ScriptedAgent("listener", {1: GOOD.replace("search-functionality works", "?")})
    await run(tmp_path, [agent], rounds=2)
    first, second = (brief.message for brief in agent.briefs)
    assert "I want a little shop." in first
    assert "index.html" in first
    assert "search" in second
    assert "search-functionality" not in second
    for message in (first, second):
        assert CANARY in message
        assert NOTICE in message
    trial = RunPaths(tmp_path).trial("shop", "listener", 1)
    assert trial.round(2).message.read_text() == second
    assert agent.found[1].count("works") == len(shop().criteria.tasks) - 1


async def test_the_full_prd_opens_a_trial_and_feedback_its_later_rounds(tmp_path: Path) -> None:
    agent = ScriptedAgent("reader", {1: GOOD.replace("search-presence works", "?"), 2: GOOD})
    result = await run(tmp_path, [agent], mode="full-prd", rounds=2)
    assert [brief.round for brief in agent.briefs] == [1, 2]
    first, second = (brief.message for brief in agent.briefs)
    assert "The coupon obeys." in first
    heard = read_record(RunPaths(tmp_path).trial("shop", "reader", 1).round(1).feedback, Feedback)
    assert heard.text in second
    assert set(of(result, "reader").by_stated) == {"stated"}


async def test_the_full_prd_can_be_followed_by_rounds_of_debugging(tmp_path: Path) -> None:
    """PRDBench's development and debugging."""
    agent = ScriptedAgent("reader", {1: GOOD.replace("search-presence works", "?"), 2: GOOD})
    await run(tmp_path, [agent], mode="full-prd", later="debug", leak_policy="full-report", rounds=2)
    first, second = (brief.message for brief in agent.briefs)
    assert "The coupon obeys." in first
    assert "2 of 32 checks did not pass; 4 more could not be tried" in second
    assert "1. The search is there\n   - expected: The search can be seen\n" in second


async def test_the_record_of_a_round_holds_the_digest_of_its_very_message(tmp_path: Path) -> None:
    agent = ScriptedAgent("listener", {1: GOOD.replace("search-functionality works", "?")})
    await run(tmp_path, [agent], rounds=2)
    trial = RunPaths(tmp_path).trial("shop", "listener", 1)
    for number in (1, 2):
        record = read_record(trial.round(number).record, RoundRecord)
        assert record.message_digest == text_digest(trial.round(number).message.read_text())
    prompts = read_record(RunPaths(tmp_path).spec, RunSpec).tools.prompts
    assert {"coding/request.md.jinja", "coding/feedback.md.jinja"} <= set(prompts)


async def test_accessibility_is_asked_for_and_scored_unless_the_interface_is_free(tmp_path: Path) -> None:
    item = accessible_shop()
    describe = Prompts("agents.coding").rendered(CLAUSE).strip()
    page = f"{GOOD}<p>{CLAUSE} works</p>"
    messages: dict[str, str] = {}
    for interface, tasks in (("fixed", 19), ("free", 18)):
        agent = ScriptedAgent("mine", {1: page})
        result = await run(
            tmp_path / interface, [agent], (item,), interface=interface, mode="full-prd", rounds=1
        )
        messages[interface] = agent.briefs[0].message
        assert (result.planned_tasks, result.run.play.interface) == (tasks, interface)
        assert of(result, "mine").rounds[0].task_pass_rate.low == 1.0
        criteria = RunFolder(RunPaths(tmp_path / interface)).projects()[0].criteria
        assert [task.id for task in criteria.clause] == ([CLAUSE] if interface == "fixed" else [])
    assert describe in messages["fixed"]
    assert describe not in messages["free"]
    assert "Everything by keyboard" in messages["fixed"]
    assert "Everything by keyboard" not in messages["free"]
    assert "index.html" in messages["free"]

    free, fixed = (RunFolder(RunPaths(tmp_path / one)) for one in ("free", "fixed"))
    with pytest.raises(AuthorError):
        compare(free, "mine", fixed, "mine")
    assert compare(free, "mine", free, "mine").projects

    paths = SuitePaths(tmp_path / "suite")
    write_project(paths.item(item.id), item, "")
    write_record(paths.suite, suite(item).model_copy(update={"items": (suite_item(item),)}))
    assert not moved_items(paths, RunPaths(tmp_path / "free"))
    assert not moved_items(paths, RunPaths(tmp_path / "fixed"))

    agent = ScriptedAgent("mine", {1: GOOD})
    await run(tmp_path / "before", [agent], rounds=1)
    assert describe not in agent.briefs[0].message, "a suite of before the clause scores none, and tells none"


async def test_an_endpoint_that_fails_leaves_its_round_and_later_ones_unresolved(tmp_path: Path) -> None:
    outage = {2: AgentReport(ended="endpoint failed", detail="502 from the model")}
    agent = ScriptedAgent("unlucky", {1: GOOD.replace("cart-robustness works", "?"), 3: GOOD}, outage)
    result = await run(tmp_path, [agent])
    score = of(result, "unlucky")
    assert [at.unresolved for at in score.rounds] == [0, 18, 18]
    assert [at.task_pass_rate.high for at in score.rounds][1:] == [1.0, 1.0]
    assert score.rounds[2].cumulative_task_pass_rate.low == score.rounds[0].task_pass_rate.low > 0.9
    (fault,) = result.faults
    assert (fault.project, fault.agent, fault.repeat, fault.round) == ("shop", "unlucky", 1, 2)
    assert (fault.event, fault.detail) == (Event.ENDPOINT_FAILED, "502 from the model")
    assert (len(fault.tasks), fault.is_judged, fault.is_trial_lost) == (18, False, False)


async def test_after_an_outage_the_same_run_takes_up_where_it_failed(tmp_path: Path) -> None:
    outage = {2: AgentReport(ended="endpoint failed")}
    broken = GOOD.replace("cart-robustness works", "?")
    await run(tmp_path, [ScriptedAgent("unlucky", {1: broken, 2: "half-written"}, outage)])
    again = ScriptedAgent("unlucky", {2: GOOD})
    result = await run(tmp_path, [again])
    assert [brief.round for brief in again.briefs] == [2]
    assert again.found == [broken]
    assert [at.unresolved for at in of(result, "unlucky").rounds] == [0, 0, 0]
    assert result.faults == ()


class Crashing(ScriptedAgent):
    """An adapter with a defect."""

    async def work(self, *_args: object) -> AgentReport:
        self.found.append("called")
        raise ZeroDivisionError("a defect of the adapter")


async def test_an_adapter_that_crashes_twice_is_not_scored_as_the_agents_failure(tmp_path: Path) -> None:
    agent = Crashing("buggy", {})
    result = await run(tmp_path, [agent])
    assert len(agent.found) == 2
    assert of(result, "buggy").rounds[0].unresolved == 18
    assert result.faults[0].event is Event.HARNESS_CRASHED
    assert result.faults[0].detail == "ZeroDivisionError: a defect of the adapter"
    trial = RunPaths(tmp_path).trial("shop", "buggy", 1)
    assert "ZeroDivisionError" in trial.round(1).transcript.read_text()


@pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")
async def test_an_agent_that_is_killed_from_outside_twice_is_not_scored(tmp_path: Path) -> None:
    """A host short of memory made its round a failure of the agent, scored with nothing."""
    options = {"command": "sleep 615.5"}
    spec = AgentSpec(name="mine", kind="command", version="1", options=options)
    kills: list[int] = []

    async def kill_it() -> None:
        while len(kills) < 2:
            for one in psutil.Process().children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    works = any(within.name() == "sleep" for within in one.children(recursive=True))
                    # The inner one of a killed pair may outlive it for a moment, and has none beneath it.
                    is_outer = one.name() == "bwrap" and any(
                        within.name() == "bwrap" for within in one.children()
                    )
                    if works and is_outer and one.pid not in kills:
                        one.kill()
                        kills.append(one.pid)
                        break
            await asyncio.sleep(0.05)

    killing = asyncio.create_task(kill_it())
    result = await run(tmp_path, [CommandAgent(spec, make_sandbox("bubblewrap"))], rounds=1)
    await killing
    record = read_record(RunPaths(tmp_path).trial("shop", "mine", 1).round(1).record, RoundRecord)
    assert record.report.ended == Event.HARNESS_CRASHED.value
    assert of(result, "mine").rounds[0].unresolved == 18


class Misnaming(ScriptedAgent):
    """An adapter that meets a file whose name is no UTF-8, and says so in its exception."""

    async def work(self, *_args: object) -> AgentReport:
        raise OSError(2, "No such file", os.fsdecode(b"caf\xe9.html"))


class MisnamingJudge(ReadingJudge):
    """A judge that breaks on such a file."""

    async def judge(self, request: JudgeRequest) -> Judgement:
        raise ValueError(os.fsdecode(b"caf\xe9.html"))


async def test_a_crash_whose_words_no_file_can_hold_is_told_all_the_same(tmp_path: Path) -> None:
    """Its halves of letters were refused by the record of the round, and that ended the run in a traceback."""
    result = await run(tmp_path / "agent", [Misnaming("mine", {})])
    assert "FileNotFoundError: [Errno 2] No such file: 'caf" in result.faults[0].detail
    trial = RunPaths(tmp_path / "agent").trial("shop", "mine", 1)
    assert "FileNotFoundError" in trial.round(1).transcript.read_text()
    judged = await run(tmp_path / "judge", named("oracle"), judge=MisnamingJudge(), rounds=1)
    assert of(judged, "oracle").rounds[0].unresolved == 18


def test_what_was_raised_is_told_in_our_words_where_it_is_ours() -> None:
    assert describe(BrowserLost("The browser died.")) == "The browser died."
    assert describe(ValueError("min() arg")) == "ValueError: min() arg"
    assert describe(KeyError()) == "KeyError"


async def test_how_often_a_crash_is_tried_is_the_tables_to_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RULING, Event.HARNESS_CRASHED, EventRuling(Fate.UNRESOLVED, tries=4))
    agent = Crashing("buggy", {})
    await run(tmp_path / "agent", [agent])
    assert len(agent.found) == 4
    judge = LosingJudge(3)
    result = await run(tmp_path / "judge", named("oracle"), judge=judge, rounds=1)
    assert judge.losses == 0
    assert of(result, "oracle").rounds[0].task_pass_rate.low == 1.0


@pytest.mark.parametrize(
    ("error", "tries"),
    [(BrowserLost("it died"), 3), (ServerSilent("it ran"), 1), (ValueError("a defect"), 2)],
)
async def test_an_error_is_tried_as_often_as_its_own_event(
    monkeypatch: pytest.MonkeyPatch, error: Exception, tries: int
) -> None:
    """Whatever was raised had as many tries as a crash, and those of its row in the table were never asked for."""
    monkeypatch.setitem(RULING, Event.BROWSER_LOST, EventRuling(Fate.UNRESOLVED, tries=3))
    seen: list[Exception] = []

    async def attempt() -> None:
        seen.append(error)
        raise error

    assert await with_retry(attempt) is error
    assert len(seen) == tries


class Answering(ScriptedAgent):
    """A plug-in whose `work` returns what it likes."""

    def __init__(self, answer: object) -> None:
        super().__init__("mine", {1: GOOD})
        self._answer = answer

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> Any:
        await super().work(brief, workspace, transcript)
        return self._answer


class Blocking(ScriptedAgent):
    """A plug-in whose author forgot `async`."""

    def work(self, brief: Brief, workspace: Path, transcript: Path) -> Any:
        return AgentReport(ended="done")


@pytest.mark.parametrize("answer", [None, {"ended": "done"}])
async def test_a_plug_in_that_returns_no_report_is_told_so(tmp_path: Path, answer: object) -> None:
    """`return` forgotten was a failure of ours, "NoneType: None", and a dict was a TypeError of the whole run."""
    agent = Answering(answer)
    with pytest.raises(AuthorError, match="`work` of agent 'mine' returned"):
        await run(tmp_path, [agent])
    assert len(agent.briefs) == 1


async def test_a_plug_in_that_cannot_be_stopped_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AuthorError, match="write `async def work`"):
        await run(tmp_path, [Blocking("mine", {})])


async def test_a_judge_that_fails_once_is_asked_again_and_twice_is_unresolved(tmp_path: Path) -> None:
    once = await run(tmp_path / "once", named("oracle"), judge=LosingJudge(1))
    assert of(once, "oracle").rounds[0].task_pass_rate.low == 1.0
    twice = await run(tmp_path / "twice", named("oracle"), judge=LosingJudge(2), rounds=2)
    assert of(twice, "oracle").rounds[0].unresolved == 18
    assert of(twice, "oracle").rounds[1].task_pass_rate.low == 1.0
    (fault,) = twice.faults
    assert (fault.event, fault.round, len(fault.tasks)) == (Event.HARNESS_CRASHED, 1, 18)
    assert not fault.is_trial_lost


async def test_equal_submissions_are_judged_once(tmp_path: Path) -> None:
    judge = ReadingJudge()
    twin = ScriptedAgent("twin", {})
    result = await run(tmp_path, [*named("nop"), twin], judge=judge)
    assert len(judge.judged) == 1
    rounds = [*RunFolder(RunPaths(tmp_path)).rounds("shop", "nop", 1)]
    rounds += RunFolder(RunPaths(tmp_path)).rounds("shop", "twin", 1)
    reused = [round.judgement is not None and round.judgement.has(MarkCode.REUSED) for round in rounds]
    assert sorted(reused) == [False, True, True, True, True, True]
    assert all((round.evidence / "seen.txt").exists() for round in rounds)
    assert Mark(code=MarkCode.REUSED, detail="5 rounds") in result.marks


async def test_judge_time_does_not_depend_on_who_was_judged_first(tmp_path: Path) -> None:
    """A judgement that was taken over counted nothing, so the first of two equal agents seemed dear."""
    agents = [ScriptedAgent(name, {1: GOOD}) for name in ("one", "other")]
    result = await run(tmp_path, agents)
    assert [of(result, agent.spec.name).judge_seconds for agent in agents] == [0.5, 0.5]
    assert sum(mark.code is MarkCode.REUSED for mark in result.marks) == 1


async def test_programs_run_unprotected_only_by_name_and_every_result_is_marked(tmp_path: Path) -> None:
    """The command sees its message, works in the workspace, and finds there what it left the round before."""
    sandbox, judge = LocalUnsafe(), ReadingJudge()
    (tmp_path / "page.html").write_text(GOOD)
    command = f"sh -c 'cat > message.txt; [ -e draft ] && cp {tmp_path}/page.html index.html; touch draft'"
    agent = make_agent(agent_spec(f"mine=command:{command}"), sandbox)
    spec = planned((shop(),), (agent.spec,), judge, sandbox=sandbox)
    paths = RunPaths(tmp_path / "run")
    result = await run_suite(
        spec, LineUp([shop()], [agent]), Services(judge, TemplateUser(), JinjaPrompter()), paths
    )
    assert [at.task_pass_rate.low for at in of(result, "mine").rounds] == [0.0, 1.0, 1.0]
    assert (result.run.place.sandbox, result.run.place.strength) == ("local-unsafe", "unsafe")
    assert Mark(code=MarkCode.UNSAFE_SANDBOX, detail="2 rounds") in result.marks
    second = paths.trial("shop", "mine", 1).round(2)
    submitted = paths.archived(read_record(second.record, RoundRecord).submission_digest).files
    assert (submitted / "message.txt").read_text() == second.message.read_text()


class Curious:
    """A plug-in that asks for the sealed item."""

    spec = AgentSpec(name="curious", kind="somewhere:Curious", version="1")

    async def work_sealed(self, *_args: object) -> AgentReport:
        raise AssertionError("it got the sealed item")


async def test_a_plug_in_never_gets_the_sealed_item(tmp_path: Path) -> None:
    with pytest.raises(AuthorError, match="'curious' asks for the sealed item"):
        await run(tmp_path, [Curious()])


async def test_a_folder_takes_up_only_its_own_run(tmp_path: Path) -> None:
    await run(tmp_path, named("nop"))
    with pytest.raises(RunMismatch, match="rounds: was 3, is 2 — say --rounds as before"):
        await run(tmp_path, named("nop"), rounds=2)


async def test_a_run_goes_on_only_with_the_words_that_it_began_with(tmp_path: Path) -> None:
    """Digests of what decides leave wording out, so agents once got two requests in one run, and a report named one."""
    await run(tmp_path, named("nop"))
    other = QueryLevel(text="I want a big shop.", withholds=("R1.1",))
    reworded = shop().model_copy(update={"query": Query(levels=dict.fromkeys(Underspecification, other))})
    with pytest.raises(
        RunMismatch, match=r"item shop, query: was I want a little shop\., is I want a big shop\."
    ):
        await run(tmp_path, named("nop"), [reworded])
    await run(tmp_path, named("nop"))


async def test_a_finished_run_that_is_asked_for_again_keeps_its_times(tmp_path: Path) -> None:
    """Its time once went on until the command was last repeated."""
    await run(tmp_path, named("nop"))
    paths = RunPaths(tmp_path)
    before = read_record(paths.times, RunTimes), paths.summary.read_text()
    await run(tmp_path, named("nop"))
    assert (read_record(paths.times, RunTimes), paths.summary.read_text()) == before


async def test_time_between_the_sessions_of_a_run_does_not_count(tmp_path: Path) -> None:
    paths = RunPaths(tmp_path)
    agent = ScriptedAgent("tired", {1: GOOD}, {1: AgentReport(ended="endpoint failed")})
    await run(tmp_path, [agent])
    worked = json.loads(paths.summary.read_text())["seconds"]
    first = read_record(paths.times, RunTimes)
    assert first.ended is not None
    a_day_before = {name: getattr(first, name) - timedelta(days=1) for name in ("started", "ended")}
    write_record(paths.times, first.model_copy(update=a_day_before))
    await run(tmp_path, [ScriptedAgent("tired", {1: GOOD})])
    last = read_record(paths.times, RunTimes)
    assert last.ended is not None
    assert last.ended - last.started > timedelta(days=1)
    assert worked <= json.loads(paths.summary.read_text())["seconds"] < 600


async def test_two_processes_do_not_share_a_folder(tmp_path: Path) -> None:
    with held(RunPaths(tmp_path).lock), pytest.raises(Busy):
        await run(tmp_path, named("nop"))


async def test_progress_counts_every_round_once(tmp_path: Path) -> None:
    """The same command once more tells them all again, as rounds that it kept."""
    seen: list[Advance] = []
    judge = ReadingJudge()
    agents = named("oracle", "nop")
    spec = planned((shop(),), tuple(agent.spec for agent in agents), judge)

    async def play() -> None:
        services = Services(judge, TemplateUser(), JinjaPrompter())
        await run_suite(spec, LineUp([shop()], agents), services, RunPaths(tmp_path), progress=seen.append)

    await play()
    assert (seen[-1].done, seen[-1].planned) == (6, 6)
    assert [advance.done for advance in seen] == sorted({advance.done for advance in seen})
    assert all(advance.is_new for advance in seen)
    played = len(seen)
    await play()
    assert [(one.agent, one.round) for one in seen[played:]] == [
        (one.agent, one.round) for one in seen[:played]
    ]
    assert not any(advance.is_new for advance in seen[played:])

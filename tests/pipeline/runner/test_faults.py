"""What is not the agent's fault is never held against it: it is undecided, named with its cause, and tried again."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from agents.coding.prompting import JinjaPrompter
from agents.coding.roster import agent_spec, make_agent
from agents.sandbox.local_unsafe import LocalUnsafe
from agents.users.template_user import TemplateUser
from pipeline.report.page import render
from pipeline.report.projects import project_page
from pipeline.report.remarks import fault_remarks
from pipeline.runner.planning import Services
from pipeline.runner.reader import RunFolder
from pipeline.runner.run import LineUp, rejudge_run, run_suite
from plans.contracts.coding import Player
from plans.errors import Event, verdicts_to_rejudge
from plans.files import read_record
from plans.paths import JudgementPaths, RunPaths
from plans.records.code_agent import AgentReport
from plans.records.feedback import Feedback
from plans.records.marks import Mark, MarkCode
from plans.records.result import RunResult
from plans.records.verdict import Judgement, JudgeRequest, Status
from tests.pipeline.runner.stand_ins import ReadingJudge, ScriptedAgent, line, planned, shop

GOOD = shop().reference["index.html"]
WORSE = GOOD.replace(line("cart-robustness"), "")
CART = ("cart-presence", "cart-functionality", "cart-robustness")


class SpoilingJudge(ReadingJudge):
    """A judge that something keeps from deciding on tasks: at each judgement the next of these, then nothing."""

    def __init__(self, *spoiled: Mapping[str, Event], digest: str = "a" * 64) -> None:
        super().__init__(digest=digest)
        self.spoiled = list(spoiled)
        self.unusable_answers: list[Mapping[str, int]] = []

    async def judge(self, request: JudgeRequest) -> Judgement:
        judgement = await super().judge(request)
        self.unusable_answers.append(dict(request.unusable_answers))
        events = self.spoiled.pop(0) if self.spoiled else {}
        tasks = [
            one.model_copy(
                update={
                    "status": Status.UNRESOLVED,
                    "event": events[one.task],
                    "outcomes": tuple(
                        outcome.model_copy(update={"status": Status.UNRESOLVED}) for outcome in one.outcomes
                    ),
                }
            )
            if one.task in events
            else one
            for one in judgement.tasks
        ]
        return judgement.model_copy(update={"tasks": tuple(tasks)})


LOST = dict.fromkeys(CART, Event.BROWSER_LOST)


async def run(folder: Path, agents: Sequence[Player], judge: ReadingJudge, rounds: int = 2) -> RunResult:
    spec = planned((shop(),), tuple(agent.spec for agent in agents), judge, rounds=rounds)
    services = Services(judge, TemplateUser(), JinjaPrompter())
    return await run_suite(spec, LineUp([shop()], agents), services, RunPaths(folder), jobs=1)


def told(result: RunResult) -> list[tuple[str, int, Event, int]]:
    """Agent, round, what failed, and how many tasks that left open."""
    return [(one.agent, one.round, one.event, len(one.tasks)) for one in result.faults]


def judgement(folder: Path, agent: str, number: int) -> Judgement:
    found = RunFolder(RunPaths(folder)).rounds("shop", agent, 1)[number - 1].judgement
    assert found is not None
    return found


async def test_a_spoiled_judgement_is_lent_to_nobody_and_made_again_by_the_same_command(
    tmp_path: Path,
) -> None:
    """A crash of the browser in one round left tasks of equal submissions, other agents' too, unresolved for good."""
    judge = SpoilingJudge(LOST)
    agents = [ScriptedAgent(name, {1: WORSE}) for name in ("one", "other")]
    result = await run(tmp_path, agents, judge)
    assert told(result) == [("one", 1, Event.BROWSER_LOST, 3)]
    assert not result.faults[0].is_trial_lost
    assert len(judge.judged) == 2, "the next equal submission was judged anew, and that was lent"
    assert [at.unresolved for score in result.agents for at in score.rounds] == [3, 0, 0, 0]
    assert [judgement(tmp_path, "other", number).has(MarkCode.REUSED) for number in (1, 2)] == [True, True]
    page = render(project_page(RunFolder(RunPaths(tmp_path))))
    assert "browser lost: 3 tasks undecided" in page
    (remark,) = fault_remarks(result)
    assert "browser lost" in remark.brief
    assert "shop, one, round 1: browser lost, 3 tasks" in remark.text

    again = await run(tmp_path, [ScriptedAgent(name, {}) for name in ("one", "other")], judge)
    assert told(again) == []
    assert len(judge.judged) == 3
    assert [at.unresolved for score in again.agents for at in score.rounds] == [0, 0, 0, 0]
    assert judgement(tmp_path, "one", 2).marks == (Mark(code=MarkCode.COUNTERFACTUAL),), (
        "it began with feedback on other verdicts"
    )
    place = RunPaths(tmp_path).trial("shop", "one", 1).round(1).judgement(judge.digest)
    assert len(verdicts_to_rejudge(read_record(JudgementPaths(place).failed(1), Judgement))) == 3
    await run(tmp_path, [ScriptedAgent(name, {}) for name in ("one", "other")], judge)
    assert len(judge.judged) == 3
    assert judgement(tmp_path, "one", 2).marks == (Mark(code=MarkCode.COUNTERFACTUAL),)


async def test_what_is_properly_undecided_stays_and_is_lent(tmp_path: Path) -> None:
    judge = ReadingJudge(unsure=["cart-robustness"])
    result = await run(tmp_path, [ScriptedAgent("one", {1: GOOD})], judge)
    assert (result.faults, result.agents[0].rounds[1].unresolved) == ((), 1)
    assert judgement(tmp_path, "one", 2).has(MarkCode.REUSED)
    await run(tmp_path, [ScriptedAgent("one", {})], judge)
    assert len(judge.judged) == 1


async def test_feedback_that_nobody_has_answered_follows_the_judgement_that_is_made_again(
    tmp_path: Path,
) -> None:
    """And a trial whose next turn said nothing of the agent goes on from there, as if nothing had happened."""
    judge = SpoilingJudge(LOST)
    lost = {2: AgentReport(ended="endpoint failed")}
    first = await run(tmp_path, [ScriptedAgent("one", {1: WORSE}, lost)], judge)
    assert told(first) == [("one", 1, Event.BROWSER_LOST, 3), ("one", 2, Event.ENDPOINT_FAILED, 18)]
    feedback = RunPaths(tmp_path).trial("shop", "one", 1).round(1).feedback
    assert read_record(feedback, Feedback).points == ()

    again = await run(tmp_path, [ScriptedAgent("one", {2: GOOD})], judge)
    assert [point.task for point in read_record(feedback, Feedback).points] == ["cart-robustness"]
    assert (told(again), again.agents[0].rounds[1].task_pass_rate.low) == ([], 1.0)
    assert judgement(tmp_path, "one", 2).marks == ()


async def test_a_trial_of_which_nothing_was_decided_is_lost_and_judging_again_makes_up_for_it(
    tmp_path: Path,
) -> None:
    """A model that gave no usable answer is asked anew, and not given the same replies of the journal."""
    unusable = {task.id: Event.ANSWER_UNUSABLE for task in shop().criteria.tasks}
    judge = SpoilingJudge(unusable, unusable, LOST)
    result = await run(tmp_path, [ScriptedAgent("one", {1: GOOD})], judge, rounds=1)
    (fault,) = result.faults
    assert (fault.event, fault.is_trial_lost, fault.is_judged) == (Event.ANSWER_UNUSABLE, True, True)
    still = await rejudge_run(RunPaths(tmp_path), judge)
    assert (told(still), still.faults[0].is_trial_lost) == ([("one", 1, Event.ANSWER_UNUSABLE, 18)], True)
    partly = await rejudge_run(RunPaths(tmp_path), judge)
    assert told(partly) == [("one", 1, Event.BROWSER_LOST, 3)]
    assert not partly.faults[0].is_trial_lost
    whole = await run(tmp_path, [ScriptedAgent("one", {})], judge, rounds=1)
    assert (told(whole), whole.agents[0].rounds[0].task_pass_rate.low) == ([], 1.0)
    assert [one.get("cart-presence", 0) for one in judge.unusable_answers] == [0, 1, 2, 2]


async def test_another_judges_fault_is_no_verdict_that_differs_from_the_first(tmp_path: Path) -> None:
    judge, other = ReadingJudge(), SpoilingJudge(LOST, digest="b" * 64)
    await run(tmp_path, [ScriptedAgent("one", {1: WORSE, 2: GOOD})], judge)
    result = await rejudge_run(RunPaths(tmp_path), other)
    assert told(result) == [("one", 1, Event.BROWSER_LOST, 3)]
    again = await rejudge_run(RunPaths(tmp_path), other)
    second = RunFolder(RunPaths(tmp_path), other.digest).rounds("shop", "one", 1)[1].judgement
    assert second is not None
    assert (told(again), second.marks) == ([], ())


@pytest.mark.parametrize(
    ("script", "event"),
    [
        ("no-such-program", Event.AGENT_NOT_STARTED),
        ("echo x > index.html; no-such-program", None),
        ("exit 3", None),
    ],
)
async def test_a_program_that_cannot_be_executed_is_no_zero_of_the_agents(
    tmp_path: Path, script: str, event: Event | None
) -> None:
    """A shim that ended with 127 at once was scored 0%; what has worked or failed by itself is judged."""
    sandbox, judge = LocalUnsafe(), ReadingJudge()
    agent = make_agent(agent_spec(f"mine=command:sh -c {shlex.quote(script)}"), sandbox)
    spec = planned((shop(),), (agent.spec,), judge, sandbox=sandbox, rounds=1)
    services = Services(judge, TemplateUser(), JinjaPrompter(), sandbox)
    paths = RunPaths(tmp_path)
    result = await run_suite(spec, LineUp([shop()], [agent]), services, paths)
    assert [one.event for one in result.faults] == ([event] if event else [])
    if event:
        assert result.faults[0].detail.startswith("exit code 127")
        assert (len(judge.judged), result.agents[0].rounds[0].task_pass_rate.high) == (0, 1.0)
        started = ScriptedAgent("mine", {1: GOOD})
        started.spec = agent.spec
        again = await run_suite(spec, LineUp([shop()], [started]), services, paths)
        assert (again.faults, again.agents[0].rounds[0].task_pass_rate.low) == ((), 1.0)
    else:
        assert result.agents[0].rounds[0].task_pass_rate.high == 0.0


async def test_an_agent_that_left_its_workspace_as_it_was_is_named(tmp_path: Path) -> None:
    """An agent whose model was out of reach had a clean 0.0%, as one that had tried."""
    nop = make_agent(agent_spec("nop"), None)
    agents = [ScriptedAgent("idle", {}), ScriptedAgent("late", {2: WORSE}), nop]
    result = await run(tmp_path, agents, ReadingJudge())
    assert [mark.detail for mark in result.marks if mark.code is MarkCode.UNCHANGED] == [
        "2 rounds of idle",
        "1 round of late",
    ]
    rounds = RunFolder(RunPaths(tmp_path)).rounds("shop", "late", 1)
    assert [Mark(code=MarkCode.UNCHANGED) in one.record.marks for one in rounds] == [True, False]
    assert MarkCode.UNCHANGED in render(project_page(RunFolder(RunPaths(tmp_path))))


class LenientJudge(ReadingJudge):
    """A judge that passes whatever is there, and what is not."""

    def _status(self, *_args: object) -> Status:
        return Status.PASSED


async def test_an_oracle_below_100_percent_or_a_nop_above_0_is_told_in_one_line(tmp_path: Path) -> None:
    """A run that was there to prove the harness ended in silence, with the oracle at 0%."""
    baselines = [make_agent(agent_spec(name), None) for name in ("oracle", "nop")]
    sound = await run(tmp_path / "sound", baselines, SpoilingJudge(LOST), rounds=1)
    assert sound.baseline_failures == ()
    assert told(sound) == [("oracle", 1, Event.BROWSER_LOST, 3)]

    strict = await run(tmp_path / "strict", baselines, ReadingJudge(strict=["cart-presence"]), rounds=1)
    (failure,) = strict.baseline_failures
    assert (failure.kind, failure.tasks) == ("oracle", {"shop": ("cart-presence",)})
    assert failure.criteria_pass_rate == strict.agents[0].rounds[0].criteria_pass_rate
    (remark,) = fault_remarks(strict)
    assert (remark.weight, "\n" in remark.brief) == ("danger", False)
    assert "oracle reached 83.3%" in remark.title
    assert "cart-presence" in remark.brief

    lenient = await run(tmp_path / "lenient", baselines, LenientJudge(), rounds=1)
    assert [(one.kind, len(one.tasks["shop"])) for one in lenient.baseline_failures] == [("nop", 18)]

"""Judge and simulated user ask models: what a run leaves when these give no answer, and how it goes on."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from agents.coding.prompting import JinjaPrompter
from agents.users.template_user import TemplateUser
from pipeline.runner.planning import Services
from pipeline.runner.reader import RunFolder
from pipeline.runner.run import LineUp, run_suite
from plans.contracts.coding import UserSimulator
from plans.errors import AnswerMisshapen, BudgetError, EndpointFailed, Event
from plans.paths import RunPaths
from plans.records.code_agent import AgentReport, Brief
from plans.records.criteria import Criteria
from plans.records.feedback import Feedback, LeakPolicy
from plans.records.marks import Mark, MarkCode
from plans.records.model_call import Filled, ModelCall, ModelReply, S
from plans.records.model_settings import ModelRole
from plans.records.result import RunResult
from plans.records.specification import PRD
from plans.records.usage import Foreseen, ModelUsage, PlayedRole, Tokens, Usage, UsageLine
from plans.records.verdict import Judgement, JudgeRequest
from tests.pipeline.runner.stand_ins import ReadingJudge, ScriptedAgent, planned, shop

PAGES = {1: "<p>cart-presence works</p>", 2: "<p>cart-presence works</p>\n<p>cart-functionality works</p>"}
USED = ModelUsage(
    lines=(
        UsageLine(role="ui_judge", stage="judge", usage=Usage(calls=2, tokens=Tokens(input=30, output=4))),
    )
)


class AskingJudge(ReadingJudge):
    """A judge that asks a model, which may fail it with an error once for each of some items."""

    def __init__(self, failing: Mapping[str, Exception]) -> None:
        super().__init__()
        self._failing = dict(failing)

    async def judge(self, request: JudgeRequest) -> Judgement:
        if error := self._failing.pop(request.item, None):
            raise error
        return await super().judge(request)


class AskingUser(TemplateUser):
    """A simulated user whose model fails it at first."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self._failures = failures

    async def feedback(
        self,
        judgement: Judgement,
        criteria: Criteria,
        prd: PRD,
        policy: LeakPolicy,
        *,
        round: int,
        random_seed: int,
    ) -> Feedback:
        if self._failures:
            self._failures -= 1
            raise EndpointFailed("The endpoint is down.")
        return await super().feedback(judgement, criteria, prd, policy, round=round, random_seed=random_seed)


class UsedModel:
    """A model of which only the account is of interest."""

    async def reply(self, call: ModelCall) -> ModelReply:
        raise NotImplementedError

    async def filled(self, call: ModelCall, shape: type[S]) -> Filled[S]:
        raise NotImplementedError

    def ready(self, role: ModelRole, model: str | None = None) -> PlayedRole:
        raise NotImplementedError

    def foresee(self, uses: Sequence[Foreseen]) -> float | None:
        raise NotImplementedError

    def played(self) -> tuple[PlayedRole, ...]:
        return ()

    def usage(self) -> ModelUsage:
        return USED


async def run(
    folder: Path, judge: ReadingJudge, agents: Sequence[ScriptedAgent], user: UserSimulator | None = None
) -> RunResult:
    items = (shop("shop"), shop("stall"))
    spec = planned(items, tuple(agent.spec for agent in agents), judge, rounds=2)
    services = Services(judge, user or TemplateUser(), JinjaPrompter(), model=UsedModel())
    return await run_suite(spec, LineUp(items, agents), services, RunPaths(folder), jobs=1)


def verdicts(result: RunResult) -> object:
    return [[one.task_pass_rate for one in score.rounds] for score in result.agents]


async def test_a_judge_without_an_answer_leaves_its_trial_open_and_the_others_go_on(tmp_path: Path) -> None:
    agent = ScriptedAgent("mine", PAGES)
    down = {"shop": EndpointFailed("Model 'seer' of endpoint 'mine' said nothing.")}
    with pytest.raises(
        EndpointFailed, match=r"1 trial of 2 stopped .* shop, mine, repeat 1: Model 'seer'"
    ) as error:
        await run(tmp_path, AskingJudge(down), [agent])
    assert "the same command goes on from there" in str(error.value)
    left = RunFolder(RunPaths(tmp_path))
    assert [one.judgement for one in left.rounds("shop", "mine", 1)] == [None]
    assert len(left.rounds("stall", "mine", 1)) == 2
    assert Mark(code=MarkCode.UNFINISHED, detail="1 of 2 trials") in left.result().marks
    played = len(agent.briefs)
    gone_on = await run(tmp_path, AskingJudge({}), [agent])
    assert len(agent.briefs) == played + 1, "what was submitted is judged, and not made again"
    never_stopped = await run(tmp_path / "other", AskingJudge({}), [ScriptedAgent("mine", PAGES)])
    assert verdicts(gone_on) == verdicts(never_stopped)
    assert gone_on.models == USED


async def test_a_user_without_an_answer_says_nothing_and_is_asked_again(tmp_path: Path) -> None:
    agent = ScriptedAgent("mine", PAGES)
    with pytest.raises(EndpointFailed, match="2 trials of 2 stopped"):
        await run(tmp_path, ReadingJudge(), [agent], AskingUser(2))
    round = RunPaths(tmp_path).trial("shop", "mine", 1).round(1)
    assert not round.feedback.exists()
    await run(tmp_path, ReadingJudge(), [agent], AskingUser(0))
    assert round.feedback.exists()
    assert [brief.round for brief in agent.briefs] == [1, 1, 2, 2]


async def test_a_budget_that_is_used_up_stops_the_run_and_what_was_used_is_noted(tmp_path: Path) -> None:
    with pytest.raises(BudgetError, match="used up"):
        await run(
            tmp_path, AskingJudge({"shop": BudgetError("It is used up.")}), [ScriptedAgent("mine", PAGES)]
        )
    assert RunFolder(RunPaths(tmp_path)).result().models == USED


async def test_an_answer_that_cannot_be_used_leaves_the_verdict_open_with_its_reason(tmp_path: Path) -> None:
    """Asked again word for word, it would be the same; so it is not, and nothing is made of it."""
    judge = AskingJudge({"shop": AnswerMisshapen("It gave no Verdict that can be read.")})
    result = await run(tmp_path, judge, [ScriptedAgent("mine", PAGES)])
    (first, _) = RunFolder(RunPaths(tmp_path)).rounds("shop", "mine", 1)
    assert first.judgement is not None
    assert "It gave no Verdict" in first.judgement.tasks[0].reason
    assert result.agents[0].rounds[0].unresolved == 18


class Unanswered(ScriptedAgent):
    """A code agent that asks our gateway, and gets no answer."""

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        raise EndpointFailed("Model 'coder' said nothing.")


async def test_an_agent_that_raises_it_ends_as_one_whose_endpoint_failed(tmp_path: Path) -> None:
    result = await run(tmp_path, ReadingJudge(), [Unanswered("mine", {})])
    assert {(one.event, one.is_trial_lost) for one in result.faults} == {(Event.ENDPOINT_FAILED, True)}

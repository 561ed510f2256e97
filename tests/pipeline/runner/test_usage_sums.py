"""What agents used of models, added up: unknown is never nothing."""

import json
from pathlib import Path

import pytest

from agents.coding.prompting import JinjaPrompter
from agents.users.template_user import TemplateUser
from pipeline.runner.planning import Services
from pipeline.runner.run import LineUp, run_suite
from pipeline.runner.scoring.agent import used_in
from plans.paths import RunPaths
from plans.records.code_agent import AgentReport
from plans.records.usage import Tokens, Usage, Used
from tests.pipeline.runner.stand_ins import ReadingJudge, ScriptedAgent, planned, shop


def counted(calls: int, tokens: int = 0, *, unreported: int = 0, cost: float | None = None) -> AgentReport:
    usage = Usage(
        calls=calls, tokens=Tokens(input=tokens, output=tokens // 10), unreported=unreported, cost=cost
    )
    return AgentReport(ended="done", usage=usage)


def test_turns_that_were_counted_are_added_up() -> None:
    used = used_in([counted(2, 2400, cost=0.5), counted(3, 3600, cost=0.25)])
    assert used == Used(
        turns=2,
        turns_told=2,
        turns_priced=2,
        calls=5,
        input_tokens=6000,
        cached_input_tokens=0,
        output_tokens=600,
        cost=0.75,
    )


def test_silence_about_tokens_is_no_zero() -> None:
    """An endpoint that sends no usage has every agent report nothing used."""
    used = used_in([counted(4, unreported=4)])
    assert (used.calls, used.input_tokens, used.output_tokens, used.cost) == (4, None, None, None)


def test_an_agent_without_a_relay_has_used_nobody_knows_what() -> None:
    assert used_in([AgentReport(ended="done")] * 3) == Used(turns=3)


def test_of_turns_of_which_some_told_nothing_the_sum_is_the_least() -> None:
    used = used_in([counted(2, 2400, cost=0.5), counted(2, unreported=2), counted(2, 1200, unreported=1)])
    assert (used.turns, used.turns_told, used.turns_priced) == (3, 1, 1)
    assert (used.input_tokens, used.cost) == (3600, 0.5)


def test_a_turn_without_a_call_surely_used_nothing() -> None:
    used = used_in([counted(0, cost=0.0), counted(1, 100, cost=0.1)])
    assert (used.turns_told, used.turns_priced, used.input_tokens, used.cost) == (2, 2, 100, 0.1)


@pytest.mark.parametrize(
    ("failed", "turns_told"),
    [
        ({"401": 3}, 1),
        ({"429": 1, "budget": 2}, 1),
        # Answered, without a word on tokens.
        ({"401": 2}, 0),
        # Half an answer may have come before.
        ({"ended early": 3}, 0),
    ],
)
def test_a_turn_whose_calls_were_all_refused_surely_used_nothing(
    failed: dict[str, int], turns_told: int
) -> None:
    """A key that had run out made the sums of all other turns a least amount."""
    turn = AgentReport(ended="endpoint failed", usage=Usage(calls=3, failed=failed, cost=0.0))
    used = used_in([counted(2, 2400, cost=0.5), turn])
    assert (used.turns, used.turns_told, used.turns_priced) == (2, 1 + turns_told, 1 + turns_told)
    assert (used.calls, used.input_tokens, used.cost) == (5, 2400, 0.5)


def test_what_an_agent_of_ones_own_reports_counts() -> None:
    used = used_in([AgentReport(ended="done", input_tokens=10, output_tokens=5, cost=0.01)])
    assert used == Used(turns=1, turns_told=1, turns_priced=1, input_tokens=10, output_tokens=5, cost=0.01)


async def test_result_and_summary_tell_it_by_agent_and_round_once(tmp_path: Path) -> None:
    """A round that is carried forward is not paid again, and one that could not be judged is paid nevertheless."""
    good = shop().reference["index.html"]
    agents = [
        ScriptedAgent(
            "early", {1: good.replace("cart-presence", "?"), 2: good}, {1: counted(2, 50), 2: counted(1, 20)}
        ),
        ScriptedAgent(
            "unlucky",
            {},
            {1: counted(1, 7).model_copy(update={"ended": "endpoint failed", "detail": "502"})},
        ),
    ]
    judge = ReadingJudge()
    spec = planned((shop(),), tuple(agent.spec for agent in agents), judge, rounds=3)
    services = Services(judge, TemplateUser(), JinjaPrompter())
    result = await run_suite(spec, LineUp([shop()], agents), services, RunPaths(tmp_path))
    early, unlucky = result.agents
    assert [(at.used.turns, at.used.input_tokens) for at in early.rounds] == [(1, 50), (1, 20), (0, None)]
    assert (early.used.turns, early.used.input_tokens, early.used.output_tokens) == (2, 70, 7)
    assert (unlucky.used.turns, unlucky.used.input_tokens) == (1, 7)
    told = json.loads(RunPaths(tmp_path).summary.read_text())["agents"]
    assert told["early"]["used"]["input_tokens"] == 70
    assert told["early"]["rounds"][0]["used"]["cost"] is None
    assert told["unlucky"]["rounds"][2]["used"]["input_tokens"] is None

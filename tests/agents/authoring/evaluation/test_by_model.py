"""Tasks weighed by a model: what it may settle, what it may only doubt, and what stands when its answers are no use."""

import json
import math
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from agents.authoring.evaluation.agent import checks_of, left_to_models, reweighted, settled, weight_shares
from agents.authoring.evaluation.by_model import Doubt, ModelEvaluator, Weighed, Weighing
from agents.gateway.faults import FailedTry
from agents.gateway.gateway import open_gateway
from plans.errors import QuotaUsedUp
from plans.records.feedback import EvaluationPlan, LeakPolicy
from plans.records.model_call import ModelRequest
from plans.records.project import MadeArtifact
from plans.records.task_kinds import Arrangement, Command, Printed, ShellInteraction, UnitTest
from tests.agents.gateway.model_endpoint import KEY, settings_for
from tests.agents.gateway.scripted import Says, Scripted
from tests.pipeline.runner.stand_ins import shop

SHOP = shop(features=("cart", "search"))
TASKS = [task.id for task in SHOP.criteria.tasks]
DOUBT = Doubt(task="cart-presence", outcome="seen", words="can be seen", why="It looks for a line of text.")
GOOD = Weighing(
    tasks=[Weighed(task=id, importance=place % 5 + 1, difficulty=2) for place, id in enumerate(TASKS)],
    doubts=[DOUBT],
    feedback="requirement",
    feedback_reason="Symptoms alone say little here.",
)


@asynccontextmanager
async def evaluator(*says: Says) -> AsyncGenerator[tuple[ModelEvaluator, list[ModelRequest]]]:
    model = Scripted(says)
    settings = settings_for("http://127.0.0.1:1/v1")
    async with open_gateway(settings, lambda _: KEY, connect=lambda *_: model) as gateway:
        yield ModelEvaluator(gateway, "browser", LeakPolicy.SYMPTOM, 3), model.asked


async def evaluated(*says: Says, previous: EvaluationPlan | None = None) -> MadeArtifact[EvaluationPlan]:
    async with evaluator(*says) as (agent, _):
        return await agent.evaluate(SHOP.id, SHOP.prd, SHOP.query, SHOP.criteria, previous)


async def test_tasks_weigh_what_a_customer_would_miss() -> None:
    made = await evaluated(GOOD)
    total = sum(one.importance for one in GOOD.tasks)
    assert made.value.weights[TASKS[1]] == pytest.approx(2 / total, abs=1e-5)
    assert set(made.value.difficulty.values()) == {2}
    assert len(made.uses) == 1


async def test_a_doubt_and_advice_are_for_the_reviewer_and_settle_nothing() -> None:
    plan = (await evaluated(GOOD)).value
    assert plan.leak_policy is LeakPolicy.SYMPTOM
    assert plan.advice == "requirement: Symptoms alone say little here."
    assert plan.doubts == {"cart-presence/seen": "“can be seen”: It looks for a line of text."}
    assert plan.by_model == (), "a program decides wherever one can"


async def test_the_prompt_shows_every_outcome_with_its_check() -> None:
    async with evaluator(GOOD) as (agent, asked):
        await agent.evaluate(SHOP.id, SHOP.prd, SHOP.query, SHOP.criteria)
    prompt = asked[0].messages[1].text
    for task in SHOP.criteria.tasks:
        for outcome in task.outcomes:
            assert f"- {outcome.id}: {outcome.statement}\n  check: {{" in prompt
    assert '"kind": "visible"' in prompt


@pytest.mark.parametrize(
    ("bad", "flaw"),
    [
        ({"tasks": GOOD.tasks[1:]}, "not there: cart-presence"),
        ({"tasks": [*GOOD.tasks, Weighed(task="x", importance=1, difficulty=1)]}, "no tasks called 'x'"),
        ({"tasks": [*GOOD.tasks, GOOD.tasks[0]]}, "more than once: cart-presence"),
        ({"tasks": [GOOD.tasks[0].model_copy(update={"importance": 9}), *GOOD.tasks[1:]]}, "from 1 to 5"),
        ({"doubts": [DOUBT.model_copy(update={"outcome": "x"})]}, "no outcome 'x'"),
        ({"doubts": [DOUBT.model_copy(update={"words": "sings"})]}, "'sings' does not occur"),
        ({"doubts": [DOUBT.model_copy(update={"why": " "})]}, "Nothing is said"),
    ],
)
async def test_an_answer_that_cannot_be_used_is_sent_back(bad: dict[str, object], flaw: str) -> None:
    async with evaluator(GOOD.model_copy(update=bad), GOOD) as (agent, asked):
        made = await agent.evaluate(SHOP.id, SHOP.prd, SHOP.query, SHOP.criteria)
    assert flaw in asked[1].messages[-1].text
    assert made.value.difficulty
    assert len(made.uses) == 2


@pytest.mark.parametrize("bad", [GOOD.model_copy(update={"tasks": []}), "no JSON at all"])
async def test_without_a_usable_answer_the_weights_stay_and_it_is_said_why(bad: Says) -> None:
    plan = (await evaluated(bad)).value
    assert plan.weights == weight_shares(SHOP.criteria)
    assert plan.unweighed
    assert not plan.difficulty


async def test_an_endpoint_that_fails_is_an_error() -> None:
    with pytest.raises(QuotaUsedUp):
        await evaluated(FailedTry("quota", "no credit"))


async def test_what_a_reviewer_changed_is_not_weighed_again() -> None:
    first = (await evaluated(GOOD)).value
    edited = first.model_copy(update={"leak_policy": LeakPolicy.FULL_REPORT})
    criteria = reweighted(SHOP.criteria, edited.weights)
    async with evaluator(GOOD) as (agent, asked):
        made = await agent.evaluate(SHOP.id, SHOP.prd, SHOP.query, criteria, edited)
    assert not asked
    assert made.value.leak_policy is LeakPolicy.FULL_REPORT
    assert made.value.weights == weight_shares(criteria), (
        "rounded alike, so that nothing is verified for ever"
    )
    assert math.isclose(sum(made.value.weights.values()), 1, abs_tol=1e-4)


def test_a_program_decides_wherever_one_can() -> None:
    assert left_to_models(SHOP.criteria) == ()
    assert checks_of(SHOP.criteria.tasks[0], "seen")
    command = (Command(line="python report.py"),)
    read = ShellInteraction(kind="shell-interaction", act=command, expected=Printed(words="A friendly text"))
    matched = read.model_copy(update={"expected": Printed(words="A total", pattern=r"total: \d+")})
    first, second, *others = SHOP.criteria.tasks
    tasks = (first.model_copy(update={"how": read}), second.model_copy(update={"how": matched}), *others)
    criteria = SHOP.criteria.model_copy(update={"tasks": tasks})
    assert left_to_models(criteria) == ("cart-presence/seen", "cart-presence/right")
    assert settled(criteria, SHOP.query, LeakPolicy.SYMPTOM, 3).by_model == ()


def test_what_a_check_of_a_program_runs_and_types_is_shown() -> None:
    """Of a unit test its file alone was named, and nobody could doubt what it tries."""
    task = SHOP.criteria.tasks[0]
    typed = (Command(line="python src/main.py", input="1\n0\n"),)
    how = ShellInteraction(
        kind="shell-interaction", act=typed, expected=Printed(words="A total", pattern=r"total: \d+")
    )
    [shown] = checks_of(task.model_copy(update={"how": how}), "seen")
    assert json.loads(shown) == {"ran": ['python src/main.py <<< "1\\n0\\n"'], "printed": r"total: \d+"}
    words = Arrangement(words="total with two entries")
    line = Command(line="python -m pytest tests/test_total.py::test_two")
    tests = UnitTest(kind="unit-test", tests=("tests/test_total.py",), arrange=words, act=(line,))
    [shown] = checks_of(task.model_copy(update={"how": tests}), "seen")
    assert json.loads(shown) == {"ran": [line.line], "tests": "total with two entries"}


async def test_tasks_of_programs_are_weighed_by_what_they_print() -> None:
    model = Scripted([GOOD])
    settings = settings_for("http://127.0.0.1:1/v1")
    async with open_gateway(settings, lambda _: KEY, connect=lambda *_: model) as gateway:
        agent = ModelEvaluator(gateway, "commands", LeakPolicy.SYMPTOM, 3)
        await agent.evaluate(SHOP.id, SHOP.prd, SHOP.query, SHOP.criteria)
    told = model.asked[0].messages[1].text
    assert "`printed` is found in all that the commands print together" in told
    assert "pressed" not in told

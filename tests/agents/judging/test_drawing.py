"""Which entry a task acts upon is drawn, so that an app made for the first ones does not pass."""

import re
from pathlib import Path

import pytest

from agents.authoring.verification.checks.binding import binding_problems
from agents.browser.settings import BrowserSettings
from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.scene import bound
from plans.made_up import MadeUp
from plans.records.criteria import Criteria
from plans.records.expressions import ExpressionError
from plans.records.steps import Click, Expect, Fill, Target
from plans.records.verdict import JudgeRequest, Status, TaskVerdict
from plans.settings import read_settings
from tests.agents.judging.conftest import MakeApp, criteria, expects, sees, task

pytestmark = pytest.mark.slow

ITEMS = {"role": "item", "name": "plant"}
SOME, ANOTHER = {**ITEMS, "drawn": "some"}, {**ITEMS, "drawn": "another"}


def shop(works: str) -> str:
    """Eight plants, of which the odd ones are sold out; `works` says which buttons do anything."""
    return (
        "<h1>Plants</h1><p>Cart: <b id=n>0</b></p><ul id=l></ul><script>let n = 0;"
        "document.getElementById('l').innerHTML = [...'ABCDEFGH'].map((c, i) => `<li class=plant><h3>Plant ${c}</h3>"
        "<p>$${i + 5}</p><button ${i % 2 ? '' : 'disabled'} onclick=\"add(${i})\">Add</button></li>`).join('');"
        f"function add(i) {{ if ({works}) document.getElementById('n').textContent = ++n; }}</script>"
    )


ADD = {"role": "button", "name": "Add"}
USABLE = "not ('disabled' in it)"
CHECKS = criteria(
    task(
        "add",
        {"do": "draw", "bind": "some", "among": ITEMS,
         "where": {"kind": "reads", "read": "state", "target": {**ADD, "within": SOME}, "that": USABLE}},
        {"do": "draw", "bind": "another", "among": ITEMS, "apart": ["some"],
         "where": {"kind": "reads", "read": "state", "target": {**ADD, "within": ANOTHER}, "that": USABLE}},
        {"do": "click", "target": {**ADD, "within": SOME}},
        {"do": "click", "target": {**ADD, "within": ANOTHER}},
        expects("counted", kind="reads", read="number", target={"role": "text", "name": "Cart"}, that="it == 2"),
    )
)  # fmt: skip


async def judged(judge: ProgrammaticJudge, app: Path, checks: Criteria, seed: int) -> TaskVerdict:
    request = JudgeRequest(item="shop", submission=app, criteria=checks, random_seed=seed)
    (verdict,) = (await judge.judge(request)).tasks
    return verdict


@pytest.mark.browser
async def test_what_works_for_all_entries_passes_whichever_are_drawn_of_those_that_fit(
    make_app: MakeApp,
) -> None:
    app = make_app(shop("true"))
    async with ProgrammaticJudge(read_settings().chromium, workers=1) as judge:
        verdicts = [await judged(judge, app, CHECKS, seed) for seed in range(3)]
        again = await judged(judge, app, CHECKS, 0)
    assert [verdict.status for verdict in verdicts] == [Status.PASSED] * 3
    drawn = [(verdict.drawn["some"], verdict.drawn["another"]) for verdict in verdicts]
    assert all(some != another for some, another in drawn)
    assert {place % 2 for both in drawn for place in both} == {0}, "those sold out cannot be drawn"
    assert len(set(drawn)) > 1
    assert again.drawn == verdicts[0].drawn


@pytest.mark.browser
async def test_what_works_for_the_first_two_alone_fails_alike_in_each_attempt(make_app: MakeApp) -> None:
    app = make_app(shop("i < 2"))
    async with ProgrammaticJudge(read_settings().chromium, workers=1) as judge:
        verdict = await judged(judge, app, CHECKS, 1)
    assert verdict.status is Status.FAILED
    assert verdict.attempts == 2
    assert "flaky" not in verdict.marks


@pytest.mark.browser
async def test_where_no_entry_fits_the_first_is_taken_and_the_steps_tell_why(make_app: MakeApp) -> None:
    app = make_app(re.sub("<button.*?</button>", "", shop("true")))
    async with ProgrammaticJudge(read_settings().chromium, workers=1) as judge:
        verdict = await judged(judge, app, CHECKS, 0)
    assert verdict.drawn == {"some": 1, "another": 2}
    assert verdict.status is Status.FAILED
    assert "'Add'" in verdict.outcomes[0].reason


def test_a_drawn_place_is_filled_in() -> None:
    button = Target(role="button", within=Target(role="item", drawn="some"))
    click = Click(do="click", target=button)
    placed = bound(click, {"some": 4}).target
    assert placed.within is not None
    assert placed.within.nth == 4
    with pytest.raises(ExpressionError, match="'some' was drawn by no earlier step"):
        bound(click, {})


def test_words_that_are_looked_for_are_never_empty() -> None:
    """Where the value was empty, `visible '{said}'` passed by any text of the page."""
    shown = Expect.model_validate(sees("shown", "text", "{said}"))
    with pytest.raises(ExpressionError, match="is empty here"):
        bound(shown, {"said": " "})
    fill = Fill(do="fill", target=Target(role="textbox", name="Title"), value="{said}")
    assert bound(fill, {"said": ""}).value == "", "a field may be emptied"


def test_each_name_has_an_order_of_its_own_whatever_else_is_made_up() -> None:
    today = BrowserSettings().today
    first, second = MadeUp(1, today, draw=7), MadeUp(2, today, draw=7)
    second.value("person")
    assert first.order("some", 9) == second.order("some", 9)
    assert first.order("some", 9) != first.order("another", 9)
    assert sorted(first.order("some", 9)) == list(range(1, 10))


def test_the_check_of_bindings_knows_what_was_drawn() -> None:
    assert not list(binding_problems(CHECKS.tasks[0], "", "criteria.yaml"))
    loose = criteria(
        task("add", {"do": "click", "target": {**ADD, "within": SOME}}, expects("x", kind="asked"))
    )
    (problem,) = binding_problems(loose.tasks[0], "", "criteria.yaml")
    assert "'some' is bound by no earlier step" in problem.message

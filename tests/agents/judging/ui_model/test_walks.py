"""A model judges an app in a real browser: it acts, and what it claims is held against what was seen."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agents.browser.settings import BrowserSettings
from agents.gateway.scripted import Says
from agents.judging.settings import JudgeSettings
from agents.judging.ui_model.verdicts import may_be_there
from plans.errors import Event
from plans.records.judging import JudgeRequest
from plans.records.model_call import ModelRequest
from plans.records.verdict import Status, TaskVerdict
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task
from tests.agents.judging.ui_model.conftest import (
    Mind,
    claims,
    ends,
    in_turn,
    move,
    on,
    page_of,
    shows,
    thinking,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOP = """<h1>Ferns</h1><ul><li><h2>Fern</h2><span>€12.00</span>
<button onclick="n++;draw()">Take home</button></li></ul><p id=bag>Your bag is empty</p><script>let n = 0;
function draw(){ bag.textContent = n + ' in the bag, €' + 12 * n + '.00 to pay' }</script>"""
ADDED = task(
    "added",
    clicks("Add to cart"),
    expects("total", kind="reads", read="number", target={"role": "text", "name": "Total"}, that="it == 12"),
)
ADDED["outcomes"] = [{"id": "total", "statement": "the total is the price of what was added"}]


async def judged(mind: Callable[[ModelRequest], Says], folder: Path, *tasks: dict[str, Any]) -> TaskVerdict:
    async with thinking(mind) as judge:
        request = JudgeRequest(item="shop", hand_in=folder, criteria=criteria(*tasks))
        return (await judge.judge(request)).tasks[-1]


async def test_what_a_model_did_and_shows_is_passed_with_its_proofs(make_app: MakeApp) -> None:
    mind = Mind(
        on("click", "Take home", note="the fern costs €12.00"),
        ends(claims("total", shows("€12.00 to pay"))),
    )
    verdict = await judged(mind, make_app(SHOP), ADDED)
    assert verdict.status is Status.PASSED, verdict.reason
    assert verdict.outcomes[0].decided_by == "model"
    assert "€12.00 to pay" in verdict.outcomes[0].reason
    assert len(verdict.uses) == 2
    assert all(use.key and use.prompt_hash and use.template_hash and use.tokens for use in verdict.uses)
    assert "the fern costs €12.00" in mind.prompts[1], "notes are kept"


async def test_a_claim_without_an_act_is_refused_and_the_model_may_go_on(make_app: MakeApp) -> None:
    mind = Mind(
        ends(claims("total", shows("€12.00", how="stands"))),
        on("click", "Take home"),
        ends(claims("total", shows("€12.00 to pay"))),
    )
    verdict = await judged(mind, make_app(SHOP), ADDED)
    assert verdict.status is Status.PASSED, verdict.reason
    assert "you did not press anything" in mind.prompts[1]


async def test_what_is_not_on_the_page_never_passes(make_app: MakeApp) -> None:
    mind = Mind(on("click", "Take home"), ends(claims("total", shows("€13.00 to pay", "in the bag"))))
    verdict = await judged(mind, make_app(SHOP), ADDED)
    assert verdict.status is Status.UNRESOLVED
    assert "does not stand so" in verdict.reason
    assert verdict.attempts == 2


async def test_a_no_counts_once_two_walks_agree(make_app: MakeApp) -> None:
    no = (on("click", "Take home"), ends(claims("total", holds="no")))
    verdict = await judged(Mind(*no), make_app(SHOP), ADDED)
    assert verdict.status is Status.FAILED
    assert verdict.attempts == 2
    yes = (on("click", "Take home"), ends(claims("total", shows("€12.00 to pay"))))
    verdict = await judged(in_turn(no, yes), make_app(SHOP), ADDED)
    assert verdict.status is Status.UNRESOLVED
    assert "flaky" in verdict.marks


async def test_a_model_that_comes_to_no_end_decides_nothing(make_app: MakeApp) -> None:
    verdict = await judged(Mind(move("wait", number=0.1)), make_app(SHOP), ADDED)
    assert verdict.status is Status.UNRESOLVED
    assert "out of steps" in verdict.marks


async def test_a_page_that_stops_answering_fails_with_that_event(make_app: MakeApp) -> None:
    """The event stood in no verdict, so that a hybrid judge could send a model to a page that answers nobody."""
    trap = "<h1>Ferns</h1><button onclick='for(;;);'>Take home</button>"
    verdict = await judged(Mind(on("click", "Take home"), move("wait", number=0.1)), make_app(trap), ADDED)
    assert (verdict.status, verdict.event) == (Status.FAILED, Event.PAGE_UNRESPONSIVE)
    assert not may_be_there(verdict)


async def test_a_control_is_shown_by_a_control_and_not_by_words_about_one(make_app: MakeApp) -> None:
    there = task("there", sees("find", "textbox", "Search"))
    there["level"] = "presence"
    app = make_app("<h1>Ferns</h1><p>Search field</p><input placeholder='What are you after?'>")
    words = Mind(ends(claims("find", shows("Search field", how="stands"))))
    assert (await judged(words, app, there)).status is Status.UNRESOLVED
    field = Mind(ends(claims("find", shows("What are you after?", how="stands"))))
    assert (await judged(field, app, there)).status is Status.PASSED


async def test_moves_that_make_no_sense_are_told_and_harm_nothing(make_app: MakeApp) -> None:
    mind = Mind(
        move("click", "e9999"),
        move("fill", "e1"),
        move("press", text="NoSuchKey"),
        on("choose", "Take home", text="Fern"),
        move("pass_time", number=60),
        on("click", "Take home"),
        ends(claims("total", shows("€12.00 to pay"))),
    )
    verdict = await judged(mind, make_app(SHOP), ADDED)
    assert verdict.status is Status.PASSED, verdict.reason
    told = [
        'no "e9999" in look 0',
        "needs `text`",
        "no key is called",
        "no list of the browser's own",
        "no clock",
    ]
    for number, words in enumerate(told, 1):
        assert words in mind.prompts[number]


async def test_a_model_is_told_the_date_that_its_page_takes_for_today(make_app: MakeApp) -> None:
    """It was told the usual one whatever the judge's settings said, and given dates to enter that were long past."""
    dated = (
        "<h1>Today</h1><p id=now></p><script>now.textContent = new Date().toISOString().slice(0, 10)</script>"
    )
    shown = task("shown", sees("day", "heading", "Today"))
    settings = JudgeSettings(browser=BrowserSettings(today=datetime(2031, 3, 9, 10, 0, tzinfo=UTC)))
    mind = Mind(ends(claims("day", shows("2031-03-09", how="stands"))))
    async with thinking(mind, settings=settings) as judge:
        request = JudgeRequest(item="shop", hand_in=make_app(dated), criteria=criteria(shown))
        await judge.judge(request)
    prompt = mind.prompts[0]
    assert "2031-03-09" in page_of(prompt)
    assert "The app's clock says 2031-03-09 10:00" in prompt
    (future,) = re.findall(r'future date: "([0-9-]+)"', prompt)
    assert "2031-03-09" < future < "2032-12-31"

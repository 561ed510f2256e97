"""States are read off ARIA and native properties; a class says none, and what is drawn otherwise is left open."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status, World
from tests.agents.judging.conftest import MakeApp, criteria, expects, sees, task

pytestmark = pytest.mark.browser

FIRST, SECOND = ({"role": "item", "name": "event", "nth": place} for place in (1, 2))
IS, IS_NOT = "'selected' in it or 'current' in it", "not ('selected' in it or 'current' in it)"
MOVES = task(
    "moves",
    {"do": "press", "key": "j"},
    expects("on", kind="reads", read="state", target=FIRST, that=IS),
    expects("off", kind="reads", read="state", target=SECOND, that=IS_NOT),
)
LIST = """<style>STYLE</style><h1>Events</h1><ul>
<li class="event"><h3>Choir</h3></li><li class="event"><h3>Quiz</h3></li><li class="event"><h3>Market</h3></li></ul>
<script>onkeydown = () => { const e = document.querySelectorAll("li")[0]; MARK };</script>"""
CLASS = "e.className = 'event active'"


@pytest.mark.parametrize(
    ("mark", "style", "status"),
    [
        ("e.ariaCurrent = 'true'", "", Status.PASSED),
        (CLASS, "", Status.UNRESOLVED),
        (CLASS, ".active {background: gold}", Status.UNRESOLVED),
        ("e.style.outline = '2px solid'", "", Status.UNRESOLVED),
    ],
    ids=["said", "a class alone", "drawn by a class", "drawn by a style"],
)
async def test_a_state_is_said_and_no_class_proves_it(
    judge: ProgrammaticJudge, make_app: MakeApp, mark: str, style: str, status: Status
) -> None:
    app = make_app(LIST.replace("MARK", mark).replace("STYLE", style))
    asked = JudgeRequest(item="events", submission=app, criteria=criteria(MOVES), world=World.OPEN)
    (moves,) = (await judge.judge(asked)).tasks
    assert moves.outcomes[0].status is status, moves.reason


async def test_what_is_said_of_another_entry_only_is_denied(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    page = LIST.replace("MARK", "e.nextElementSibling.ariaCurrent = 'true'").replace("STYLE", "")
    asked = JudgeRequest(item="events", submission=make_app(page), criteria=criteria(MOVES), world=World.OPEN)
    (moves,) = (await judge.judge(asked)).tasks
    assert moves.outcomes[1].status is Status.FAILED, moves.reason


SHOWN = task(
    "shown",
    sees("ordered", "heading", "Order placed"),
    sees("said", "text", "Thank you"),
)


@pytest.mark.parametrize(
    ("html", "status"),
    [
        ("<h2>Order placed</h2><p>Thank you</p>", Status.PASSED),
        ("<h2 aria-label='Order placed'><img alt='' width=40 height=40></h2><p>Thank you</p>", Status.PASSED),
        ("<h2 aria-label='Order placed' style='height:20px'></h2><p>Thank you</p>", Status.UNRESOLVED),
        ("<h2 aria-label='Order placed'>Basket</h2><p>Thank you</p>", Status.UNRESOLVED),
        ("<h2>Order placed</h2><p aria-label='Thank you' style='height:20px'></p>", Status.UNRESOLVED),
    ],
    ids=["words", "a picture", "an empty heading", "other words", "an empty text"],
)
async def test_what_only_a_screen_reader_says_is_not_seen(
    judge: ProgrammaticJudge, make_app: MakeApp, html: str, status: Status
) -> None:
    (shown,) = (
        await judge.judge(JudgeRequest(item="shop", submission=make_app(html), criteria=criteria(SHOWN)))
    ).tasks
    assert shown.status is status, shown.reason

"""A function may stand on the page that lists the entries, where a task looks for a link to it."""

from typing import Any

import pytest

from agents.judging.deciding import ARRIVED
from agents.judging.programmatic import ProgrammaticJudge
from plans.records.judging import JudgeRequest
from plans.records.verdict import Status, TaskVerdict
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task

pytestmark = pytest.mark.browser

LIST = (
    "<h1>Teas</h1><ul><li><b>Assam</b> 5 g</li><li><b>Earl Grey</b> 4 g</li><li><b>Sencha</b> 6 g</li></ul>"
)
COUNTER = """<section><h2>Brewed so far</h2><p>Cups: <b id=n>0</b></p><button id=up>Count a cup</button></section>
<script>up.onclick = () => { n.textContent = STEP; };</script>"""
WORKS = COUNTER.replace("STEP", "Number(n.textContent) + 1")
IDLE = COUNTER.replace("STEP", "0")


def counts() -> dict[str, Any]:
    """A task that goes to a counter by a link, and presses its button."""
    cups = {"role": "text", "name": "Cups"}
    return task(
        "cups",
        clicks("Counter", role="link"),
        sees("there", "button", "Count a cup"),
        clicks("Count a cup"),
        expects("counted", kind="reads", read="number", target=cups, that="it == 1"),
    )


async def verdict(judge: ProgrammaticJudge, make_app: MakeApp, page: str) -> TaskVerdict:
    asked = JudgeRequest(item="app", hand_in=make_app(page), criteria=criteria(counts()))
    (seen,) = (await judge.judge(asked)).tasks
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("page", [LIST + WORKS, WORKS + LIST, f"<nav><a href='#'>Teas</a></nav>{WORKS}"])
async def test_what_stands_on_the_first_page_needs_no_link(
    judge: ProgrammaticJudge, make_app: MakeApp, page: str
) -> None:
    seen = await verdict(judge, make_app, page)
    assert seen.status is Status.PASSED, seen.reason
    assert ARRIVED in seen.marks
    assert "'Counter' leads to what stands here" in seen.reason
    assert seen.finding is not None
    assert [way.presses for way in seen.finding.ways] == [()], "what builds on it need not look for the link"


@pytest.mark.slow
async def test_what_stands_there_and_does_nothing_gains_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """A page that named every target as text was given the outcomes that only ask whether something can be seen."""
    seen = await verdict(judge, make_app, LIST + IDLE)
    assert {o.outcome: o.status for o in seen.outcomes} == {"there": Status.FAILED, "counted": Status.FAILED}


@pytest.mark.slow
async def test_where_neither_stands_the_link_is_what_is_missing(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    seen = await verdict(judge, make_app, LIST)
    assert seen.status is Status.FAILED
    assert "link 'Counter'" in seen.reason


async def test_a_link_that_is_there_is_pressed(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    """The button of the first page is a decoy, the one behind the link counts."""
    page = f"""{LIST}<a href="#c" onclick="spot.innerHTML = real.innerHTML; up.onclick = () => n.textContent = 1">
    Counter</a><div id=spot><p>Cups: 7</p><button>Count a cup</button></div>
    <template id=real><p>Cups: <b id=n>0</b></p><button id=up>Count a cup</button></template>"""
    seen = await verdict(judge, make_app, page)
    assert seen.status is Status.PASSED, seen.reason
    assert ARRIVED not in seen.marks

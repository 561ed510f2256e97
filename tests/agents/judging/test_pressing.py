"""What is there already is not pressed for, and what counts is counted from where the app begins."""

from typing import Any

import pytest
from pydantic import ValidationError

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.steps import Click, Remember
from plans.records.verdict import JudgeRequest, Status
from tests.agents.judging.conftest import MakeApp, criteria, expects, task

pytestmark = pytest.mark.slow

QUIZ = {"role": "text", "name": "Question 1"}
START = {"role": "button", "name": "Start quiz"}
ITEMS = {"role": "item", "name": "boat"}
HEART = {"role": "button", "name": "Favourite", "synonyms": ["♡", "♥"], "within": {**ITEMS, "nth": 1}}
LINK = {"role": "link", "name": "Favourites"}


def read_as(bind: str, **otherwise: Any) -> dict[str, Any]:
    return {"do": "remember", "bind": bind, "read": "number", "target": LINK, **otherwise}


CHECKS = criteria(
    task(
        "begins",
        {"do": "click", "target": START, "unless": {"kind": "visible", "target": QUIZ}},
        expects("first", kind="visible", target=QUIZ),
    ),
    task(
        "emptied",
        read_as("start", otherwise=0),
        {"do": "click", "target": HEART, "unless": {"kind": "holds", "that": "start >= 1"}},
        read_as("now"),
        {"do": "click", "target": HEART, "times": 9,
         "unless": {"kind": "reads", "read": "count", "target": ITEMS, "that": "it == 0"}},
        expects("counted", kind="holds", that="now >= 1"),
        expects("none", kind="reads", read="count", target=ITEMS, that="it == 0"),
    ),
)  # fmt: skip

BOATS = """
<a href="#f" id=link></a><ul id=l></ul><script>
let boats = %s;
function draw() {
  link.textContent = 'Favourites' + (%s ? ` ${boats.filter(b => b).length}` : '');
  l.innerHTML = boats.map((b, i) => `<li class=boat><h3>Boat ${i}</h3>
    <button onclick="press(${i})">${b ? '♥' : '♡'}</button></li>`).join('');
}
function press(i) { if (boats[i]) boats.splice(i, 1); else boats[i] = true; draw(); }
draw();
</script>
"""
ASKS = "<button onclick='this.outerHTML=\"<p>Question 1 of 3</p>\"'>Start quiz</button>"
BEGUN = "<p>Question 1 of 3</p>"


@pytest.mark.browser
@pytest.mark.parametrize("quiz", [ASKS, BEGUN], ids=["behind a button", "with its page"])
@pytest.mark.parametrize(
    "boats",
    [BOATS % ("[false, false, false]", "boats.some(b => b)"), BOATS % ("[true, true, false]", "true")],
    ids=["none marked, and no number", "two marked"],
)
async def test_an_app_may_begin_where_it_likes(
    judge: ProgrammaticJudge, make_app: MakeApp, quiz: str, boats: str
) -> None:
    request = JudgeRequest(item="boats", submission=make_app(quiz + boats), criteria=CHECKS)
    verdicts = (await judge.judge(request)).tasks
    assert [v.status for v in verdicts] == [Status.PASSED, Status.PASSED], [v.reason for v in verdicts]


@pytest.mark.browser
async def test_what_is_neither_there_nor_brought_about_fails(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    request = JudgeRequest(item="boats", submission=make_app("<h1>Boats</h1>"), criteria=CHECKS)
    assert [v.status for v in (await judge.judge(request)).tasks] == [Status.FAILED, Status.FAILED]


def test_clicks_without_an_end_are_refused() -> None:
    with pytest.raises(ValidationError, match="an `unless` that ends the clicks"):
        Click.model_validate({"do": "click", "target": START, "times": 3})
    with pytest.raises(ValidationError, match="a `read` of number"):
        Remember.model_validate({"do": "remember", "bind": "a", "read": "text", "otherwise": 0})

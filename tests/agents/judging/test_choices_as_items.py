"""Radio buttons are entries where options are looked for, whatever else on the page is chosen from."""

from typing import Any

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status, TaskVerdict, World
from tests.agents.judging.conftest import MakeApp, criteria, expects, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWER = {"role": "item", "name": "answer", "synonyms": ["option", "choice", "answers"]}


def asks(question: str, *answers: str) -> str:
    radios = "".join(f"<label><input type=radio name='{question}'>{answer}</label>" for answer in answers)
    return f"<fieldset><legend>{question}</legend>{radios}</fieldset>"


LIST = """<h2>2 + 2?</h2><ul aria-label=Answers><li><button>3</button></li>
<li><button onclick="p.textContent = 'Right'">4</button></li></ul><p id=p role=status></p>"""


async def verdict(judge: ProgrammaticJudge, app: MakeApp, html: str, *steps: dict[str, Any]) -> TaskVerdict:
    asked = JudgeRequest(
        item="quiz", submission=app(html), criteria=criteria(task("t", *steps)), world=World.OPEN
    )
    return (await judge.judge(asked)).of("t")


async def test_answers_to_several_questions_on_one_page_are_found(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """Their absence counted as proved."""
    several = expects("several", kind="reads", read="count", target=ANSWER, that="it >= 2")
    found = await verdict(judge, make_app, asks("2 + 2?", "3", "4") + asks("3 + 3?", "6", "7"), several)
    assert found.status is Status.PASSED, found.reason


async def test_a_choice_of_colours_beside_a_list_that_is_named_decides_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    these = expects("these", kind="reads", read="texts", target=ANSWER, that="it == ['3', '4']")
    found = await verdict(judge, make_app, asks("Colours", "Light", "Dark") + LIST, these)
    assert found.status is Status.UNRESOLVED, found.reason


async def test_radio_buttons_that_may_choose_anything_decide_no_failure(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    these = expects("these", kind="reads", read="texts", target=ANSWER, that="it == ['3', '4']")
    found = await verdict(judge, make_app, asks("Colours", "Light", "Dark") + "<button>3</button>", these)
    assert found.status is Status.UNRESOLVED, found.reason


async def test_the_one_button_in_an_entry_is_pressed_for_it(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """The press fell beside it, in the middle of the entry."""
    click = {"do": "click", "target": {**ANSWER, "nth": 2}}
    found = await verdict(judge, make_app, LIST, click, expects("told", kind="notice", words=["right"]))
    assert found.status is Status.PASSED, found.reason


@pytest.mark.parametrize(
    ("html", "step"),
    [
        (
            "<label>Kind <select disabled><option>All<option>tall</select></label>",
            {"do": "select", "target": {"role": "combobox", "name": "Kind"}, "value": "tall"},
        ),
        (
            "<label>File <input type=file disabled></label>",
            {"do": "upload", "target": {"role": "file", "name": "File"}, "filename": "a.csv", "content": "a"},
        ),
    ],
)
async def test_what_is_disabled_is_not_operated_past_the_page(
    judge: ProgrammaticJudge, make_app: MakeApp, html: str, step: dict[str, Any]
) -> None:
    there = expects("there", kind="reads", read="content", that="len(it) > 0")
    found = await verdict(judge, make_app, html, step, there)
    assert found.status is Status.UNRESOLVED, found.reason

"""A disabled control is pressed without effect; what is expected then decides what that proves."""

from typing import Any

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status, TaskVerdict
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIST = "<ul><li><b>Oak</b> old</li><li><b>Elm</b> tall</li></ul>"
COUNT = {"do": "remember", "bind": "before", "read": "count", "target": {"role": "item", "name": "tree"}}
KEPT = expects("kept", kind="unchanged", since="before")
TITLED = {"do": "fill", "target": {"role": "textbox", "name": "Title"}, "value": "Ash"}


async def verdict(judge: ProgrammaticJudge, app: MakeApp, html: str, *steps: dict[str, Any]) -> TaskVerdict:
    submission = app(f"<h1>Trees</h1>{LIST}<form><label>Title <input></label>{html}</form>")
    asked = JudgeRequest(item="x", submission=submission, criteria=criteria(task("t", COUNT, *steps)))
    return (await judge.judge(asked)).of("t")


async def test_a_disabled_button_is_evidence_that_something_is_refused(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    found = await verdict(judge, make_app, "<button disabled>Save</button>", clicks("Save"), KEPT)
    assert found.status is Status.PASSED, found.reason


async def test_a_button_that_waits_for_more_than_was_given_decides_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    html = "<label>Height <input></label><button disabled>Save</button>"
    added = sees("added", "text", "Ash")
    found = await verdict(judge, make_app, html, TITLED, clicks("Save"), added)
    assert found.status is Status.UNRESOLVED
    assert "was disabled when it was pressed" in found.reason
    gone = clicks("Open the new tree")
    found = await verdict(judge, make_app, html, TITLED, clicks("Save"), gone, added)
    assert found.status is Status.UNRESOLVED


@pytest.mark.parametrize(
    "later", [TITLED, {"do": "press", "key": "Enter", "target": TITLED["target"]}], ids=["fill", "key"]
)
async def test_a_refusal_proves_nothing_of_later_inputs(
    judge: ProgrammaticJudge, make_app: MakeApp, later: dict[str, Any]
) -> None:
    """What was typed after a refused press could have changed the list, in an app where nothing works too."""
    found = await verdict(judge, make_app, "<button disabled>Save</button>", clicks("Save"), later, KEPT)
    assert found.status is not Status.PASSED


@pytest.mark.parametrize(("acts", "status"), [("", Status.PASSED), ("grow()", Status.FAILED)])
async def test_a_button_that_only_says_it_is_disabled_is_pressed_all_the_same(
    judge: ProgrammaticJudge, make_app: MakeApp, acts: str, status: Status
) -> None:
    """A badge of the same words beside it takes no press, and is not what is pressed."""
    grow = "document.querySelector('ul').insertAdjacentHTML('beforeend', '<li><b>Ash</b> new</li>')"
    button = f'<b>Sold out</b><button type=button aria-disabled=true onclick="{acts}">Sold out</button>'
    html = f"<script>grow = () => {{ {grow} }}</script>{button}"
    found = await verdict(judge, make_app, html, TITLED, clicks("Sold out", "any"), KEPT)
    assert found.status is status, found.reason


async def test_a_button_that_says_it_is_disabled_and_asks_is_answered(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """Its press counted as refused, and the question was left standing."""
    grow = (
        "document.querySelector('ul').insertAdjacentHTML('beforeend', '<li><b>Ash</b> new</li>'); d.close()"
    )
    html = f"""<button type=button aria-disabled=true onclick="d.showModal()">Plant</button>
        <dialog id=d><p>Plant it?</p><button type=button onclick="d.close()">No</button>
        <button type=button onclick="{grow}">Yes</button></dialog>"""
    found = await verdict(judge, make_app, html, clicks("Plant", then="confirm"), KEPT)
    assert found.status is Status.FAILED, found.reason

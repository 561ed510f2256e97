"""What is missed is excused by named reasons, in one order, and by no word that happens to be said."""

from pathlib import Path

import pytest

from agents.judging.excuses import EXCUSES, UNEXPLAINED
from agents.judging.programmatic import ProgrammaticJudge
from plans.records.judging import JudgeRequest
from plans.records.verdict import Status
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task

PUMP = task(
    "pump",
    {"do": "remember", "bind": "unresponsive", "read": "text", "target": {"role": "heading"}},
    {"do": "compute", "bind": "more", "expression": "unresponsive + 1"},
    sees("shown", "heading"),
)
REFUSED = task(
    "refused",
    clicks("Save"),
    {"do": "fill", "target": {"role": "textbox", "name": "Note"}, "value": "Milk"},
    sees("field", "textbox", "Note"),
    expects("field", kind="visible", target={"role": "text", "name": "Saved"}),
)


def test_each_excuse_has_a_name_of_its_own_and_the_unexplained_are_asked_last() -> None:
    names = [excuse.name for excuse in EXCUSES]
    assert len(set(names)) == len(names)
    assert [excuse.name for excuse in EXCUSES if excuse.is_always_asked] == names[-1:] == [UNEXPLAINED]


@pytest.mark.browser
@pytest.mark.slow
async def test_a_picture_is_missing_only_of_a_page_that_does_not_answer(
    judge: ProgrammaticJudge, make_app: MakeApp, tmp_path: Path
) -> None:
    """None was taken where the word "unresponsive" stood in the reason, whoever had said it."""
    app = make_app("<h1>Pump</h1>")
    request = JudgeRequest(item="app", hand_in=app, criteria=criteria(PUMP), evidence=tmp_path / "evidence")
    [verdict] = (await judge.judge(request)).tasks
    assert verdict.status is Status.UNRESOLVED
    assert "unresponsive" in verdict.reason
    observation = verdict.outcomes[0].observation
    assert observation is not None
    assert observation.screenshot is not None


@pytest.mark.browser
@pytest.mark.slow
async def test_a_refused_press_speaks_before_what_was_merely_typed(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """Save is disabled for good: that it says nothing has failed, although something was typed since."""
    app = make_app("<h1>Notes</h1><label>Note <input></label><button disabled>Save</button>")
    request = JudgeRequest(item="app", hand_in=app, criteria=criteria(REFUSED))
    [verdict] = (await judge.judge(request)).tasks
    assert verdict.status is Status.FAILED
    assert "was disabled when it was pressed" in verdict.reason
    assert "what was typed" not in verdict.reason


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize(
    ("called", "level", "status"),
    [
        ("Highest price", "presence", Status.PASSED),
        ("Prices end at", "presence", Status.UNRESOLVED),
        ("Highest price", "functionality", Status.UNRESOLVED),
    ],
)
async def test_a_dead_field_is_there_by_its_very_name_and_only_a_task_of_presence_is_content_with_that(
    judge: ProgrammaticJudge, make_app: MakeApp, called: str, level: str, status: Status
) -> None:
    """A dead filter left its presence open, and so everything that waits for it: it was never failed in any run."""
    app = make_app(
        f"<h1>Teas</h1><label>{called} <input type=number></label>"
        "<ul><li>Assam 12 EUR</li><li>Sencha 5 EUR</li><li>Oolong 9 EUR</li></ul>"
    )
    limit = {"role": "spinbutton", "name": "Highest price", "synonyms": ["Prices up to", "Prices end"]}
    filtered = task(
        "limit",
        expects("limit", kind="visible", target=limit),
        {"do": "fill", "target": limit, "value": "6"},
        {"do": "press", "key": "Tab"},
        expects("limit", kind="reads", read="count", target={"role": "item", "name": "tea"}, that="it == 1"),
    )
    request = JudgeRequest(item="app", hand_in=app, criteria=criteria({**filtered, "level": level}))
    [verdict] = (await judge.judge(request)).tasks
    assert verdict.status is status, verdict.reason

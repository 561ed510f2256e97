"""Failed is what was tested with what was surely meant; where the reason is weaker than that, it stays open."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status, TaskVerdict, World
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NOTES = {"role": "item", "name": "note", "synonyms": ["notes"]}
DELETES = task(
    "delete",
    {"do": "remember", "bind": "before", "read": "count", "target": NOTES},
    clicks("Delete"),
    expects("fewer", kind="reads", read="count", target=NOTES, that="it == before - 1"),
)
BOOKS = task(
    "past",
    {"do": "fill", "target": {"role": "textbox", "name": "Date"}, "value": "2020-01-01"},
    clicks("Book"),
    expects("told", kind="notice", words=["past", "earlier"]),
)
PAGE = """<h1>Notes</h1><ul id=l><li class=note><h3>Milk</h3>A<li class=note><h3>Eggs</h3>B<li class=note><h3>Rye</h3>
C</ul>"""
FORM = "<label>Date <input id=d></label><button onclick='say()'>Book</button><p id=p role=alert></p><script>{}</script>"


@pytest.mark.parametrize(
    ("says", "status"),
    [
        ("p.textContent = 'That day has left us.'", Status.UNRESOLVED),
        ("p.textContent = 'Booked!'", Status.FAILED),
        ("p.role = ''; p.className = 'toast'; p.textContent = 'That day has left us.'", Status.UNRESOLVED),
        ("p.textContent = 'Sorry!'", Status.UNRESOLVED),
        ("d.remove(); p.textContent = 'That day has left us.'", Status.FAILED),
        ("d.value = ''", Status.FAILED),
        ("p.textContent = 'That day is in the past.'", Status.PASSED),
    ],
)
async def test_a_refusal_in_other_words_is_left_open(
    judge: ProgrammaticJudge, make_app: MakeApp, says: str, status: Status
) -> None:
    """A table was booked for yesterday: "That moment has already passed." was read as no message about it."""
    seen = await _judged(judge, make_app, FORM.format(f"const say = () => {{ {says} }}"), BOOKS)
    assert seen.status is status, seen.reason


@pytest.mark.parametrize(
    ("says", "status"),
    [("Thank you, Ada", Status.PASSED), ("Stored for Ada", Status.UNRESOLVED), ("", Status.FAILED)],
)
async def test_that_something_was_done_may_be_said_in_other_words(
    judge: ProgrammaticJudge, make_app: MakeApp, says: str, status: Status
) -> None:
    """The form goes away with it, which would take a refusal back."""
    page = FORM.format(f"const say = () => {{ d.remove(); p.textContent = '{says}' }}")
    sent = expects("sent", kind="notice", words=["thank", "sent"])
    seen = await _judged(judge, make_app, page, task("send", clicks("Book"), sent))
    assert seen.status is status, seen.reason


ASKS = """<button onclick="d.showModal()">Delete</button><dialog id=d><p>{}</p><button>OK</button></dialog>"""


@pytest.mark.parametrize(
    ("says", "status"),
    [
        ("Delete the boat?", Status.PASSED),
        ("The boat goes.", Status.UNRESOLVED),
        ("The boat goes. <button>×</button>", Status.UNRESOLVED),
        ("The boat goes. <button>Cancel</button>", Status.PASSED),
    ],
)
@pytest.mark.parametrize("then", [None, "confirm"])
async def test_a_dialog_with_one_button_may_ask_or_tell(
    judge: ProgrammaticJudge, make_app: MakeApp, says: str, status: Status, then: str | None
) -> None:
    plan = task("ask", clicks("Delete", then=then), expects("asked", kind="asked"))
    seen = await _judged(judge, make_app, ASKS.format(says), plan)
    assert seen.status is status, seen.reason


async def test_a_number_that_an_entry_says_is_read_though_it_is_0(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """Comments that were thrown away left their number at 0, which was taken for entries that had not been found."""
    number = {"role": "button", "name": "Comments", "within": {**NOTES, "nth": 1}}
    plan = task(
        "comments",
        clicks("Send"),
        expects("counted", kind="reads", read="number", target=number, that="it == 1"),
    )
    page = PAGE.replace("<li class=note>", "<li class=note><button>Comments (0)</button>")
    seen = await _judged(judge, make_app, f"{page}<button>Send</button>", plan)
    assert seen.status is Status.FAILED, seen.reason


async def _judged(
    judge: ProgrammaticJudge, make_app: MakeApp, page: str, plan: dict[str, object]
) -> TaskVerdict:
    request = JudgeRequest(item="notes", submission=make_app(page), criteria=criteria(plan), world=World.OPEN)
    (verdict,) = (await judge.judge(request)).tasks
    return verdict

"""Messages are read like anything else: those of the last action alone, so that two answers can be compared."""

from typing import Any

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Status, TaskVerdict, World
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HARBOUR = """<h1>Boats</h1><ul id=list><li class=boat><h3>Otter</h3></li><li class=boat><h3>Gull</h3></li></ul>
<form id=form><label>Title <input id=f></label><button>Save boat</button><div role=alert><p id=said></p></div></form>
<script>const keep = () => { list.insertAdjacentHTML('beforeend', `<li class=boat><h3>${f.value}</h3></li>`); };
form.onsubmit = (e) => { e.preventDefault(); const empty = !f.value.trim(); ANSWER };</script>"""
REFUSES = "if (empty) { said.textContent = 'Please enter a title'; return; } keep();"
SAVE = clicks("Save boat")


def remember(bind: str) -> dict[str, Any]:
    return {"do": "remember", "bind": bind, "read": "messages"}


def typed(value: str) -> dict[str, Any]:
    return {"do": "fill", "target": {"role": "textbox", "name": "Title"}, "value": value}


IN_BOTH = "any_contain(refusal, one) and any_contain(afterwards, one)"
REFUSED_THEN_SAVED = (
    typed("  "),
    SAVE,
    remember("refusal"),
    expects("told", kind="notice", words=["title"]),
    typed("Heron"),
    SAVE,
    remember("afterwards"),
    sees("listed", "item", "boat", containing="Heron"),
    expects("told", kind="holds", that=f"len([one for one in refusal + afterwards if {IN_BOTH}]) == 0"),
)  # fmt: skip


async def verdict(judge: ProgrammaticJudge, app: MakeApp, html: str, *steps: dict[str, Any]) -> TaskVerdict:
    plan = criteria(task("t", *steps))
    request = JudgeRequest(item="harbour", submission=app(html), criteria=plan, world=World.OPEN)
    return (await judge.judge(request)).of("t")


@pytest.mark.parametrize(
    "answer",
    [
        REFUSES + "said.textContent = '';",
        REFUSES + "said.textContent = `${f.value} lies in the harbour`;",
        REFUSES,
    ],
    ids=["takes it back", "says another thing", "leaves it standing"],
)
async def test_a_form_that_refuses_and_then_takes_an_entry_tells_both_apart(
    judge: ProgrammaticJudge, make_app: MakeApp, answer: str
) -> None:
    found = await verdict(judge, make_app, HARBOUR.replace("ANSWER", answer), *REFUSED_THEN_SAVED)
    assert found.status is Status.PASSED, found.reason


@pytest.mark.parametrize(
    "answer",
    [
        "said.textContent = 'A title is needed'; if (!empty) keep();",
        "if (!empty) keep(); form.insertAdjacentHTML('beforeend', '<div role=alert><p>A title is needed</p></div>');",
    ],
    ids=["written anew", "one more of it"],
)
async def test_a_form_that_says_the_same_of_a_good_entry_has_refused_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp, answer: str
) -> None:
    """A line about titles that came with every press was taken for the refusal of an empty one."""
    found = await verdict(judge, make_app, HARBOUR.replace("ANSWER", answer), *REFUSED_THEN_SAVED)
    assert {outcome.outcome: outcome.status for outcome in found.outcomes} == {
        "told": Status.FAILED,
        "listed": Status.PASSED,
    }


async def test_a_message_beside_the_button_is_the_same_when_it_is_written_anew(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """New in the form it was read with what stands around it, and anew by itself: two messages, it seemed."""
    bare = HARBOUR.replace("<div role=alert><p id=said></p></div>", "<p role=alert id=said></p>")
    html = bare.replace("ANSWER", "said.textContent = 'A title is needed'; if (!empty) keep();")
    found = await verdict(judge, make_app, html, *REFUSED_THEN_SAVED)
    assert {outcome.outcome: outcome.status for outcome in found.outcomes}["told"] is Status.FAILED


async def test_what_the_browser_says_for_a_form_is_a_message_of_it(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    html = HARBOUR.replace("ANSWER", "keep();").replace("<input id=f>", "<input id=f required>")
    told = expects("told", kind="holds", that="len(refusal) == 1 and contains(refusal[0], 'fill out')")
    found = await verdict(judge, make_app, html, typed(""), SAVE, remember("refusal"), told)
    assert found.status is Status.PASSED, found.reason


async def test_what_stands_there_before_anything_was_done_is_no_message(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """Nothing was done yet, so nothing can have answered it; a later press is answered all the same."""
    html = HARBOUR.replace("ANSWER", REFUSES).replace("id=said>", "id=said>A title is needed")
    found = await verdict(
        judge,
        make_app,
        html,
        remember("first"),
        SAVE,
        remember("then"),
        expects("then", kind="holds", that="len(then) == 1 and contains(then[0], 'Please enter a title')"),
        expects("first", kind="holds", that="len(first) == 0 and len(then) == 1"),
    )
    assert found.status is Status.PASSED, found.reason


async def test_a_message_is_that_of_the_last_action_alone(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    html = HARBOUR.replace("ANSWER", REFUSES) + "<button>Count the boats</button>"
    found = await verdict(
        judge,
        make_app,
        html,
        SAVE,
        remember("refusal"),
        expects("refusal", kind="holds", that="len(refusal) == 1"),
        clicks("Count the boats"),
        remember("now"),
        expects("now", kind="holds", that="len(refusal) == 1 and len(now) == 0"),
    )
    assert found.status is Status.PASSED, found.reason


BOOKING = """<h1>Book Stepladder</h1><div id=dialog></div><script>
const draw = (said) => { dialog.innerHTML = `<form><label>Date <input id=day></label><p class=error>${said}</p>
<button>Book it</button></form>`; dialog.firstChild.onsubmit = (e) => { e.preventDefault(); ANSWER }; };
draw('');</script>"""
VAGUE = "'Oops, something went wrong.'"


@pytest.mark.parametrize(
    "answer",
    [
        f"document.querySelector('.error').textContent = {VAGUE}",
        f"draw({VAGUE})",
        f"draw({VAGUE}); setTimeout(() => draw(''), 50)",
    ],
    ids=["put in", "drawn anew", "gone again"],
)
async def test_labels_around_a_message_are_no_part_of_it(
    judge: ProgrammaticJudge, make_app: MakeApp, answer: str
) -> None:
    """The words "Oops, something went wrong." passed for a refusal of the date, which the field beside it is called."""
    steps = (clicks("Book it"), expects("told", kind="notice", words=["date"]))
    assert (await verdict(judge, make_app, BOOKING.replace("ANSWER", answer), *steps)).status != Status.PASSED


async def test_a_message_in_parts_is_read_whole_though_a_label_says_a_part_of_it(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    html = BOOKING.replace(
        "ANSWER", "document.querySelector('.error').innerHTML = 'Choose another <b>Date</b> please'"
    )
    steps = (clicks("Book it"), expects("told", kind="notice", words=["another date"]))
    assert (await verdict(judge, make_app, html, *steps)).status is Status.PASSED


POSTED = """<h1>Boats</h1><ul><li class=boat><h3>Otter</h3></li><li class=boat><h3>Gull</h3></li></ul>
<form id=form><p id=posted></p><label>Title <input id=f></label><button>Save boat</button></form>
<script>form.onsubmit = (e) => { e.preventDefault(); posted.textContent = f.value; };</script>"""


async def test_what_was_typed_in_and_stands_beside_the_form_now_is_no_refusal_of_it(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """A text that was too long, and was taken, counted as a message in other words: the defect was left open."""
    seen = await verdict(
        judge,
        make_app,
        POSTED,
        {"do": "generate", "bind": "endless", "kind": "long_text"},
        typed("{endless}"),
        SAVE,
        expects("told", kind="notice", words=["at most", "too long"]),
    )
    assert seen.status is Status.FAILED, seen.reason


async def test_what_a_form_says_while_something_is_typed_counts_once_it_is_submitted(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """Where a form checks at each key, nothing new came with the press, and its refusal was missed."""
    html = HARBOUR.replace("ANSWER", "if (!empty) keep();") + (
        "<script>f.oninput = () => { said.textContent = f.value.trim() ? '' : 'Please enter a title'; };</script>"
    )
    told = expects("told", kind="notice", words=["title"])
    kept = sees("kept", "textbox", "Title")
    assert (
        await verdict(judge, make_app, html, typed("Heron"), typed("  "), SAVE, told, kept)
    ).status is Status.PASSED
    silent = html.replace("'Please enter a title'", "''")
    assert (
        await verdict(judge, make_app, silent, typed("Heron"), typed("  "), SAVE, told, kept)
    ).status is Status.FAILED


@pytest.mark.parametrize(
    ("hint", "status"), [("That title is taken already", Status.UNRESOLVED), ("", Status.FAILED)]
)
async def test_what_a_form_says_while_something_is_typed_may_be_its_refusal(
    judge: ProgrammaticJudge, make_app: MakeApp, hint: str, status: Status
) -> None:
    """It stands at its field, nothing marks it as a message, and nothing new is said when the form is submitted."""
    html = f"""<h1>Boats</h1><form onsubmit="event.preventDefault()"><div><label>Title <input id=f
oninput="said.textContent = '{hint}'"></label><p id=said></p></div><button>Save boat</button></form>"""
    found = await verdict(judge, make_app, html, typed("Gull"), SAVE, expects("told", kind="notice"))
    assert found.status is status, found.reason


async def test_what_stands_at_a_field_that_is_marked_as_invalid_is_its_message(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """It came while the title was emptied, and nothing new was said when the form was submitted."""
    html = """<h1>Boats</h1><form onsubmit="event.preventDefault()"><div><label for=f>Title</label>
<div><input id=f></div><div id=said></div></div><button>Save boat</button></form><script>f.oninput = () => {
f.ariaInvalid = !f.value.trim(); said.textContent = f.value.trim() ? '' : 'Please enter a title' }</script>"""
    told = expects("told", kind="notice", words=["title"])
    found = await verdict(judge, make_app, html, typed("Gull"), typed("  "), SAVE, told)
    assert found.status is Status.PASSED, found.reason

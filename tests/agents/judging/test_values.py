"""Bookings and prices: honest apps of every usual form pass the same criteria; a wrong value fails."""

import pytest

from agents.judging.bound import taken_all
from agents.judging.programmatic import ProgrammaticJudge
from plans.records.app_map import BindingKind, WrittenBinding, WrittenField
from plans.records.moments import MomentPart
from plans.records.verdict import JudgeRequest, OutcomeCause, Status
from plans.step_words import wanted_targets
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CARS = {"role": "item", "name": "car", "synonyms": ["cars"]}
RECORDS = {"role": "item", "name": "booking", "synonyms": ["bookings"]}
PRICE = {"role": "text", "name": "price", "within": {**CARS, "nth": 1}}
PICKED_UP = {"role": "text", "name": "Pick-up", "within": RECORDS}
STEPS = task(
    "book",
    {"do": "remember", "bind": "price", "read": "number", "target": PRICE},
    {"do": "compute", "bind": "start", "expression": "day(20)"},
    {"do": "compute", "bind": "hour", "expression": "at('9:30 am')"},
    {"do": "fill", "target": {"role": "textbox", "name": "Pick-up date", "synonyms": ["Pick-up"]}, "value": "{start}"},
    {"do": "fill", "target": {"role": "textbox", "name": "Pick-up time", "synonyms": ["Pick-up"]}, "value": "{hour}"},
    clicks("Book"),
    expects("price", kind="reads", read="content", that="says_number(it, price)"),
    expects("day", kind="reads", read="date", target=PICKED_UP, that="it == start"),
    sees("entry", "item", "booking", synonyms=["bookings"], containing="{start}"),
    sees("hour", "text", "{hour}"),
)  # fmt: skip
APP = """<h2>Cars</h2><ul><li><h3>Compact</h3><p>PRICE / day</p></li><li><h3>Van</h3><p>OTHER / day</p></li></ul>
<form onsubmit="book(event)">FIELDS<button>Book</button></form><h2>Bookings</h2><ul id=list></ul>
<script>const book = (event) => {
  event.preventDefault();
  const [...values] = [...event.target.querySelectorAll("input, select")].map((field) => field.value);
  const [day, at] = READ;
  const when = new Date(`${day}T${at}:00Z`);
  list.innerHTML = `<li><h3>Compact</h3><p>Pick-up: ${SHOWS}</p><p>PRICE</p></li>
<li><h3>Older</h3><p>Pick-up: NEVER</p></li>`;
};</script>"""
TWO = "<label>Pick-up date <input type=date></label><label>Pick-up time <input type=time></label>", "values"
ONE = "<label>Pick-up <input type=datetime-local></label>", "values[0].split('T')"
TYPED = (
    "<label>Pick-up date <input placeholder=dd/mm/yyyy></label><label>Pick-up time <input placeholder=hh:mm></label>",
    "[values[0].split('/').reverse().join('-'), values[1]]",
)
LISTS = (
    "<fieldset><legend>Pick-up date</legend>"
    f"<select aria-label=Day>{''.join(f'<option>{n:02}' for n in range(1, 32))}</select>"
    f"<select aria-label=Month>{''.join(f'<option>{n:02}' for n in range(1, 13))}</select>"
    "<select aria-label=Year><option>2026<option>2027</select></fieldset>"
    "<label>Pick-up time <select><option value=09:00>9:00 AM<option value=09:30>9:30 AM</select></label>",
    "[`${values[2]}-${values[1]}-${values[0]}`, values[3]]",
)
ISO = "when.toISOString().slice(0, 16).replace('T', ' ')"
ENGLISH = "when.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })"
GERMAN = "when.toLocaleString('de-DE', { dateStyle: 'medium', timeStyle: 'short' })"
BRITISH = "when.toLocaleString('en-GB', { dateStyle: 'short', timeStyle: 'short' })"
TOLD = ("price", "day", "entry", "hour")


@pytest.mark.parametrize(
    ("fields", "price", "shows", "missed"),
    [
        (TWO, "$58", ISO, {}),
        (ONE, "$58.00", ENGLISH, {}),
        (TYPED, "58,00 €", BRITISH, {}),
        (LISTS, "1.258,50 €", GERMAN, {}),
        (TWO, "58 €", ISO.replace("when", "new Date(+when + 864e5)"), {"day": Status.FAILED, "entry": Status.FAILED}),
        (TWO, "58 €", ISO.replace("when", "new Date(+when + 36e5)"), {"hour": Status.FAILED}),
        (TWO, "58 €", BRITISH, {"day": Status.UNRESOLVED, "entry": Status.UNRESOLVED}),
    ],
    ids=["whole prices", "one field", "a typed format", "three lists", "another day", "another hour", "open"],
)  # fmt: skip
async def test_the_same_criteria_judge_every_usual_form_of_a_booking(
    judge: ProgrammaticJudge,
    make_app: MakeApp,
    fields: tuple[str, str],
    price: str,
    shows: str,
    missed: dict[str, Status],
) -> None:
    html, values = fields
    other = price.replace("58", "73")
    page = APP.replace("FIELDS", html).replace("READ", values).replace("SHOWS", shows)
    app = make_app(page.replace("PRICE", price).replace("OTHER", other).replace("NEVER", "3 May 2026"))
    verdict = (await judge.judge(JudgeRequest(item="cars", submission=app, criteria=criteria(STEPS)))).of(
        "book"
    )
    said = {one.outcome: one.status for one in verdict.outcomes}
    assert said == {**dict.fromkeys(TOLD, Status.PASSED), **missed}, verdict.outcomes


def options(first: int, last: int) -> str:
    return "".join(f"<option>{number}" for number in range(first, last + 1))


def picked(take: str) -> str:
    """Two rows of three lists that nothing names, and what the app takes for the day."""
    lists = f"<select>{options(1, 31)}</select><select>{options(1, 12)}</select><select>{options(2025, 2028)}</select>"
    row = f"<div>{lists}</div>"
    return f"""<h2>From</h2>{row}<h2>Until</h2>{row}<button onclick="book()">Book</button><ul id=list></ul><script>
const book = () => {{
  const values = [...document.querySelectorAll("select")].map((field) => field.value.padStart(2, "0"));
  list.innerHTML = `<li>Trip: ${{{take}}}</li>`;
}};</script>"""


TAKES: tuple[MomentPart, ...] = ("day", "month", "year")
TRIP = task(
    "trip",
    {"do": "compute", "bind": "start", "expression": "day(20)"},
    {"do": "fill", "target": {"role": "textbox", "name": "Departure"}, "value": "{start}"},
    clicks("Book"),
    expects("day", kind="reads", read="date", target={"role": "text", "name": "Trip"}, that="it == start"),
)  # fmt: skip
RIGHT, SWAPPED = ("`${values[2]}-${values[1]}-${values[0]}`", "`${values[2]}-${values[0]}-${values[1]}`")


@pytest.mark.parametrize(
    ("take", "signs", "status"),
    [(RIGHT, (0, 1, 2), Status.PASSED), (SWAPPED, (0, 1, 2), Status.FAILED), (RIGHT, (2, 1, 0), Status.UNRESOLVED)],
    ids=["right", "an app that swaps", "a wrong binding"],
)  # fmt: skip
async def test_a_day_is_entered_in_fields_that_a_binding_names(
    judge: ProgrammaticJudge, make_app: MakeApp, take: str, signs: tuple[int, ...], status: Status
) -> None:
    asked = criteria(TRIP)
    request = JudgeRequest(item="trips", submission=make_app(picked(take)), criteria=asked)
    atlas = await judge.explored(request)
    lists = [e.index for e in atlas.screens[0].snapshot.elements if e.tag == "select"]
    fields = tuple(
        WrittenField(takes=part, element=f"s1e{lists[at]}") for part, at in zip(TAKES, signs, strict=True)
    )
    wanted = wanted_targets(asked)
    said = WrittenBinding(target=wanted[0].id, kind=BindingKind.COMPOSITE, fields=fields)
    good, objections = taken_all([said], wanted, atlas, "person")
    assert not objections
    bound = request.model_copy(update={"bindings": tuple(good.values())})
    (outcome,) = (await judge.judge(bound)).of("trip").outcomes
    assert outcome.status is status, outcome
    if status is Status.UNRESOLVED:
        assert outcome.cause is OutcomeCause.NOT_OPERABLE
    # Two fields of one part, or one field alone, are no composite.
    for few in ((fields[0], fields[0]), fields[:1], ()):
        wrong = said.model_copy(update={"fields": few})
        assert len(taken_all([wrong], wanted, atlas, "person")[1]) == 1

"""Days and times of day: entered into whatever fields an app has for them, and read back as it writes them."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from agents.browser.actions.perform import perform
from agents.browser.actions.pointing import NotOperable
from agents.browser.grounding.candidates import Presence
from agents.browser.grounding.ground import Knowledge, ground
from agents.browser.grounding.values import Undecidable, read
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Step, Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_STEP: TypeAdapter[Any] = TypeAdapter(Step)
DAY, AT = "2026-07-20", "09:30"
PICK_UP = Target(role="textbox", name="Pick-up date", synonyms=("Pick-up", "From"))


def numbers(first: int, last: int) -> str:
    return "".join(f"<option>{number}" for number in range(first, last + 1))


MONTHS = "".join(
    f"<option value={n}>{name}"
    for n, name in enumerate(
        [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ]
    )
)
DAYS = f"<select>{numbers(1, 31)}</select>"
GERMAN = "<label>Tag <input></label><label>Monat <input></label><label>Jahr <input></label>"
LIMITED = "<input oninput=\"this.value = '2'\">"
UNNAMED = (
    f"<div><h3>Pick-up date</h3>{DAYS}<select>{MONTHS}</select><select>{numbers(2025, 2028)}</select></div>"
)
HALVES = "<option>AM<option>PM"


async def fill(page: LivePage, value: str, target: Target = PICK_UP) -> None:
    step = _STEP.validate_python({"do": "fill", "target": target, "value": value})
    await perform(page, step, page.page.url, Knowledge(), MadeUp(0, page.settings.today))


async def held(page: LivePage) -> list[str]:
    return await page.page.evaluate(
        "[...document.querySelectorAll('input, select')].map((field) => field.value)"
    )


DATE_FIELDS = {
    "native": ("<label>Pick-up date <input type=date></label>", ["2026-07-20"]),
    "native with a time": ("<label>Pick-up date <input type=datetime-local></label>", ["2026-07-20T12:00"]),
    "a time kept": (
        "<label>Pick-up date <input type=datetime-local value=2026-01-01T08:15></label>",
        ["2026-07-20T08:15"],
    ),
    "a format": ("<label>Pick-up date <input placeholder=dd/mm/yyyy></label>", ["20/07/2026"]),
    "another format": ("<label>Pick-up date <input placeholder=MM-DD-YYYY></label>", ["07-20-2026"]),
    "an example": ("<label>Pick-up date <input placeholder='e.g. 31.12.2026'></label>", ["20.07.2026"]),
    "three lists": (
        f"<fieldset><legend>Pick-up date</legend><select aria-label=Day><option value=''>Day{numbers(1, 31)}</select>"
        f"<select aria-label=Month>{MONTHS}</select><select aria-label=Year>{numbers(2025, 2028)}</select></fieldset>",
        ["20", "6", "2026"],
    ),
    "three fields beside those of another date": (
        f"<form><div role=group aria-label='Pick-up date'>{GERMAN}</div>"
        f"<div role=group aria-label='Return date'>{GERMAN}</div></form>",
        ["20", "07", "2026", "", "", ""],
    ),
    "fields called by all of it": (
        f"<label>Pick-up day {DAYS}</label><label>Pick-up month <select>{numbers(1, 12)}</select></label>"
        f"<label>Pick-up year <input></label><label>Return day {DAYS}</label>",
        ["20", "7", "2026", "1"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("html", "holds"), DATE_FIELDS.values(), ids=DATE_FIELDS)
async def test_a_date_is_entered_into_whatever_fields_an_app_has(
    open_app: OpenApp, html: str, holds: list[str]
) -> None:
    page = await open_app(html=html)
    await fill(page, DAY)
    assert await held(page) == holds
    grounding = ground(await page.look(), PICK_UP, purpose="see")
    if grounding.found is Presence.FOUND:
        assert read(await page.look(), "date", grounding, PICK_UP.names) == DAY


TIME_FIELDS = {
    "native": ("<label>Pick-up time <input type=time></label>", ["09:30"]),
    "with a date": (
        "<label>Pick-up time <input type=datetime-local value=2026-07-20T12:00></label>",
        ["2026-07-20T09:30"],
    ),
    "a list": ("<label>Pick-up time <select><option>8:00 AM<option>9:30 AM</select></label>", ["9:30 AM"]),
    "hours and minutes": (
        f"<fieldset><legend>Pick-up time</legend><select aria-label=Hour>{numbers(0, 23)}</select>"
        "<select aria-label=Minute><option>00<option>15<option>30</select></fieldset>",
        ["9", "30"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("html", "holds"), TIME_FIELDS.values(), ids=TIME_FIELDS)
async def test_a_time_of_day_is_entered_as_the_app_takes_it(
    open_app: OpenApp, html: str, holds: list[str]
) -> None:
    page = await open_app(html=html)
    await fill(page, AT, Target(role="textbox", name="Pick-up time", synonyms=("Time",)))
    assert await held(page) == holds


BOTH_FIELDS = {
    "one": ("<label>Pick-up <input type=datetime-local></label>", ["2026-07-20T16:30"]),
    "two": (
        "<fieldset><legend>Pick-up</legend><input type=date><input type=time></fieldset>"
        "<fieldset><legend>Return</legend><input type=date><input type=time></fieldset>",
        ["2026-07-20", "16:30", "", ""],
    ),
    "two of one form": (
        "<form><label>Pick-up date <input type=date></label><label>Pick-up time <input type=time></label>"
        "<label>Return date <input type=date></label><label>Return time <input type=time></label></form>",
        ["2026-07-20", "16:30", "", ""],
    ),
    "six": (
        f"<fieldset><legend>Pick-up</legend><select aria-label=Day>{numbers(1, 31)}</select><select aria-label=Month>"
        f"{MONTHS}</select><input aria-label=Year><select aria-label=Hour>{numbers(1, 12)}</select>"
        f"<input aria-label=Minute><select>{HALVES}</select></fieldset>",
        ["20", "6", "2026", "4", "30", "PM"],
    ),
    "typed": ("<label>Pick-up <input placeholder='mm/dd/yyyy hh:mm'></label>", ["07/20/2026 16:30"]),
}  # fmt: skip


@pytest.mark.parametrize(("html", "holds"), BOTH_FIELDS.values(), ids=BOTH_FIELDS)
async def test_a_day_with_a_time_is_entered_into_one_field_or_several(
    open_app: OpenApp, html: str, holds: list[str]
) -> None:
    page = await open_app(html=html)
    await fill(page, f"{DAY}T16:30")
    assert await held(page) == holds


CALENDAR = """
<label for=f>Pick-up date</label> FIELD
<div id=pop hidden role=dialog aria-label="Choose a date"><button id=prev PREV</button><h2 id=head></h2>
<button id=next NEXT</button>
<table role=grid><tbody id=days></tbody></table></div>
<script>
const shown = new Date(2026, 5, 1);
const draw = () => {
  head.textContent = shown.toLocaleDateString("en", { month: "long", year: "numeric" });
  const first = new Date(shown); first.setDate(1 - shown.getDay());
  days.replaceChildren();
  for (let week = 0; week < 6; week++) {
    const row = days.insertRow();
    for (let at = 0; at < 7; at++) {
      const day = new Date(first); day.setDate(first.getDate() + week * 7 + at);
      const cell = row.insertCell(); cell.setAttribute("role", "gridcell"); cell.textContent = day.getDate();
      cell.onclick = () => { SET; pop.hidden = true; };
      cell.style.cursor = "pointer";
    }
  }
};
prev.onclick = () => { shown.setMonth(shown.getMonth() - 1); draw(); };
next.onclick = () => { shown.setMonth(shown.getMonth() + 1); draw(); };
f.onclick = f.onfocus = () => { pop.hidden = false; draw(); };
</script>"""
READONLY = "<input id=f readonly>", "f.value = day.toLocaleDateString('en-GB')"
BUTTON = (
    "<button id=f type=button aria-haspopup=dialog aria-label='Pick-up date'>Choose</button>",
    "f.textContent = day.toLocaleDateString('en-US', { dateStyle: 'long' })",
)
TYPED = (
    "<input id=f onkeydown='event.preventDefault()'>",
    "f.value = day.toLocaleDateString('en', { dateStyle: 'medium' })",
)


@pytest.mark.parametrize(
    "signs", [(">‹", ">›"), (" aria-label='Previous month'>‹", " aria-label='Next month'>›")]
)
@pytest.mark.parametrize(
    ("field", "sets"), [READONLY, BUTTON, TYPED], ids=["read-only", "a button", "typed in vain"]
)
async def test_a_day_is_picked_in_the_calendar_that_a_field_opens(
    open_app: OpenApp, field: str, sets: str, signs: tuple[str, str]
) -> None:
    prev, follows = signs
    html = (
        CALENDAR.replace("FIELD", field).replace("SET", sets).replace("PREV", prev).replace("NEXT", follows)
    )
    page = await open_app(html=html)
    await fill(page, "2026-08-31")
    said = await page.page.evaluate("f.value || f.textContent")
    assert said in ("31/08/2026", "August 31, 2026", "Aug 31, 2026")


@pytest.mark.parametrize(
    ("html", "value"),
    [
        ("<label>Pick-up date <input type=date></label>", f"{DAY}T16:30"),
        ("<label>Pick-up date <input readonly></label>", DAY),
        (
            f"<fieldset><legend>Pick-up date</legend><select aria-label=Day>{numbers(1, 15)}</select>"
            "<input aria-label=Month><input aria-label=Year></fieldset>",
            DAY,
        ),
        ("<label>Pick-up date <input placeholder=dd/mm/yyyy oninput=\"this.value = ''\"></label>", DAY),
        (UNNAMED, DAY),
        ("<p>Pick-up date</p><input autocomplete=bday-year><input autocomplete=bday-month><input>", DAY),
        ("<label>Pick-up date <input type=date oninput=\"this.value = '2026-07-21'\"></label>", DAY),
        ("<label>Pick-up date <input oninput=\"this.value = this.value.slice(0, 5)\"></label>", DAY),
        (f"<fieldset><legend>Pick-up date</legend>{GERMAN}</fieldset>".replace("<input>", LIMITED, 1), DAY),
        ("<button aria-label='Pick-up date'>Choose</button>", DAY),
    ],
    ids=[
        "no time is taken", "nothing opens", "the day is not offered", "what is typed goes away", "no names",
        "one part of three", "another day is kept", "part of it is kept", "part of a part is kept", "no calendar",
    ],
)  # fmt: skip
async def test_where_a_moment_cannot_be_entered_nobody_guesses(
    open_app: OpenApp, html: str, value: str
) -> None:
    page = await open_app(html=html)
    with pytest.raises(NotOperable):
        await fill(page, value)


@pytest.mark.parametrize(
    ("says", "day"),
    [
        ("<p>Pick-up date: 20 July 2026</p>", "2026-07-20"),
        ("<dl><dt>Pick-up date</dt><dd>Mon, 20 Jul</dd></dl>", "2026-07-20"),
        ("<p>Pick-up date: 05.07.2026</p>", "2026-07-05"),
        ("<p>Pick-up date: 05/07/2026</p><p>Return: 31/07/2026</p>", "2026-07-05"),
        ("<p>Pick-up date: 05/07/2026</p><input placeholder=mm/dd/yyyy>", "2026-05-07"),
        ("<label>Pick-up date <input value=05/07/2026 placeholder=dd/mm/yyyy></label>", "2026-07-05"),
        ("<p>Pick-up date: 05/07/2026</p>", None),
    ],
)
async def test_a_day_is_read_however_it_is_written_unless_day_and_month_could_be_swapped(
    open_app: OpenApp, says: str, day: str | None
) -> None:
    page = await open_app(html=says)
    target = Target(role="text", name="Pick-up date")
    target = target.model_copy(update={"role": "textbox"}) if "<label" in says else target
    snapshot = await page.look()
    grounding = ground(snapshot, target, purpose="see")
    if day is not None:
        assert read(snapshot, "date", grounding, target.names) == day
    else:
        with pytest.raises(Undecidable):
            read(snapshot, "date", grounding, target.names)


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("58", "Compact $58 / day", Presence.FOUND),
        ("58", "58,00 €", Presence.FOUND),
        ("58", "58.50 €", Presence.MISSING),
        ("1234.5", "Total 1.234,50 €", Presence.FOUND),
        ("2026-07-20", "Booked for Mon, 20 July", Presence.FOUND),
        ("2026-07-20", "Booked for 21 July 2026", Presence.MISSING),
        ("2026-07-05", "Booked for 05/07/2026", Presence.AMBIGUOUS),
        ("2026-07-05", "Booked for 05/07/2026 until 30/07/2026", Presence.FOUND),
        ("16:30", "Pick-up at 4:30 pm", Presence.FOUND),
        ("16:30", "Pick-up at 4:30", Presence.MISSING),
    ],
)
async def test_what_is_looked_for_by_a_value_is_met_as_that_value(
    open_app: OpenApp, name: str, text: str, found: Presence
) -> None:
    entries = (
        f"<li><h3>Ada</h3><p>{text}</p></li><li><h3>Bo</h3><p>none</p></li><li><h3>Cy</h3><p>none</p></li>"
    )
    page = await open_app(html=f"<h2>Bookings</h2><ul>{entries}</ul>")
    snapshot = await page.look()
    assert ground(snapshot, Target(role="text", name=name), purpose="see").found is found
    item = Target(role="item", name="booking", synonyms=("bookings",), containing=name)
    assert ground(snapshot, item, purpose="see").found is found


RANGE = (
    "<fieldset><legend>Stay</legend><label>Check-in <input FIELD></label>"
    "<label>Check-out <input FIELD></label></fieldset>"
)


@pytest.mark.parametrize(
    ("field", "holds"),
    [("type=date", ["2026-07-20", "2026-08-02"]), ("placeholder=dd.mm.yyyy", ["20.07.2026", "02.08.2026"])],
)
async def test_a_range_is_entered_in_two_fields(open_app: OpenApp, field: str, holds: list[str]) -> None:
    page = await open_app(html=RANGE.replace("FIELD", field))
    for name, day in (("Check-in", DAY), ("Check-out", "2026-08-02")):
        await fill(page, day, Target(role="textbox", name=name))
    assert await held(page) == holds


# As react-day-picker and its kin draw it: buttons called by the whole date, days gone by disabled, a month of others'
# days around it, in a layer at the end of the page.
LIBRARY = """<label id=l>Pick-up date</label>
<button id=f aria-labelledby="l f" aria-haspopup=dialog>Pick a date</button>
<div id=pop hidden role=dialog><nav><button id=prev aria-label="Go to the Previous Month">‹</button>
<button id=next aria-label="Go to the Next Month">›</button></nav><span id=head aria-live=polite></span>
<div role=grid id=days style="display:grid;grid-template-columns:repeat(7,2em)"></div></div><script>
const today = new Date(2026, 5, 15), shown = new Date(2026, 5, 1);
const draw = () => {
  head.textContent = shown.toLocaleDateString("en", { month: "long", year: "numeric" });
  days.replaceChildren();
  for (let at = 0; at < 42; at++) {
    const day = new Date(shown.getFullYear(), shown.getMonth(), 1 - shown.getDay() + at);
    const cell = document.createElement("button");
    cell.textContent = day.getDate();
    cell.ariaLabel = day.toLocaleDateString("en", { dateStyle: "full" });
    cell.disabled = day < today;
    cell.onclick = () => { f.textContent = SAYS; pop.hidden = true; };
    days.append(cell);
  }
};
prev.onclick = () => { shown.setMonth(shown.getMonth() - 1); draw(); };
next.onclick = () => { shown.setMonth(shown.getMonth() + 1); draw(); };
f.onclick = () => { pop.hidden = !pop.hidden; draw(); };
</script>"""
SAYS = "day.toLocaleDateString('en', { dateStyle: 'medium' })"


@pytest.mark.parametrize("day", ["2026-06-20", "2026-07-01", "2026-12-31"])
async def test_a_day_is_picked_in_the_calendar_of_a_library(open_app: OpenApp, day: str) -> None:
    page = await open_app(html=LIBRARY.replace("SAYS", SAYS))
    await fill(page, day)
    assert await page.page.evaluate("new Date(`${f.textContent} UTC`).toISOString().slice(0, 10)") == day


@pytest.mark.parametrize(
    ("says", "day"), [(SAYS, "2026-06-10"), ("'Picked'", DAY), (SAYS.replace("day.", "shown."), DAY)]
)
async def test_a_day_that_is_disabled_or_not_said_afterwards_counts_as_not_entered(
    open_app: OpenApp, says: str, day: str
) -> None:
    page = await open_app(html=LIBRARY.replace("SAYS", says))
    with pytest.raises(NotOperable):
        await fill(page, day)

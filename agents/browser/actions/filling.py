"""Putting values into fields: typed, picked from native lists and calendars, or set on sliders."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from agents.browser.actions.finding import NotOperable, find, point_at, reveal
from agents.browser.actions.pointing import click_element
from agents.browser.context import Context, Entered
from agents.browser.grounding.date_parts import DateParts, date_parts_at
from agents.browser.grounding.ground import describe
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.steps import Fill
from plans.records.values import number_in

_PART = r"(d{1,2}|m{1,4}|y{2,4})"
_FORM = re.compile(rf"(?i)(?<![a-z]){_PART}([./ -]){_PART}\2{_PART}(?![a-z])")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")


def is_date(value: str) -> bool:
    """Whether a value is a date as the steps write it."""
    return bool(_ISO.fullmatch(value))


def written_date(field: Element, value: str) -> str | None:
    """An ISO date in the form that the field spells out; None when it spells none, or the value is no such date."""
    if not is_date(value):
        return None
    form = next(
        (m for said in (field.placeholder, field.title, field.name) if (m := _FORM.search(said))), None
    )
    if form is None:
        return None
    day = date.fromisoformat(value)
    return form[2].join(day.strftime(_WRITTEN.get(form[place].lower(), "%Y")) for place in (1, 3, 4))


_WRITTEN = {"d": "%-d", "dd": "%d", "m": "%-m", "mm": "%m", "mmm": "%b", "mmmm": "%B", "yy": "%y"}
"""How a part of a date is written that is not the whole year."""


_PICKING_KEYS = 60
"""Options that are walked past at most; beyond, the choice takes longer than it tells."""


async def pick_option(page: LivePage, index: int, place: int) -> None:
    """Choose the option at a place of a native select, with one change that the page hears of."""
    page.touch()
    down = (await page.operate("offer", index, place)).get("down")
    if down is not None and down <= _PICKING_KEYS:
        for key in ("Alt+ArrowDown", "Home", *["ArrowDown"] * down, "Enter"):
            await page.key(key)
    await page.operate("choose", index, place)


async def slide_to(page: LivePage, index: int, value: str) -> None:
    """Bring a native slider to a value, or as near as its steps allow."""
    page.touch()
    beside = await page.operate("beside", index, value)
    if "key" in beside:
        await page.key(beside["key"])
    await page.operate("set", index, value, beside.get("goal", ""))


_SLIDING_KEYS = 60
"""Steps that are gone by keys at most."""
_EXACT = 1e-6


@dataclass(frozen=True, slots=True)
class Slid:
    """The position of a slider whose steps do not include the requested value."""

    at: float
    limits_otherwise: bool
    """Whether the filter here differs from one at the requested value; not so beyond the end of the data."""


async def slide(page: LivePage, slider: Element, value: str, looked_for: str) -> Slid | None:
    """Bring a slider to a value, else to an end of its range, or to the step beside it that is nearer to an end.

    A highest value rounds up, and a lowest one down, so that what lies at the ends of a range stays on its side.

    Returns where it stands instead of at the value; None when it stands there. Raises NotOperable where it does not
    follow the keys, or the value is no number.
    """
    wanted = number_in(value)
    if wanted is None:
        raise NotOperable(looked_for, f"it is a slider, and {value!r} is no number")
    if slider.input_type != "range":
        at, low, high = await _walk(page, slider, wanted, looked_for)
    else:
        low, high, step = _range_of(slider)
        at = low + _steps(wanted, low, high, step) * step if step else wanted
        at = round(min(max(at, low), high), 6)
        await slide_to(page, slider.index, f"{at:g}")
    is_upper, is_lower = said_limits(looked_for)
    # An upper limit above all leaves nothing out, wherever it stands there.
    leaves_all = (wanted > high and is_upper and not is_lower) or (wanted < low and is_lower and not is_upper)
    return None if math.isclose(at, wanted) else Slid(at, not leaves_all)


async def slide_back(page: LivePage, slider: Element, looked_for: str) -> None:
    """Take a slider to where it limits nothing: a maximum to its upper end, a minimum to its lower one.

    A native slider that is neither goes back to the value its markup gives it. Raises NotOperable where nothing says
    which place means no limit.
    """
    is_upper, is_lower = said_limits(f"{looked_for} {slider.name}")
    page.touch()
    if is_upper == is_lower:
        if not (await page.operate("restore", slider.index)).get("restored"):
            raise NotOperable(looked_for, "it is a slider, and nothing says which of its ends means no limit")
    elif slider.input_type == "range":
        low, high, _ = _range_of(slider)
        await slide_to(page, slider.index, f"{high if is_upper else low:g}")
    else:
        await page.operate("attend", slider.index)
        await page.key("End" if is_upper else "Home")


def number_limit(limits: Mapping[str, str], name: str) -> float | None:
    """A limit that a field declares; None where it is no number that the browser would heed."""
    try:
        said = float(limits.get(name, ""))
    except ValueError:
        return None
    return said if math.isfinite(said) else None


def _range_of(slider: Element) -> tuple[float, float, float]:
    """The two ends of a native slider, and its step, 0 where it has none; what is not declared is as in HTML."""
    limits = dict(slider.limits)
    low, high, step = (number_limit(limits, name) for name in ("min", "max", "step"))
    stepped = 0.0 if limits.get("step") == "any" else step or 1.0
    return low or 0.0, 100.0 if high is None else high, stepped


def said_limits(said: str) -> tuple[bool, bool]:
    """Whether words speak of an upper and of a lower limit."""
    words = set(stems(said))
    limits = lexicon().limits
    return bool(words & limits.upper), bool(words & limits.lower)


def _steps(wanted: float, low: float, high: float, step: float) -> int:
    """How many steps from its lower end a slider is to stand."""
    goal = min(max(wanted, low), high)
    steps = (goal - low) / step
    if abs(steps - round(steps)) < _EXACT:
        return round(steps)
    return math.ceil(steps) if goal >= (low + high) / 2 else math.floor(steps)


async def _walk(
    page: LivePage, slider: Element, wanted: float, looked_for: str
) -> tuple[float, float, float]:
    """Go by keys from one end, as people do who have no mouse; returns where it then stands, and its two ends."""
    await page.operate("attend", slider.index)
    high = await _at(page, slider.index, looked_for, "End")
    low = await _at(page, slider.index, looked_for, "Home")
    step = await _at(page, slider.index, looked_for, "ArrowRight") - low
    if step <= 0:
        raise NotOperable(looked_for, "it is a slider that does not follow the arrow keys")
    steps = _steps(wanted, low, high, step)
    if min(steps, round((high - low) / step) - steps) > _SLIDING_KEYS:
        raise NotOperable(looked_for, f"{wanted:g} is more than {_SLIDING_KEYS} steps from either end")
    from_top = steps > _SLIDING_KEYS
    await _at(page, slider.index, looked_for, "End" if from_top else "Home")
    for _ in range(round((high - low) / step) - steps if from_top else steps):
        await page.key("ArrowLeft" if from_top else "ArrowRight")
    return await _at(page, slider.index, looked_for), low, high


async def _at(page: LivePage, index: int, looked_for: str, key: str = "") -> float:
    """The value of the focused slider after a key press."""
    page.touch()
    if key:
        await page.key(key)
    elements = (await page.look()).elements
    here = next((e for e in elements if e.role == "slider" and "focused" in e.states), None)
    here = here or next((e for e in elements if e.index == index), None)
    held = number_in(here.value or "") if here is not None else None
    if held is None:
        raise NotOperable(looked_for, "it is a slider that does not say what it holds")
    return held


_PICKED = {"date", "time", "datetime-local", "month", "week", "color"}
"""Input types whose value is picked rather than typed."""
_KEY_REST = 0.02
"""Seconds of quiet before each key, for fields that select their next part after the last."""


async def fill_target(page: LivePage, step: Fill, context: Context) -> Slid | None:
    """Replace what a field holds; returns where a slider stands that does not take the value."""
    index = await find(page, step.target, context)
    if await leave_open_list(page, index, describe(step.target)):
        index = await find(page, step.target, context)
    field = (await page.look()).elements[index]
    if field.unseen and field.role in ("textbox", "spinbutton", "slider"):
        # A field in a drawer or a menu that is closed is opened first, as people have to.
        await reveal(page, step.target, context, "act")
        index = await find(page, step.target, context)
    context.entered = Entered(index, await page.look())
    return await fill_element(page, index, step.value, describe(step.target))


async def leave_open_list(page: LivePage, index: int, looked_for: str) -> bool:
    """Press a text field while another one has a list of proposals open, which many apps shut for a press alone."""
    snapshot = await page.look()
    field = snapshot.elements[index]
    is_open = any(
        e.is_field and e.index != index and "expanded" in e.states and e.role == "combobox" and e.is_shown
        for e in snapshot.elements
    )
    if not is_open or field.role != "textbox" or field.covered or field.unseen:
        return False
    await click_element(page, index, looked_for)
    return True


async def fill_element(page: LivePage, index: int, value: str, looked_for: str) -> Slid | None:
    """Replace what a field of the last look holds; raises NotOperable when it takes no input.

    Returns where a slider stands that does not take the value.
    """
    snapshot = await page.look()
    parts = date_parts_at(snapshot, index)
    if parts is not None and is_date(value):
        await _fill_parts(page, parts, date.fromisoformat(value), looked_for)
        return None
    field = _field_in(snapshot, snapshot.elements[index])
    if field is None:
        await _open_editor(page, index, value, looked_for)
        return None
    if {"disabled", "readonly"} & field.states:
        raise NotOperable(looked_for, "it is disabled or read-only")
    if field.tag == "select":
        await _choose_text(page, field, value, looked_for)
        return None
    if field.role == "slider":
        if value:
            return await slide(page, field, value, looked_for)
        await slide_back(page, field, looked_for)
        return None
    page.touch()
    if field.input_type in _PICKED:
        await page.operate("set", field.index, _as_picked(field, value))
        return None
    written = written_date(field, value)
    if written is not None:
        await _type_date(page, field.index, written, looked_for)
    else:
        await _type_into(page, field.index, value, looked_for)
    return None


def _as_picked(field: Element, value: str) -> str:
    """A date typed into a field for date and time needs a time too."""
    if field.input_type == "datetime-local" and len(value) == len("2026-06-15"):
        return f"{value}T12:00"
    if field.input_type == "month":
        return value[: len("2026-06")]
    return value


def _field_in(snapshot: Snapshot, element: Element) -> Element | None:
    if element.is_field:
        return element
    return next((e for e in snapshot.elements[element.index : element.end] if e.is_field), None)


async def _open_editor(page: LivePage, index: int, value: str, looked_for: str) -> None:
    """Text that becomes a field when it is pressed."""
    await click_element(page, index, looked_for)
    focused = [e for e in (await page.look()).elements if "focused" in e.states and e.is_field]
    if not focused:
        raise NotOperable(looked_for, "it takes no input")
    page.touch()
    await _type_into(page, focused[0].index, value, looked_for)


async def _focus(page: LivePage, index: int, looked_for: str) -> str:
    """Give a field the focus, with its content selected; returns its input type. Raises NotOperable.

    The pointer goes there first: resting elsewhere, it may hover over a choice in what the field opens.
    """
    await point_at(page, index)
    answer = await page.operate("focus", index)
    if answer.get("gone"):
        raise NotOperable(looked_for, "it went away before it could be filled")
    if not answer["focused"]:
        await page.mouse("click", answer["x"], answer["y"])
        if not (await page.operate("focus", index)).get("focused"):
            raise NotOperable(looked_for, "it takes no input")
    return str(answer["type"])


async def _type_into(page: LivePage, index: int, value: str, looked_for: str) -> None:
    if await _focus(page, index, looked_for) == "number" and value:
        # An app may take "37." in one go for 37, and write that back before the last key.
        for key in value:
            await page.key(key)
    elif value:
        await page.type(value)
    else:
        await page.key("Delete")


async def _type_date(page: LivePage, index: int, written: str, looked_for: str) -> None:
    """Type a date key by key, as fields want that take day, month and year one after the other."""
    await _focus(page, index, looked_for)
    for key in written:
        await page.rest(_KEY_REST)
        await page.key(key)
    page.touch()
    elements = (await page.look()).elements
    holds = next((e.value for e in elements if "focused" in e.states and e.is_field), None)
    if holds != written:
        raise NotOperable(looked_for, f"{written!r} was typed, and it holds {holds!r}")


async def _fill_parts(page: LivePage, parts: DateParts, day: date, looked_for: str) -> None:
    """Give day, month and year to a field each."""
    for part, field in parts.fields.items():
        said = parts.said(part, day)
        if field.tag == "select":
            known = {option.text.strip().casefold(): option.text for option in field.options}
            await _choose_text(
                page,
                field,
                next((known[s.casefold()] for s in said if s.casefold() in known), said[0]),
                looked_for,
            )
        else:
            page.touch()
            await _type_into(page, field.index, said[0], looked_for)


async def _choose_text(page: LivePage, field: Element, value: str, looked_for: str) -> None:
    place = _place_of(field, value)
    if place is None and _counts_short_of(field, value):
        return
    if place is None:
        raise NotOperable(looked_for, f"it offers no {value!r}")
    await pick_option(page, field.index, place)


def _place_of(field: Element, value: str) -> int | None:
    """The place of an option that says a value, or holds it."""
    said = value.casefold()
    places = (i for i, o in enumerate(field.options) if said in (o.text.casefold(), o.value.casefold()))
    return next(places, None)


def _counts_short_of(field: Element, value: str) -> bool:
    """Whether a list counts one by one and ends before a number: by that it refuses it, as a button for more would."""
    texts = [option.text.strip() for option in field.options]
    if not value.strip().isdecimal() or not texts or not all(text.isdecimal() for text in texts):
        return False
    first = int(texts[0])
    return [int(text) for text in texts] == list(range(first, first + len(texts))) and int(value) > int(
        texts[-1]
    )

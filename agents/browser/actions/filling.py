"""Putting values into fields: typed, picked from native lists and calendars, or set on sliders."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from agents.browser.actions.finding import NotOperable, find, point_at, reveal
from agents.browser.context import Context, Entered
from agents.browser.grounding.ground import describe
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.page import LivePage
from agents.browser.snapshot import Element
from plans.records.steps import Fill
from plans.records.values import number_in, written

_PICKED = {"date", "time", "datetime-local", "month", "week", "color"}
"""Input types whose value is picked rather than typed."""
_KEY_REST = 0.02
"""Seconds of quiet before each key, for fields that select their next part after the last."""
_MOST_KEYS = 60
"""Options that are passed by keys at most."""
_LARGEST = 1e100
"""Limits beyond this are none, so that what is computed from them stays finite."""
_FINEST = 1e-9
"""Smaller steps are none: any number is taken."""
_EXACT = 1e-6
"""Part of a step by which a value may miss it."""

_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
_PART = r"(d{1,2}|m{1,4}|y{2,4})"
_DATE_FORM = re.compile(rf"(?i)(?<![a-z]){_PART}([./ -]){_PART}\2{_PART}(?![a-z])")
"""A date format that a field spells out: dd/mm/yyyy."""
_WRITTEN = {"d": "%-d", "dd": "%d", "m": "%-m", "mm": "%m", "mmm": "%b", "mmmm": "%B", "yy": "%y"}
"""Part of a date format → how it is written; any other part is the year."""


@dataclass(frozen=True, slots=True)
class NumberRange:
    """The numbers that a field or a slider takes."""

    low: float | None
    high: float | None
    step: float
    """From `low`; 0: any number is taken."""

    @classmethod
    def declared(cls, limits: Mapping[str, str]) -> "NumberRange":
        """The numbers that a field's attributes allow; as in a browser, limits that are no numbers are ignored."""
        step = number_limit(limits, "step")
        if step is None or step <= 0:
            step = 0.0 if limits.get("step") == "any" else 1.0
        return cls(number_limit(limits, "min"), number_limit(limits, "max"), 0.0 if step < _FINEST else step)


def number_limit(limits: Mapping[str, str], name: str) -> float | None:
    """A limit that a field declares; None where it is no number that the browser would heed."""
    try:
        said = float(limits.get(name, ""))
    except ValueError:
        return None
    return said if abs(said) <= _LARGEST else None


@dataclass(frozen=True, slots=True)
class Slid:
    """The position of a slider whose steps do not include the requested value."""

    at: float
    limits_otherwise: bool
    """Whether the filter here differs from one at the requested value; not so beyond the end of the data."""


async def fill_target(page: LivePage, step: Fill, context: Context) -> Slid | None:
    """Replace what a field holds; returns the position of a slider that does not take the value."""
    index = await find(page, step.target, context)
    field = (await page.look()).elements[index]
    if field.unseen and field.role in ("textbox", "spinbutton", "slider"):
        # A field in a drawer or a menu that is closed is opened first, as people have to.
        await reveal(page, step.target, context, "act")
        index = await find(page, step.target, context)
    context.entered = Entered(index, await page.look())
    return await fill_element(page, index, step.value, describe(step.target))


async def fill_element(page: LivePage, index: int, value: str, looked_for: str) -> Slid | None:
    """Replace what a field of the last look holds; raises NotOperable when it takes no input.

    Returns the position of a slider that does not take the value.
    """
    snapshot = await page.look()
    field = next((e for i in snapshot.within(index) if (e := snapshot.elements[i]).is_field), None)
    if field is None:
        raise NotOperable(looked_for, "it takes no input")
    if {"disabled", "readonly"} & field.states:
        raise NotOperable(looked_for, "it is disabled or read-only")
    if field.role == "slider":
        return await _slide(page, field, value, looked_for)
    if field.tag == "select":
        said = value.casefold()
        options = [(option.text.casefold(), option.value.casefold()) for option in field.options]
        place = next((place for place, option in enumerate(options) if said in option), None)
        if place is None:
            raise NotOperable(looked_for, f"it offers no {value!r}")
        await pick_option(page, field.index, place)
        return None
    page.touch()
    if field.input_type in _PICKED:
        is_day_alone = field.input_type == "datetime-local" and len(value) == len("2026-06-15")
        picked = f"{value}T12:00" if is_day_alone else value
        picked = picked[: len("2026-06")] if field.input_type == "month" else picked
        await page.operate("set", field.index, picked)
    elif (typed := _date_as_typed(field, value)) is not None:
        await _type_date(page, field.index, typed, looked_for)
    elif await _focus(page, field.index, looked_for) == "number" and value:
        # An app may take "37." in one go for 37, and write that back before the last key.
        for key in value:
            await page.key(key)
    elif value:
        await page.type(value)
    else:
        await page.key("Delete")
    return None


async def pick_option(page: LivePage, index: int, place: int) -> None:
    """Choose the option at a place of a native select, with one change that the page hears of."""
    page.touch()
    down = (await page.operate("offer", index, place)).get("down")
    if down is not None and down <= _MOST_KEYS:
        for key in ("Alt+ArrowDown", "Home", *["ArrowDown"] * down, "Enter"):
            await page.key(key)
    await page.operate("choose", index, place)


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


def _date_as_typed(field: Element, value: str) -> str | None:
    """An ISO date in the format that a field spells out; None when it spells none, or the value is no such date."""
    forms = (_DATE_FORM.search(said) for said in (field.placeholder, field.title, field.name))
    form = next(filter(None, forms), None)
    if form is None or not _ISO.fullmatch(value):
        return None
    try:
        day = date.fromisoformat(value)
    except ValueError:
        # The step wants a day that is in no calendar, which is typed as it is.
        return None
    return form[2].join(day.strftime(_WRITTEN.get(form[place].lower(), "%Y")) for place in (1, 3, 4))


async def _type_date(page: LivePage, index: int, typed: str, looked_for: str) -> None:
    """Type a date key by key, as fields want that take day, month and year one after the other."""
    await _focus(page, index, looked_for)
    for key in typed:
        await page.rest(_KEY_REST)
        await page.key(key)
    page.touch()
    elements = (await page.look()).elements
    holds = next((e.value for e in elements if "focused" in e.states and e.is_field), None)
    if holds != typed:
        raise NotOperable(looked_for, f"{typed!r} was typed, and it holds {holds!r}")


async def _slide(page: LivePage, slider: Element, value: str, looked_for: str) -> Slid | None:
    """Bring a native slider to a value, else to an end of its range, or to the step beside it that is nearer to an end.

    A highest value rounds up, and a lowest one down, so that what lies at the ends of a range stays on its side.

    Returns where it stands instead of at the value; None when it stands there. Raises NotOperable for another slider,
    and where the value is no number.
    """
    wanted = number_in(value)
    if wanted is None:
        raise NotOperable(looked_for, f"it is a slider, and {value!r} is no number")
    if slider.input_type != "range":
        raise NotOperable(looked_for, "it is a slider of the app's own making")
    limits = NumberRange.declared(dict(slider.limits))
    low, high = limits.low or 0.0, 100.0 if limits.high is None else limits.high
    goal = min(max(wanted, low), high)
    if limits.step:
        steps = (goal - low) / limits.step
        rounded = math.ceil(steps) if goal >= (low + high) / 2 else math.floor(steps)
        steps = round(steps) if abs(steps - round(steps)) < _EXACT else rounded
        goal = min(max(low + steps * limits.step, low), high)
    at = round(goal, 6)
    page.touch()
    beside = await page.operate("beside", slider.index, written(at))
    if "key" in beside:
        await page.key(beside["key"])
    await page.operate("set", slider.index, written(at), beside.get("goal", ""))
    if math.isclose(at, wanted):
        return None
    # An upper limit above all leaves nothing out, wherever it stands there.
    words, known = set(stems(looked_for)), lexicon().limits
    is_upper, is_lower = bool(words & known["upper"]), bool(words & known["lower"])
    leaves_all = (wanted > high and is_upper and not is_lower) or (wanted < low and is_lower and not is_upper)
    return Slid(at, not leaves_all)

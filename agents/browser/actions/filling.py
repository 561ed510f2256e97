"""Putting values into fields: typed, picked from native lists and calendars, set on sliders, or given as files."""

import math
from datetime import date
from itertools import islice
from typing import NamedTuple

from agents.browser.actions.pointing import NotOperable, click_element, find, locate, point_at
from agents.browser.events import new_texts
from agents.browser.grounding.buttons import pressed_in, said_on
from agents.browser.grounding.candidates import Presence, looking_like
from agents.browser.grounding.ground import Knowledge
from agents.browser.grounding.names import agreement, known_as, lexicon, stems
from agents.browser.grounding.values import MomentFields, fields_for, form_of, held_by, tells
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records import moments
from plans.records.moments import Moment, MomentPart, days_in, months_in
from plans.records.steps import Fill, Target, Upload
from plans.records.values import number_in, written
from plans.step_words import describe

_FEWEST = 28
"""Days that a calendar shows at least."""
_NUMBERS = [str(number) for number in range(1, 32)] + [f"0{number}" for number in range(1, 10)]
_MOST_TURNS = 40
_CALLED = 0.5
"""Agreement from which a button is called "next" or "previous"."""


_PICKED = {"date", "time", "datetime-local", "month", "week", "color"}
"""Input types whose value is picked rather than typed."""
_KEY_REST = 0.02
"""Seconds of quiet before each key, for fields that select their next part after the last."""
_MOST_KEYS = 60
"""Options that are passed by keys at most."""
_PRESSES = 2
"""Buttons pressed one after the other until a file is submitted: "Check", then "Import"."""
_CLIMB = 5
"""Containers around a file field in which the button that submits the file is looked for."""
_OUTER = ("body", "html", "main")
_ORDER: tuple[MomentPart, ...] = (
    "moment", "date", "year", "month", "day", "time", "hour", "minute", "half"
)  # fmt: skip
"""The order in which parts are entered: what days a list offers depends on its year and month."""


class Calendar(NamedTuple):
    """A calendar that is open."""

    month: int
    """Months since the year 0."""
    days: list[Element]
    turns: list[Element]
    """What else can be pressed around the days."""


def calendar_in(snapshot: Snapshot) -> Calendar | None:
    """The calendar that can be seen and operated; None where there is none."""
    pressed = [e for e in snapshot.elements if e.is_shown and e.clickable and not e.is_field]
    days = [e for e in pressed if _number(snapshot, e)]
    days = [e for e in days if not any(snapshot.holds(e.index, o.index) for o in days if o is not e)]
    for around in snapshot.ancestors(days[0].index) if len(days) >= _FEWEST else ():
        inside = [day for day in days if snapshot.holds(around, day.index)]
        if len(inside) >= _FEWEST and (months := months_in(snapshot.text(around))):
            turns = [e for e in pressed if snapshot.holds(around, e.index) and not _number(snapshot, e)]
            return Calendar(months[0][0] * 12 + months[0][1], inside, turns)
    return None


def _number(snapshot: Snapshot, element: Element) -> int:
    """The day of a month that an element says first; 0 where it says none."""
    said = snapshot.text(element.index).split()[:1]
    return int(said[0]) if said and said[0] in _NUMBERS else 0


async def pick_day(page: LivePage, iso: str, looked_for: str) -> None:
    """Turn an open calendar to the month of a day and press the day. Raises NotOperable."""
    wanted, useless = date.fromisoformat(iso), set[str]()
    for _ in range(_MOST_TURNS):
        snapshot = await page.look()
        calendar = calendar_in(snapshot)
        ahead = wanted.year * 12 + wanted.month - calendar.month if calendar else 0
        pressed = _pressed(snapshot, calendar, wanted, ahead, useless) if calendar else None
        if calendar is None or pressed is None:
            break
        await click_element(page, pressed.index, looked_for)
        if ahead == 0:
            return
        after = calendar_in(await page.look())
        if after is None or (after.month - calendar.month) * ahead <= 0:
            useless.add(said_on(snapshot, pressed))
    raise NotOperable(looked_for, f"{iso} could be picked in no calendar that it opens")


def _pressed(
    snapshot: Snapshot, calendar: Calendar, wanted: date, ahead: int, useless: set[str]
) -> Element | None:
    """What leads nearer to a day so many months ahead; in its month the day itself, by its date or else its number."""
    if ahead:
        name = "next month" if ahead > 0 else "previous month"
        turns = [
            (e, k)
            for e in calendar.turns
            if said_on(snapshot, e) not in useless
            for k in known_as(snapshot, e)
        ]
        called = {agreement(name, known.words) * known.trust: e for e, known in turns}
        return called[max(called)] if max(called, default=0.0) >= _CALLED else None
    whole = ((wanted.year, wanted.month, wanted.day),)
    for day in calendar.days:
        if any(one.readings == whole for one in days_in(day.name or day.title)):
            return day
    numbers = [_number(snapshot, day) for day in calendar.days]
    # The last days of the month before may stand in front of its own.
    at = numbers.index(1) + wanted.day - 1 if 1 in numbers else len(numbers)
    return calendar.days[at] if numbers[at : at + 1] == [wanted.day] else None


async def fill_target(page: LivePage, step: Fill, context: Knowledge) -> float | None:
    """Replace what a field holds; returns the position of a slider that does not take the value.

    A day and a time of day may be entered in several fields, or picked in a calendar, and are read back.
    """
    looked_for, moment, index = describe(step.target), moments.moment_of(step.value), None
    if moment is not None:
        grounding, snapshot = await locate(page, step.target, context, "act"), await page.look()
        at = grounding.index if grounding.found is Presence.FOUND else None
        if at is not None and _fields_of(snapshot, step.target, moment, context, at) is not None:
            return await _fill_parts(page, step, moment, context, at)
        index = _opener(snapshot, step.target) if grounding.found is Presence.MISSING else None
    index = await find(page, step.target, context) if index is None else index
    context.entered = index, await page.look()
    return await fill_element(page, index, step.value, looked_for)


def _fields_of(
    snapshot: Snapshot, target: Target, moment: Moment, context: Knowledge, index: int
) -> MomentFields | None:
    """The several fields that take a moment, as a model or a person bound them or by what they are called."""
    meaning = context.known.meaning(target)
    if meaning is None or not meaning.fields:
        return fields_for(snapshot, moment, target.names, index)
    fields = MomentFields()
    for one in meaning.fields:
        if len(alike := looking_like(snapshot, one.look, snapshot.within(index))) == 1:
            fields[one.takes] = alike[0].index
    return fields


async def _fill_parts(page: LivePage, step: Fill, moment: Moment, context: Knowledge, index: int) -> None:
    """Enter a moment part by part; raises NotOperable where the fields do not hold it afterwards."""
    looked_for, entered = describe(step.target), set[MomentPart]()
    while True:
        # An app may draw its fields anew after each entry.
        snapshot = await page.look()
        fields = _fields_of(snapshot, step.target, moment, context, index) or {}
        values: dict[MomentPart, str] = {"moment": step.value, **moments.split(moment, "half" in fields)}
        left: list[MomentPart] = [
            part for part in _ORDER if part in fields and part in values and part not in entered
        ]
        if not left:
            break
        entered.add(part := left[0])
        field, value = snapshot.elements[fields[part]], values[part]
        if field.tag == "select" and part not in ("date", "time", "moment"):
            place = moments.place_offered([option.text for option in field.options], value)
            if place is None:
                raise NotOperable(looked_for, f"it offers no {part} {value!r}")
            await pick_option(page, field.index, place, looked_for)
        else:
            await fill_element(page, field.index, value, looked_for)
    try:
        held = held_by(snapshot, fields, page.settings.today.date())
    except moments.Undecided as open_one:
        raise NotOperable(looked_for, f"its fields hold what may be {step.value}: {open_one}") from None
    if any(given and given != got for given, got in zip(moment, held, strict=True)):
        raise NotOperable(looked_for, f"{step.value} was entered, and its fields hold {held}")


def _opener(snapshot: Snapshot, target: Target) -> int | None:
    """The one button that is called as a missing field would be, and so may open a calendar."""
    called = [tuple(stems(name)) for name in target.names if name]
    buttons = [e for e in snapshot.elements if e.is_shown and e.role in ("button", "combobox")]
    found = [e.index for e in buttons if any(tuple(stems(e.name))[: len(name)] == name for name in called)]
    return found[0] if len(found) == 1 else None


async def _pick(page: LivePage, opener: Element, value: str, looked_for: str) -> None:
    await click_element(page, opener.index, looked_for)
    await pick_day(page, value, looked_for)
    await _read_back(page, opener, value, looked_for)


async def _read_back(page: LivePage, was: Element, value: str, looked_for: str) -> None:
    """Raises NotOperable where a field, or what opened a calendar, does not say the moment that was entered."""
    now = await page.look()
    alike = [e for e in now.elements if (e.tag, e.role) == (was.tag, was.role)]
    same = [e for e in alike if e.index == was.index] or [e for e in alike if e.tokens == was.tokens]
    said = " ".join((e.value or f"{now.text(e.index)} {e.name}") for e in same)
    if len(same) != 1 or not tells(value, said):
        raise NotOperable(looked_for, f"{value} was entered, and it says {said!r}")


async def fill_element(page: LivePage, index: int, value: str, looked_for: str) -> float | None:
    """`fill_target` for a field of the last look. Raises NotOperable when it takes no input, or not this one."""
    snapshot, moment = await page.look(), moments.moment_of(value)
    field = next((e for i in snapshot.within(index) if (e := snapshot.elements[i]).is_field), None)
    opener = snapshot.elements[index] if field is None else field
    is_picked = field is None or ("readonly" in field.states and "disabled" not in field.states)
    if is_picked and opener.clickable and moment is not None and not moment[1]:
        return await _pick(page, opener, value, looked_for)
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
        place = (
            moments.place_meant([option.text for option in field.options], value) if place is None else place
        )
        if place is None:
            raise NotOperable(looked_for, f"it offers no {value!r}")
        await pick_option(page, field.index, place, looked_for)
    elif field.input_type in _PICKED:
        picked: str | None = value
        if moment is not None and field.input_type != "color":
            picked = moments.native(field.input_type, moment, field.value or "", page.settings.today.date())
        if picked is None:
            raise NotOperable(looked_for, f"it takes a {field.input_type} alone, and not {value!r}")
        await _reach(page, field.index, looked_for)
        await page.operate("set", field.index, picked)
    else:
        await _type(page, field, value, looked_for)
    if moment is not None and field.tag != "select" and field.input_type != "month":
        await _read_back(page, field, value, looked_for)
    return None


async def pick_option(page: LivePage, index: int, place: int, looked_for: str) -> None:
    """Choose the option at a place of a native select, with one change that the page hears of. Raises NotOperable."""
    await _reach(page, index, looked_for)
    down = (await page.operate("offer", index, place)).get("down")
    if down is not None and down <= _MOST_KEYS:
        for key in ("Alt+ArrowDown", "Home", *["ArrowDown"] * down, "Enter"):
            await page.key(key)
    await page.operate("choose", index, place)


async def _reach(page: LivePage, index: int, looked_for: str) -> None:
    """Point at a field; raises NotOperable for one that people cannot press, whatever a script could do with it.

    Resting elsewhere, the pointer may also hover over a choice in what the field opens.
    """
    page.touch()
    if not await point_at(page, index):
        raise NotOperable(looked_for, "it is covered or gone")


async def _type(page: LivePage, field: Element, value: str, looked_for: str) -> None:
    """Type over what a field holds; a date in the format that the field spells out, which it then has to hold."""
    had_calendar = calendar_in(await page.look()) is not None
    await _reach(page, field.index, looked_for)
    answer = await page.operate("focus", field.index)
    if answer.get("gone"):
        raise NotOperable(looked_for, "it went away before it could be filled")
    if not answer["focused"]:
        await page.mouse("click", answer["x"], answer["y"])
        if not (await page.operate("focus", field.index)).get("focused"):
            raise NotOperable(looked_for, "it takes no input")
    form, moment = form_of(field), moments.moment_of(value)
    typed = moments.written_as(form, moment) if form and moment and moment[0] else None
    if typed is not None:
        for key in typed:
            await page.rest(_KEY_REST)
            await page.key(key)
        page.touch()
        elements = (await page.look()).elements
        holds = next((e.value for e in elements if "focused" in e.states and e.is_field), None)
        if holds != typed:
            raise NotOperable(looked_for, f"{typed!r} was typed, and it holds {holds!r}")
    elif answer["type"] == "number" and value:
        # An app may take "37." in one go for 37, and write that back before the last key.
        for key in value:
            await page.key(key)
    elif value:
        await page.type(value)
    else:
        await page.key("Delete")
    if moment and moment[0] and not had_calendar and calendar_in(await page.look()) is not None:
        # It opened as the field was entered, and may not heed what is typed.
        await pick_day(page, moment[0], looked_for)


async def _slide(page: LivePage, slider: Element, value: str, looked_for: str) -> float | None:
    """Bring a native slider to a value, as near as its range and its steps allow.

    Returns where it stands instead. Raises NotOperable for another slider, or a value that is no number.
    """
    wanted = number_in(value)
    if wanted is None or slider.input_type != "range":
        raise NotOperable(looked_for, f"it is a slider of the app's own making, or {value!r} is no number")
    page.touch()
    beside = await page.operate("beside", slider.index, written(wanted))
    if "key" in beside:
        await page.key(beside["key"])
    held = await page.operate("set", slider.index, written(wanted), beside.get("goal", ""))
    at = number_in(str(held.get("value", "")))
    if at is None:
        raise NotOperable(looked_for, "it went away before it could be moved")
    return None if math.isclose(at, wanted) else at


async def upload_to(page: LivePage, step: Upload, context: Knowledge) -> bool:
    """Give a file to a file input, hidden or not, and press the button that submits it where that has yet to be done.

    Without a file input, press the button of that name first. Returns whether several buttons may have to be pressed,
    of which none was. Raises NotThere and NotOperable.
    """
    looked_for, passed = describe(step.target), set[str]()
    index = _sole_input(await page.look())
    if index is None:
        # Looking for it may open what it stands in.
        grounding = await locate(page, step.target.model_copy(update={"role": "file"}), context, "act")
        is_found = grounding.found is Presence.FOUND
        index = grounding.index if is_found else _sole_input(await page.look())
    if index is None:
        button = await find(page, step.target.model_copy(update={"role": "button"}), context)
        snapshot = await page.look()
        passed.add(said_on(snapshot, snapshot.elements[button]))
        await click_element(page, button, looked_for)
        index = _sole_input(await page.look())
    if index is None:
        raise NotOperable(looked_for, "pressing it showed no field for a file")
    before = await page.look()
    if "disabled" in before.elements[index].states:
        raise NotOperable(looked_for, "its field for a file is disabled")
    page.touch()
    kind = "text/csv" if step.filename.endswith(".csv") else "text/plain"
    if (await page.operate("give", index, step.filename, kind, step.content)).get("gone"):
        raise NotOperable(looked_for, "it went away before it could be given a file")
    for _ in range(_PRESSES):
        now = await page.look()
        buttons = _submit_buttons(before, now, step.filename, passed)
        if len(buttons) != 1:
            return len(buttons) > 1
        passed.add(said_on(now, buttons[0]))
        await click_element(page, buttons[0].index, "the button that submits the file")
        before = now
    return False


def _sole_input(snapshot: Snapshot) -> int | None:
    """The one file input that can be given a file now; None where there are several or none.

    One that cannot be seen stands in what is closed if nothing around it that is pressed can be seen either.
    """
    inputs = [e for e in snapshot.elements if e.role == "file"]
    if len(inputs) != 1:
        return None
    index = inputs[0].index
    for ancestor in snapshot.ancestors(index) if not inputs[0].is_shown else ():
        if snapshot.elements[ancestor].tag in _OUTER:
            break
        inside = (snapshot.elements[i] for i in snapshot.inside(ancestor))
        pressed = [e for e in inside if e.clickable and not e.is_field]
        if pressed:
            return index if any(e.is_shown for e in pressed) else None
    return index


def _submit_buttons(before: Snapshot, now: Snapshot, filename: str, passed: set[str]) -> list[Element]:
    """The buttons beside the field that may have to be pressed for a file to be taken.

    There are none once the app has answered, by saying anything outside of the form that is not the name of the file.
    """
    inputs = [e for e in now.elements if e.role == "file"]
    inputs = inputs if len(inputs) == 1 else [e for e in inputs if e.is_shown]
    for ancestor in islice(now.ancestors(inputs[0].index), _CLIMB) if len(inputs) == 1 else ():
        frame = now.elements[ancestor]
        if frame.tag in _OUTER:
            break
        is_form = frame.tag in ("form", "dialog") or frame.role in ("form", "dialog") or frame.fixed
        chooses, takes = lexicon().files["chooses"], lexicon().files["takes"]
        buttons = [
            e
            for e in pressed_in(now, ancestor)
            if (said := said_on(now, e)) not in passed
            and (not chooses & set(stems(said)[:1]) if is_form else takes & set(stems(said)[:1]))
        ]
        if buttons:
            inside = now.text(ancestor) if is_form else ""
            is_answered = any(filename not in text and text not in inside for text in new_texts(before, now))
            return [] if is_answered else [e for e in buttons if "disabled" not in e.states]
    return []

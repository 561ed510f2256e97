"""Putting values into fields: typed, picked from native lists and calendars, set on sliders, or given as files."""

import math
import re
from contextlib import suppress
from datetime import date
from itertools import islice

from agents.browser.actions.finding import NotOperable, find, locate, point_at
from agents.browser.actions.pointing import click_element
from agents.browser.context import Context, Entered
from agents.browser.grounding.buttons import pressed_in, said_on
from agents.browser.grounding.candidates import Found
from agents.browser.grounding.ground import describe
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.notices import new_texts
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.steps import Fill, Upload
from plans.records.values import number_in, written

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

_PART = r"(d{1,2}|m{1,4}|y{2,4})"
_DATE_FORM = re.compile(rf"(?i)(?<![a-z]){_PART}([./ -]){_PART}\2{_PART}(?![a-z])")
"""A date format that a field spells out: dd/mm/yyyy."""
_WRITTEN = {"d": "%-d", "dd": "%d", "m": "%-m", "mm": "%m", "mmm": "%b", "mmmm": "%B", "yy": "%y"}
"""Part of a date format → how it is written; any other part is the year."""


async def fill_target(page: LivePage, step: Fill, context: Context) -> float | None:
    """Replace what a field holds; returns the position of a slider that does not take the value."""
    index = await find(page, step.target, context)
    context.entered = Entered(index, await page.look())
    return await fill_element(page, index, step.value, describe(step.target))


async def fill_element(page: LivePage, index: int, value: str, looked_for: str) -> float | None:
    """`fill_target` for a field of the last look. Raises NotOperable when it takes no input, or not this one."""
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
        await pick_option(page, field.index, place, looked_for)
    elif field.input_type in _PICKED:
        is_day_alone = field.input_type == "datetime-local" and len(value) == len("2026-06-15")
        picked = f"{value}T12:00" if is_day_alone else value
        picked = picked[: len("2026-06")] if field.input_type == "month" else picked
        await _reach(page, field.index, looked_for)
        await page.operate("set", field.index, picked)
    else:
        await _type(page, field, value, looked_for)
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
    await _reach(page, field.index, looked_for)
    answer = await page.operate("focus", field.index)
    if answer.get("gone"):
        raise NotOperable(looked_for, "it went away before it could be filled")
    if not answer["focused"]:
        await page.mouse("click", answer["x"], answer["y"])
        if not (await page.operate("focus", field.index)).get("focused"):
            raise NotOperable(looked_for, "it takes no input")
    typed = _date_as_typed(field, value)
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


def _date_as_typed(field: Element, value: str) -> str | None:
    """An ISO date in the format that a field spells out; None where it spells none, or the value is no such date."""
    forms = (_DATE_FORM.search(said) for said in (field.placeholder, field.title, field.name))
    form = next(filter(None, forms), None)
    if form is not None:
        with suppress(ValueError):
            day = date.fromisoformat(value)
            return form[2].join(day.strftime(_WRITTEN.get(form[at].lower(), "%Y")) for at in (1, 3, 4))
    return None


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


async def upload_to(page: LivePage, step: Upload, context: Context) -> bool:
    """Give a file to a file input, hidden or not, and press the button that submits it where that has yet to be done.

    Without a file input, press the button of that name first. Returns whether several buttons may have to be pressed,
    of which none was. Raises NotThere and NotOperable.
    """
    looked_for, passed = describe(step.target), set[str]()
    index = _sole_input(await page.look())
    if index is None:
        # Looking for it may open what it stands in.
        grounding = await locate(page, step.target.model_copy(update={"role": "file"}), context, "act")
        is_found = grounding.found is Found.FOUND
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

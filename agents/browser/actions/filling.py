"""Putting values into fields."""

from datetime import date

from agents.browser.actions.dating import is_date, written_date
from agents.browser.actions.finding import find
from agents.browser.actions.outcome import NotOperable
from agents.browser.actions.picking import pick_option
from agents.browser.actions.pointing import click_element
from agents.browser.actions.revealing import reveal
from agents.browser.actions.sliding import Slid, slide, slide_back
from agents.browser.grounding.date_parts import DateParts, date_parts_at
from agents.browser.grounding.ground import describe
from agents.browser.memory.context import Context
from agents.browser.memory.effects import Entered
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.steps import Fill

_PICKED = {"date", "time", "datetime-local", "month", "week", "color"}
"""Input types whose value is picked rather than typed."""
_KEY_REST = 0.02
"""Seconds of quiet before each key, for fields that select their next part after the last."""


async def fill_target(page: LivePage, step: Fill, context: Context) -> Slid | None:
    """Replace what a field holds; returns where a slider stands that does not take the value."""
    index = await find(page, step.target, context)
    if await leave_open_list(page, index, describe(step.target)):
        index = await find(page, step.target, context)
    if _is_put_away((await page.look()).elements[index]):
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


def _is_put_away(field: Element) -> bool:
    return field.unseen and field.role in ("textbox", "spinbutton", "slider")


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
        return None
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


async def _type_into(page: LivePage, index: int, value: str, looked_for: str) -> None:
    answer = await page.operate("focus", index)
    if answer.get("gone"):
        raise NotOperable(looked_for, "it went away before it could be filled")
    if not answer["focused"]:
        await page.mouse("click", answer["x"], answer["y"])
        if not (await page.operate("focus", index)).get("focused"):
            raise NotOperable(looked_for, "it takes no input")
    if value:
        await page.type(value)
    else:
        await page.key("Delete")


async def _type_date(page: LivePage, index: int, written: str, looked_for: str) -> None:
    """Type a date key by key, as fields want that take day, month and year one after the other."""
    await page.operate("focus", index)
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

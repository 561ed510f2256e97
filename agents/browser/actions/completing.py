"""Completing a form: every empty field that may be required gets a value that the form should take."""

import re
from collections.abc import Iterable
from datetime import datetime
from functools import cache

from agents.browser.actions.filling import fill_element, leave_open_list, pick_option
from agents.browser.actions.finding import NotThere, find
from agents.browser.actions.pointing import click_element
from agents.browser.actions.selecting import choose_first
from agents.browser.context import Context
from agents.browser.grounding.choices import is_placeholder
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.naming import label_beside
from agents.browser.grounding.words import finds_things, has_words
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.steps import Complete, GeneratedKind
from plans.records.values import written

_NEAR = 4
"""Containers around a control in which a form without a tag is looked for."""
_FIXED = {
    "tel": "+1 202 555 0143",
    "url": "https://example.com/",
    "password": "Correct-Horse-7",
    "color": "#336699",
    "week": "2026-W27",
}
_BY_TYPE: dict[str, GeneratedKind] = {
    "email": "email", "date": "future_date", "datetime-local": "future_date", "month": "future_date", "time": "time",
}  # fmt: skip


async def complete_form(page: LivePage, step: Complete, context: Context, made_up: MadeUp) -> None:
    """Fill what is empty in a form; raises NotThere when no form is open."""
    form = await _form(page, step, context)
    done: set[tuple[str, str]] = set()
    pressed: set[tuple[str, str]] = set()
    # The form is looked at again after each field: one answer may bring up the next question.
    for _ in range(30):
        snapshot = await page.look()
        if form >= len(snapshot.elements):
            return
        field = next((f for f in _empty(snapshot, form) if _key(snapshot, f) not in done), None)
        if field is None:
            return
        key = _key(snapshot, field)
        if key not in pressed and await leave_open_list(page, field.index, key[1]):
            pressed.add(key)
            continue
        done.add(key)
        await _give(page, snapshot, field, made_up)


def awaited_fields(snapshot: Snapshot, control: Element) -> list[Element]:
    """The fields around a control that have no value and may need one, or hold one that the page calls invalid."""
    form = _around_control(snapshot, control)
    if form is None:
        return []
    return [f for f in _fields(snapshot, form) if "invalid" in f.states or _wants_value(snapshot, f, form)]


def _around_control(snapshot: Snapshot, control: Element) -> int | None:
    """The form of a control: what says so, else the smallest container near it that has a field."""
    around = list(snapshot.ancestors(control.index))
    named = next((i for i in around if snapshot.elements[i].role in ("form", "dialog")), None)
    if named is not None:
        return named
    return next((i for i in around[:_NEAR] if _fields(snapshot, i)), None)


async def _form(page: LivePage, step: Complete, context: Context) -> int:
    if step.within is not None:
        return await find(page, step.within, context)
    snapshot = await page.look()
    focused = next((e for e in snapshot.elements if "focused" in e.states and e.is_field), None)
    if focused is not None and (around := _around(snapshot, focused)) is not None:
        return around
    frames = [e for e in snapshot.elements if e.role in ("form", "dialog") and e.is_shown]
    full = [f for f in frames if len(_fields(snapshot, f.index)) > 0]
    if full:
        return max(full, key=lambda f: (f.role == "dialog", len(_fields(snapshot, f.index)))).index
    if _fields(snapshot, 0):
        return 0
    raise NotThere("a form to complete", "no field on the page", "textbox")


def _around(snapshot: Snapshot, field: Element) -> int | None:
    """The form of a field: what says so, else the smallest container that has something to press besides fields."""
    for ancestor in snapshot.ancestors(field.index):
        if snapshot.elements[ancestor].role in ("form", "dialog"):
            return ancestor
    for ancestor in snapshot.ancestors(field.index):
        inner = (snapshot.elements[i] for i in snapshot.inside(ancestor))
        if any(e.clickable and not e.is_field and e.role != "label" for e in inner):
            return ancestor
    return None


def _fields(snapshot: Snapshot, form: int) -> list[Element]:
    return [
        e
        for i in snapshot.within(form)
        if (e := snapshot.elements[i]).is_field and not e.unseen and not e.covered and not _is_stand_in(e)
    ]


def _is_stand_in(field: Element) -> bool:
    """A transparent text field holds what a list of the app's own has chosen; nobody fills it."""
    return field.faint and field.role in ("textbox", "spinbutton")


def _empty(snapshot: Snapshot, form: int) -> list[Element]:
    return [field for field in _fields(snapshot, form) if _wants_value(snapshot, field, form)]


def _wants_value(snapshot: Snapshot, field: Element, form: int) -> bool:
    if {"disabled", "readonly"} & field.states or field.role in ("file", "slider"):
        return False
    if field.role in ("checkbox", "switch"):
        return "required" in field.states and "checked" not in field.states
    if field.role == "radio":
        group = [f for f in _fields(snapshot, form) if f.role == "radio" and _excludes(f, field)]
        return not any("checked" in f.states for f in group) and field is group[0]
    if "required" not in field.states and _may_stay_empty(_called(snapshot, field)):
        return False
    if field.tag == "select":
        chosen = next((o for o in field.options if o.text == field.value), None)
        return chosen is None or chosen.value == "" or chosen.disabled
    if _is_own_list(field):
        shown = snapshot.text(field.index).strip()
        return not has_words(shown) or is_placeholder(shown)
    return not field.value


def _is_own_list(field: Element) -> bool:
    """Whether it is a list of the app's own making, which shows what is chosen and takes no letters."""
    return field.role in ("combobox", "listbox") and field.tag not in ("input", "textarea", "select")


def _excludes(radio: Element, other: Element) -> bool:
    """Whether only one of two radio buttons can be chosen."""
    return radio.group == other.group if radio.group else radio.parent == other.parent


def _called(snapshot: Snapshot, field: Element) -> str:
    return " ".join((field.name, field.placeholder, label_beside(snapshot, field), field.tokens))


def _key(snapshot: Snapshot, field: Element) -> tuple[str, str]:
    return (field.tokens, _called(snapshot, field))


async def _give(page: LivePage, snapshot: Snapshot, field: Element, made_up: MadeUp) -> None:
    called = _called(snapshot, field)
    if field.role in ("checkbox", "switch", "radio"):
        await click_element(page, field.index, called)
    elif field.tag == "select":
        place = next((i for i, o in enumerate(field.options) if o.value != "" and not o.disabled), 0)
        await pick_option(page, field.index, place)
    elif _is_own_list(field):
        await choose_first(page, field, called)
    else:
        await fill_element(page, field.index, _valid(field, called, made_up), called)


def _valid(field: Element, called: str, made_up: MadeUp) -> str:
    """A value that the field should take, by its type, then by what it is called."""
    limits = dict(field.limits)
    if field.input_type in _FIXED:
        return _FIXED[field.input_type]
    low, high = _number(limits.get("min")), _number(limits.get("max"))
    if field.role == "spinbutton":
        return str(made_up.value("integer", low if low is not None else 1, high))
    kind = _BY_TYPE.get(field.input_type) or _kind_by_word(called)
    if (
        kind not in ("price", "integer")
        and _takes_digits(limits)
        and not _says_part(called, lexicon().fields.digits)
    ):
        kind = "integer"
    value = written(made_up.value(kind))
    if kind == "future_date":
        value = _dated(value, limits, field.input_type)
    longest = _number(limits.get("maxlength"))
    return value[: int(longest)] if longest else value


def _takes_digits(limits: dict[str, str]) -> bool:
    """Whether a phone would offer digits alone for the field."""
    return limits.get("inputmode") in ("numeric", "decimal")


def _kind_by_word(called: str) -> GeneratedKind:
    for pattern, kind in _by_word():
        if pattern.search(called):
            return kind
    return "title"


@cache
def _by_word() -> tuple[tuple[re.Pattern[str], GeneratedKind], ...]:
    """What a field says → what it asks for; the first that it says counts: a "Date and time" takes a date."""
    fields = lexicon().fields
    return (
        (re.compile("(?i)e-?mail"), "email"),
        (fields.dates.pattern, "future_date"),
        (fields.spans.pattern, "integer"),
        # Cooking time, playing time.
        (re.compile(r"(?i)ing time\b"), "integer"),
        (re.compile(r"(?i)\btime\b"), "time"),
        (fields.money.pattern, "price"),
        (re.compile("[€$£]"), "price"),
        (fields.counts.pattern, "integer"),
        (fields.prose.pattern, "sentence"),
        (fields.titles.pattern, "title"),
        (fields.persons.pattern, "person"),
    )


def _may_stay_empty(called: str) -> bool:
    return finds_things(called) or _says_part(called, lexicon().fields.optional)


def _says_part(called: str, parts: Iterable[str]) -> bool:
    """Whether any of some parts of words is said."""
    said = called.casefold()
    return any(part in said for part in parts)


def _dated(value: str, limits: dict[str, str], input_type: str) -> str:
    latest = limits.get("max", "")[:10]
    day = latest if latest and latest < value else max(value, limits.get("min", "")[:10])
    return day if input_type != "month" else datetime.fromisoformat(day).strftime("%Y-%m")


def _number(text: str | None) -> float | None:
    try:
        return float(text) if text else None
    except ValueError:
        return None

"""Completing a form: every empty field that may be required gets a value that the form should take."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from agents.browser.actions.filling import NumberRange, fill_element, number_limit, pick_option
from agents.browser.actions.finding import NotThere, find
from agents.browser.actions.pointing import click_element
from agents.browser.actions.selecting import choose_first
from agents.browser.context import Context
from agents.browser.grounding.choices import is_placeholder
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.names import finds_things, has_words, label_beside
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot, join
from plans.records.steps import Complete, GeneratedKind
from plans.records.targets import Target
from plans.records.values import written

_MOST_FIELDS = 30
"""Fields of a form that are filled at most."""
_TICKED = ("checkbox", "switch")
_FIXED = {
    "tel": "+1 202 555 0143", "url": "https://example.com/", "password": "Correct-Horse-7", "color": "#336699",
    "week": "2026-W27",
}  # fmt: skip
_DECLARED: dict[str, GeneratedKind] = {
    "email": "email", "date": "future_date", "datetime-local": "future_date", "month": "future_date", "time": "time",
    "name": "person",
}  # fmt: skip
"""Value of `type`, `inputmode` or `autocomplete` → kind of value that the field takes."""


async def complete_form(page: LivePage, step: Complete, context: Context, made_up: MadeUp) -> bool:
    """Fill what is empty in a form; whether values were made up for it. Raises NotThere when no form is open."""
    is_guess = False
    done: set[tuple[str, str, int]] = set()
    # The form is looked for again after each field: one answer may bring up the next question, or a hint before it.
    for number in range(_MOST_FIELDS):
        try:
            form = await _form(page, step, context)
        except NotThere:
            if number == 0:
                raise
            break
        snapshot = await page.look()
        keyed = ((key, f) for key, f in _keyed(snapshot, form) if key not in done)
        found = next(((key, f) for key, f in keyed if _wants_value(snapshot, f, form)), None)
        if found is None:
            break
        key, field = found
        done.add(key)
        await _give(page, snapshot, field, made_up)
        is_guess |= field.role not in _TICKED
    return is_guess


def awaited_fields(snapshot: Snapshot, control: Element) -> list[Element]:
    """The fields in the form of a control that have no value and may need one, or that the page calls invalid.

    Without a form these are the fields of the whole page.
    """
    form = _form_around(snapshot, control) or 0
    return [f for f in _fields(snapshot, form) if "invalid" in f.states or _wants_value(snapshot, f, form)]


async def _form(page: LivePage, step: Complete, context: Context) -> int:
    """The form to complete: the one that is meant or has the focus, else a dialog, else the form with most fields."""
    if step.within is not None:
        return await find(page, step.within, context)
    snapshot = await page.look()
    focused = next((e for e in snapshot.elements if "focused" in e.states and e.is_field), None)
    form = None if focused is None else _form_around(snapshot, focused)
    if form is not None:
        return form
    if not _fields(snapshot, 0):
        raise NotThere("a form to complete", "no field on the page", Target(role="textbox"))
    forms = [e for e in snapshot.elements if e.role in ("form", "dialog") and e.is_shown]
    size = {e.index: (e.role == "dialog", len(_fields(snapshot, e.index))) for e in forms}
    return max((form for form in size if size[form][1]), key=size.__getitem__, default=0)


def _form_around(snapshot: Snapshot, element: Element) -> int | None:
    around = snapshot.ancestors(element.index)
    return next((i for i in around if snapshot.elements[i].role in ("form", "dialog")), None)


def _fields(snapshot: Snapshot, form: int) -> list[Element]:
    """The fields of a form that a visitor can fill.

    Left out are transparent text fields, which hold the choice of a custom list, and comboboxes around an input, which
    are filled through it.
    """
    return [
        e
        for i in snapshot.within(form)
        if (e := snapshot.elements[i]).is_field
        and not e.unseen
        and not snapshot.elements[_control(snapshot, e)].covered
        and not (e.faint and e.role in ("textbox", "spinbutton"))
        and not (e.role == "combobox" and snapshot.holds_field(i))
    ]


def _control(snapshot: Snapshot, field: Element) -> int:
    """The element to press for a field: for a custom list in a read-only input, the control around it."""
    if field.tag != "input" or not _is_own_list(field):
        return field.index
    around = (snapshot.elements[i] for i in snapshot.ancestors(field.index))
    outer = next((e for e in around if e.clickable and e.role != "label"), field)
    others = (i for i in snapshot.field_order if i != field.index and i in snapshot.inside(outer.index))
    return field.index if any(others) else outer.index


def _wants_value(snapshot: Snapshot, field: Element, form: int) -> bool:
    if "disabled" in field.states or field.role in ("file", "slider"):
        return False
    if "readonly" in field.states and not _is_own_list(field):
        return False
    if field.role in _TICKED:
        return "required" in field.states and "checked" not in field.states
    if field.role == "radio":
        group = [f for f in _fields(snapshot, form) if f.role == "radio" and _excludes(f, field)]
        return not any("checked" in f.states for f in group) and field is group[0]
    called = _called(snapshot, field)
    is_optional = finds_things(called) or _has_part(called, lexicon().fields.optional)
    if is_optional and "required" not in field.states:
        return False
    if field.tag == "select":
        chosen = next((o for o in field.options if o.text == field.value), None)
        return chosen is None or chosen.value == "" or chosen.disabled
    if _is_own_list(field):
        shown = field.value or _shown_in(snapshot, _control(snapshot, field))
        return not has_words(shown) or shown == field.name or is_placeholder(shown)
    return not field.value


def _is_own_list(field: Element) -> bool:
    """Whether it is a list of the app's own making, which shows what is chosen and takes no letters."""
    is_typed = "readonly" not in field.states and ("inputmode", "none") not in field.limits
    takes_letters = field.tag in ("input", "textarea") and is_typed
    return field.role in ("combobox", "listbox") and field.tag != "select" and not takes_letters


def _shown_in(snapshot: Snapshot, control: int) -> str:
    """The words in a control, without those of its label."""
    labels = [i for i in snapshot.within(control) if snapshot.elements[i].role == "label"]
    element = snapshot.elements[control]
    pieces = snapshot.pieces[element.first_text : element.last_text]
    return join([p for p in pieces if not any(snapshot.holds(label, p.owner) for label in labels)]).strip()


def _excludes(radio: Element, other: Element) -> bool:
    """Whether only one of two radio buttons can be chosen."""
    return radio.group == other.group if radio.group else radio.parent == other.parent


def _called(snapshot: Snapshot, field: Element) -> str:
    return " ".join((field.name, field.placeholder, label_beside(snapshot, field), field.tokens))


def _keyed(snapshot: Snapshot, form: int) -> Iterator[tuple[tuple[str, str, int], Element]]:
    """The fields of a form, each with a key that survives a new look: tokens, label, number among equals."""
    counts = Counter[tuple[str, str]]()
    for field in _fields(snapshot, form):
        called = (field.tokens, _called(snapshot, field))
        counts[called] += 1
        yield (*called, counts[called]), field


async def _give(page: LivePage, snapshot: Snapshot, field: Element, made_up: MadeUp) -> None:
    called = _called(snapshot, field)
    if field.role in (*_TICKED, "radio"):
        await click_element(page, field.index, called)
    elif field.tag == "select":
        place = next((i for i, o in enumerate(field.options) if o.value != "" and not o.disabled), 0)
        await pick_option(page, field.index, place)
    elif _is_own_list(field):
        await choose_first(page, snapshot.elements[_control(snapshot, field)], called)
    else:
        await fill_element(page, field.index, _valid(field, called, made_up), called)


def _valid(field: Element, called: str, made_up: MadeUp) -> str:
    """A value that the field should take, by what it declares, then by what it is called."""
    limits = dict(field.limits)
    autocomplete = limits.get("autocomplete", "").split()[-1:]
    declared = (field.input_type, limits.get("inputmode", ""), *autocomplete)
    if fixed := next((_FIXED[said] for said in declared if said in _FIXED), None):
        return fixed
    if field.role == "spinbutton":
        return _number(limits, made_up)
    kind = _kind(declared, called)
    is_of_digits = kind not in ("price", "integer") and limits.get("inputmode") in ("numeric", "decimal")
    if is_of_digits and not _has_part(called, lexicon().fields.digits):
        kind = "integer"
    value = written(made_up.value(kind))
    if kind == "future_date":
        # Days and months compare as text.
        length = len("2026-06" if field.input_type == "month" else "2026-06-15")
        value = max(value[:length], limits.get("min", "")[:length])
        value = min(value, limits.get("max", "")[:length] or value)
    longest = number_limit(limits, "maxlength")
    return value[: int(longest)] if longest and longest > 0 else value


def _kind(declared: Iterable[str], called: str) -> GeneratedKind:
    for said in declared:
        if said in _DECLARED:
            return _DECLARED[said]
    for pattern, kind in _kinds_by_word():
        if pattern.search(called):
            return kind
    return "title"


def _number(limits: Mapping[str, str], made_up: MadeUp) -> str:
    """A number some whole steps above the least that a field takes, and no negative one where it takes others."""
    allowed = NumberRange.declared(limits)
    base, step = allowed.low or 0.0, max(allowed.step, 1.0)
    if base < 0 and (allowed.high is None or allowed.high >= step):
        base += math.ceil(-base / step) * step
    most = None if allowed.high is None else max((allowed.high - base) // step, 0)
    least = 1 if allowed.low is None and most != 0 else 0
    return f"{base + step * float(made_up.value('integer', least, most)):.12g}"


@cache
def _kinds_by_word() -> tuple[tuple[re.Pattern[str], GeneratedKind], ...]:
    """Pattern of a field's label → kind of value; the first match counts, so "Date and time" takes a date."""
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


def _has_part(text: str, parts: tuple[str, ...]) -> bool:
    return any(part in text.casefold() for part in parts)

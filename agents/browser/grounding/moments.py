"""Words that are values, and fields for days and times of day.

A number, a day or a time of day is met in whatever form a page gives it. Several fields (year, month and day; date and
time) take it together where they stand in a group of its name or are called by it; a binding can name others.
"""

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from agents.browser.grounding.lexicon import stems
from agents.browser.grounding.names import says
from agents.browser.snapshot import Element, Snapshot
from plans.records import moments
from plans.records.moments import Moment, MomentPart, Undecided
from plans.records.values import says_value

Fields = dict[MomentPart, int]
"""Part of a moment → index of the field that takes it."""
_TAKES = ("textbox", "combobox", "spinbutton", "listbox")


@lru_cache(maxsize=8192)
def tells(phrase: str, text: str) -> bool:
    """Whether a text says a phrase; one that is a number, a day or a time of day may be written otherwise.

    Of a day it suffices that it may be told (`why_open`).
    """
    try:
        told = says_value(phrase, text)
    except Undecided:
        return True
    return says(phrase, text) if told is None else told


def day_order(snapshot: Snapshot) -> bool | None:
    """Whether days of this page stand before their months, as clear days and formats of fields show; None: unknown."""
    return moments.order_shown(snapshot.content, [form_of(e) for e in snapshot.elements if e.is_field])


def form_of(field: Element) -> str | None:
    """The format of a date that a field tells."""
    said = (field.placeholder, field.title, field.name) if field.role == "textbox" else ()
    return next(filter(None, map(moments.date_form, said)), None)


def moment_read(snapshot: Snapshot, element: Element, text: str, today: date) -> Moment:
    """The first day and the first time of day in a text of an element, or held by a field. Raises Undecided."""
    own = moments.form_order(form_of(element))
    return moments.moment_in(text, today, day_order(snapshot) if own is None else own)


def held_by(snapshot: Snapshot, fields: Fields, today: date) -> Moment:
    """What several fields hold together, as far as it can be read. Raises Undecided."""
    held: dict[MomentPart, str] = {
        part: snapshot.elements[index].value or "" for part, index in fields.items()
    }
    for part, index in fields.items():
        if part in ("date", "time", "moment"):
            day, at = moment_read(snapshot, snapshot.elements[index], held[part], today)
            held |= {"date": day or held.get("date", ""), "time": at or held.get("time", "")}
    return moments.joined(held)


def fields_for(
    snapshot: Snapshot, moment: Moment, names: Sequence[str], index: int | None = None
) -> Fields | None:
    """The fields that take a moment together; `index` is what a target of these names was found to be.

    Empty where that is a field for a part and nobody tells the others; None where there is no such set of fields, or
    several are.
    """
    wanted, fields = moments.part_sets(moment), [e for e in snapshot.elements if _takes(e)]
    around, part = {index}, None
    if index is not None and (sole := snapshot.elements[index]).is_field:
        if (part := _part_of(sole)) is None or frozenset([part]) in wanted:
            return None
        around = set[int | None]()
    cores = [core for name in names if (core := set(stems(name)) - moments.PART_WORDS)]
    sets = [[field for field in fields if any(core <= set(stems(field.name)) for core in cores)]]
    for e in snapshot.elements:
        if e.index in around or (e.role == "group" and any(says(name, e.name) for name in names)):
            sets.append([field for field in fields if snapshot.holds(e.index, field.index)])
    whole = (moments.complete([(_part_of(field), field.index) for field in one], wanted) for one in sets)
    # A field for a time of day may be found for want of the one for the day, and the other way round.
    is_part = any(part in one for one in wanted)
    found = [one for one in whole if one and (index in one.values() or not is_part)]
    if found and all(one == found[0] for one in found):
        return found[0]
    return Fields() if part in ("year", "month", "hour", "minute", "half") else None


def fields_together(snapshot: Snapshot, names: Sequence[str], index: int | None = None) -> Fields | None:
    """`fields_for` a day, a time of day or both."""
    kinds: tuple[Moment, ...] = (("1", ""), ("", "1"), ("1", "1"))
    return next(filter(None, (fields_for(snapshot, one, names, index) for one in kinds)), None)


def _takes(element: Element) -> bool:
    return element.role in _TAKES and not element.unseen


def _part_of(element: Element) -> MomentPart | None:
    """Which part of a day and time of day a field takes; None where nothing tells."""
    if form_of(element):
        return "date"
    filled_in = dict(element.limits).get("autocomplete", "").rpartition("-")[2]
    called = (filled_in, element.name, element.placeholder, element.title)
    return moments.part_taken(element.input_type, called, [option.text for option in element.options])

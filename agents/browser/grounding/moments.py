"""Words that are values, and fields for days and times of day.

A number, a day or a time of day is met in whatever form a page gives it. A day may be entered in one field or in
several (year, month and day; date and time), which are told apart by what they declare, are called or offer.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache

from agents.browser.grounding.lexicon import stems
from agents.browser.grounding.names import says
from agents.browser.snapshot import Element, Snapshot
from plans.records.moments import (
    PART_NAMES,
    Moment,
    MomentPart,
    Undecided,
    date_form,
    days_in,
    joined,
    order_of,
    part_called,
    part_offered,
    says_moment,
    times_in,
    value_meant,
)
from plans.records.values import says_number

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
_BY_TYPE: Mapping[str, MomentPart] = {"date": "date", "time": "time", "datetime-local": "moment"}
_DAYS: tuple[frozenset[MomentPart], ...] = (frozenset(["date"]), frozenset(["year", "month", "day"]))
_TIMES: tuple[frozenset[MomentPart], ...] = (
    frozenset(["time"]), frozenset(["hour", "minute", "half"]), frozenset(["hour", "minute"]),
)  # fmt: skip
_BOTH: frozenset[MomentPart] = frozenset(["moment"])

Fields = dict[MomentPart, int]
"""Part of a moment → index of the field that takes it."""


@lru_cache(maxsize=8192)
def tells(phrase: str, text: str) -> bool:
    """Whether a text says a phrase; one that is a number, a day or a time of day may be written otherwise.

    Of a day it suffices that it may be told (`undecided`).
    """
    if _NUMBER.fullmatch(phrase.strip()):
        return says_number(text, float(phrase))
    if (moment := value_meant(phrase)) is None or says(phrase, text):
        return says(phrase, text)
    try:
        return says_moment(text, moment)
    except Undecided:
        return True


def undecided(snapshot: Snapshot, phrase: str, text: str) -> str:
    """Why it is open whether a text tells a day; empty where it is not. The page's other days may settle it."""
    if (moment := value_meant(phrase)) is None:
        return ""
    try:
        says_moment(text, moment, _day_order(snapshot))
    except Undecided as open_one:
        return str(open_one)
    return ""


def _day_order(snapshot: Snapshot) -> bool | None:
    """Whether days of this page stand before their months, as clear days and formats of fields show; None: unknown."""
    forms = [form for e in snapshot.elements if e.is_field and (form := form_of(e))]
    shown = {form.find("d") < form.find("m") for form in forms if not form.startswith("%Y")}
    shown |= {order_of(days_in(snapshot.content))} - {None}
    return shown.pop() if len(shown) == 1 else None


def form_of(field: Element) -> str | None:
    """The format of a date that a field tells."""
    said = (field.placeholder, field.title, field.name) if field.role == "textbox" else ()
    return next(filter(None, map(date_form, said)), None)


def moment_read(snapshot: Snapshot, text: str, today: date, field: Element | None = None) -> Moment:
    """The first day and the first time of day in a text, or in what a field holds; empty where there is none.

    Raises Undecided.
    """
    at = next((one.reading for one in times_in(text)), "")
    days = sorted(days_in(text), key=lambda day: day.is_loose)
    if not days:
        return "", at
    form = form_of(field) if field is not None else None
    return days[0].settled(form.find("d") < form.find("m") if form else _day_order(snapshot)).iso(today), at


def part_of(element: Element) -> MomentPart | None:
    """Which part of a day and time of day a field takes; None where nothing tells."""
    if element.input_type in _BY_TYPE:
        return _BY_TYPE[element.input_type]
    if form_of(element):
        return "date"
    filled_in = dict(element.limits).get("autocomplete", "").rpartition("-")[2]
    for said in (filled_in, element.name, element.placeholder, element.title):
        if called := part_called(said):
            return called
    return part_offered(tuple(option.text for option in element.options))


def fields_for(snapshot: Snapshot, moment: Moment, names: Sequence[str], index: int | None) -> Fields | None:
    """The fields that take a moment together, around what a target was found to be, or else where it is called so.

    None where one field alone is meant, and where no set of fields takes it, or several do.
    """
    wanted, fields = _sets(moment), [e for e in snapshot.elements if _takes(e)]
    kinds = {part_of(field) for field in fields}
    if not any(one <= kinds for one in wanted):
        return None
    if index is not None:
        element = snapshot.elements[index]
        part = part_of(element) if element.is_field else None
        if element.is_field and (part is None or frozenset([part]) in wanted):
            return None
        # What takes a time of day was found for want of the field for a day, and the other way round.
        if part is None or any(part in one for one in wanted):
            around = _around(snapshot, wanted, names, index)
            return around if around is None or not element.is_field or index in around.values() else None
    found: list[Fields] = []
    for element in snapshot.elements:
        said = element.name or snapshot.own_text(element.index)
        is_called = element.is_shown and any(says(name, said) for name in names if name)
        around = _around(snapshot, wanted, (), element.index) if is_called else None
        if around is not None and len(around) > 1 and around not in found:
            found.append(around)
    found = found or list(_complete(_named(fields, names), wanted))
    return found[0] if len(found) == 1 else None


def fields_together(snapshot: Snapshot, names: Sequence[str], index: int | None) -> Fields | None:
    """`fields_for` a day, a time of day or both."""
    moments: tuple[Moment, ...] = (("1", ""), ("", "1"), ("1", "1"))
    return next(filter(None, (fields_for(snapshot, one, names, index) for one in moments)), None)


def _sets(moment: Moment) -> list[frozenset[MomentPart]]:
    """The sets of fields, simplest first, that take a moment."""
    day, at = moment
    if day and at:
        return [_BOTH, *(one | other for one in _DAYS for other in _TIMES)]
    return [*(_DAYS if day else _TIMES), _BOTH]


def _around(
    snapshot: Snapshot, wanted: Sequence[frozenset[MomentPart]], names: Sequence[str], index: int
) -> Fields | None:
    """The fields of the smallest container of an element that has all parts, once each.

    Without names it holds no other field, since what is meant may be called by words that stand there by chance.
    """
    for outer in (index, *snapshot.ancestors(index)):
        fields = [e for i in snapshot.within(outer) if _takes(e := snapshot.elements[i])]
        found = next(_complete(fields, wanted), None) or next(_complete(_named(fields, names), wanted), None)
        if found or (not names and any(part_of(field) is None for field in fields)):
            return found if found and (names or len(found) == len(fields)) else None
    return None


def _takes(element: Element) -> bool:
    return (
        element.is_field
        and not element.unseen
        and element.role in ("textbox", "combobox", "spinbutton", "listbox")
    )


def _named(fields: Iterable[Element], names: Sequence[str]) -> list[Element]:
    """Fields that are called by one of the names, of which words for parts may be left out."""
    parts = frozenset[str]().union(*PART_NAMES.values())
    cores = [core for name in names if (core := set(stems(name)) - parts - {"and"})]
    return [field for field in fields if any(core <= set(stems(field.name)) for core in cores)]


def _complete(fields: Iterable[Element], wanted: Sequence[frozenset[MomentPart]]) -> Iterator[Fields]:
    """The first set of parts that the fields have, each once; nothing where several could take one."""
    parts = [(part_of(field), field.index) for field in fields]
    counts = [part for part, _ in parts]
    for one in wanted:
        if all(counts.count(part) == 1 for part in one):
            yield {part: index for part, index in parts if part is not None and part in one}
            return


def held_by(snapshot: Snapshot, fields: Fields) -> Moment:
    """What several fields hold together."""
    return joined({part: snapshot.elements[index].value or "" for part, index in fields.items()})

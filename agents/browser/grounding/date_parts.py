"""A date that is given in three parts: a field each for its day, its month and its year."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from agents.browser.grounding.lexicon import DatePart, lexicon, stems
from agents.browser.snapshot import Element, Option, Snapshot

_SHORT_MONTH = 3
"""Letters by which the names of all months differ."""
_MONTHS = tuple(date(2026, month, 1).strftime("%B").casefold() for month in range(1, 13))
_DAYS = range(1, 32)
_YEARS = range(1900, 2101)


@dataclass(frozen=True, slots=True)
class DateParts:
    """Three fields that make up a date."""

    holder: int
    """Index of the smallest element with all three in it."""
    fields: dict[DatePart, Element]

    def said(self, part: DatePart, day: date) -> tuple[str, ...]:
        """The ways in which a part of a date may be said in its field, the usual one first."""
        match part:
            case "day":
                return str(day.day), f"{day.day:02}"
            case "month":
                name = day.strftime("%B")
                return str(day.month), f"{day.month:02}", name, name[:_SHORT_MONTH]
            case "year":
                return str(day.year), f"{day.year % 100:02}"


def means_date(names: Iterable[str]) -> bool:
    """Whether what is looked for is a date."""
    return any(lexicon().fields.dates.stems & set(stems(name)) for name in names)


def date_parts(snapshot: Snapshot, scope: range) -> Iterator[DateParts]:
    """Dates in three parts, each of three fields one after the other."""
    fields = [e for i in scope if (e := snapshot.elements[i]).is_field and e.is_shown]
    for place in range(len(fields) - 2):
        trio = fields[place : place + 3]
        parts: dict[DatePart, Element] = {
            part: field for field in trio if (part := _part_of(field)) is not None
        }
        if len(parts) == len(trio) and (holder := _around(snapshot, trio)) is not None:
            yield DateParts(holder, parts)


def date_parts_at(snapshot: Snapshot, index: int) -> DateParts | None:
    """The date in three parts of which an element is the holder."""
    return next((d for d in date_parts(snapshot, snapshot.within(index)) if d.holder == index), None)


def _around(snapshot: Snapshot, fields: list[Element]) -> int | None:
    ancestors = snapshot.ancestors(fields[0].index)
    return next((i for i in ancestors if all(snapshot.holds(i, f.index) for f in fields)), None)


def _part_of(field: Element) -> DatePart | None:
    """Which part of a date a field is for: by what it offers, else by what it is called."""
    if field.tag == "select":
        return _offered(field.options)
    if field.role not in ("textbox", "spinbutton", "combobox"):
        return None
    called = (" ".join(stems(said)) for said in (field.name, field.placeholder))
    parts = lexicon().fields.parts
    return next((parts[said] for said in called if said in parts), None)


def _offered(options: tuple[Option, ...]) -> DatePart | None:
    texts = [text for option in options if (text := option.text.strip())]
    months = [text.casefold()[:_SHORT_MONTH] for text in texts[-len(_MONTHS) :]]
    if months == [month[:_SHORT_MONTH] for month in _MONTHS]:
        return "month"
    numbers = [int(text) for text in texts if text.isdecimal()]
    if not numbers or any(later - before != 1 for before, later in pairwise(sorted(numbers))):
        return None
    if set(numbers) <= set(_YEARS):
        return "year"
    if min(numbers) == 1:
        return {len(_DAYS): "day", len(_MONTHS): "month"}.get(len(numbers))  # pyright: ignore[reportReturnType]
    return None

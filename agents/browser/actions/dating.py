"""Dates as a field wants them written, where it takes text and says its form ("DD/MM/YYYY")."""

import re
from datetime import date

from agents.browser.snapshot import Element

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
    return form[2].join(_written(day, form[place]) for place in (1, 3, 4))


def _written(day: date, part: str) -> str:
    match part[0].lower(), len(part):
        case "d", width:
            return str(day.day).zfill(width)
        case "m", 3:
            return day.strftime("%b")
        case "m", 4:
            return day.strftime("%B")
        case "m", width:
            return str(day.month).zfill(width)
        case _, 2:
            return day.strftime("%y")
        case _:
            return str(day.year)

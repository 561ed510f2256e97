"""Values of the step language: how they are typed, and how numbers are read out of what people write."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from plans.records.moments import days_in, says_moment, times_in, value_meant

Value = str | float | int | bool | list[str] | list[float]

_NUMBER = re.compile(
    r"""
    (?P<sign> (?<!\w) (?: - [$€£¥]? | − \s? [$€£¥]? \s? ) (?= \d ) )?
    (?:
        (?P<points> \d{1,3} (?: , \d{3} )+ (?: \.\d+ )? (?! [.,]?\d ) )                       # 1,234.50
      | (?P<commas> \d{1,3} (?: (?: \.\d{3} ){2,} (?: ,\d+ )? | (?: \.\d{3} )+ ,\d+ ) (?! [.,]?\d ) )  # 1.234,50
      | (?P<spaced> \d{1,3} (?: [ \u00a0\u202f'’] \d{3} )+ (?: [.,]\d+ )? (?! [.,]?\d ) )     # 1 234,50
      | (?P<plain> \d+ [.,] \d+ (?! [.,]?\d ) | \d+ )                                       # 4.5 and 4,5 and 12
    )
    """,
    re.VERBOSE,
)


_PHRASE = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")
"""A number as the criteria write it, and no more."""
_CENT = 0.0051
"""Difference up to which two amounts are the same."""
_LARGEST = 1e100
"""Digits that make up more than this are no number: sums and products of smaller ones stay finite."""


class NumberIn(NamedTuple):
    """A number in a text."""

    value: float
    start: int
    end: int
    """Where it stands, as in a slice; its sign included."""


def written(value: Value) -> str:
    """A value as a person types it: a number without a decimal that says nothing, nor the noise of its last digits."""
    if isinstance(value, float):
        value = round(value, 6)
        return str(int(value)) if value.is_integer() else str(value)
    return str(value)


def number_in(text: str) -> float | None:
    """The first number in `text`, read as people write money and counts; None when there is none.

    Commas, points and spaces belong to a number only where they group three digits or begin its decimals, so that
    "1, 2, 3" begins with 1 and "5 10" with 5. One point before three digits begins decimals (4.125), one comma groups
    (1,234).
    """
    return next((found.value for found in numbers_in(text)), None)


def numbers_in(text: str) -> Iterator[NumberIn]:
    """Every number in `text`, in its order, each as `number_in` reads it; all of them are finite."""
    for match in _NUMBER.finditer(text):
        value = _value(match)
        if abs(value) <= _LARGEST:
            yield NumberIn(value, *match.span())


def says_number(text: str, number: float) -> bool:
    """Whether some number or amount in a text is that number, to a cent, however it is written.

    Three digits behind one point or comma are decimals or thousands, and digits with a space between them are one or
    several numbers: each reading counts. The numbers of a time of day or of a date are none by themselves.
    """
    others = [*times_in(text), *(day for day in days_in(text) if day.readings[0][0] is not None)]
    return any(
        abs(value - number) <= _CENT
        for match in _NUMBER.finditer(text)
        if not any(match.start() < other.end and other.start < match.end() for other in others)
        for value in _values(match)
    )


def says_value(phrase: str, text: str) -> bool | None:
    """Whether a text tells the number, day or time of day that a phrase is as a whole; None where it is none.

    Raises Undecided.
    """
    if _PHRASE.fullmatch(phrase.strip()):
        return says_number(text, float(phrase))
    moment = value_meant(phrase)
    return None if moment is None else says_moment(text, moment)


def _values(match: re.Match[str]) -> Iterator[float]:
    """What the digits of a number may mean; the first is what they usually do."""
    yield _value(match)
    digits, sign = match[0].lstrip("-\u2212$€£¥ "), -1.0 if match["sign"] else 1.0
    if match.lastgroup == "spaced":
        yield from (float(part) for part in re.findall(r"\d+", digits))
    elif one := re.fullmatch(r"([1-9]\d{0,2})([.,])(\d{3})", digits):
        yield sign * float(one[1] + one[3] if one[2] == "." else f"{one[1]}.{one[3]}")


def _value(match: re.Match[str]) -> float:
    kind = match.lastgroup or "plain"
    digits = match[kind]
    if kind == "points":
        digits = digits.replace(",", "")
    elif kind == "commas":
        digits = digits.replace(".", "").replace(",", ".")
    else:
        digits = re.sub(r"[ \u00a0\u202f'’]", "", digits).replace(",", ".")
    return -float(digits) if match["sign"] else float(digits)

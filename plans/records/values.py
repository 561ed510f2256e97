"""Values of the step language: how they are typed, and how numbers are read out of what people write."""

import re
from collections.abc import Iterator
from typing import NamedTuple

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

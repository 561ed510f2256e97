"""What files hold, read by their kind: values of JSON, rows of a table, texts; FileRefused for what is none of its
kind.
"""

import csv
import io
import json
import re

from pydantic import JsonValue

from plans.errors import FileRefused
from plans.untrusted_text import lines_of

_DELIMITERS = ",;\t|"
_SMALL = 1e-6
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", re.ASCII)


def json_of(data: bytes) -> JsonValue:
    """The value of a JSON file."""
    try:
        return json.loads(text_of(data))
    except (ValueError, RecursionError) as error:
        raise FileRefused(f"it is no JSON: {error}") from error


def rows_of(data: bytes, *, is_exact: bool = False) -> list[list[str]]:
    """The rows of a table in text, without the empty ones, whatever stands between cells; numbers by what they mean.

    `is_exact`: only what is written as a number usually is counts as one, in all its digits: `007` and `1_0` are texts.
    """
    text = text_of(data)
    heading = next((line for line in lines_of(text) if line.strip()), "")
    delimiter = max(_DELIMITERS, key=heading.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise FileRefused(f"it is no table: {error}") from error
    read = _exact_cell if is_exact else _cell
    return [[read(cell) for cell in row] for row in rows if any(cell.strip() for cell in row)]


def text_lines(data: bytes) -> list[str]:
    """The lines of a text that have anything in them."""
    return [line for line in lines_of(text_of(data)) if line.strip()]


def text_of(data: bytes) -> str:
    """A text in UTF-8 or UTF-16."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise FileRefused(f"it is no text: {error}") from error


def number_text(value: float) -> str:
    """A number as it is held against others: in six places, however it was written."""
    if isinstance(value, int) or value.is_integer():
        return str(int(value))
    return "0" if abs(value) <= _SMALL else f"{round(value, 6):.15g}"


def _exact_cell(text: str) -> str:
    text = " ".join(text.split())
    if _NUMBER.fullmatch(text) is None:
        return text
    whole, _, decimals = text.partition(".")
    decimals = decimals.rstrip("0")
    return f"{whole}.{decimals}" if decimals else whole


def _cell(text: str) -> str:
    text = " ".join(text.split())
    try:
        return number_text(float(text))
    except (ValueError, OverflowError):
        return text

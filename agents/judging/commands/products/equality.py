"""Whether two files hold the same: everything in them counts, and nothing of how they are laid out."""

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from pydantic import JsonValue

from agents.judging.commands.products.comparing import is_comparable, likeness
from agents.judging.commands.products.contents import json_of, number_text, rows_of, text_lines
from plans.errors import FileRefused


def are_equal(name: str, written: bytes, expected: bytes) -> bool:
    """Whether a written file holds what is expected, by the kind that its name tells; others are equal byte by byte.

    Order counts, and so do ids and marks of time; the order of keys, spaces and how a number is written do not.
    Raises FileRefused where the expected file is none of its kind; of a written one that is none the answer is no.
    """
    if written == expected:
        return True
    suffix = PurePosixPath(name).suffix.lower()
    if (held := _READERS.get(suffix)) is None:
        return is_comparable(name) and _is_wholly_alike(name, written, expected)
    wanted = held(expected)
    try:
        return held(written) == wanted
    except FileRefused:
        return False


def _is_wholly_alike(name: str, written: bytes, expected: bytes) -> bool:
    """Of workbooks and pictures, whose likeness leaves nothing out."""
    likeness(name, expected, expected)
    try:
        return likeness(name, written, expected) == 1.0
    except FileRefused:
        return False


def _value(value: JsonValue) -> object:
    """A value of JSON as it is held against another: a number by what it means, and `true` is no number."""
    match value:
        case bool():
            return ("truth", value)
        case int() | float():
            return ("number", number_text(value))
        case list():
            return [_value(inner) for inner in value]
        case dict():
            return {key: _value(inner) for key, inner in value.items()}
        case _:
            return value


def _values(data: bytes) -> object:
    try:
        return _value(json_of(data))
    except RecursionError as error:
        raise FileRefused("it goes deeper than can be read") from error


def _table(data: bytes) -> object:
    return rows_of(data, is_exact=True)


def _words(data: bytes) -> object:
    return [line.split() for line in text_lines(data)]


_READERS: Mapping[str, Callable[[bytes], object]] = {
    ".json": _values,
    ".csv": _table,
    ".tsv": _table,
    ".txt": _words,
    ".md": _words,
    ".log": _words,
}

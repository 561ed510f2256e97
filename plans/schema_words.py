"""What a JSON Schema has against a value, in words for whoever wrote the value."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, NamedTuple, cast

import jsonschema

from plans.records.names import ITEM_ID

MOST_NAMED = 12
"""Fields that a mend names."""
LONGEST = 300
"""Characters of a message, which may repeat a whole table."""
BOUNDS = {
    "minimum": "Give a number of at least {}.",
    "exclusiveMinimum": "Give a number above {}.",
    "maximum": "Give a number of at most {}.",
    "exclusiveMaximum": "Give a number below {}.",
}
"""Keyword → mend, with its bound."""
PATTERNS = {
    ITEM_ID: "Use lower-case letters and digits, with dashes between them, at most 64.",
    "^https?://": "Begin it with http:// or https://.",
}
"""Pattern → what it asks for, of those that people meet who write files by hand."""


class Complaint(NamedTuple):
    """One thing that a record's schema has against a value."""

    location: tuple[str | int, ...]
    """Keys and indices that lead to it."""
    message: str
    mend: str


def worded(error: jsonschema.ValidationError) -> Iterator[Complaint]:
    """The complaint in words: of fields that there are not one for each, at its own place."""
    place = tuple(error.absolute_path)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = list(cast("dict[str, Any]", error.schema).get("properties", {}))
        for field in cast("dict[str, Any]", error.instance):
            if field not in known:
                yield Complaint((*place, field), "there is no such field", _renaming(field, known))
    else:
        is_pattern_told = error.validator == "pattern" and error.validator_value in PATTERNS
        message = f"{error.instance!r} is not written as it has to be" if is_pattern_told else error.message
        yield Complaint(place, _short(message), _mend(error))


def refused(message: str) -> str:
    """What a record's own check said, without the word for the exception by which it said so."""
    return message.removeprefix("Value error, ").removeprefix("Assertion failed, ")


def close_to(word: object, known: Iterable[object]) -> str:
    """`Did you mean 'this'?`, or nothing where nothing is near."""
    near = get_close_matches(str(word), [str(one) for one in known], 1)
    return f"Did you mean {near[0]!r}?" if near else ""


def _renaming(field: str, known: list[str]) -> str:
    if meant := close_to(field, known):
        return meant
    more = ", …" if len(known) > MOST_NAMED else ""
    return f"Remove it; there are {', '.join(known[:MOST_NAMED])}{more}." if known else "Remove it."


def _mend(error: jsonschema.ValidationError) -> str:
    keyword, said = str(error.validator), error.validator_value
    match keyword:
        case "required":
            return "Add the missing field."
        case "enum" | "const":
            allowed = cast("list[object]", said) if isinstance(said, list) else [said]
            return close_to(error.instance, allowed) or "Use one of the allowed values."
        case "type":
            return f"Give a value of type {said}."
        case "pattern":
            return PATTERNS.get(str(said), "Write it as the pattern says, which is a regular expression.")
        case _ if keyword in BOUNDS:
            return BOUNDS[keyword].format(said)
        case _:
            return "Correct the value."


def _short(message: str) -> str:
    return message if len(message) <= LONGEST else f"{message[: LONGEST - 3]}..."

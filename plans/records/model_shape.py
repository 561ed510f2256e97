"""Records that models fill in: their JSON Schema is one that every endpoint can hold a model to."""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

from plans.records.asked_shape import AskedShape
from plans.records.base import Record

_UNSUITED = {
    "oneOf": "a union that is told apart by a field",
    "prefixItems": "a tuple of fixed places",
    "default": "a default, which a model cannot be asked to leave out",
    "patternProperties": "a dictionary",
}
"""Words of JSON Schema → what they come from: endpoints refuse them, or pass them over in silence."""


class Shape(Record):
    """Base of the records that models fill in.

    Its fields are strings, numbers, booleans, literals, other shapes, lists of those, and any of them or None. The
    docstring beneath each field is what the model reads about it.
    """


@lru_cache(maxsize=256)
def asked_shape(shape: type[Shape]) -> AskedShape:
    """The shape as it is asked for; raises TypeError, with every fault, where no model should be asked for it."""
    schema = shape.model_json_schema()
    if faults := sorted(set(_faults(schema, shape.__name__))):
        raise TypeError(f"{shape.__name__} is no shape to ask a model for: {'; '.join(faults)}")
    return AskedShape(name=shape.__name__, schema_text=json.dumps(schema, sort_keys=True))


def _faults(schema: object, place: str) -> Iterator[str]:
    if isinstance(schema, list):
        for part in cast("list[object]", schema):
            yield from _faults(part, place)
    if not isinstance(schema, dict):
        return
    table = cast("dict[str, Any]", schema)
    yield from (f"{place} has {what}" for word, what in _UNSUITED.items() if word in table)
    if (
        isinstance(table.get("additionalProperties"), dict | bool)
        and table["additionalProperties"] is not False
    ):
        yield f"{place} has a dictionary"
    if not table and place:
        yield f"{place} may be anything"
    for word in ("items", "anyOf", "allOf"):
        if word in table:
            yield from _faults(table[word], place)
    for word in ("properties", "$defs"):
        for name, part in cast("dict[str, object]", table.get(word, {})).items():
            yield from _faults(part, f"{place}.{name}" if word == "properties" else name)

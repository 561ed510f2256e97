"""Everything that a record holds, at any depth: the one walk over records."""

from collections.abc import Iterator, Mapping
from typing import TypeVar, cast

from plans.records.base import Record

T = TypeVar("T")


def walked(value: object, field: str = "") -> Iterator[tuple[str, object]]:
    """The value and all that is within it, depth first, each with the name of the field that it stands in.

    What a tuple or a mapping holds stands in the field of the whole.
    """
    yield field, value
    if isinstance(value, Record):
        for name in type(value).model_fields:
            yield from walked(getattr(value, name), name)
    elif isinstance(value, tuple):
        for part in cast("tuple[object, ...]", value):
            yield from walked(part, field)
    elif isinstance(value, Mapping):
        for part in cast("Mapping[object, object]", value).values():
            yield from walked(part, field)


def found_in(value: object, kind: type[T]) -> Iterator[T]:
    """Everything of a kind in the value, itself included, in the order in which it stands there."""
    return (part for _, part in walked(value) if isinstance(part, kind))

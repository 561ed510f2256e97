"""Putting bound values into steps."""

from collections.abc import Mapping
from typing import TypeVar

from pydantic import JsonValue

from plans.records.base import Record
from plans.records.expression_syntax import ExpressionError
from plans.records.expressions import substitute
from plans.records.values import Value

R = TypeVar("R", bound=Record)

_NOT_TEXT = frozenset(
    {"that", "expression", "bind", "outcome", "since", "do", "kind", "role", "read", "drawn"}
)
"""Fields that hold code or names rather than words for the page."""


def bound(record: R, names: Mapping[str, Value]) -> R:
    """The record with each `{name}` in its words replaced, and each drawn place filled in.

    Raises ExpressionError for a name that is not bound.
    """
    value = record.model_dump(mode="json")
    return type(record).model_validate(_filled(value, names))


def _filled(value: JsonValue, names: Mapping[str, Value]) -> JsonValue:
    if isinstance(value, str):
        return substitute(value, names)
    if isinstance(value, list):
        return [_filled(part, names) for part in value]
    if isinstance(value, dict):
        filled = {key: part if _is_code(key, part) else _filled(part, names) for key, part in value.items()}
        return {**filled, "nth": _place(value["drawn"], names)} if value.get("drawn") else filled
    return value


def _place(name: JsonValue, names: Mapping[str, Value]) -> JsonValue:
    place = names.get(str(name))
    if not isinstance(place, int):
        raise ExpressionError(f"the place {name!r} was drawn by no earlier step")
    return place


def _is_code(key: str, part: JsonValue) -> bool:
    return key in _NOT_TEXT and isinstance(part, str)

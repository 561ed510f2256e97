"""Putting bound values into steps."""

from collections.abc import Mapping
from typing import TypeVar

from pydantic import JsonValue

from plans.records.base import Record
from plans.records.expressions import Value, substitute

R = TypeVar("R", bound=Record)

_NOT_TEXT = frozenset({"that", "expression", "bind", "outcome", "since", "do", "kind", "role", "read"})
"""Fields that hold code or names rather than words for the page."""


def bound(record: R, names: Mapping[str, Value]) -> R:
    """The record with each `{name}` in its words replaced; raises ExpressionError for a name that is not bound."""
    if "{" not in record.model_dump_json():
        return record
    value = record.model_dump(mode="json")
    return type(record).model_validate(_filled(value, names))


def _filled(value: JsonValue, names: Mapping[str, Value]) -> JsonValue:
    if isinstance(value, str):
        return substitute(value, names)
    if isinstance(value, list):
        return [_filled(part, names) for part in value]
    if isinstance(value, dict):
        return {key: part if _is_code(key, part) else _filled(part, names) for key, part in value.items()}
    return value


def _is_code(key: str, part: JsonValue) -> bool:
    return key in _NOT_TEXT and isinstance(part, str)

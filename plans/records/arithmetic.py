"""How expressions of the step language compute: numbers with numbers, and nothing that outgrows memory.

Texts and lists can be joined; `%` and `*`, which would fill and repeat texts, are for numbers alone.
"""

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sized
from typing import Any, cast

LONGEST_JOINED = 100_000
"""Characters, or entries, of what may come of joining two texts or lists."""
LARGEST = 1e300
"""Numbers from here on are too large to compute with."""


def _added(left: Any, right: Any) -> Any:
    if not isinstance(left, str | list):
        return _with_numbers(operator.add)(left, right)
    size = len(cast("Sized", left)) + len(right)
    if size > LONGEST_JOINED:
        raise OverflowError(f"it joins to {size:,} characters or entries, of {LONGEST_JOINED:,} at most")
    return cast("Any", left) + right


def _with_numbers(compute: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The operation, for numbers alone; OverflowError where what comes out is too large, or no number."""

    def computed(left: Any, right: Any) -> Any:
        if not (isinstance(left, int | float) and isinstance(right, int | float)):
            raise TypeError(f"{left!r} and {right!r} are no two numbers")
        value = compute(left, right)
        if math.isnan(value) or abs(value) > LARGEST:
            raise OverflowError("a number comes of it that is too large to compute with")
        return value

    return computed


def _times(left: float, right: float) -> float:
    return left * right


def _divided(left: float, right: float) -> float:
    return left / right


def _whole_times(left: float, right: float) -> float:
    return left // right


def _rest(left: float, right: float) -> float:
    return left % right


def _is_in(part: Any, whole: Any) -> bool:
    return part in whole


def _is_not_in(part: Any, whole: Any) -> bool:
    return part not in whole


OPERATORS: Mapping[type[ast.AST], Callable[..., Any]] = {
    ast.Add: _added,
    ast.Sub: _with_numbers(operator.sub),
    ast.Mult: _with_numbers(_times),
    ast.Div: _with_numbers(_divided),
    ast.FloorDiv: _with_numbers(_whole_times),
    ast.Mod: _with_numbers(_rest),
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: _is_in,
    ast.NotIn: _is_not_in,
}
"""Every sign that an expression may hold, and what it does."""

"""Conditions of the step language in the words of a verdict's reason."""

import ast
from collections.abc import Mapping, Sequence

from agents.judging.saying import listed, shown
from plans.records.expression_syntax import ExpressionError, read_expression
from plans.records.expressions import evaluate, names_in
from plans.records.values import Value

IT = "it"
"""The name of what was read."""

_COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "to be",
    ast.NotEq: "not to be",
    ast.Lt: "to be less than",
    ast.LtE: "to be at most",
    ast.Gt: "to be more than",
    ast.GtE: "to be at least",
    ast.In: "to be among",
    ast.NotIn: "not to be among",
}
_TURNED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "to be",
    ast.NotEq: "not to be",
    ast.Lt: "to be more than",
    ast.LtE: "to be at least",
    ast.Gt: "to be less than",
    ast.GtE: "to be at most",
    ast.In: "to hold",
    ast.NotIn: "not to hold",
}
"""The same, said of the right side."""
_OF_IT: Mapping[str, str] = {
    "len(it)": "how many there are",
    "max(it)": "the highest",
    "min(it)": "the lowest",
    "sum(it)": "the sum",
    "number(it)": "the number in it",
    "it[0]": "the first",
}
"""What a condition says of a part of what was read."""
_ALONE: Mapping[str, str] = {
    "ascending": "to be in ascending order",
    "descending": "to be in descending order",
    "unique": "to hold nothing twice",
}
_BESIDE: Mapping[str, str] = {
    "close": "to be about",
    "same": "to read",
    "contains": "to contain",
    "any_contain": "to contain in one of its texts",
    "all_contain": "to contain in each of its texts",
}
"""Function → what it says of its first argument, before the second."""


def condition(expression: str, names: Mapping[str, Value]) -> str:
    """`to be 10 (remembered as 'shown') and at least 6` of `it == shown and 6 <= it`, where `shown` is 10.

    What has no words here stays as it is written, with the values of the names in it.
    """
    return _said(read_expression(expression).body, names)


def _said(node: ast.expr, names: Mapping[str, Value]) -> str:
    match node:
        case ast.BoolOp() if not any(isinstance(part, ast.BoolOp) for part in node.values):
            between = " and " if isinstance(node.op, ast.And) else " or "
            return between.join(_without_repetition([_said(part, names) for part in node.values]))
        case ast.UnaryOp(op=ast.Not()) if (said := _claim(node.operand, names)).startswith("to "):
            return f"not {said}"
        case _:
            return _claim(node, names) or _as_written(node, names)


def _claim(node: ast.expr, names: Mapping[str, Value]) -> str:
    """What a single comparison or function says; empty where there are no words for it."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if not _speaks_of_it(right):
            return _about(left, names, _COMPARED.get(type(op), ""), right)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if not _speaks_of_it(left):
            return _about(right, names, _TURNED.get(type(op), ""), left)
        case ast.Call(func=ast.Name(id=name), args=[subject]) if name in _ALONE:
            return f"{_subject(subject, names)}{_ALONE[name]}" if _has_words(subject, names) else ""
        case ast.Call(func=ast.Name(id=name), args=[subject, other, *_]) if name in _BESIDE:
            return "" if _speaks_of_it(other) else _about(subject, names, _BESIDE[name], other)
        case _:
            return ""


def _about(subject: ast.expr, names: Mapping[str, Value], says: str, other: ast.expr) -> str:
    if not says or not _has_words(subject, names):
        return ""
    return f"{_subject(subject, names)}{says} {_term(other, names)}"


def _has_words(subject: ast.expr, names: Mapping[str, Value]) -> bool:
    said = ast.unparse(subject)
    return said == IT or said in _OF_IT or said in names


def _subject(subject: ast.expr, names: Mapping[str, Value]) -> str:
    """Nothing for what was read itself, since a condition follows its name."""
    said = ast.unparse(subject)
    if said == IT:
        return ""
    return f"{_OF_IT[said]} " if said in _OF_IT else f"{said!r}, which is {_value(names[said])}, "


def _term(node: ast.expr, names: Mapping[str, Value]) -> str:
    """A value with where it comes from: `10 (remembered as 'shown')`, `11 (before + 1, with before = 10)`."""
    written = ast.unparse(node)
    try:
        value = evaluate(written, names)
    except ExpressionError:
        return written
    if isinstance(node, ast.Name):
        return f"{_value(value)} (remembered as {written!r})"
    values = _values(written, names)
    return f"{_value(value)} ({written}, with {values})" if values else _value(value)


def _as_written(node: ast.expr, names: Mapping[str, Value]) -> str:
    written = ast.unparse(node)
    values = _values(written, names)
    return f"such that {written}" + (f" (with {values})" if values else "")


def _values(expression: str, names: Mapping[str, Value]) -> str:
    known = sorted(names_in(expression) & names.keys() - {IT})
    return ", ".join(f"{name} = {_value(names[name])}" for name in known)


def _value(value: Value) -> str:
    return listed(value) if isinstance(value, list) and value else shown(value)


def _speaks_of_it(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Name) and part.id == IT for part in ast.walk(node))


def _without_repetition(claims: Sequence[str]) -> list[str]:
    """`to be at least 1`, `to be at most 5`: the second `to be` goes without saying."""
    return [
        claim.removeprefix("to be ") if before.startswith("to be ") else claim
        for before, claim in zip(["", *claims], claims, strict=False)
    ]

"""Expressions of the step language: a small, safe subset of Python over bound values.

Operators: + - * / // % comparisons, and/or/not, in, [index], [from:to]. Functions: those of `FUNCTIONS`. Values are
strings, numbers, booleans and lists of them.
"""

import ast
import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from simpleeval import EvalWithCompoundTypes

Value = str | float | int | bool | list[str] | list[float]

PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
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

_PLAIN_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


class ExpressionError(ValueError):
    """The expression cannot be read or cannot be computed with these values."""


class NumberIn(NamedTuple):
    """A number in a text."""

    value: float
    start: int
    end: int
    """Where it stands, as in a slice; its sign included."""


def evaluate(expression: str, names: Mapping[str, Value]) -> Value:
    """The value of `expression`; raises ExpressionError saying what was wrong with which expression."""
    evaluator = EvalWithCompoundTypes(names=dict(names), functions=dict(FUNCTIONS))
    try:
        value = cast("object", evaluator.eval(expression))
    except (
        Exception
    ) as error:  # simpleeval raises whatever the operands raise; every one of them means the same here
        raise ExpressionError(
            f"{expression!r} cannot be computed: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(value, (str, float, int, list)):
        raise ExpressionError(f"{expression!r} gives {value!r}, which is no text, number, truth or list")
    return cast("Value", value)


def names_in(expression: str) -> frozenset[str]:
    """Bound names that the expression speaks of; raises ExpressionError when it is no expression."""
    try:
        tree = ast.parse(expression, mode="eval")
    except SyntaxError as error:
        raise ExpressionError(f"{expression!r} is no expression: {error.msg}") from error
    bound = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return frozenset(
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id not in FUNCTIONS and node.id not in bound
    )


def placeholders(text: str) -> Iterator[str]:
    """Bound names that a string refers to by `{name}`."""
    return (match.group(1) for match in PLACEHOLDER.finditer(text))


def substitute(text: str, names: Mapping[str, Value]) -> str:
    """`text` with each `{name}` replaced by its bound value; raises ExpressionError for an unbound name."""

    def value_of(match: re.Match[str]) -> str:
        name = match.group(1)
        if name not in names:
            raise ExpressionError(f"{text!r} speaks of {name!r}, which no earlier step bound")
        return written(names[name])

    return PLACEHOLDER.sub(value_of, text)


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
    """Every number in `text`, in its order, each as `number_in` reads it."""
    return (NumberIn(_value(match), *match.span()) for match in _NUMBER.finditer(text))


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


def _norm(text: object) -> str:
    return " ".join(str(text).casefold().split())


def _as_list(values: object) -> list[Any]:
    return list(values) if isinstance(values, (list, tuple)) else [values]  # pyright: ignore[reportUnknownArgumentType]


def _sort_key(value: object) -> Any:
    return _norm(value) if isinstance(value, str) else value


def _ascending(values: object) -> bool:
    keys = [_sort_key(v) for v in _as_list(values)]
    return len(keys) > 1 and all(a <= b for a, b in zip(keys, keys[1:], strict=False))


def _descending(values: object) -> bool:
    return _ascending(_as_list(values)[::-1])


def _all_contain(values: object, term: object) -> bool:
    items = _as_list(values)
    return bool(items) and all(_norm(term) in _norm(v) for v in items)


def _any_contain(values: object, term: object) -> bool:
    return any(_norm(term) in _norm(v) for v in _as_list(values))


def _number(text: object) -> float:
    found = number_in(str(text))
    if found is None:
        raise ValueError(f"no number in {text!r}")
    return found


def _number_or(texts: object, otherwise: float) -> float:
    return next((found for text in _as_list(texts) if (found := number_in(str(text))) is not None), otherwise)


def _lower(text: object) -> str:
    return str(text).casefold()


def _upper(text: object) -> str:
    return str(text).upper()


def _contains(text: object, term: object) -> bool:
    return _norm(term) in _norm(text)


def _same(a: object, b: object) -> bool:
    return _norm(a) == _norm(b)


def _close(a: float, b: float, tolerance: float = 0.011) -> bool:
    return abs(a - b) <= tolerance


def _cells(text: object) -> list[str]:
    said = str(text).removeprefix("\ufeff")
    heading = said.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    return [cell.strip() for row in csv.reader(io.StringIO(said), delimiter=delimiter) for cell in row]


def _any_close(values: object, number: float) -> bool:
    return any(_close(value, number) for value in _as_list(values))


def _any_number(values: object, number: float) -> bool:
    return any(
        _PLAIN_NUMBER.fullmatch(str(v)) and abs(float(str(v).replace(",", ".")) - number) < 0.005
        for v in _as_list(values)
    )


def _says_how_many(text: object, number: object) -> bool:
    return bool(re.search(rf"(?<![\d.,]){written(cast('Value', number))}\s+[^\W\d_]{{3,}}", str(text)))


def _label(text: object) -> str:
    said = str(text)
    found = next(numbers_in(said), None)
    return said if found is None else said[: found.start].strip() or said[found.end :].strip()


def _is_backed(text: object, rows: object) -> bool:
    found = number_in(str(text))
    saying = sum(_contains(row, _label(text)) for row in _as_list(rows))
    return found is None or not saying or found <= saying


def _backed(values: object, rows: object) -> bool:
    said = _as_list(values)
    return bool(said) and all(_is_backed(value, rows) for value in said)


def _unique(values: object) -> bool:
    return len({_norm(v) for v in _as_list(values)}) == len(_as_list(values))


def _dot(a: object, b: object) -> float:
    return sum(x * y for x, y in zip(_as_list(a), _as_list(b), strict=True))


def _first_word(text: object) -> str:
    return next(iter(str(text).split()), "")


def _longest_word(text: object) -> str:
    return max(str(text).split(), key=len, default="")


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "len": len,
    "min": min,
    "max": max,
    "sum": sum,
    "round": round,
    "abs": abs,
    "dot": _dot,
    "lower": _lower,
    "upper": _upper,
    "number": _number,
    "number_or": _number_or,
    "first_word": _first_word,
    "longest_word": _longest_word,
    "contains": _contains,
    "same": _same,
    "close": _close,
    "ascending": _ascending,
    "descending": _descending,
    "all_contain": _all_contain,
    "any_contain": _any_contain,
    "unique": _unique,
    "cells": _cells,
    "any_close": _any_close,
    "backed": _backed,
    "says_how_many": _says_how_many,
    "any_number": _any_number,
}
"""contains/same/all_contain/any_contain ignore case and white space; close and any_close allow one cent; ascending
and descending need at least two values; all_contain needs at least one. number_or is the first number in a text or in
several, or what is given where there is none. dot is the sum of the products of two lists' numbers, pair by pair, and
lists of different length have none. cells are those of a file of values that commas, semicolons or tabs separate,
without the quotation marks around them; any_number wants one that is that number and no more. backed wants
texts, and none of them ("Tea 3") to count more than the rows that say its label, where any does. says_how_many wants a number with a word
behind it that tells what is counted: "11 shows"."""

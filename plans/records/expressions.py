"""Expressions of the step language: a small, safe subset of Python over bound values, and the functions it may call."""

import ast
import csv
import io
import math
import operator
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sized
from datetime import date, timedelta
from typing import Annotated, Any, cast

from pydantic import AfterValidator
from simpleeval import EvalWithCompoundTypes

from plans.records.moments import FIRST_DAY, Undecided, says_moment, times_in
from plans.records.values import Value, number_in, numbers_in, says_number, written
from plans.syntax_trees import expression_tree

_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_APART = re.compile(r"(\d) (?=\d)")
_NAME = re.compile(r"[^\W\d_]+(?:[ '’&/,-]+[^\W\d_]+)*")
_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
)
"""Characters that cannot be seen, besides those of Unicode's category Cf: fillers and variation selectors."""
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})
_PUNCTUATION = re.compile(r"[^\w\s]")
_DIGITS = re.compile(r"(\d{1,300})")
_MOST_DAYS = 1000
_PLAIN_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")


def _norm(text: object) -> str:
    """What a reader compares: letters as one case, and without characters that cannot be seen (zero-width space)."""
    words = str(text)
    if not words.isascii():
        words = "".join(
            letter for letter in words if letter not in _BLANK and unicodedata.category(letter) != "Cf"
        )
    return " ".join(words.casefold().split())


def _as_list(values: object) -> list[Any]:
    return list(values) if isinstance(values, (list, tuple)) else [values]  # pyright: ignore[reportUnknownArgumentType]


def _sort_keys(value: object) -> tuple[Any, ...]:
    """By what a value may be sorted: a text by its characters, without accents, without punctuation, by its numbers."""
    if not isinstance(value, str):
        return (value,) * 4
    said = _norm(value)
    parts = unicodedata.normalize("NFKD", said.translate(_LIGATURES))
    plain = "".join(letter for letter in parts if not unicodedata.combining(letter))
    numbered = [
        (0, int(part), "") if part.isdecimal() else (1, 0, part) for part in _DIGITS.split(plain) if part
    ]
    return said, plain, " ".join(_PUNCTUATION.sub("", plain).split()), numbered


def _ascending(values: object) -> bool:
    keys = [_sort_keys(value) for value in _as_list(values)]
    orders = zip(*keys, strict=True)
    return len(keys) > 1 and any(
        all(a <= b for a, b in zip(order, order[1:], strict=False)) for order in orders
    )


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


def _round(number: float, digits: int = 0) -> float:
    if not -15 <= digits <= 15:
        raise OverflowError("a number is rounded to at most 15 digits")
    return round(number, digits) if digits else round(number)


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


def _besides(texts: object, titles: object) -> list[str]:
    said = [dict.fromkeys(_LONG_WORD.findall(_norm(text))) for text in _as_list(texts)]
    counts = Counter(word for words in said for word in words)
    named = " ".join(_norm(title) for title in _as_list(titles))
    found = [word for word, count in counts.most_common() if count < len(said) and word not in named]
    # What some share, as those of a kind do, before what most say and only one does not.
    return sorted(found, key=lambda word: not 1 < counts[word] <= len(said) / 2)


def _says_how_many(text: object, number: object) -> bool:
    return bool(re.search(rf"(?<![\d.,]){written(cast('Value', number))}\s+[^\W\d_]{{3,}}", str(text)))


def _says_number(text: object, number: object) -> bool:
    return says_number(str(text), _amount(number))


def _amount(number: object) -> float:
    return float(number) if isinstance(number, int | float) else _number(number)


def _says_day(text: object, iso: object) -> bool:
    return says_moment(str(text), (_iso(iso), ""))


def _says_time(text: object, at: object) -> bool:
    return says_moment(str(text), ("", _at(at)))


def _iso(day: object) -> str:
    """The day of a date with or without a time of day."""
    return date.fromisoformat(str(day)[:10]).isoformat()


def day_from(today: date) -> Callable[[int], str]:
    """The function that names the day so many days from `today` on."""

    def day(number: int = 0) -> str:
        return (today + timedelta(days=number)).isoformat()

    return day


def _later(iso: object, days: int) -> str:
    said = str(iso)
    return (date.fromisoformat(_iso(said)) + timedelta(days=days)).isoformat() + said[10:]


def _days(first: object, last: object) -> list[str]:
    count = _days_between(first, last)
    if count > _MOST_DAYS:
        raise OverflowError(f"a range has at most {_MOST_DAYS} days")
    return [_later(_iso(first), number) for number in range(count + 1)]


def _days_between(first: object, last: object) -> int:
    return (date.fromisoformat(_iso(last)) - date.fromisoformat(_iso(first))).days


def _at(time: object) -> str:
    said = str(time)
    found = times_in(said)
    if len(found) == 1:
        return found[0].reading
    raise ValueError(f"no time of day in {said!r}")


def _moment(day: object, time: object) -> str:
    return f"{_iso(day)}T{_at(time)}"


def _label(text: object) -> str:
    said = str(text)
    found = next(numbers_in(said), None)
    return said if found is None else said[: found.start].strip() or said[found.end :].strip()


def _names(texts: object) -> list[str]:
    said = [found.group() if (found := _NAME.search(str(text))) else "" for text in _as_list(texts)]
    words = [{_norm(word) for word in name.split()} for name in said]
    everywhere = [word for word in words[0] if all(word in other for other in words[1:])] if words[1:] else []
    return [_without(name, everywhere) for name in said]


def _without(name: str, shared: Collection[str]) -> str:
    # The headings of a table's columns stand behind the name in each of its lines.
    left = name.split()
    while left and _norm(left[-1]) in shared:
        left.pop()
    return " ".join(left) or name


def _is_backed(text: object, rows: object) -> bool:
    # Of two numbers side by side, "3 135" in the cells of a row, the first one counts.
    said = _APART.sub(r"\1 / ", str(text))
    found = number_in(said)
    saying = sum(_contains(row, _label(said)) for row in _as_list(rows))
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
    "round": _round,
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
    "names": _names,
    "says_how_many": _says_how_many,
    "says_number": _says_number,
    "says_day": _says_day,
    "says_time": _says_time,
    "day": day_from(FIRST_DAY),
    "later": _later,
    "days": _days,
    "days_between": _days_between,
    "at": _at,
    "moment": _moment,
    "any_number": _any_number,
    "besides": _besides,
}
"""contains/same/all_contain/any_contain ignore case and white space; close and any_close allow one cent; ascending and
descending need at least two values, and hold in any usual order of texts (by characters, without accents, without
punctuation, with numbers as numbers); all_contain needs at least one. number_or is the first number in a text or in
several, or what is given where there is none. dot is the sum of the products of two lists' numbers, pair by pair,
and lists of different length have none. cells are those of a file of values that commas, semicolons or tabs
separate, without the quotation marks around them; any_number wants one that is that number and no more. backed wants
texts, and none of them ("Tea 3") to count more than the rows that say its label, where any does. names are what
the lines of a table, or bars, are about: the first words of each, up to a number, without those that all of them end in
("Old town, number 3, mean 40"). says_how_many wants a number with a word behind it that tells what is counted: "11
shows". says_number wants some number or amount that is the number given, to a cent ($58, 58.00 €, 1.234,50); says_day a
date as people write it (Jul 5, 5th of July 2026, 05.07., 7/13) that is the day given as 2026-07-05, and is undecided
where day and month could be swapped; says_time a time of day (10:00, 10 am, 10h00) that is the one given as 10:00.
day(3) is the date three days after the day of the judgement; later(day, 2) one two days after another; days(first,
last) all from one to the other; days_between how many days one is after another; at("10 am") is 10:00; moment(day,
time) both together. Days and times compare as they are: first <= it. besides are the longer words of some of the
texts, but not of all, that stand in no title: those that several share, then the others."""


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


LONGEST = 1_000
"""Characters of the longest expression."""
DEEPEST = 40
"""Levels of the deepest one: whatever goes through one goes down a level at a time, and Python has few."""

_PARTS = (
    ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Store, ast.Call, ast.IfExp,
    ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.UAdd,
    ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod,
    ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn,
    ast.Subscript, ast.Slice, ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp, ast.comprehension,
)  # fmt: skip


class ExpressionError(ValueError):
    """The expression cannot be read or cannot be computed with these values."""


def read_expression(text: str) -> ast.Expression:
    """The expression as a tree; raises ExpressionError for what is none, or longer or deeper than any needs to be."""
    if len(text) > LONGEST:
        raise ExpressionError(
            f"{text[:40]!r}… has {len(text):,} characters; an expression has at most {LONGEST:,}"
        )
    try:
        tree = expression_tree(text.strip())
    except SyntaxError as error:
        raise ExpressionError(f"{text!r} is no expression: {error.msg}") from None
    except ValueError:
        raise ExpressionError(f"{text!r} is no expression: it holds what is no text") from None
    except (MemoryError, RecursionError):
        # Python's own parser gives up so on brackets and signs that go on for hundreds of levels.
        raise _too_deep(text) from None
    if _depth(tree) > DEEPEST:
        raise _too_deep(text)
    for node in ast.walk(tree):
        if not isinstance(node, _PARTS):
            raise ExpressionError(f"{text!r} holds {_named(node)}, which expressions do not know")
        _check_value(node, text)
    return tree


def _check_value(node: ast.AST, text: str) -> None:
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS and not node.keywords:
            return
        case ast.Call():
            raise ExpressionError(f"{text!r} calls what is none of {', '.join(FUNCTIONS)}, or by names")
        case ast.Constant(value=float(number)) if not math.isfinite(number):
            raise ExpressionError(f"{text!r} holds a number that is too large to compute with")
        case ast.Constant(value=value) if not isinstance(value, str | float | int):
            raise ExpressionError(f"{text!r} holds {value!r}, which is no text, number or truth")
        case _:
            return


def _depth(tree: ast.AST) -> int:
    deepest, level = 0, [tree]
    while level:
        deepest += 1
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return deepest


def _named(node: ast.AST) -> str:
    return f"`{ast.unparse(node)}`" if isinstance(node, ast.expr) else f"the sign {type(node).__name__!r}"


def _too_deep(text: str) -> ExpressionError:
    return ExpressionError(
        f"{text[:40]!r}… is nested deeper than {DEEPEST} levels; take it apart by `compute` steps"
    )


def _sound(text: str) -> str:
    read_expression(text)
    return text


Expression = Annotated[str, AfterValidator(_sound)]
"""An expression, as described in expressions.py."""


PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")


class UndecidedError(ExpressionError):
    """The expression holds or not by what a text means, which nothing settles."""


def evaluate(expression: str, names: Mapping[str, Value], today: date = FIRST_DAY) -> Value:
    """The value of `expression`; `today` is the day from which others are counted.

    Raises UndecidedError where it is open, and ExpressionError saying what was wrong with which expression.
    """
    tree = read_expression(expression)
    functions = {**FUNCTIONS, "day": day_from(today)}
    evaluator = EvalWithCompoundTypes(dict(OPERATORS), functions, dict(names))
    try:
        value = cast("object", evaluator.eval(expression, previously_parsed=tree.body))
    except Undecided as error:
        raise UndecidedError(f"{expression!r} cannot be decided: {error}") from error
    except (
        Exception
    ) as error:  # simpleeval raises whatever the operands raise; every one of them means the same here
        raise ExpressionError(f"{expression!r} cannot be computed: {_in_words(error)}") from error
    if not isinstance(value, (str, float, int, list)):
        raise ExpressionError(f"{expression!r} gives {value!r}, which is no text, number, truth or list")
    return cast("Value", value)


def _in_words(error: Exception) -> str:
    """Why, for people who know no Python; what the evaluator itself says of an expression is in words already."""
    match error:
        case IndexError():
            return "a list has no such place, so fewer things were read than it needs"
        case ZeroDivisionError():
            return "it divides by 0"
        case TypeError():
            return "what was read is of another kind than it needs, such as a text for a number"
        case ValueError() if "empty" in str(error):
            return "nothing was read to take the smallest or the largest of"
        case ValueError():
            return "what was read is no number that it could compute with"
        case OverflowError() if "int" in str(error):
            return "a number in it is too large to compute with"
        case _:
            return str(error)


def names_in(expression: str) -> frozenset[str]:
    """Bound names that the expression speaks of; raises ExpressionError when it is no expression.

    A name may be that of a function: it is one where it is called.
    """
    tree = read_expression(expression)
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    bound = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return frozenset(
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and id(node) not in called and node.id not in bound
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

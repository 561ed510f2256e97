"""Expressions of the step language: a small, safe subset of Python over bound values.

Operators: + - * / // % comparisons, and/or/not, in, [index], [from:to], `a if b else c`, [a for b in c if d].
Functions: those of functions.py. Values are strings, numbers, booleans and lists of them. What is computed is bounded
(arithmetic.py), and so are an expression's length and depth (expression_syntax.py).
"""

import ast
import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import cast

from simpleeval import EvalWithCompoundTypes

from plans.records.arithmetic import OPERATORS
from plans.records.expression_syntax import ExpressionError, read_expression
from plans.records.functions import FUNCTIONS, day_from
from plans.records.moments import FIRST_DAY, Undecided
from plans.records.values import Value, written

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

"""Expressions of the step language: a small, safe subset of Python over bound values."""

import ast
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sized
from datetime import date
from typing import Annotated, Any, cast

from pydantic import AfterValidator
from simpleeval import EvalWithCompoundTypes

from plans.records.functions import FUNCTIONS, day_from
from plans.records.moments import FIRST_DAY, Undecided
from plans.records.values import Value, written
from plans.syntax_trees import expression_tree

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

"""What an expression of the step language may be made of, and how long and deep it may be."""

import ast
import math
from typing import Annotated

from pydantic import AfterValidator

from plans.records.functions import FUNCTIONS
from plans.syntax_trees import expression_tree

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

"""Python's syntax trees, made one at a time."""

import ast
from threading import Lock

_PARSING = Lock()
"""Python 3.11 loses count of its depth, with a SystemError, where two threads make trees at once."""


def module_tree(source: str | bytes) -> ast.Module:
    """The tree of a whole file; raises what ast.parse raises."""
    with _PARSING:
        return ast.parse(source)


def expression_tree(source: str) -> ast.Expression:
    """The tree of one expression; raises what ast.parse raises."""
    with _PARSING:
        return ast.parse(source, mode="eval")

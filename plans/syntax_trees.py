"""Python's syntax trees, made one at a time, and what a test among the functions of its file comes to check."""

import ast
from collections.abc import Iterator, Mapping
from threading import Lock

_PARSING = Lock()
"""Python 3.11 loses count of its depth, with a SystemError, where two threads make trees at once."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def module_tree(source: str | bytes) -> ast.Module:
    """The tree of a whole file; raises what ast.parse raises."""
    with _PARSING:
        return ast.parse(source)


def expression_tree(source: str) -> ast.Expression:
    """The tree of one expression; raises what ast.parse raises."""
    with _PARSING:
        return ast.parse(source, mode="eval")


def reached_nodes(name: str, functions: Mapping[str, Function]) -> Iterator[ast.AST]:
    """Every node of the function called `name`, and of those of the `functions` that it comes to name, itself or by
    others: helpers that it calls, and fixtures that it takes as arguments.
    """
    reached, pending = set[str](), [name]
    while pending:
        one = pending.pop()
        if one in reached:
            continue
        reached.add(one)
        for node in ast.walk(functions[one]):
            yield node
            match node:
                case ast.Name(id=other) | ast.Attribute(attr=other) | ast.arg(arg=other) if (
                    other in functions
                ):
                    pending.append(other)
                case _:
                    pass


def is_assertion(node: ast.AST) -> bool:
    """Whether it asserts, expects an error, or names what is called after one: assertEqual."""
    return isinstance(node, ast.Assert) or (
        isinstance(node, ast.Attribute) and (node.attr == "raises" or node.attr.startswith("assert"))
    )

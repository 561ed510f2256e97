"""Tests that ask for less than their description: numbers that it demands and that they do not name."""

import ast
import re
from collections.abc import Iterable, Mapping
from typing import Final

from plans.syntax_trees import module_tree

_DEMANDED = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s*(%|percent\b)|(?<![\w.])(\d+\.\d+)(?![\w.])")
_NAMED = re.compile(r"::(\w+)(?:\[|\s|$)")
_CLOSE: Final = 1e-9


def unnamed_numbers(description: str, lines: Iterable[str], tests: Mapping[str, bytes]) -> list[str]:
    """The shares and decimals of a description that the tests which are run name nowhere, as it writes them.

    Args:
        description: What must hold, in words.
        lines: The commands; where they name test functions, only these count.
        tests: File → content, of tests that were run: SyntaxError for one that is no Python.
    """
    wanted = {name for line in lines for name in _NAMED.findall(line)}
    named = {number for data in tests.values() for number in _numbers(data, wanted)}
    unnamed = (
        match.group().strip()
        for match in _DEMANDED.finditer(description)
        if not any(abs(form - number) < _CLOSE for form in _forms(match) for number in named)
    )
    return list(dict.fromkeys(unnamed))


def _forms(match: re.Match[str]) -> tuple[float, ...]:
    """A number as code may write it: 80% is 80, 0.8 and what is left of a whole."""
    if match[1] is None:
        return (float(match[3]),)
    share = float(match[1])
    return (share, share / 100, 1 - share / 100, 100 - share)


def _numbers(data: bytes, wanted: set[str]) -> list[float]:
    """Numbers that the wanted functions compare with, and their fractions; of the whole file where none is found."""
    tree = module_tree(data)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    chosen = [node for node in ast.walk(tree) if isinstance(node, kinds) and node.name in wanted]
    found: list[float] = []
    for root in chosen or [tree]:
        for node in ast.walk(root):
            if _compares(node):
                found += [number for inner in ast.walk(node) if (number := _number(inner)) is not None]
            elif (number := _number(node)) is not None and not number.is_integer():
                found.append(number)
    return found


def _compares(node: ast.AST) -> bool:
    """Whether something is held against something else there; whole numbers elsewhere are sizes and the like."""
    return isinstance(node, ast.Compare | ast.Assert) or (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr.startswith("assert")
    )


def _number(node: ast.AST) -> float | None:
    if (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    ):
        return float(node.value)
    return None

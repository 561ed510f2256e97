"""Tests that are made to expect what is wrong: who reports that these pass too has not run them, or has forged it.

Tests and what they test share a process, so that a hand-in can have the runner report whatever it likes. What it cannot
do, unless it does its work, is tell a wrong expectation from a right one: `== 3.5` and `== 8.5` look alike. So tests
are falsified in their place and under their names, by as little as can be, and only by what surely fails where the test
as it was has passed.
"""

import ast
from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import NamedTuple

from agents.judging.commands.testing.falsities import Function, Source, ways
from plans.syntax_trees import module_tree

_DECORATORS = ("pytest.mark.", "mark.", "patch", "mock.patch", "unittest.mock.patch", "given", "settings")
"""What may stand above a test and does not decide whether it passes."""
_DECIDING = ("mark.xfail", "mark.flaky", "mark.rerun")


class NamedTest(NamedTuple):
    """A test function, or several of one name in a file."""

    file: str
    name: str


class _Found(NamedTuple):
    function: Function
    source: Source
    is_plain: bool
    """Whether nothing around it decides whether it passes."""


def names_of_tests(tests: Mapping[str, bytes]) -> frozenset[NamedTest]:
    """All tests of these files; SyntaxError for one that is no Python."""
    return frozenset(_found_in(tests))


def falsifiable(tests: Mapping[str, bytes]) -> frozenset[NamedTest]:
    """Those of them that can surely be made to fail; SyntaxError for a file that is no Python."""
    return frozenset(
        name
        for name, found in _found_in(tests).items()
        if all(one.is_plain and ways(one.function, one.source, Random(0)) for one in found)
    )


def falsified(tests: Mapping[str, bytes], chosen: Collection[NamedTest], random: Random) -> dict[str, bytes]:
    """File → content, of the files with tests that were chosen, which can be falsified and are."""
    found = _found_in(tests)
    made: dict[str, bytes] = {}
    for file in sorted({name.file for name in chosen}):
        here = [one for name in sorted(found) if name in chosen and name.file == file for one in found[name]]
        edits = [random.choice(ways(one.function, one.source, random)) for one in here]
        data = here[0].source.edited(edits)
        made[file] = data.replace(b"\n", b"\r\n") if b"\r\n" in tests[file] else data
    return made


def _found_in(tests: Mapping[str, bytes]) -> dict[NamedTest, list[_Found]]:
    found: dict[NamedTest, list[_Found]] = {}
    for file, data in tests.items():
        tree = module_tree(data)
        # What is in another encoding is left as it is: places in it are counted in UTF-8.
        text = data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
        is_plain = "\ufffd" not in text and not any(word in text for word in _DECIDING)
        source = Source(text)
        for function, is_bare in _functions(tree, is_plain=is_plain):
            found.setdefault(NamedTest(file, function.name), []).append(_Found(function, source, is_bare))
    return found


def _functions(above: ast.AST, *, is_plain: bool) -> Iterator[tuple[Function, bool]]:
    """The test functions and methods, each with whether nothing around it decides how it goes."""
    for node in ast.iter_child_nodes(above):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("test"):
                yield node, is_plain and _is_bare(node)
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, is_plain=is_plain and _is_bare(node))
        elif isinstance(node, ast.stmt):
            yield from _functions(node, is_plain=is_plain)


def _is_bare(node: Function | ast.ClassDef) -> bool:
    return all(ast.unparse(one).startswith(_DECORATORS) for one in node.decorator_list)

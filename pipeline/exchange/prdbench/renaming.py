"""Names of test files in command lines and in tests, as they are called where these are published."""

import ast
import posixpath
import re
from collections.abc import Iterator, Mapping
from shlex import quote

from pipeline.exchange.prdbench.criteria import EVALUATION
from pipeline.exchange.prdbench.places import TESTS
from plans.shell import Token, calls_of, targets_of, tokens_of
from plans.syntax_trees import module_tree

_OURS = TESTS.rstrip("/")
_PLAIN = re.compile(r"[\w@%+=:,./\[\]-]+", re.ASCII)
"""A word that bash takes as it stands."""


def renamed_line(line: str, places: Mapping[str, str]) -> str:
    """A command line that names the tests by where they are published; every other word stays as it is written.

    Args:
        line: The command line; one that bash refuses is returned as it is.
        places: Test file → where it is published.
    """
    try:
        words = [token for token in tokens_of(line) if not token.is_operator]
    except ValueError:
        return line
    for word in reversed(words):
        if (name := _renamed(word, line, places)) is not None:
            # Quotes that it does not need would make another word of it to whoever compares the lines.
            line = line[: word.begin] + (name if _PLAIN.fullmatch(name) else quote(name)) + line[word.end :]
    return line


def renamed_code(source: bytes, places: Mapping[str, str]) -> bytes:
    """The Python file with what it imports of `tests`, and the paths of tests, as they are published.

    Args:
        source: The file; what is no Python is returned as it is.
        places: File of the grader → where it is published.
    """
    try:
        tree = module_tree(source)
    except (SyntaxError, ValueError, RecursionError):
        return source
    lines = source.splitlines(keepends=True)
    modules = {_module(name) for name in places if name.startswith(TESTS)}
    edits = sorted(set(_edits(tree, places, modules)), reverse=True)
    for line, begin, before, after in edits:
        row = lines[line - 1]
        place = row.find(before, begin)
        if place >= 0:
            lines[line - 1] = row[:place] + after + row[place + len(before) :]
    return b"".join(lines)


def _renamed(word: Token, line: str, places: Mapping[str, str]) -> str | None:
    """What a word is called where the tests are published; None where it names none."""
    call = calls_of(line[: word.end])[-1:]
    folder = call[0].folder if call else "."
    if folder is None:
        return None
    path, mark, parts = word.text.partition("::")
    place = posixpath.normpath(posixpath.join(folder, path))
    if place in places:
        return posixpath.relpath(places[place], folder) + mark + parts
    named = {target for call in calls_of(line) for target in targets_of(call)}
    if place == _OURS and any(one.kind == "pytest" and one.name == path for one in named):
        return posixpath.relpath(EVALUATION, folder) + mark + parts
    if any(one.kind == "unittest" and one.name == path for one in named) and _is_within(path, places):
        return f"{EVALUATION}{path.removeprefix(_OURS)}"
    return None


def _is_within(dotted: str, places: Mapping[str, str]) -> bool:
    """Whether a dotted name leads into one of the tests: to its module, or to what stands in that."""
    modules = {_module(name) for name in places if name.startswith(TESTS)}
    return any(dotted == module or dotted.startswith(f"{module}.") for module in modules)


def _module(name: str) -> str:
    """The dotted name of a Python file."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


Edit = tuple[int, int, bytes, bytes]
"""Line from 1, byte from which it is looked for, what stands there, what is to stand there."""


def _edits(tree: ast.Module, places: Mapping[str, str], modules: set[str]) -> Iterator[Edit]:
    old, new = _OURS.encode(), EVALUATION.encode()
    is_bound = False
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module
            and not node.level
            and _leads(node.module, modules)
        ):
            yield node.lineno, node.col_offset + len("from"), old, new
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if _leads(alias.name, modules):
                    is_bound |= alias.asname is None
                    yield alias.lineno, alias.col_offset, old, new
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in places:
            yield node.lineno, node.col_offset, node.value.encode(), places[node.value].encode()
    for node in ast.walk(tree) if is_bound else ():
        if isinstance(node, ast.Name) and node.id == _OURS:
            yield node.lineno, node.col_offset, old, new


def _leads(dotted: str, modules: set[str]) -> bool:
    """Whether an import names the tests' package, or a module in it."""
    return any(dotted in (_OURS, one) or one.startswith(f"{dotted}.") for one in modules)

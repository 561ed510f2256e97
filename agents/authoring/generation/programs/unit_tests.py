"""A model's test files, read: they parse, call what the PRD states, check something, and are run by the tasks."""

import ast
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence

from agents.authoring.generation.files import LONGEST_FILE
from agents.authoring.generation.programs.criteria import stated_functions
from agents.authoring.generation.programs.task_modes import functions_of
from agents.authoring.generation.shapes import WrittenFile
from plans.records.criteria import Criteria
from plans.records.project import Grader
from plans.records.specification import PRD
from plans.records.task_modes import UnitTest
from plans.syntax_trees import Function, is_assertion, module_tree, reached_nodes

MOST_SHOWN = 12
"""Names of an interface that are listed at once."""
_LIBRARY = frozenset((*sys.stdlib_module_names, "pytest"))
_SKIPS = frozenset(["skip", "skipif", "xfail", "importorskip", "skipTest"])
_HEAD = """\
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
"""
"""What finds the project's modules; written by us, so that no model forgets it."""


def wanted_tests(criteria: Criteria) -> dict[str, list[str]]:
    """Test file → the functions that tasks run of it."""
    found: dict[str, list[str]] = {}
    for task in criteria.tasks:
        if isinstance(task.how, UnitTest):
            for file in task.how.tests:
                found.setdefault(file, [])
            for name in functions_of(task.how):
                file, _, function = name.partition("::")
                found.setdefault(file, []).append(function)
    return found


def read_tests(
    written: Sequence[WrittenFile],
    wanted: Mapping[str, Sequence[str]],
    prd: PRD,
    problems: list[str],
    before: Grader | None = None,
) -> Grader:
    """The test files as a grader has them, over those of `before`; what is wrong is added to `problems`."""
    files = {path: data for path, data in (before or {}).items() if path in wanted}
    for file in written:
        if file.path not in wanted:
            problems.append(f"{file.path!r} is the test file of no task.")
        elif len(file.content) > LONGEST_FILE:
            problems.append(
                f"{file.path!r} has {len(file.content):,} characters; write at most {LONGEST_FILE:,}."
            )
        else:
            files[file.path] = with_head(file.content).encode()
    problems += [f"{path!r} is missing." for path in wanted if path not in files]
    interface = stated_functions(prd.leaves())
    for path, data in files.items():
        problems += [f"{path}: {one}" for one in _problems(data.decode(), wanted[path], interface)]
    return files


def with_head(text: str) -> str:
    """A test file that finds the project's modules."""
    return text if text.startswith(_HEAD) else f"{_HEAD}\n{text}"


def without_head(text: str) -> str:
    """The same as a model wrote it."""
    return text.removeprefix(_HEAD).removeprefix("\n")


def _problems(text: str, wanted: Sequence[str], interface: Collection[str]) -> Iterator[str]:
    try:
        tree = module_tree(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        yield f"is no Python: {error}."
        return
    functions = {node.name: node for node in tree.body if isinstance(node, Function)}
    yield from (
        f"there is no function {name!r} at the top level." for name in wanted if name not in functions
    )
    for name in functions:
        if name.startswith("test") and name not in wanted:
            yield f"{name!r} is run by no task; leave it out."
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Name) and _called(node) in _SKIPS:
            yield f"line {node.lineno} skips tests, and a test that is skipped has failed."
        if isinstance(node, ast.Try) and any(
            isinstance(inner, ast.Import | ast.ImportFrom) for inner in ast.walk(node)
        ):
            yield f"line {node.lineno} goes on where an import fails; a project without the module has to fail."
    imported = set[str]()
    for fault, names in _imports(tree, interface):
        imported |= names
        if fault:
            yield fault
    for name in wanted:
        if name in functions:
            yield from _function_problems(name, functions, imported)


def _function_problems(name: str, functions: Mapping[str, Function], imported: set[str]) -> Iterator[str]:
    """A test checks something, and calls the project, itself or by functions of its file."""
    nodes = list(reached_nodes(name, functions))
    if not any(map(is_assertion, nodes)):
        yield f"{name!r} asserts nothing, neither itself nor by functions of its file that it calls."
    if not any(isinstance(node, ast.Name) and node.id in imported for node in nodes):
        yield f"{name!r} calls nothing of the project that the requirements state."


def _imports(tree: ast.Module, interface: Collection[str]) -> Iterator[tuple[str, set[str]]]:
    """For each import what is wrong with it, and the names of the project that it gives."""
    stated = ", ".join(sorted(interface)[:MOST_SHOWN]) or "nothing"
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                strange = [one.name for one in node.names if one.name.partition(".")[0] not in _LIBRARY]
                for name in strange:
                    yield f"import what is tested by `from … import …`, and not {name!r} as a whole.", set()
            case ast.ImportFrom(module=module, level=0) if module is not None:
                if module.partition(".")[0] in _LIBRARY:
                    continue
                for one in node.names:
                    full = f"{module}.{one.name}"
                    fault = "" if full in interface else f"imports {full!r}; the requirements state {stated}."
                    yield fault, {one.asname or one.name}
            case ast.ImportFrom():
                yield "imports by a relative path; name the module as it lies beneath src/.", set()
            case _:
                pass


def _called(node: ast.Attribute | ast.Name) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id

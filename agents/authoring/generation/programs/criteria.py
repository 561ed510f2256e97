"""Criteria of a Python project and their test files as a model writes them: read, and checked for what is unfair."""

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pydantic import ValidationError

from agents.authoring.generation.files import LONGEST_FILE, PROGRAMS
from agents.authoring.generation.programs.task_kinds import (
    PROGRAM,
    STANDARD_ERROR,
    ZERO,
    Known,
    Written,
    WrittenInput,
    WrittenScheme,
    WrittenTask,
    functions_of,
    input_path,
    made_way,
    place_fault,
    stated_exits,
    stated_functions,
    way_of,
)
from agents.authoring.generation.shapes import WrittenFile, overlong
from agents.authoring.generation.tasks import Size, head_problems, made_task, size_problems, task_problems
from agents.authoring.planning.reading import MOST_TASKS
from agents.authoring.writing import ReadAnswer, UnreadableAnswer
from agents.gateway.prompts import complaints
from plans.records.base import is_folder_name
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.project import Grader, Scheme
from plans.records.specification import PRD
from plans.records.task_kinds import Rubric
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
        if task.how.runs_tests:
            for file in task.how.test_files:
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


_HOMELESS = re.compile(r"^[a-z_]\w*\.[A-Za-z_]\w*\s*\(")
"""A function of a module that lies in no package."""


def interface_problems(prd: PRD) -> Iterator[str]:
    """What keeps tests from calling anything."""
    leaves = prd.leaves()
    for leaf in leaves:
        for datum in leaf.data:
            if _HOMELESS.match(datum):
                yield (
                    f"{leaf.id}: the datum {datum!r} names a function without its package, so nobody could import it. "
                    "Write `package.module.function(…)`, in the text too."
                )
    if not stated_functions(leaves):
        yield (
            "No requirement states a function in its data, as `package.module.function(…)`, so that no unit test could "
            "call anything. Let about a third of them do so."
        )


_OF_EXIT_CODES = re.compile(r"\b(?:exit|return)\s+(?:code|status)", re.I)


def ending_problems(prd: PRD) -> Iterator[str]:
    """Exit codes and streams of which a text speaks and no datum of it, which every agent is told: what is not told may
    not be tried, and once criteria are written it is too late to state it.
    """
    for leaf in prd.leaves():
        exits, told = stated_exits([leaf.text]), stated_exits(leaf.data)
        for code in sorted(exits - told - {0}):
            yield (
                f"{leaf.id}: its text states the exit code {code}, and none of its data does, so no agent is told. "
                f'Add the datum "exit code {code}", and say it so in the text.'
            )
        if not exits and _OF_EXIT_CODES.search(leaf.text):
            yield (
                f"{leaf.id}: its text speaks of an exit code and states none, so nothing could be tried. Say which "
                'it is, as "exit code 2", in the text and as a datum, or leave it out.'
            )
        if STANDARD_ERROR.search(leaf.text) and not any(map(STANDARD_ERROR.search, leaf.data)):
            yield (
                f"{leaf.id}: its text says what is printed on standard error, and none of its data does, so that no "
                'agent is told. Add the datum "standard error".'
            )


_STARTED = re.compile(r"\bpython(?:3(?:\.\d+)?)?\s+(?:-m\s+([a-z_][\w.]*)|([\w./-]*\w\.py)\b)", re.I)
_TOOLS = frozenset((*sys.stdlib_module_names, "pytest", "pip"))
"""Modules that somebody may run beside the program."""


def starting_problems(prd: PRD) -> Iterator[str]:
    """Where it is said of another file than tasks start that it is started: whoever heeds it submits a program that no
    task finds.
    """
    for requirement in prd.walk():
        yield from _started_elsewhere(
            requirement.id, (requirement.title, requirement.text, *requirement.data)
        )
    rest = (prd.overview, *prd.users, *prd.typical_use, *prd.data_requirements, *prd.non_goals)
    yield from _started_elsewhere("The PRD", rest)


def _started_elsewhere(where: str, texts: Iterable[str]) -> Iterator[str]:
    for found in (match for text in texts for match in _STARTED.finditer(text)):
        module, file = found.groups()
        is_other = (
            file.removeprefix("./") != PROGRAMS.start if file else module.partition(".")[0] not in _TOOLS
        )
        if is_other:
            yield (
                f"{where}: says {found.group()!r}, and what every task runs is `{PROGRAM}`, in the project's root. Say "
                "that."
            )


OUTCOME = "met"
"""Id of a task's one outcome."""


def read_scheme(
    written: WrittenScheme, prd: PRD, item: str, sizes: Sequence[Size] = ()
) -> ReadAnswer[Scheme]:
    """The criteria and the files that they name, but for tests, and what is wrong; raises UnreadableAnswer where they
    cannot be made.
    """
    if len(written.tasks) > MOST_TASKS:
        raise UnreadableAnswer([f"There are {len(written.tasks):,} tasks; an item has at most {MOST_TASKS}."])
    if too_long := overlong(written.model_copy(update={"inputs": []})):
        raise UnreadableAnswer(too_long)
    problems = [*input_problems(written.inputs), *head_problems(written.tasks)]
    known = Known(prd, {one.name: one for one in written.inputs})
    for task in written.tasks:
        problems += [f"task {task.id}: {one}" for one in way_problems(task, task.requirements, known)]
    problems += _unused(written)
    if problems or not written.tasks:
        raise UnreadableAnswer(problems or ["There are no tasks."])
    tasks: list[EvaluationTask] = []
    grader: Grader = {input_path(one): one.content.encode() for one in written.inputs}
    for task in written.tasks:
        try:
            made, files = scheme_task(task, known)
        except ValidationError as error:
            problems += [f"task {task.id}: {one}" for one in complaints(error)]
        else:
            tasks.append(made)
            grader |= files
    if problems:
        raise UnreadableAnswer(problems)
    criteria = Criteria(tasks=tuple(tasks))
    problems += [*size_problems(criteria, sizes), *task_problems(criteria, prd, item)]
    return ReadAnswer(Scheme(criteria=criteria, grader=grader), problems)


def input_problems(inputs: Sequence[WrittenInput]) -> Iterator[str]:
    """Inputs that cannot be laid, or told apart."""
    names = [one.name for one in inputs]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"input {name!r} is there twice; rename one of them."
    for one in inputs:
        if not is_folder_name(one.name):
            yield f"input {one.name!r}: use small letters, digits and dashes for the name."
        if fault := place_fault(one.to):
            yield f"input {one.name!r}: {one.to!r} {fault}"
        if len(one.content) > LONGEST_FILE:
            yield f"input {one.name!r} has {len(one.content):,} characters; write at most {LONGEST_FILE:,}."


def way_problems(written: Written, requirements: Sequence[str], known: Known) -> Iterator[str]:
    """What keeps a task from being tried in a fair way."""
    unknown = sorted(set(written.lays) - set(known.inputs))
    yield from (f"lays {name!r}, which is no input." for name in unknown)
    if unknown:
        return
    laid = [known.inputs[name] for name in dict.fromkeys(written.lays)]
    places = [one.to for one in laid]
    yield from (
        f"two of its inputs are laid at {place!r}."
        for place in sorted({place for place in places if places.count(place) > 1})
    )
    way = way_of(written)
    if way is None:
        yield "is tried in no way, or in several: of `shell`, `file` and `tests` one is there, the others are null."
    else:
        yield from way.problems(laid, requirements, known)


def _unused(written: WrittenScheme) -> Iterator[str]:
    used = {name for task in written.tasks for name in task.lays}
    yield from (f"input {one.name!r} is laid by no task." for one in written.inputs if one.name not in used)
    functions = [
        f"{task.tests.file}::{name}" for task in written.tasks if task.tests for name in task.tests.functions
    ]
    for name in sorted({name for name in functions if functions.count(name) > 1}):
        yield f"{name} is named twice; each task has test functions of its own."


def scheme_task(written: WrittenTask, known: Known) -> tuple[EvaluationTask, Grader]:
    """The task of a sound way, with the file that it is held against; raises pydantic's ValidationError."""
    rubric = Rubric(two=written.statement, one=written.partly, zero=ZERO)
    way = made_way(written, known.inputs, rubric)
    outcome = {"id": OUTCOME, "statement": written.statement}
    return made_task(written, [outcome], way.how.model_dump(mode="json")), way.grader

"""A suite of Python projects as folders in the format in which PRDBench is published.

Tests are published elsewhere than they lie here, and what names them follows.
"""

import ast
import json
import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import Any, NamedTuple

from pipeline.exchange.exporters import export_suite
from pipeline.exchange.prdbench.files import EVALUATION
from pipeline.exchange.prdbench.importing import STALE
from pipeline.exchange.prdbench.reading import AUX, METRIC, PLAN, PRD, read_dataset
from plans.errors import AuthorError
from plans.files import write_bytes, write_text
from plans.handed_out import GIVEN
from plans.items import read_project, read_suite
from plans.paths import SuitePaths, inside
from plans.prd_text import prd_page
from plans.records.criteria import EvaluationTask
from plans.records.project import Grader, Project
from plans.records.published import PublishedCriterion, PublishedTask
from plans.records.suite import Imported, SuiteItem
from plans.records.task_modes import (
    BrowserSteps,
    Command,
    FileComparison,
    GraderFile,
    Rubric,
    ShellInteraction,
    UnitTest,
)
from plans.scratch import scratch
from plans.shell import ShellToken, calls_of, targets_of, tokens_of
from plans.syntax_trees import module_tree

Entry = dict[str, Any]
"""One entry of a published plan."""
TESTS = "tests/"
"""Where our tests lie; PRDBench's lie in `evaluation/`, as deep, so that they find `src/` the same way."""
_TAKEN = frozenset({PLAN, METRIC})
_OURS = TESTS.rstrip("/")
_PLAIN_WORD = re.compile(r"[\w@%+=:,./\[\]-]+", re.ASCII)
"""A word that bash takes as it stands."""
Edit = tuple[int, int, bytes, bytes]
"""Line from 1, byte from which it is looked for, what stands there, what is to stand there."""


class PRDBenchExporter:
    """The format of published PRDBench: folders of PRD, test plan, rubrics and files."""

    families = ("python_project",)

    def export(self, suite: SuitePaths, out: Path) -> dict[str, str]:
        """Write every item as a published task; item → number of the task.

        An imported item is written as it was published. Of any other the grader's files lie in `evaluation/`, and
        commands copy what has to be laid elsewhere. Raises AuthorError where two items have one number.
        """
        return {item: str(number) for number, item in _exported(suite, out).items()}


def _exported(paths: SuitePaths, out: Path) -> dict[int, str]:
    suite = read_suite(paths)
    numbers: dict[int, str] = {}
    given: dict[str, list[str]] = {}
    for place, item in enumerate(suite.items, 1):
        project = read_project(paths.item(item.id))
        number = project.imported.published.number if project.imported else place
        if number in numbers:
            raise AuthorError(
                f"{numbers[number]!r} and {item.id!r} would both be task {number}, and one would be written over the "
                "other. Export suites of imported and of other items apart."
            )
        root = out / str(number)
        if project.imported is not None:
            _write_published(root, project.imported, project.grader)
            given[str(number)] = list(project.imported.published.must_survive)
        else:
            _write_own(root, project, suite.canary)
            given[str(number)] = []
        numbers[number] = item.id
    write_text(out / AUX, json.dumps(given, indent=1, ensure_ascii=False) + "\n")
    return numbers


def _write_published(root: Path, imported: Imported, grader: Grader) -> None:
    write_text(root / PRD, imported.published.prd or "")
    for name, data in grader.items():
        first, _, rest = name.partition("/")
        if first == EVALUATION:
            write_bytes(inside(root, name), data)
        elif first in (GIVEN, STALE):
            write_bytes(inside(root, rest), data)
    criteria = imported.published.criteria
    _write_plan(root, map(_entry, criteria), [row for one in criteria for row in _row(one)])


def _entry(one: PublishedCriterion) -> Entry:
    return {
        "metric": one.metric,
        "description": one.description,
        "type": one.kind,
        "testcases": [{"test_command": step.command, "test_input": step.asked_input} for step in one.steps],
        "input_files": list(one.input_files) or None,
        "expected_output_files": list(one.expected_files) or None,
        "expected_output": one.expected_output,
    }


def _row(one: PublishedCriterion) -> Iterator[Entry]:
    if one.rubric is not None:
        yield {"metric": one.rubric.metric, "description": "", "expected_output": one.rubric.text}


def _write_own(root: Path, project: Project, canary: str) -> None:
    """An item that was authored here: its tests lie in `evaluation/` as deep as they lay, so that they find `src/`."""
    write_text(root / PRD, prd_page(project, canary))
    places = places_of(project.grader)
    for name, data in project.grader.items():
        published = renamed_code(data, places) if name.endswith(".py") else data
        write_bytes(inside(root, places[name]), published)
    entries: list[Entry] = []
    rows: list[Entry] = []
    for number, task in enumerate(project.criteria.tasks, 1):
        metric = f"{number} {task.title}"
        entries.append(_own_entry(root, metric, task, places))
        if task.how.kind != "browser" and task.how.rubric is not None:
            rows.append(
                {"metric": metric, "description": "", "expected_output": _rubric_text(task.how.rubric)}
            )
    _write_plan(root, entries, rows)


def _own_entry(root: Path, metric: str, task: EvaluationTask, places: Mapping[str, str]) -> Entry:
    how = task.how
    assert not isinstance(how, BrowserSteps)
    said = " ".join(outcome.statement for outcome in task.outcomes)
    laid = [
        f"mkdir -p {quote(_folder(to))} && cp -r {quote(file)} {quote(to)}"
        for one in how.arrange.files
        for file, to in laid_from(one.file, one.to, places)
    ]
    cases: list[Entry] = [{"test_command": line, "test_input": None} for line in laid]
    for step, command in enumerate(how.act):
        typed = _typed(root, command, f"typed/{task.id}-{step}.in", places)
        cases.append({"test_command": _line(command, how, places), "test_input": typed})
    expected = " ".join((how.expected.words, *how.terms)) if isinstance(how, ShellInteraction) else said
    references: list[str] = []
    if isinstance(how, FileComparison):
        expected = how.expected
        references = [places[how.reference]] if how.reference else []
    return {
        "metric": metric,
        "description": f"1. **Arrange:** {how.arrange.words} 2. **Act:** Run the commands. 3. **Assert:** {said}",
        "type": how.kind.replace("-", "_"),
        "testcases": cases,
        "input_files": sorted({case["test_input"] for case in cases if case["test_input"]}) or None,
        "expected_output_files": references or None,
        "expected_output": expected,
    }


def _line(
    command: Command, how: UnitTest | ShellInteraction | FileComparison, places: Mapping[str, str]
) -> str:
    tests = how.tests if isinstance(how, UnitTest) else ()
    return renamed_line(command.line, {test: places[test] for test in tests})


def _typed(root: Path, command: Command, name: str, places: Mapping[str, str]) -> str | None:
    """The file that holds what is typed; it is written where the grader has it as a text of a task."""
    if command.input is None:
        return None
    if isinstance(command.input, GraderFile):
        return places[command.input.file]
    place = free_place(name, places.values())
    write_text(root / place, command.input)
    return place


def _folder(path: str) -> str:
    return PurePosixPath(path).parent.as_posix()


def _rubric_text(rubric: Rubric) -> str:
    return f"2 points: {rubric.two}\n1 point: {rubric.one}\n0 points: {rubric.zero}"


def _write_plan(root: Path, entries: Iterator[Entry] | Sequence[Entry], rows: Sequence[Entry]) -> None:
    for name, value in {PLAN: list(entries), METRIC: list(rows)}.items():
        write_text(root / name, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def places_of(names: Iterable[str]) -> dict[str, str]:
    """File of the grader → where it is published.

    What lies in `tests` keeps its place in there, since tests find other files by it. What else would come to lie at
    the place of one of these, or of the plan, gets a folder of its own.
    """
    places: dict[str, str] = {}
    taken = set(_TAKEN)
    for name in sorted(names, key=lambda name: (not name.startswith(TESTS), name)):
        places[name] = free_place(name.removeprefix(TESTS), taken)
        taken.add(places[name])
    return places


def free_place(name: str, taken: Collection[str]) -> str:
    """`evaluation/<name>`, or the like in the first folder `other`, `other2`… where nothing lies at it."""
    folders = (
        EVALUATION,
        f"{EVALUATION}/other",
        *(f"{EVALUATION}/other{n}" for n in range(2, len(taken) + 3)),
    )
    return next(place for folder in folders if not _is_taken(place := f"{folder}/{name}", taken))


def laid_from(file: str, to: str, places: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(published file, where it is laid) of a file of the grader that is laid, or of each file of a folder that is."""
    if file in places:
        yield places[file], to
        return
    for name, place in places.items():
        if name.startswith(f"{file}/"):
            yield place, posixpath.join(to, name.removeprefix(f"{file}/"))


def _is_taken(place: str, taken: Collection[str]) -> bool:
    """Whether something lies there, or it would be both a file and a folder."""
    return any(
        place == other or other.startswith(f"{place}/") or place.startswith(f"{other}/") for other in taken
    )


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
            line = (
                line[: word.begin] + (name if _PLAIN_WORD.fullmatch(name) else quote(name)) + line[word.end :]
            )
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


def _renamed(word: ShellToken, line: str, places: Mapping[str, str]) -> str | None:
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


class SuiteTask(NamedTuple):
    """An item with the task that it was published as, or is exported as."""

    item: SuiteItem
    task: PublishedTask
    criteria: dict[str, PublishedCriterion]
    """Evaluation task → its criterion."""


def suite_tasks(paths: SuitePaths) -> Sequence[SuiteTask]:
    """Every item of a suite; raises InvalidFile, and AuthorError where it cannot be exported."""
    with scratch("export") as folder:
        # Whoever judges our tasks by PRDBench's tools has them as they are exported, and reports name these titles.
        numbers = export_suite(PRDBenchExporter(), paths, folder / "tasks")
        tasks = {task.number: task for task in read_dataset(folder / "tasks").tasks}
    by_item = {item: tasks[int(number)] for item, number in numbers.items()}
    return [
        _suite_task(item, read_project(paths.item(item.id)), by_item[item.id])
        for item in read_suite(paths).items
    ]


def _suite_task(item: SuiteItem, project: Project, exported: PublishedTask) -> SuiteTask:
    """What was published counts where there is that: an export keeps no entry that could not be read."""
    task = exported if project.imported is None else project.imported.published
    by_ordinal = {one.ordinal: one for one in task.criteria}
    tasks = (
        project.imported.tasks
        if project.imported is not None
        else {one.id: place for place, one in enumerate(project.criteria.tasks, 1)}
    )
    return SuiteTask(item, task, {id: by_ordinal[ordinal] for id, ordinal in tasks.items()})

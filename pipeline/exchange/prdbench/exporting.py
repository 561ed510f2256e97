"""A suite of Python projects as folders in the format in which PRDBench is published."""

import json
import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from plans.records.suite import SuiteItem
from plans.records.task_kinds import CommandTask, GraderFile
from plans.scratch import scratch

Entry = dict[str, Any]
"""One entry of a published plan."""
TESTS = "tests/"
"""Where our tests lie; PRDBench's lie in `evaluation/`, as deep, so that they find `src/` the same way."""
TYPED = f"{EVALUATION}/typed"
"""Where what is typed is published, where an item has it as a text."""
_NAMES_TESTS = re.compile(rb"\b(?:from|import)\s+tests\b|[\"']tests/")
_RUNS_TESTS = re.compile(r"(?<![\w-])tests(?![\w-])")


class PRDBenchExporter:
    """The format of published PRDBench: folders of PRD, test plan, rubrics and files."""

    families = ("python_project",)

    def export(self, suite: SuitePaths, out: Path) -> dict[str, str]:
        """Write every item as a published task; item → number of the task.

        An imported item is written as it was published. Of any other the grader's files lie in `evaluation/`, and
        commands copy what has to be laid elsewhere. Raises AuthorError where two items have one number.
        """
        read = read_suite(suite)
        numbers: dict[int, str] = {}
        given: dict[int, list[str]] = {}
        for place, item in enumerate(read.items, 1):
            project = read_project(suite.item(item.id))
            published = project.imported.published if project.imported is not None else None
            number = published.number if published is not None else place
            if number in numbers:
                raise AuthorError(
                    f"{numbers[number]!r} and {item.id!r} would both be task {number}, and one would be written over "
                    "the other. Export suites of imported and of other items apart."
                )
            if published is not None:
                _write_published(out / str(number), published, project.grader)
            else:
                _write_own(out / str(number), project, read.canary)
            numbers[number] = item.id
            given[number] = list(published.must_survive) if published is not None else []
        write_text(out / AUX, json.dumps(given, indent=1, ensure_ascii=False) + "\n")
        return {item: str(number) for number, item in numbers.items()}


def _write_published(root: Path, task: PublishedTask, grader: Grader) -> None:
    write_text(root / PRD, task.prd or "")
    for name, data in grader.items():
        first, _, rest = name.partition("/")
        if first == EVALUATION:
            write_bytes(inside(root, name), data)
        elif first in (GIVEN, STALE):
            write_bytes(inside(root, rest), data)
    rubrics = [one.rubric for one in task.criteria if one.rubric is not None]
    rows = [{"metric": one.metric, "description": "", "expected_output": one.text} for one in rubrics]
    _write_plan(root, map(_entry, task.criteria), rows)


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


def _write_own(root: Path, project: Project, canary: str) -> None:
    """An item that was authored here: its tests lie in `evaluation/` as deep as they lay, so that they find `src/`."""
    write_text(root / PRD, prd_page(project, canary))
    places = places_of(project.grader)
    for name, data in project.grader.items():
        write_bytes(inside(root, places[name]), data)
    entries: list[Entry] = []
    rows: list[Entry] = []
    for number, task in enumerate(project.criteria.tasks, 1):
        how = _published(task)
        metric, rubric = f"{number} {task.title}", how.rubric
        entries.append(_own_entry(root, metric, task, how, places))
        if rubric is not None:
            text = f"2 points: {rubric.two}\n1 point: {rubric.one}\n0 points: {rubric.zero}"
            rows.append({"metric": metric, "description": "", "expected_output": text})
    _write_plan(root, entries, rows)


_TYPES = {
    "unit-test": "unit_test",
    "shell-interaction": "shell_interaction",
    "file-comparison": "file_comparison",
}
"""Kind of a task → what PRDBench calls it."""


def _published(task: EvaluationTask) -> CommandTask:
    """How the task is tried; AuthorError for a kind that PRDBench does not know."""
    if not isinstance(task.how, CommandTask) or task.how.word() not in _TYPES:
        raise AuthorError(
            f"{task.id!r} is tried by {task.how.word()!r}, and PRDBench has no such kind of task. Export items whose "
            f"tasks are tried by {', '.join(_TYPES)} alone."
        )
    return task.how


def _own_entry(
    root: Path, metric: str, task: EvaluationTask, how: CommandTask, places: Mapping[str, str]
) -> Entry:
    tests = {test: places[test] for test in how.test_files}
    said = " ".join(outcome.statement for outcome in task.outcomes)
    cases: list[Entry] = []
    for laid in how.arrange.files:
        for file, to in laid_from(laid.file, laid.to, places):
            above = PurePosixPath(to).parent.as_posix()
            copying = f"mkdir -p {quote(above)} && cp -r {quote(file)} {quote(to)}"
            cases.append({"test_command": copying, "test_input": None})
    for step, command in enumerate(how.act):
        typed = None
        if isinstance(command.input, GraderFile):
            typed = places[command.input.file]
        elif command.input is not None:
            typed = f"{TYPED}/{task.id}-{step}.in"
            write_text(root / typed, command.input)
        cases.append({"test_command": renamed_line(command.line, tests), "test_input": typed})
    reference = how.reference_file
    return {
        "metric": metric,
        "description": f"1. **Arrange:** {how.arrange.words} 2. **Act:** Run the commands. 3. **Assert:** {said}",
        "type": _TYPES[how.word()],
        "testcases": cases,
        "input_files": sorted({case["test_input"] for case in cases if case["test_input"]}) or None,
        "expected_output_files": [places[reference]] if reference else None,
        "expected_output": " ".join((how.expected_words or said, *how.terms)),
    }


def _write_plan(root: Path, entries: Iterable[Entry], rows: Iterable[Entry]) -> None:
    for name, value in {PLAN: list(entries), METRIC: list(rows)}.items():
        write_text(root / name, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def places_of(grader: Grader) -> dict[str, str]:
    """File of the grader → where it is published: tests in `evaluation/` itself, all else beneath it as it lies.

    Raises AuthorError for files that cannot be published so without changing what is in them or losing one.
    """
    places = {name: f"{EVALUATION}/{name.removeprefix(TESTS)}" for name in grader}
    taken = Counter((*places.values(), PLAN, METRIC))
    lost = [name for name, place in places.items() if taken[place] > 1 or place.startswith(f"{TYPED}/")]
    if lost:
        raise AuthorError(
            f"{', '.join(lost)}: another file is published at the same place in {EVALUATION}/, so that one of them "
            "would be lost. Rename it in the grader."
        )
    tied = [name for name in grader if name.endswith(".py") and _NAMES_TESTS.search(grader[name])]
    if tied:
        raise AuthorError(
            f"{', '.join(tied)}: it names other files by {TESTS}, and tests are published in {EVALUATION}/, so that it "
            "would find none of them. Let each test file stand by itself."
        )
    return places


def laid_from(file: str, to: str, places: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(published file, where it is laid) of a file of the grader that is laid, or of each file of a folder that is."""
    if file in places:
        yield places[file], to
        return
    for name, place in places.items():
        if name.startswith(f"{file}/"):
            yield place, posixpath.join(to, name.removeprefix(f"{file}/"))


def renamed_line(line: str, tests: Mapping[str, str]) -> str:
    """A command line that names tests by where they are published.

    Raises AuthorError where it runs what lies in `tests/` in another way than by the paths of its test files.
    """
    for test, place in tests.items():
        line = re.sub(rf"(?<![\w./-]){re.escape(test)}(?![\w./-])", lambda _, to=place: to, line)
    if tests and _RUNS_TESTS.search(line):
        raise AuthorError(
            f"{line!r} runs tests otherwise than by their paths from the project's root, and they are published in "
            f"{EVALUATION}/, so that it would find none. Name the files of the tests."
        )
    return line


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
    found: list[SuiteTask] = []
    for item in read_suite(paths).items:
        project = read_project(paths.item(item.id))
        if project.imported is not None:
            # An export keeps no entry that could not be read, and what was published counts.
            task, ordinals = project.imported.published, project.imported.tasks
        else:
            task = tasks[int(numbers[item.id])]
            ordinals = {one.id: place for place, one in enumerate(project.criteria.tasks, 1)}
        by_ordinal = {one.ordinal: one for one in task.criteria}
        found.append(SuiteTask(item, task, {id: by_ordinal[ordinal] for id, ordinal in ordinals.items()}))
    return found

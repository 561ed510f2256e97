"""A suite of Python projects as folders in the format in which PRDBench is published."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import Any

from pipeline.exchange.prdbench.criteria import EVALUATION, STALE
from pipeline.exchange.prdbench.places import free_place, laid_from, places_of
from pipeline.exchange.prdbench.plan import PLAN
from pipeline.exchange.prdbench.renaming import renamed_code, renamed_line
from pipeline.exchange.prdbench.rubrics import METRIC
from pipeline.exchange.prdbench.task import AUX, PRD
from plans.errors import AuthorError
from plans.files import write_bytes, write_text
from plans.handed_out import GIVEN
from plans.items import read_project, read_suite
from plans.paths import SuitePaths, inside
from plans.prd_text import prd_page
from plans.records.criteria import EvaluationTask
from plans.records.project import Grader, Project
from plans.records.published import PublishedCriterion
from plans.records.suite import Imported
from plans.records.task_modes import (
    BrowserSteps,
    Command,
    FileComparison,
    GraderFile,
    Rubric,
    ShellInteraction,
    UnitTest,
)

Entry = dict[str, Any]
"""One entry of a published plan."""


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

"""The criteria DAG of a project, out of its features' tasks."""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from plans.catalog.dag import parents_first, prerequisites, task_id
from plans.errors import InvalidFile
from plans.python_project.catalog.acting import commands
from plans.python_project.catalog.feature import FileTemplate, ShellTemplate, TaskTemplate, UnitTemplate
from plans.python_project.catalog.grader import (
    arranged_files,
    reference_path,
    tests_path,
)
from plans.python_project.catalog.part import Part
from plans.python_project.catalog.patterns import assembled
from plans.python_project.catalog.vocabulary import Vocabulary, render, with_given
from plans.records.criteria import DEFAULT_WEIGHT, Criteria, EvaluationTask, ExpectedOutcome, How, Level
from plans.records.problem import Problem
from plans.records.task_modes import (
    Arrangement,
    Command,
    FileComparison,
    Printed,
    Rubric,
    ShellInteraction,
    UnitTest,
)

OUTCOME = "met"
"""Id of the one outcome of each task."""
ZERO = "Nothing of it, a traceback, or a program that cannot be run."
_RANK = {level: rank for rank, level in enumerate(Level)}


def compose_criteria(parts: Sequence[Part], requirement_ids: Mapping[str, str]) -> Criteria:
    """The criteria; `requirement_ids` maps `feature.leaf` to the PRD's id.

    Raises InvalidFile with every task that cannot be made of its template.
    """
    problems: list[Problem] = []
    present = {f"{part.feature.id}.{task.id}" for part in parts for task in part.tasks()}
    written = {
        f"{part.feature.id}.{task.id}": task.depends_on for part in parts for task in part.feature.tasks
    }
    parents = prerequisites(written, present)
    tasks: dict[str, EvaluationTask] = {}
    for part in parts:
        for template in part.tasks():
            key = f"{part.feature.id}.{template.id}"
            try:
                tasks[key] = _task(parts, part, template, parents[key], requirement_ids)
            except ValidationError as error:
                problems += _problems(error, f"{part.where}: tasks.{template.id}")
            except InvalidFile as error:
                problems += error.problems
    if problems:
        raise InvalidFile(problems)
    return Criteria(tasks=tuple(tasks[key] for key in _ordered(tasks, parents)))


def _task(
    parts: Sequence[Part],
    part: Part,
    template: TaskTemplate,
    parents: Sequence[str],
    requirement_ids: Mapping[str, str],
) -> EvaluationTask:
    where = f"{part.where}: tasks.{template.id}"
    words = with_given(template.given, part.words, where)
    id = task_id(f"{part.feature.id}.{template.id}")
    statement = render(template.statement, words, f"{where}.statement")
    keys = (f"{part.feature.id}.{leaf}" for leaf in template.requirements)
    rubric = Rubric(two=statement, one=render(template.partly, words, f"{where}.partly"), zero=ZERO)
    return EvaluationTask(
        id=id,
        title=render(template.title, words, f"{where}.title"),
        level=template.level,
        weight=DEFAULT_WEIGHT[template.level],
        depends_on=tuple(task_id(parent) for parent in parents),
        requirements=tuple(requirement_ids[key] for key in keys if key in requirement_ids),
        outcomes=(ExpectedOutcome(id=OUTCOME, statement=statement),),
        how=_how(parts, part, template, words, where, id, rubric),
    )


def _how(
    parts: Sequence[Part],
    part: Part,
    template: TaskTemplate,
    words: Vocabulary,
    where: str,
    id: str,
    rubric: Rubric,
) -> How:
    if template.unit is not None:
        return _unit(part, template.unit, rubric)
    laid = [*arranged_files(parts, part, template, id)]
    arrange = Arrangement(words=_arranged(words, len(laid)), files=tuple(laid))
    if template.shell is not None:
        return _shell(template.shell, words, f"{where}.shell", arrange, rubric)
    assert template.file is not None
    return _file(template.file, words, f"{where}.file", arrange, rubric, id)


def _arranged(words: Vocabulary, files: int) -> str:
    others = files - 1
    are = "is" if others == 1 else "are"
    more = f"; {others} more of the grader's files {are} laid beside it" if others > 0 else ""
    return (
        f"The program starts, and {words['data_file']} holds the grader's {len(words['records'])} "
        f"{words['items']}{more}."
    )


def _unit(part: Part, template: UnitTemplate, rubric: Rubric) -> UnitTest:
    path = tests_path(part.feature.module)
    line = " ".join(("python -m pytest -q", *(f"{path}::{test}" for test in template.tests)))
    arrange = Arrangement(words=f"{part.words['package']} can be imported from src/.")
    return UnitTest(
        kind="unit-test", tests=(path,), arrange=arrange, act=(Command(line=line),), rubric=rubric
    )


def _shell(
    template: ShellTemplate, words: Vocabulary, where: str, arrange: Arrangement, rubric: Rubric
) -> ShellInteraction:
    shown = [render(one, words, f"{where}.shown") for one in template.shown]
    never = [render(one, words, f"{where}.never") for one in template.never]
    return ShellInteraction(
        kind="shell-interaction",
        arrange=arrange,
        act=commands(template.act, words, where),
        expected=Printed(
            words=render(template.expected, words, f"{where}.expected"), pattern=assembled(shown, never)
        ),
        rubric=rubric,
    )


def _file(
    template: FileTemplate, words: Vocabulary, where: str, arrange: Arrangement, rubric: Rubric, id: str
) -> FileComparison:
    product = render(template.product, words, f"{where}.product")
    return FileComparison(
        kind="file-comparison",
        arrange=arrange,
        act=commands(template.act, words, where),
        product=product,
        reference=reference_path(id, product),
        expected=render(template.expected, words, f"{where}.expected"),
        rubric=rubric,
    )


def _ordered(tasks: Mapping[str, EvaluationTask], parents: Mapping[str, list[str]]) -> list[str]:
    """Parents before children; otherwise as the features stand, presence before functionality before robustness."""
    features = list(dict.fromkeys(key.partition(".")[0] for key in tasks))
    return parents_first(
        {
            key: (features.index(key.partition(".")[0]), _RANK[task.level], number)
            for number, (key, task) in enumerate(tasks.items())
        },
        parents,
    )


def _problems(error: ValidationError, where: str) -> list[Problem]:
    return [
        Problem(
            where=where,
            message=f"{'.'.join(str(step) for step in one['loc'])}: {one['msg']} (it is {one['input']!r:.200}).",
            mend="Correct it; plans/records/how describes the ways in which a task is tried.",
        )
        for one in error.errors()
    ]

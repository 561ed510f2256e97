"""Evaluation tasks of what a model wrote, whatever they are tried by."""

from collections.abc import Iterator, Mapping, Sequence

from agents.authoring.generation.shapes import TaskHead
from agents.authoring.verification.checks.completeness import coverage_problems
from agents.authoring.verification.checks.dag import dag_problems
from plans.records.criteria import DEFAULT_WEIGHT, Criteria, EvaluationTask, Level
from plans.records.draft import Scheme
from plans.records.how.command import Laid
from plans.records.how.file_comparison import FileComparison
from plans.records.how.unit_test import UnitTest
from plans.records.prd import PRD
from plans.records.walk import found_in


def made_task(
    head: TaskHead, outcomes: Sequence[Mapping[str, object]], how: Mapping[str, object]
) -> EvaluationTask:
    """The task with the usual weight of its level; raises pydantic's ValidationError where it is none."""
    return EvaluationTask.model_validate(
        {
            "id": head.id,
            "title": head.title,
            "level": head.level,
            "weight": DEFAULT_WEIGHT[Level(head.level)],
            "depends_on": head.depends_on,
            "requirements": head.requirements,
            "outcomes": list(outcomes),
            "how": how,
        }
    )


def changed_tasks(before: Scheme, after: Scheme) -> frozenset[str]:
    """Tasks of `after` that are tried in another way than before, or were not there; also by a file that they name."""
    known = {task.id: task for task in before.criteria.tasks}
    files = {path for path, data in after.grader.items() if before.grader.get(path) != data}
    return frozenset(
        task.id
        for task in after.criteria.tasks
        if known.get(task.id) != task or not files.isdisjoint(_files_of(task))
    )


def _files_of(task: EvaluationTask) -> Iterator[str]:
    yield from (laid.file for laid in found_in(task, Laid))
    yield from (how.reference for how in found_in(task, FileComparison) if how.reference)
    yield from (path for how in found_in(task, UnitTest) for path in how.tests)


def task_problems(criteria: Criteria, prd: PRD, item: str) -> Iterator[str]:
    """What is wrong with the tasks together: what they depend on, and which requirements they test."""
    yield from map(str, dag_problems(criteria, f"{item}/criteria.yaml"))
    yield from map(str, coverage_problems(prd, criteria, item))

"""Evaluation tasks of what a model wrote, whatever they are tried by."""

from collections.abc import Iterator, Mapping, Sequence

from agents.authoring.generation.shapes import TaskHead
from agents.authoring.verification.checks.completeness import coverage_problems
from agents.authoring.verification.checks.dag import dag_problems
from plans.records.criteria import DEFAULT_WEIGHT, Criteria, EvaluationTask, Level
from plans.records.prd import PRD


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


def task_problems(criteria: Criteria, prd: PRD, item: str) -> Iterator[str]:
    """What is wrong with the tasks together: what they depend on, and which requirements they test."""
    yield from map(str, dag_problems(criteria, f"{item}/criteria.yaml"))
    yield from map(str, coverage_problems(prd, criteria, item))

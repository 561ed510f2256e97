"""Evaluation tasks of what a model wrote, whatever they are tried by."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from agents.authoring.generation.shapes import TaskHead
from agents.authoring.planning.reading import OUTCOMES, TASKS
from agents.authoring.verification.checks.binding import unbound
from agents.authoring.verification.checks.structure import coverage_problems, dag_problems
from plans.plain_text import count_text
from plans.records.base import found_in
from plans.records.criteria import DEFAULT_WEIGHT, Criteria, EvaluationTask, Level
from plans.records.plan import Plan
from plans.records.project import Scheme
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query
from plans.records.task_kinds import Laid

_FOR_IMPORTANCE = {1: -0.5, 2: 0.0, 3: 0.5}
"""Importance → what is added to the usual weight of a task's level. Levels are 1 apart, so that the least important
task of one weighs no less than the most important of the level beneath."""
_TOLERANCE = 10
"""Percent by which the numbers of tasks and outcomes may differ from those that were sampled."""


class Size(NamedTuple):
    """How many there are to be of something, and how many are taken."""

    noun: str
    goal: int
    fewest: int
    most: int


def sizes_of(recipe: Recipe, plan: Plan) -> list[Size]:
    """How many tasks and outcomes an item is to have, as sampled; nothing is said of what was not."""
    found: list[Size] = []
    for name, noun, least in ((TASKS, "task", 1), (OUTCOMES, "outcome", 2)):
        goal = recipe.parameters.values.get(name)
        ranges = [one for one in plan.parameters if one.name == name and one.values is None]
        if not isinstance(goal, int) or not ranges:
            continue
        [planned] = ranges
        slack = max(least, round(goal * _TOLERANCE / 100))
        fewest = max(goal - slack, min(goal, int(planned.minimum or 0)))
        most = min(goal + slack, max(goal, int(planned.maximum or 0)))
        found.append(Size(noun, goal, fewest, most))
    return found


def size_problems(criteria: Criteria, sizes: Sequence[Size]) -> Iterator[str]:
    """Where the criteria are larger or smaller than the item is to be."""
    counted = {"task": len(criteria.tasks), "outcome": sum(len(task.outcomes) for task in criteria.tasks)}
    for size in sizes:
        if not size.fewest <= counted[size.noun] <= size.most:
            yield (
                f"The criteria have {count_text(counted[size.noun], size.noun)}; the item is to have {size.goal}, and "
                f"{size.fewest} to {size.most} are taken."
            )


def kept_sizes(criteria: Criteria, sizes: Sequence[Size]) -> Sequence[Size]:
    """The sizes that a patch of the criteria has to keep: all, but none where they are of another size already."""
    return () if any(size_problems(criteria, sizes)) else sizes


def head_problems(heads: Sequence[TaskHead]) -> Iterator[str]:
    """What is said of tasks and can be no part of them."""
    for head in heads:
        yield from importance_problems(head.id, head.importance)


def importance_problems(task: str, importance: int) -> Iterator[str]:
    """That the importance of the task with this id is none."""
    if importance not in _FOR_IMPORTANCE:
        yield f"task {task}: its importance is {importance}; it is a whole number from 1 to 3."


def made_task(
    head: TaskHead, outcomes: Sequence[Mapping[str, object]], how: Mapping[str, object]
) -> EvaluationTask:
    """The task, weighed by its level and its importance; raises pydantic's ValidationError where it is none."""
    return EvaluationTask.model_validate(
        {
            "id": head.id,
            "title": head.title,
            "level": head.level,
            "weight": weight_of(head.level, head.importance),
            "depends_on": head.depends_on,
            "requirements": head.requirements,
            "outcomes": list(outcomes),
            "how": how,
        }
    )


def weight_of(level: str, importance: int) -> float:
    """What a task of this level weighs."""
    return DEFAULT_WEIGHT[Level(level)] + _FOR_IMPORTANCE.get(importance, 0.0)


def importance_of(task: EvaluationTask) -> int:
    """The importance whose weight is nearest to the task's."""
    return min(_FOR_IMPORTANCE, key=lambda one: abs(weight_of(task.level, one) - task.weight))


def reweighed(task: EvaluationTask, before: EvaluationTask | None) -> EvaluationTask:
    """The task with the weight that it had `before`, where it keeps its level and importance: a reviewer may have given
    it another than these two do.
    """
    if before is None or (before.level, importance_of(before)) != (task.level, importance_of(task)):
        return task
    return task.model_copy(update={"weight": before.weight})


def changed_tasks(before: Scheme, after: Scheme) -> frozenset[str]:
    """Tasks of `after` that are tried in another way than before, or were not there; also by a file that they name."""
    known = {task.id: task for task in before.criteria.tasks}
    files = {path for path, data in after.grader.items() if before.grader.get(path) != data}
    return frozenset(
        task.id
        for task in after.criteria.tasks
        if known.get(task.id) != task or not files.isdisjoint(_files_of(task))
    )


def with_sources(criteria: Criteria, prd: PRD, query: Query) -> Criteria:
    """The criteria with each task naming, besides, the requirements that state data of its steps which those that it
    names do not: the only one that does, or one of a task that it depends on. Each is tested by another task already.
    """
    known = {task.id for task in criteria.tasks}
    if not all(known.issuperset(task.depends_on) for task in criteria.tasks):
        return criteria  # What a task depends on has to be put right first.
    tasks = tuple(_with_sources(task, criteria, prd, query) for task in criteria.tasks)
    return criteria if tasks == criteria.tasks else criteria.model_copy(update={"tasks": tasks})


def _with_sources(task: EvaluationTask, criteria: Criteria, prd: PRD, query: Query) -> EvaluationTask:
    def lacking(requirements: Sequence[str]) -> frozenset[str]:
        one = task.model_copy(update={"requirements": tuple(requirements)})
        return frozenset(map(str, unbound(prd, query, criteria.model_copy(update={"tasks": (one,)}), "")))

    named = list(task.requirements)
    missing = lacking(named)
    if not missing:
        return task
    tested = {id for other in criteria.tasks for id in other.requirements}
    others = [leaf.id for leaf in prd.leaves() if leaf.id in tested.difference(named)]
    states = {id: missing - lacking([*named, id]) for id in others}
    owners = [[id for id, stated in states.items() if datum in stated] for datum in sorted(missing)]
    above = criteria.ancestors(task.id)
    inherited = [id for other in reversed(criteria.tasks) if other.id in above for id in other.requirements]
    for ids in sorted(owners, key=len):
        if set(ids).isdisjoint(named):
            named += ids if len(ids) == 1 else [id for id in inherited if id in ids][:1]
    return task.model_copy(update={"requirements": tuple(named)})


def _files_of(task: EvaluationTask) -> Iterator[str]:
    yield from (laid.file for laid in found_in(task, Laid))
    yield from task.how.test_files
    if task.how.reference_file:
        yield task.how.reference_file


def task_problems(criteria: Criteria, prd: PRD, item: str) -> Iterator[str]:
    """What is wrong with the tasks together: what they depend on, and which requirements they test."""
    yield from map(str, dag_problems(criteria, f"{item}/criteria.yaml"))
    yield from map(str, coverage_problems(prd, criteria, item))

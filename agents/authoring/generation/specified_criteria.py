"""A model's criteria, read and held against the same checks as those of a catalog."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from pydantic import JsonValue, ValidationError

from agents.authoring.generation.shapes import (
    NamedTarget,
    RewrittenTask,
    WrittenCriteria,
    WrittenOutcome,
    WrittenTask,
)
from agents.authoring.generation.specified_steps import flow, read_steps, read_targets, shown_criteria
from agents.authoring.generation.tasks import (
    Size,
    head_problems,
    importance_of,
    made_task,
    reweighed,
    size_problems,
    task_problems,
)
from agents.authoring.planning.reading import MOST_TASKS
from agents.authoring.verification.checks.binding import unbound, unknowable
from agents.authoring.verification.checks.steps import step_problems
from agents.authoring.writing import Read, Unreadable
from agents.gateway.structure import complaints
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.mending import PartFault
from plans.records.specification import PRD, Query
from plans.records.task_modes import BrowserSteps

OF_THE_STEP = "how.browser."
"""How places begin in complaints about steps; it tells a model nothing."""


def read_criteria(
    written: WrittenCriteria, prd: PRD, query: Query, item: str, sizes: Sequence[Size] = ()
) -> Read[Criteria]:
    """The criteria, and what is wrong with them; raises Unreadable where they cannot be made."""
    if len(written.tasks) > MOST_TASKS:
        raise Unreadable([f"There are {len(written.tasks):,} tasks; an item has at most {MOST_TASKS}."])
    problems = list(head_problems(written.tasks))
    targets = read_targets(written.targets, problems)
    tasks = [_task(task, targets, problems) for task in written.tasks]
    whole = tuple(task for task in tasks if task is not None)
    if problems or not whole:
        raise Unreadable(problems or ["There are no tasks."])
    criteria = Criteria(tasks=whole)
    problems += [*size_problems(criteria, sizes), *criteria_problems(criteria, prd, query, item)]
    return Read(criteria, problems, query_faults(criteria, prd, query, item))


def written_criteria(criteria: Criteria) -> WrittenCriteria:
    """The criteria as a model writes them, each target described once."""
    shown = shown_criteria(criteria)
    tasks = [
        WrittenTask(
            id=task.id,
            title=task.title,
            level=task.level.value,
            depends_on=list(task.depends_on),
            requirements=list(task.requirements),
            importance=importance_of(task),
            outcomes=[WrittenOutcome(id=one.id, statement=one.statement) for one in task.outcomes],
            steps=shown.steps[task.id],
        )
        for task in criteria.tasks
    ]
    targets = [NamedTarget(name=name, target=flow(target)) for name, target in shown.targets.items()]
    return WrittenCriteria(targets=targets, tasks=tasks)


def reread_criteria(
    written: WrittenCriteria,
    before: Criteria,
    prd: PRD,
    query: Query,
    item: str,
    sizes: Sequence[Size] = (),
) -> Read[Criteria]:
    """The same as read_criteria of what was patched: tasks that keep their level and importance keep their weight."""
    found = read_criteria(written, prd, query, item, sizes)
    known = {task.id: task for task in before.tasks}
    tasks = tuple(reweighed(task, known.get(task.id)) for task in found.value.tasks)
    return found._replace(value=found.value.model_copy(update={"tasks": tasks}))


def corrected(
    criteria: Criteria, written: Sequence[RewrittenTask], prd: PRD, query: Query, item: str
) -> Read[Criteria]:
    """The criteria with the steps of some tasks written anew, which may name their targets; raises Unreadable."""
    problems: list[str] = []
    targets = shown_criteria(criteria).targets
    known = {task.id: task for task in criteria.tasks}
    for one in written:
        if one.id not in known:
            problems.append(f"There is no task {one.id!r}, so its steps cannot be written anew.")
            continue
        steps = read_steps(one.steps, targets, f"task {one.id}", problems)
        changed = {**known[one.id].model_dump(mode="json"), "how": _how(steps)}
        made = _told(partial(EvaluationTask.model_validate, changed), one.id, problems)
        known[one.id] = made or known[one.id]
    if problems:
        raise Unreadable(problems)
    anew = criteria.model_copy(update={"tasks": tuple(known[task.id] for task in criteria.tasks)})
    found = Read(anew, list(criteria_problems(anew, prd, query, item)), query_faults(anew, prd, query, item))
    return Read(anew, found.told)


def criteria_problems(criteria: Criteria, prd: PRD, query: Query, item: str) -> Iterator[str]:
    """What keeps criteria from being released by their own fault, as far as it can be told before anything is built."""
    file = f"{item}/criteria.yaml"
    yield from task_problems(criteria, prd, item)
    for task in criteria.tasks:
        if isinstance(task.how, BrowserSteps):
            yield from map(str, step_problems(task, task.how, f"{file}: task {task.id}"))
        ids = [outcome.id for outcome in task.outcomes]
        for id in sorted({id for id in ids if ids.count(id) > 1}):
            yield f"{file}: task {task.id}: outcome {id!r} is listed twice."
    yield from map(str, unbound(prd, query, criteria, file))


def query_faults(criteria: Criteria, prd: PRD, query: Query, item: str) -> Sequence[PartFault]:
    """What the criteria look for and a level of the query neither says nor withholds: where they cannot do without it,
    the query has to be put right.
    """
    found = unknowable(prd, query, criteria, f"{item}/criteria.yaml")
    return [PartFault(part="query", message=str(problem)) for problem in found]


def _task(written: WrittenTask, targets: dict[str, JsonValue], problems: list[str]) -> EvaluationTask | None:
    steps = read_steps(written.steps, targets, f"task {written.id}", problems)
    outcomes = [outcome.model_dump() for outcome in written.outcomes]
    return _told(lambda: made_task(written, outcomes, _how(steps)), written.id, problems)


def _how(steps: Sequence[JsonValue]) -> dict[str, JsonValue]:
    return {"kind": "browser", "steps": list(steps)}


def _told(made: Callable[[], EvaluationTask], id: str, problems: list[str]) -> EvaluationTask | None:
    """What is made, or nothing, and then what is wrong with it among the `problems`."""
    try:
        return made()
    except ValidationError as error:
        problems += [f"task {id}: {one.removeprefix(OF_THE_STEP)}" for one in complaints(error)]
        return None

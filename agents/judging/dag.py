"""Evaluation tasks in the order of their DAG: prerequisites first; what they stop is not tried.

Every judge goes through here, whatever it decides a task by.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from graphlib import TopologicalSorter
from typing import NamedTuple

from plans.errors import RULING, Event, Fate, first_of, needs_rejudging
from plans.records.criteria import EvaluationTask
from plans.records.verdict import OutcomeCause, OutcomeVerdict, Status, TaskVerdict


class InfraFailure(NamedTuple):
    """What kept a judge from a verdict; RULING says whether the task is tried again, and what else follows."""

    event: Event
    said: str


DecideOne = Callable[[EvaluationTask, Mapping[str, TaskVerdict]], Awaitable[TaskVerdict | InfraFailure]]
"""Decides one task, given the verdicts of all that it builds on: passed, or unresolved for an unbound target."""
OnVerdict = Callable[[TaskVerdict], object]
"""Called with each verdict of a tried task as it is reached, so that a stopped judgement leaves partial results; what
it returns is ignored."""


def ignore_verdict(verdict: TaskVerdict) -> None:
    """An OnVerdict that does nothing."""


async def decided(
    tasks: Sequence[EvaluationTask],
    decide_one: DecideOne,
    *,
    at_once: int | None = None,
    on_verdict: OnVerdict = ignore_verdict,
) -> dict[str, TaskVerdict]:
    """The verdict of every task, by id; each is begun as soon as its prerequisites have passed.

    It is blocked where one of these failed or is blocked; else it is unresolved where one is unresolved for more than
    an unbound target. Neither calls `decide_one`, whose exceptions end everything; else it is called for `at_once`
    tasks at most, None for no limit. The tasks must include their prerequisites; raises CycleError.
    """
    parents = {task.id: task.depends_on for task in tasks}
    above: dict[str, frozenset[str]] = {}  # task → everything that it builds on, directly or not
    for id in TopologicalSorter(parents).static_order():
        above[id] = frozenset(parents[id]).union(*(above[parent] for parent in parents[id]))
    room: AbstractAsyncContextManager[object] = asyncio.Semaphore(at_once) if at_once else nullcontext()
    done: dict[str, asyncio.Task[TaskVerdict]] = {}

    async def verdict(task: EvaluationTask) -> TaskVerdict:
        stopped = _stopped(task, [await done[parent] for parent in task.depends_on])
        if stopped is not None:
            return stopped
        passed = {id: done[id].result() for id in above[task.id]}
        async with room:
            found = await settled(task, lambda: decide_one(task, passed))
        on_verdict(found)
        return found

    try:
        async with asyncio.TaskGroup() as group:
            for task in tasks:
                done[task.id] = group.create_task(verdict(task))
    except ExceptionGroup as errors:
        # Callers tell faults apart by the class of a single error.
        raise first_of(errors) from None
    return {id: running.result() for id, running in done.items()}


async def settled(
    task: EvaluationTask, attempt: Callable[[], Awaitable[TaskVerdict | InfraFailure]]
) -> TaskVerdict:
    """The task's verdict; RULING says how often an InfraFailure is tried again, and what it decides in the end."""
    tries, found = 1, await attempt()
    while isinstance(found, InfraFailure) and tries < RULING[found.event].tries:
        tries, found = tries + 1, await attempt()
    if isinstance(found, TaskVerdict):
        return found
    fate = RULING[found.event].fate
    is_failed = fate in (Fate.ROOTS_FAILED, Fate.TASK_FAILED)
    return undecided(
        task,
        Status.FAILED if is_failed else Status.UNRESOLVED,
        found.said,
        attempts=tries,
        event=found.event,
        cause=OutcomeCause.NOT_SERVABLE if fate is Fate.ROOTS_FAILED else OutcomeCause.INFRASTRUCTURE,
    )


def _stopped(task: EvaluationTask, parents: Sequence[TaskVerdict]) -> TaskVerdict | None:
    """The verdict of a task whose prerequisites keep it from being tried; None where it may be tried."""
    if broken := [p for p in parents if p.status in (Status.FAILED, Status.BLOCKED)]:
        reason = f"prerequisite {broken[0].task!r} {broken[0].status.value}"
        return undecided(task, Status.BLOCKED, reason, cause=OutcomeCause.BLOCKED)
    if open_ones := [p for p in parents if p.status is Status.UNRESOLVED and not p.is_merely_unbound]:
        # One that has to be made again takes along whatever waits for it.
        first = next((p for p in open_ones if needs_rejudging(p.event)), open_ones[0])
        reason = f"prerequisite {first.task!r} is unresolved"
        return undecided(task, Status.UNRESOLVED, reason, event=first.event, cause=OutcomeCause.BLOCKED)
    return None


def undecided(
    task: EvaluationTask,
    status: Status,
    reason: str,
    *,
    attempts: int = 0,
    marks: tuple[str, ...] = (),
    event: Event | None = None,
    cause: OutcomeCause = OutcomeCause.INFRASTRUCTURE,
) -> TaskVerdict:
    """The same verdict for every outcome of a task that was not tried."""
    outcomes = tuple(
        OutcomeVerdict(outcome=o.id, status=status, reason=reason, cause=cause, is_unseen=True)
        for o in task.outcomes
    )
    return TaskVerdict(
        task=task.id, status=status, reason=reason, outcomes=outcomes, attempts=attempts, event=event, marks=marks
    )  # fmt: skip

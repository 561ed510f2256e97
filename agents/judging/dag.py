"""Evaluation tasks in the order of their DAG: prerequisites first, and what they stop is decided at no cost.

Any judge goes through here, whatever it decides a task by.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from graphlib import TopologicalSorter
from typing import NamedTuple

from agents.judging.merging import undecided
from plans.errors import RULING, Event, Fate, first_of, needs_rejudging
from plans.records.criteria import EvaluationTask
from plans.records.verdict import OutcomeCause, Status, TaskVerdict


class Mishap(NamedTuple):
    """What kept a judge from a verdict; RULING says whether it is tried again, and what else follows."""

    event: Event
    said: str


DecideOne = Callable[[EvaluationTask, Mapping[str, TaskVerdict]], Awaitable[TaskVerdict | Mishap]]
"""Decides one task, given the verdicts of everything that it builds on, all of them passed."""


Heard = Callable[[TaskVerdict], object]
"""Called with each verdict of a tried task as it is reached, so that a stopped judgement leaves partial results; what
it returns is ignored."""


def unheard(verdict: TaskVerdict) -> None:
    """A Heard that nobody listens by."""


async def decided(
    tasks: Sequence[EvaluationTask],
    decide_one: DecideOne,
    *,
    at_once: int | None = None,
    heard: Heard = unheard,
) -> dict[str, TaskVerdict]:
    """The verdict of every task, by id; each is begun as soon as its prerequisites have passed.

    Where one of these failed or is blocked, it is blocked; else, where one is unresolved for more than an unbound
    target, it is unresolved. `decide_one` is asked neither for the one nor for the other, and again only after a
    Mishap of which RULING has it.
    An exception of its own ends everything.

    Args:
        tasks: Whatever they depend on must be among them. CycleError where they go round in a circle.
        decide_one: May be called many times at once.
        at_once: How many tasks at most; None where `decide_one` bounds its own workers.
        heard: Who is told of each.
    """
    above = _above(tasks)
    room: AbstractAsyncContextManager[object] = asyncio.Semaphore(at_once) if at_once else nullcontext()
    done: dict[str, asyncio.Task[TaskVerdict]] = {}

    async def verdict(task: EvaluationTask) -> TaskVerdict:
        stopped = _stopped(task, [await done[parent] for parent in task.depends_on])
        if stopped is not None:
            return stopped
        passed = {id: done[id].result() for id in above[task.id]}
        async with room:
            found = await settled(task, lambda: decide_one(task, passed))
        heard(found)
        return found

    try:
        async with asyncio.TaskGroup() as group:
            for task in tasks:
                done[task.id] = group.create_task(verdict(task))
    except ExceptionGroup as errors:
        # Whose fault it is can be told of it alone, and not of a group.
        raise first_of(errors) from None
    return {id: running.result() for id, running in done.items()}


async def settled(
    task: EvaluationTask, attempt: Callable[[], Awaitable[TaskVerdict | Mishap]]
) -> TaskVerdict:
    """The task's verdict, or what RULING says of the mishap that kept us from it, however often it is tried."""
    tries = 0
    while True:
        tries += 1
        met = await attempt()
        if isinstance(met, TaskVerdict):
            return met
        ruling = RULING[met.event]
        if tries >= ruling.tries:
            is_failed = ruling.fate in (Fate.ROOTS_FAILED, Fate.TASK_FAILED)
            status = Status.FAILED if is_failed else Status.UNRESOLVED
            return undecided(
                task,
                status,
                met.said,
                attempts=tries,
                event=met.event,
                cause=_cause(ruling.fate),
            )


def _cause(fate: Fate) -> OutcomeCause:
    return OutcomeCause.NOT_SERVABLE if fate is Fate.ROOTS_FAILED else OutcomeCause.INFRASTRUCTURE


def _above(tasks: Sequence[EvaluationTask]) -> dict[str, frozenset[str]]:
    """Task → everything that it builds on, directly or not."""
    parents = {task.id: task.depends_on for task in tasks}
    found: dict[str, frozenset[str]] = {}
    for id in TopologicalSorter(parents).static_order():
        found[id] = frozenset(parents[id]).union(*(found[parent] for parent in parents[id]))
    return found


def _stopped(task: EvaluationTask, parents: Sequence[TaskVerdict]) -> TaskVerdict | None:
    """The verdict of a task that is not decided, because of its prerequisites."""
    broken = [p for p in parents if p.status in (Status.FAILED, Status.BLOCKED)]
    if broken:
        reason = f"prerequisite {broken[0].task!r} {broken[0].status.value}"
        return undecided(task, Status.BLOCKED, reason, cause=OutcomeCause.BLOCKED)
    open_ones = [p for p in parents if p.status is Status.UNRESOLVED and not p.is_merely_unbound]
    if open_ones:
        # One that has to be made again takes along whatever waits for it.
        first = next((p for p in open_ones if needs_rejudging(p.event)), open_ones[0])
        reason = f"prerequisite {first.task!r} is unresolved"
        return undecided(task, Status.UNRESOLVED, reason, event=first.event, cause=OutcomeCause.BLOCKED)
    return None

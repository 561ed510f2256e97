"""Where a task begins: with what its prerequisites, or the round before, found out about the app.

A task that passed in another way than the usual one says so in its verdict. What builds on it begins in that way, so
that it is not searched for anew. Nothing follows from it: the outcomes must be observed as ever, and a task that does
not pass so is gone about as if there had been nothing to inherit.
"""

from collections import deque
from collections.abc import Iterator, Mapping

from agents.judging.searching import merely_seen
from plans.records.base import Record
from plans.records.criteria import EvaluationTask
from plans.records.findings import Finding, Meaning, Way
from plans.records.targets import Target
from plans.records.verdict import TaskVerdict
from plans.records.walk import found_in

_ITEMS = ("item", "row")


class Lead(Record):
    """A way of going about a task that is tried before any other."""

    finding: Finding
    source: str
    """Where it comes from, in words."""
    proven: bool
    """Whether tasks that passed on this very hand-in found it, of the very same targets; else it counts only when it
    passes as often as what a search finds."""


def lead_for(
    task: EvaluationTask,
    tasks: Mapping[str, EvaluationTask],
    verdicts: Mapping[str, TaskVerdict],
    before: Finding | None,
) -> Lead | None:
    """What a task inherits, of the nearest prerequisite first; None when nothing known concerns it.

    Args:
        task: What is to be judged.
        tasks: All tasks by id.
        verdicts: Task → verdict, of what it builds on; all of them passed.
        before: How this task was gone about in the round before.
    """
    found = [
        (f"its prerequisite {id!r} was found", finding)
        for id in _nearest_first(task, tasks)
        if (finding := verdicts[id].finding) is not None
    ]
    proven = _union(task, found)
    if before is None:
        return proven
    early = _union(task, [*found, ("it was in the round before", before)])
    return proven if proven and early and proven.finding == early.finding else _unproven(early)


def _nearest_first(task: EvaluationTask, tasks: Mapping[str, EvaluationTask]) -> Iterator[str]:
    seen = set[str]()
    waiting = deque(task.depends_on)
    while waiting:
        id = waiting.popleft()
        if id not in seen:
            seen.add(id)
            yield id
            waiting.extend(tasks[id].depends_on)


def _union(task: EvaluationTask, found: list[tuple[str, Finding]]) -> Lead | None:
    """Everything found that concerns a task; of two meanings of a target the first counts."""
    seen_alone = merely_seen(task)
    used = [target for target in dict.fromkeys(found_in(task.steps, Target)) if target not in seen_alone]
    meant: dict[Target, Meaning] = {}
    ways: dict[Target, Way] = {}
    inside, is_same, is_pointed_out = False, True, False
    sources: list[str] = []
    for source, finding in found:
        fresh = {
            target: Meaning(target=target, look=meaning.look)
            for meaning in finding.meant
            for target in used
            if target not in meant and meaning.target.called == target.called
        }
        led = {
            target: Way(target=target, presses=way.presses)
            for way in finding.ways
            for target in found_in(task.steps, Target)
            if target not in ways and way.target.called == target.called
        }
        goes_in = finding.inside and not inside and any(_is_in_item(target) for target in used)
        is_same = is_same and all(any(m.target == target for m in finding.meant) for target in fresh)
        if fresh or led or goes_in:
            sources.append(source)
            is_pointed_out = is_pointed_out or finding.is_pointed_out
        meant |= fresh
        ways |= led
        inside = inside or goes_in
    if not sources:
        return None
    finding = Finding(
        meant=tuple(meant.values()),
        inside=inside,
        ways=tuple(ways.values()),
        is_pointed_out=is_pointed_out,
    )
    return Lead(finding=finding, source=f"as {' and '.join(sources)}", proven=is_same)


def _unproven(lead: Lead | None) -> Lead | None:
    return lead.model_copy(update={"proven": False}) if lead else None


def _is_in_item(target: Target) -> bool:
    return target.within is not None and target.within.role in _ITEMS

"""Where a task begins: with what its prerequisites, or the round before, found out about the app.

A task that passed in another way than the usual one says so in its verdict. What builds on it begins in that way, so
that it is not searched for anew. Nothing follows from it: the outcomes must be observed as ever, and a task that does
not pass so is gone about as if there had been nothing to inherit.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace

from agents.judging.attempt import Approach
from agents.judging.telling import told_briefly
from plans.records.base import Record
from plans.records.criteria import EvaluationTask
from plans.records.findings import Finding, Look, Way
from plans.records.targets import Target
from plans.records.verdict import TaskVerdict
from plans.records.walk import found_in

_LONGEST = 4000
"""Letters of a finding as JSON; what pages say goes into it."""


class Lead(Record):
    """A way of going about a task that is tried before any other."""

    finding: Finding
    source: str
    """Where it comes from, in words."""
    proven: bool
    """Whether tasks that passed on this very submission found it; else it counts only when it passes as often as what a
    search finds."""


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
    ways: dict[Target, Way] = {}
    sources: list[str] = []
    for id in _nearest_first(task, tasks):
        finding = verdicts[id].finding
        if finding is not None and (fresh := _concerning(task, finding, ways)):
            ways |= fresh
            sources.append(f"its prerequisite {id!r} was found")
    early = _concerning(task, before, ways) if before is not None else {}
    adapted = before.adapted if before is not None else ()
    is_proven = not early and not adapted
    if not is_proven:
        sources.append("it was in the round before")
    if not sources:
        return None
    finding = Finding(ways=tuple((ways | early).values()), adapted=adapted)
    return Lead(finding=finding, source=f"as {' and '.join(sources)}", proven=is_proven)


def approach_of(finding: Finding, usual: Approach) -> Approach:
    """The approach of a finding."""
    ways = {way.target: way.presses for way in finding.ways}
    return replace(usual, ways=ways, adapted={each.step: each for each in finding.adapted})


def finding_of(approach: Approach) -> Finding | None:
    """What others may learn from an approach that passed; None when a page made it too long to be handed on."""
    ways = tuple(Way(target=target.unplaced, presses=presses) for target, presses in approach.ways.items())
    finding = Finding(ways=ways, adapted=tuple(approach.adapted.values()))
    return finding if len(finding.model_dump_json(exclude_defaults=True)) <= _LONGEST else None


def told(approach: Approach) -> str:
    """What is done otherwise in an approach, in words."""
    parts = [
        f"{target.name!r} is reached by {', then '.join(map(_called, presses))}"
        for target, presses in approach.ways.items()
    ]
    parts += [
        f"step {each.step} is {'replaced by' if each.is_instead else 'done after'} "
        f"{', then '.join(map(told_briefly, each.actions))}"
        for each in approach.adapted.values()
    ]
    return "; ".join(parts)


def _called(look: Look) -> str:
    return f"the {look.role or look.tag} {' '.join(look.words)!r}"


def _nearest_first(task: EvaluationTask, tasks: Mapping[str, EvaluationTask]) -> Iterator[str]:
    seen = set[str]()
    waiting = deque(task.depends_on)
    while waiting:
        id = waiting.popleft()
        if id not in seen:
            seen.add(id)
            yield id
            waiting.extend(tasks[id].depends_on)


def _concerning(task: EvaluationTask, finding: Finding, known: Mapping[Target, Way]) -> dict[Target, Way]:
    """The ways of a finding to targets that a task uses, of which no way is known yet."""
    return {
        target: Way(target=target, presses=way.presses)
        for way in finding.ways
        for target in found_in(task.steps, Target)
        if target not in known and way.target.called == target.called
    }

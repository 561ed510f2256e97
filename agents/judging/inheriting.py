"""Where a task begins: with what its prerequisites, or the round before, found out about the app.

A task that passed in another way than the usual one says so in its verdict. What builds on it begins in that way, so
that it is not searched for anew. Nothing follows from it: the outcomes must be observed as ever, and a task that does
not pass so is gone about as if there had been nothing to inherit.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace

from agents.judging.attempt import Approach
from plans.records.base import Record
from plans.records.criteria import EvaluationTask
from plans.records.expectations import AllOf, AnyOf, Expectation, Visible
from plans.records.findings import Finding, Look, Meaning, Way
from plans.records.steps import Expect
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


def approach_of(finding: Finding, usual: Approach) -> Approach:
    """The approach of a finding."""
    meant = {meaning.target: meaning.look for meaning in finding.meant}
    return replace(usual, meant=meant, ways={way.target: way.presses for way in finding.ways})


def finding_of(approach: Approach) -> Finding | None:
    """What others may learn from an approach that passed; None when a page made it too long to be handed on."""
    meant = tuple(Meaning(target=target.unplaced, look=look) for target, look in approach.meant.items())
    ways = tuple(Way(target=target.unplaced, presses=presses) for target, presses in approach.ways.items())
    finding = Finding(meant=meant, ways=ways)
    return finding if len(finding.model_dump_json()) <= _LONGEST else None


def told(approach: Approach) -> str:
    """What is taken otherwise in an approach, in words."""
    parts = [f"{target.name!r} is taken to be {_called(look)}" for target, look in approach.meant.items()]
    parts += [
        f"{target.name!r} is reached by {', then '.join(map(_called, presses))}"
        for target, presses in approach.ways.items()
    ]
    return "; ".join(parts)


def _called(look: Look) -> str:
    return f"the {look.role or look.tag} {' '.join(look.words)!r}"


def _merely_seen(task: EvaluationTask) -> list[Target]:
    """Targets of which a task expects that they are visible: nothing else is ever taken for them."""
    return [target for step in task.steps if isinstance(step, Expect) for target in _visible(step.that)]


def _visible(expectation: Expectation) -> Iterator[Target]:
    match expectation:
        case Visible():
            yield expectation.target
        case AnyOf():
            yield from (target for option in expectation.options for target in _visible(option))
        case AllOf():
            yield from (target for part in expectation.parts for target in _visible(part))
        case _:
            return


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
    seen_alone = _merely_seen(task)
    used = [target for target in dict.fromkeys(found_in(task.steps, Target)) if target not in seen_alone]
    meant: dict[Target, Meaning] = {}
    ways: dict[Target, Way] = {}
    is_same, is_pointed_out = True, False
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
        is_same = is_same and all(any(m.target == target for m in finding.meant) for target in fresh)
        if fresh or led:
            sources.append(source)
            is_pointed_out = is_pointed_out or finding.is_pointed_out
        meant |= fresh
        ways |= led
    if not sources:
        return None
    finding = Finding(
        meant=tuple(meant.values()),
        ways=tuple(ways.values()),
        is_pointed_out=is_pointed_out,
    )
    return Lead(finding=finding, source=f"as {' and '.join(sources)}", proven=is_same)


def _unproven(lead: Lead | None) -> Lead | None:
    return lead.model_copy(update={"proven": False}) if lead else None

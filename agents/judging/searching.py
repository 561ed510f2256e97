"""Which other ways of going about a task are tried when what it expects was not observed.

Outcomes are specific: this total, this count, this row gone. A wrong element rarely satisfies them all, so the way in
which every outcome of a task is observed, twice, is taken for the right one. A way that brings about some of them only
decides nothing. What a step merely looks at is not varied: that something is visible is satisfied too easily.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from agents.judging.attempt import Approach, Attempt
from plans.records.criteria import EvaluationTask
from plans.records.expectations import AllOf, AnyOf, Expectation, Visible
from plans.records.findings import Finding, Look, Meaning, Way
from plans.records.steps import Check, Click, Drag, Expect, Fill, Hover, Remember, Select, Upload
from plans.records.targets import Target

_WORKED = (Click, Fill, Select, Check, Hover, Drag, Upload)
TRIED = 3
"""Controls that nothing explains of which each is tried as what was not found."""
_LONGEST = 4000
"""Letters of a finding as JSON; what pages say goes into it."""


def other_approaches(task: EvaluationTask, first: Attempt, usual: Approach, most: int) -> Iterator[Approach]:
    """At most `most` other approaches: into the items for what they lack, then one target at a time taken otherwise."""
    return islice(_ranked(task, first, usual), most)


def by_elimination(task: EvaluationTask, seen: Attempt, before: Approach) -> Iterator[Approach]:
    """Approaches that take what an attempt did not find for what nothing explains, one after the other."""
    for target, looks in seen.strange.items():
        if _is_worked(task, target):
            for look in looks[:TRIED]:
                if look not in before.meant.values():
                    yield replace(before, meant=dict([*before.meant.items(), (target, look)]))


def as_found(finding: Finding, usual: Approach) -> Approach:
    """The approach of a finding."""
    meant = {meaning.target: meaning.look for meaning in finding.meant}
    ways = {way.target: way.presses for way in finding.ways}
    return replace(usual, meant=meant, wanders=finding.inside, ways=ways)


def finding_of(approach: Approach) -> Finding | None:
    """What others may learn from an approach that passed; None when a page made it too long to be handed on."""
    meant = tuple(Meaning(target=target.unplaced, look=look) for target, look in approach.meant.items())
    ways = tuple(Way(target=target.unplaced, presses=presses) for target, presses in approach.ways.items())
    finding = Finding(meant=meant, inside=approach.wanders, ways=ways)
    return finding if len(finding.model_dump_json()) <= _LONGEST else None


def told(approach: Approach) -> str:
    """What is taken otherwise in an approach, in words."""
    parts = [f"{target.name!r} is taken to be {_called(look)}" for target, look in approach.meant.items()]
    if approach.wanders:
        parts.append("what items lack is looked for where they lead")
    for target, presses in approach.ways.items():
        how = (
            f"is reached by {', then '.join(map(_called, presses))}"
            if presses
            else "leads to what stands here"
        )
        parts.append(f"{target.name!r} {how}")
    return "; ".join(parts)


def merely_seen(task: EvaluationTask) -> list[Target]:
    """Targets of which a task expects that they are visible; nothing else is ever taken for them."""
    return [target for step in task.steps if isinstance(step, Expect) for target in _visible(step.that)]


def _ranked(task: EvaluationTask, first: Attempt, usual: Approach) -> Iterator[Approach]:
    if first.lacking:
        yield replace(usual, wanders=True)
    seen_alone = merely_seen(task)
    # What was looked for last comes first: it is there that the attempt went wrong, or soon before.
    latest = [
        (t, looks) for t, looks in reversed([*first.doubts.items()]) if looks and t.unplaced not in seen_alone
    ]
    for place in range(max((len(looks) for _, looks in latest), default=0)):
        for target, looks in latest:
            if place < len(looks):
                yield replace(usual, meant=dict([(target, looks[place])]))


def _is_worked(task: EvaluationTask, target: Target) -> bool:
    """Whether a task operates something called so, and so tells by what follows whether that was it."""
    worked = (step.target for step in task.steps if isinstance(step, _WORKED))
    turned = (step.turning for step in task.steps if isinstance(step, Remember) and step.turning)
    return any(other.called == target.called for other in (*worked, *turned))


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


def _called(look: Look) -> str:
    return f"the {look.role or look.tag} {' '.join(look.words)!r}"

"""From walks to a verdict: what does not hold in two of them has failed; walks that disagree decide nothing."""

from collections.abc import Sequence
from typing import NamedTuple

from agents.judging.ui_model.walking import Walk
from agents.judging.ui_model.weighing import Weighing
from plans.errors import RULING, Event, Fate
from plans.records.criteria import EvaluationTask
from plans.records.verdict import Observation, OutcomeVerdict, Status, TaskVerdict

OUT_OF_STEPS = "out of steps"
"""Mark of a verdict of which the model came to no end."""
FLAKY = "flaky"


class Course(NamedTuple):
    """What walks come to so far."""

    status: Status
    outcomes: dict[str, Weighing]


def course_of(task: EvaluationTask, walks: Sequence[Walk]) -> Course:
    """What the walks come to: one that shows all of it decides, unless another one saw it fail."""
    outcomes = {
        outcome.id: _agreed([_weighing(walk, outcome.id) for walk in walks]) for outcome in task.outcomes
    }
    statuses = {one.status for one in outcomes.values()}
    for status in (Status.FAILED, Status.UNRESOLVED):
        if status in statuses:
            return Course(status, outcomes)
    return Course(Status.PASSED, outcomes)


def verdict_of(task: EvaluationTask, walks: Sequence[Walk], seconds: float) -> TaskVerdict:
    """The verdict of a task by the walks that were made of it."""
    course = course_of(task, walks)
    marks = {FLAKY for one in course.outcomes.values() if one.is_flaky}
    if any(walk.weighed is None for walk in walks):
        marks.add(OUT_OF_STEPS)
    told = [id for id, one in course.outcomes.items() if one.status is course.status]
    reason = "all outcomes were observed"
    if course.status is not Status.PASSED:
        reason = f"{told[0]}: {course.outcomes[told[0]].reason}"
    return TaskVerdict(
        task=task.id,
        status=course.status,
        reason=reason,
        outcomes=tuple(
            OutcomeVerdict(
                outcome=outcome.id,
                status=course.outcomes[outcome.id].status,
                reason=course.outcomes[outcome.id].reason,
                observation=Observation(looked_for=outcome.statement, saw=course.outcomes[outcome.id].saw),
                points=1.0 if course.outcomes[outcome.id].status is Status.PASSED else 0.0,
                decided_by="model",
            )
            for outcome in task.outcomes
        ),
        seconds=round(seconds, 3),
        attempts=len(walks),
        marks=tuple(sorted(marks)),
    )


def unresponsive(task: EvaluationTask, said: str, seconds: float, attempts: int) -> TaskVerdict:
    """The verdict of a task on a page that does not answer, which no model decides."""
    is_failed = RULING[Event.PAGE_UNRESPONSIVE].fate is Fate.OUTCOME_FAILED
    status = Status.FAILED if is_failed else Status.UNRESOLVED
    reason = f"page unresponsive: {said}"
    return TaskVerdict(
        task=task.id,
        status=status,
        reason=reason,
        outcomes=tuple(
            OutcomeVerdict(outcome=o.id, status=status, reason=reason, is_unseen=True) for o in task.outcomes
        ),
        seconds=round(seconds, 3),
        attempts=attempts,
        event=Event.PAGE_UNRESPONSIVE,
    )


def _weighing(walk: Walk, outcome: str) -> Weighing:
    if walk.weighed is None:
        return Weighing(Status.UNRESOLVED, "the model came to no end in the moves that it had", "")
    return walk.weighed.outcomes[outcome]


def _agreed(seen: Sequence[Weighing]) -> Weighing:
    """What the walks have in common; one that could not tell says nothing against one that could."""
    statuses = {one.status for one in seen}
    if {Status.PASSED, Status.FAILED} <= statuses:
        said = " / ".join(f"{one.status.value} ({one.reason})" for one in seen)
        return Weighing(Status.UNRESOLVED, f"walks disagree: {said}", seen[-1].saw, is_flaky=True)
    passed = next((one for one in seen if one.status is Status.PASSED), None)
    if passed is not None:
        return passed
    is_failed = all(one.status is Status.FAILED for one in seen)
    return seen[-1] if is_failed else next(one for one in seen if one.status is Status.UNRESOLVED)

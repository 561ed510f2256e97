"""From attempts to a verdict: a failure counts when it comes twice; attempts that disagree decide nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.judging.attempt import Attempt, OutcomeAttempt
from plans.errors import Event
from plans.records.criteria import EvaluationTask
from plans.records.findings import Finding
from plans.records.verdict import OutcomeCause, OutcomeVerdict, Status, TaskVerdict

_MOST_TRIED = 600
"""Letters of a reason that tell what was tried in vain."""


@dataclass(frozen=True, slots=True)
class Course:
    """What came of going about a task."""

    attempts: Sequence[Attempt]
    """Those that decide; more than one only when the first did not pass, or did so in another way than the usual."""
    how: str = ""
    """In what way it was gone about where it was not the usual one, in words."""
    finding: Finding | None = None
    """The same for those who build on it."""
    tried: str = ""
    """Another way that did not pass, in words."""


def task_verdict(task: EvaluationTask, course: Course, seconds: float, *, made: int = 0) -> TaskVerdict:
    """The verdict of a task.

    Args:
        task: What was judged.
        course: What came of it.
        seconds: Wall time of all attempts.
        made: How many were made, those included that decide nothing; at least as many as decide.
    """
    attempts = course.attempts
    outcomes: list[OutcomeVerdict] = []
    marks = set[str]().union(*(attempt.marks for attempt in attempts))
    for planned in task.outcomes:
        tries = [attempt.outcomes[planned.id] for attempt in attempts]
        status, telling = _agreed(tries)
        reason, cause = telling.reason, telling.cause
        if len({f.status for f in tries}) > 1:
            marks.add("flaky")
            cause = OutcomeCause.FLAKY
            reason = f"attempts disagree: {' / '.join(f'{f.status.value} ({f.reason})' for f in tries)}"
        if status is Status.UNRESOLVED:
            reason += f"; tried in vain besides: {course.tried[:_MOST_TRIED]}" if course.tried else ""
        outcomes.append(
            OutcomeVerdict(
                outcome=planned.id,
                status=status,
                reason=reason,
                observation=telling.observation,
                cause=cause,
                is_unseen=status is not Status.PASSED and all(seen.is_unseen for seen in tries),
                points=1.0 if status is Status.PASSED else 0.0,
            )
        )
    status, reason = _overall(outcomes)
    event = next((attempt.event for attempt in attempts if attempt.event), None)
    if course.how:
        reason = f"{reason}, where {course.how}"
    return TaskVerdict(
        task=task.id,
        status=status,
        reason=reason,
        outcomes=tuple(outcomes),
        seconds=round(seconds, 3),
        attempts=max(made, len(attempts)),
        event=None if status is Status.PASSED else event,
        marks=tuple(sorted(marks)),
        bindings=attempts[0].bindings,
        drawn=attempts[0].drawn,
        finding=course.finding,
    )


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
        task=task.id,
        status=status,
        reason=reason,
        outcomes=outcomes,
        attempts=attempts,
        event=event,
        marks=marks,
    )


def _agreed(tries: Sequence[OutcomeAttempt]) -> tuple[Status, OutcomeAttempt]:
    """The common status, or unresolved; and the try that tells most about it."""
    statuses = {seen.status for seen in tries}
    if len(statuses) == 1:
        return tries[0].status, tries[0]
    return Status.UNRESOLVED, next(f for f in tries if f.status is not Status.PASSED)


def _overall(outcomes: Sequence[OutcomeVerdict]) -> tuple[Status, str]:
    failed = [o for o in outcomes if o.status is Status.FAILED]
    if failed:
        return Status.FAILED, f"{failed[0].outcome}: {failed[0].reason}"
    unresolved = [o for o in outcomes if o.status is Status.UNRESOLVED]
    if unresolved:
        return Status.UNRESOLVED, f"{unresolved[0].outcome}: {unresolved[0].reason}"
    return Status.PASSED, "all outcomes were observed"

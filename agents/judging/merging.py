"""From attempts to a verdict: a failure counts when it comes twice; attempts that disagree decide nothing."""

from collections.abc import Sequence

from agents.judging.attempt import Attempt, OutcomeAttempt
from plans.records.criteria import EvaluationTask
from plans.records.verdict import OutcomeVerdict, Status, TaskVerdict


def task_verdict(
    task: EvaluationTask, attempts: Sequence[Attempt], seconds: float, *, made: int = 0, how: str = ""
) -> TaskVerdict:
    """The verdict of a task from its attempts, of which there is more than one only when the first did not pass.

    Args:
        task: What was judged.
        attempts: Those that decide.
        seconds: Wall time of all.
        made: How many were made, those included that decide nothing; at least as many as decide.
        how: In what way the task was gone about where it was not the usual one.
    """
    outcomes: list[OutcomeVerdict] = []
    marks = set[str]().union(*(attempt.marks for attempt in attempts))
    for planned in task.outcomes:
        tries = [attempt.outcomes[planned.id] for attempt in attempts]
        status, telling = _agreed(tries)
        reason = telling.reason
        if len({f.status for f in tries}) > 1:
            marks.add("flaky")
            reason = f"attempts disagree: {' / '.join(f'{f.status.value} ({f.reason})' for f in tries)}"
        outcomes.append(
            OutcomeVerdict(
                outcome=planned.id,
                status=status,
                reason=reason,
                observation=telling.observation,
                points=1.0 if status is Status.PASSED else 0.0,
            )
        )
    status, reason = _overall(outcomes)
    if how:
        reason = f"{reason}, where {how}"
    return TaskVerdict(
        task=task.id,
        status=status,
        reason=reason,
        outcomes=tuple(outcomes),
        seconds=round(seconds, 3),
        attempts=max(made, len(attempts)),
        marks=tuple(sorted(marks)),
    )


def undecided(
    task: EvaluationTask, status: Status, reason: str, *, attempts: int = 0, marks: tuple[str, ...] = ()
) -> TaskVerdict:
    """A verdict for a task of which no outcome was looked at."""
    outcomes = tuple(OutcomeVerdict(outcome=o.id, status=status, reason=reason) for o in task.outcomes)
    return TaskVerdict(
        task=task.id, status=status, reason=reason, outcomes=outcomes, attempts=attempts, marks=marks
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

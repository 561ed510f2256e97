"""From attempts to a verdict: a failure counts when it comes twice; attempts that disagree decide nothing."""

from collections.abc import Sequence

from agents.judging.attempt import Attempt, Finding
from plans.records.criteria import EvaluationTask
from plans.records.verdict import OutcomeVerdict, Status, TaskVerdict


def task_verdict(task: EvaluationTask, attempts: Sequence[Attempt], seconds: float) -> TaskVerdict:
    """The verdict of a task from its attempts, of which there is more than one only when the first did not pass."""
    outcomes: list[OutcomeVerdict] = []
    marks = set[str]().union(*(attempt.marks for attempt in attempts))
    for planned in task.outcomes:
        findings = [attempt.findings[planned.id] for attempt in attempts]
        status, finding = _agreed(findings)
        reason = finding.reason
        if len({f.status for f in findings}) > 1:
            marks.add("flaky")
            reason = f"attempts disagree: {' / '.join(f'{f.status.value} ({f.reason})' for f in findings)}"
        outcomes.append(
            OutcomeVerdict(
                outcome=planned.id,
                status=status,
                reason=reason,
                observation=finding.observation,
                points=1.0 if status is Status.PASSED else 0.0,
            )
        )
    status, reason = _overall(outcomes)
    return TaskVerdict(
        task=task.id,
        status=status,
        reason=reason,
        outcomes=tuple(outcomes),
        seconds=round(seconds, 3),
        attempts=len(attempts),
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


def _agreed(findings: Sequence[Finding]) -> tuple[Status, Finding]:
    """The common status, or unresolved; and the finding that tells most about it."""
    statuses = {finding.status for finding in findings}
    if len(statuses) == 1:
        return findings[0].status, findings[0]
    return Status.UNRESOLVED, next(f for f in findings if f.status is not Status.PASSED)


def _overall(outcomes: Sequence[OutcomeVerdict]) -> tuple[Status, str]:
    failed = [o for o in outcomes if o.status is Status.FAILED]
    if failed:
        return Status.FAILED, f"{failed[0].outcome}: {failed[0].reason}"
    unresolved = [o for o in outcomes if o.status is Status.UNRESOLVED]
    if unresolved:
        return Status.UNRESOLVED, f"{unresolved[0].outcome}: {unresolved[0].reason}"
    return Status.PASSED, "all outcomes were observed"

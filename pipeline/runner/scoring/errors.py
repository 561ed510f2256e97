"""How tasks went wrong, counted by kind and cause (PRDBench, arXiv 2510.24358, Figure 5)."""

from collections import Counter
from collections.abc import Sequence

from pipeline.runner.scoring.agent import ScoredTrial
from plans.records.criteria import Kind
from plans.records.failure_cause import cause_of
from plans.records.point_tables import BLOCKED, UNRESOLVED, UNTOLD, KindErrors
from plans.records.verdict import Status, TaskVerdict


def kind_errors(trials: Sequence[ScoredTrial], number: int, kind: Kind) -> KindErrors:
    """Of all tasks of a kind at a round: what was not judged counts as unresolved."""
    planned = halved = 0
    causes: Counter[str] = Counter()
    for trial in trials:
        judgement = trial.trial.judgement(number)
        for task in trial.project.criteria.tasks:
            if task.how.kind == kind:
                planned += 1
                verdict = judgement.of(task.id) if judgement else None
                if cause := wrong_by(verdict):
                    causes[cause] += 1
                halved += verdict is not None and _is_halved(verdict)
    return KindErrors(planned=planned, halved=halved, causes=dict(sorted(causes.items())))


def wrong_by(verdict: TaskVerdict | None) -> str | None:
    """What kept a task from all its points; None where it has them."""
    if verdict is None or verdict.status is Status.UNRESOLVED:
        return UNRESOLVED
    if verdict.status is Status.PASSED:
        return None
    if verdict.status is Status.BLOCKED:
        return BLOCKED
    cause = cause_of(verdict)
    return UNTOLD if cause is None else cause.value


def _is_halved(verdict: TaskVerdict) -> bool:
    return verdict.status is Status.FAILED and any(0 < outcome.credit < 1 for outcome in verdict.outcomes)

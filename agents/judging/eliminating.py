"""What it means that each control that nothing explains was tried for what was not found, and none of them did it.

None of them is it then: what was looked for is not there. One that brought anything about, or after which something was
not clear, leaves it open, and so do more of them than are tried.
"""

from collections.abc import Sequence

from agents.judging.attempt import Attempt, OutcomeAttempt
from plans.records.findings import Look
from plans.records.targets import Target
from plans.records.verdict import Status


def speaks_against(tried: Attempt, first: Attempt, target: Target) -> bool:
    """Whether an attempt with something taken for a target failed for sure, and observed nothing new to `first`."""
    statuses = {seen.status for seen in tried.outcomes.values()}
    is_sure = Status.FAILED in statuses and Status.UNRESOLVED not in statuses
    return is_sure and not any(
        _is_new(seen, first.outcomes[id], target) for id, seen in tried.outcomes.items()
    )


def rule_out(attempts: Sequence[Attempt], in_vain: Sequence[tuple[Target, Look]]) -> None:
    """What was left open by controls that nothing explains has failed where all of them were tried in vain."""
    for target in dict.fromkeys(target for target, _ in in_vain):
        tried = {look for other, look in in_vain if other == target}
        if all(target in each.strange and tried >= set(each.strange[target]) for each in attempts):
            for attempt in attempts:
                _fail(attempt, target)


def _fail(attempt: Attempt, target: Target) -> None:
    for seen in attempt.outcomes.values():
        is_missed = seen.unexplained == target or target in seen.missing
        if seen.status is Status.UNRESOLVED and (is_missed or seen.vacuous):
            seen.status = Status.FAILED
            seen.reason += "; each of them was tried for it, in vain" if is_missed else ""


def _is_new(seen: OutcomeAttempt, before: OutcomeAttempt, target: Target) -> bool:
    """Whether an outcome counts that did not before; that the very control can be seen does not, for it was given."""
    is_given = target in before.missing and before.unexplained is None
    return (
        seen.status is Status.PASSED
        and not seen.vacuous
        and before.status is not Status.PASSED
        and not is_given
    )

"""A walk's claims against its looks, outcome by outcome: what each comes to."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from agents.gateway.quoting import string
from agents.judging.ui_model.demands import demands_of
from agents.judging.ui_model.moves import Claim
from agents.judging.ui_model.proving import proven
from agents.judging.ui_model.sight import Sight
from plans.records.criteria import EvaluationTask, ExpectedOutcome
from plans.records.verdict import Status

_LONGEST_WHY = 400
"""Letters of a model's reason."""


class Weighing(NamedTuple):
    """What came of one outcome."""

    status: Status
    reason: str
    saw: str


class Weighed(NamedTuple):
    """What came of all of them."""

    outcomes: dict[str, Weighing]
    objections: tuple[str, ...]
    """What the model is told: where it claims what its proofs do not show, or says nothing of an outcome."""


def weigh(task: EvaluationTask, claims: Mapping[str, Claim], sights: Sequence[Sight]) -> Weighed:
    """What each outcome comes to. Passed is what its proofs show; what they do not show is unresolved, never passed."""
    found: dict[str, Weighing] = {}
    objections: list[str] = []
    vacuous: list[str] = []
    for outcome in task.outcomes:
        claim = claims.get(outcome.id)
        if claim is None or claim.holds != "yes":
            found[outcome.id] = _unclaimed(claim)
            if claim is None:
                objections.append(f"{outcome.id}: there is no claim about it")
            continue
        shown = proven(outcome, claim, sights, demands_of(task, outcome.id))
        if shown.faults:
            objections += [f"{outcome.id}: {fault}" for fault in shown.faults]
            found[outcome.id] = _unproven(outcome, claim, "; ".join(shown.faults))
            continue
        found[outcome.id] = Weighing(Status.PASSED, f"observed: {shown.saw}", shown.saw)
        if shown.is_vacuous:
            vacuous.append(outcome.id)
    if vacuous and not any(one.status is Status.PASSED and id not in vacuous for id, one in found.items()):
        why = "what you quote could be seen where nothing works too: show a difference that your own act made"
        for outcome in task.outcomes:
            if outcome.id in vacuous:
                objections.append(f"{outcome.id}: {why}")
                found[outcome.id] = _unproven(outcome, claims[outcome.id], "it holds where nothing works too")
    return Weighed(found, tuple(objections))


def _unclaimed(claim: Claim | None) -> Weighing:
    if claim is None:
        return Weighing(Status.UNRESOLVED, "the model came to no end with it", "")
    why = string(claim.why, _LONGEST_WHY)
    if claim.holds == "no":
        return Weighing(Status.FAILED, f"the model tried it: {why}", why)
    return Weighing(Status.UNRESOLVED, f"the model could not tell: {why}", why)


def _unproven(outcome: ExpectedOutcome, claim: Claim, fault: str) -> Weighing:
    why = string(claim.why, _LONGEST_WHY)
    return Weighing(
        Status.UNRESOLVED, f"the model says that it holds ({why}), and nothing shows it: {fault}", why
    )

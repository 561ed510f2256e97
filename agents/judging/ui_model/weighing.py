"""A walk's claims against its looks, outcome by outcome: what each comes to."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from agents.gateway.quoting import string
from agents.judging.ui_model.moves import Claim, Reading
from agents.judging.ui_model.proving import Proven, demands_of, proven
from agents.judging.ui_model.reckoning import reckoned
from agents.judging.ui_model.sight import Sight
from plans.records.criteria import EvaluationTask, ExpectedOutcome
from plans.records.values import Value
from plans.records.verdict import Status

_NONE: Mapping[str, Value] = MappingProxyType({})
_LONGEST_WHY = 400
"""Letters of a model's reason."""


class Weighing(NamedTuple):
    """What came of one outcome."""

    status: Status
    reason: str
    saw: str
    is_flaky: bool = False
    """Whether one walk saw it hold and another saw it fail."""


class Weighed(NamedTuple):
    """What came of all of them."""

    outcomes: dict[str, Weighing]
    objections: tuple[str, ...]
    """What the model is told: where it claims what its proofs do not show, or says nothing of an outcome."""


def weigh(
    task: EvaluationTask,
    claims: Mapping[str, Claim],
    sights: Sequence[Sight],
    readings: Sequence[Reading] = (),
    made_up: Mapping[str, Value] = _NONE,
) -> Weighed:
    """What each outcome comes to. Passed is what its proofs and readings show; all else is unresolved, never passed."""
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
        shown = _shown(task, outcome, claim, sights, readings, made_up)
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


def _shown(
    task: EvaluationTask,
    outcome: ExpectedOutcome,
    claim: Claim,
    sights: Sequence[Sight],
    readings: Sequence[Reading],
    made_up: Mapping[str, Value],
) -> Proven:
    """What shows an outcome: what a program has reckoned of it, and quotations for what is not to be reckoned."""
    demands = demands_of(task, outcome.id)
    read = reckoned(task, outcome.id, readings, sights, made_up)
    if read is None:
        return proven(outcome, claim, sights, demands)
    lacking = demands.lacking(sights[read.last].done.acts)
    faults = [*read.faults, *([f"before look {read.last} you did not {lacking}"] if lacking else [])]
    if read.is_whole:
        return Proven(tuple(faults), read.saw, read.is_vacuous)
    quoted = proven(outcome, claim, sights, demands)
    saw = "; ".join(filter(None, (read.saw, quoted.saw)))
    return Proven((*faults, *quoted.faults), saw, read.is_vacuous and quoted.is_vacuous)


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

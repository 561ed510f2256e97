"""What turns and judgements took (PRDBench, arXiv 2510.24358, Tables 4 and 6): no mean holds what nobody told."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from pipeline.runner.scoring.agent import ScoredTrial
from pipeline.runner.scoring.using import used_in
from plans.records.model_use import ModelUse
from plans.records.point_tables import BLOCKED, UNRESOLVED, JudgeCost, TurnCost
from plans.records.usage import Tokens
from plans.records.verdict import Judgement, Status, TaskVerdict


def turn_cost(trials: Sequence[ScoredTrial], number: int) -> TurnCost:
    """Means over the turns of a round; each over those turns alone of which it is wholly known."""
    played = [
        one for trial in trials for one in trial.trial.rounds if one.number == number and not one.carried
    ]
    used = [used_in([one.record.report]) for one in played]
    told = [one for one in used if one.turns_told]
    return TurnCost(
        turns=len(played),
        seconds=_mean([one.record.report.seconds for one in played]),
        tokens_told=len(told),
        input_tokens=_mean([one.input_tokens for one in told if one.input_tokens is not None]),
        output_tokens=_mean([one.output_tokens for one in told if one.output_tokens is not None]),
        priced=sum(one.turns_priced for one in used),
        cost=_mean([one.cost for one in used if one.turns_priced and one.cost is not None]),
        counted=sum(one.calls is not None for one in used),
        calls=_mean([one.calls for one in used if one.calls is not None]),
    )


def judge_cost(trials: Sequence[ScoredTrial]) -> JudgeCost:
    """Of all hand-ins of an agent: the same one, judged once for several rounds or repeats, counts once."""
    found: dict[tuple[str, str], Judgement] = {}
    for trial in trials:
        for one in trial.trial.rounds:
            if one.judgement is not None:
                found.setdefault((trial.project.id, one.judgement.hand_in_digest), one.judgement)
    verdicts = [verdict for judgement in found.values() for verdict in judgement.tasks]
    uses = [use for verdict in verdicts for use in verdict.uses]
    tokens = _tokens(uses)
    costs = [use.cost for use in uses]
    return JudgeCost(
        judgements=len(found),
        tasks=len(verdicts),
        seconds=sum(judgement.seconds for judgement in found.values()),
        calls=len(uses),
        input_tokens=None if tokens is None else tokens.input,
        output_tokens=None if tokens is None else tokens.output,
        cost=None if None in costs else sum(cost for cost in costs if cost is not None),
        decided=dict(Counter(map(decided_by, verdicts))),
    )


def decided_by(verdict: TaskVerdict) -> str:
    """program, model or person; of a task that nobody decided, what it is instead."""
    if verdict.status is Status.BLOCKED:
        return BLOCKED
    if verdict.status is Status.UNRESOLVED:
        return UNRESOLVED
    deciders = {outcome.decided_by for outcome in verdict.outcomes}
    return next((one for one in ("person", "model") if one in deciders), "program")


def _tokens(uses: Sequence[ModelUse]) -> Tokens | None:
    """Of all replies; None where one of them tells nothing."""
    told = [use.tokens for use in uses if use.tokens is not None]
    return sum(told, Tokens()) if len(told) == len(uses) else None


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None

"""Points, costs and errors as PRDBench publishes them (arXiv 2510.24358, Tables 3, 4 and 6, Figure 5)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import get_args

from pipeline.runner.scoring.agent import ScoredTrial, by_project, used_in
from pipeline.runner.scoring.intervals import mean_bounds, mean_interval, mean_rate
from plans.records.criteria import EvaluationTask, MethodKind
from plans.records.model_call import ModelUse
from plans.records.result import (
    BLOCKED,
    UNRESOLVED,
    UNTOLD,
    AgentPoints,
    Gain,
    JudgeCost,
    KindErrors,
    PointScore,
    PointTables,
    TurnCost,
)
from plans.records.round import Credit, Share, share
from plans.records.usage import Tokens
from plans.records.verdict import Judgement, Status, TaskVerdict, cause_of


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
    """Of all submissions of an agent: the same one, judged once for several rounds or repeats, counts once."""
    found: dict[tuple[str, str], Judgement] = {}
    for trial in trials:
        for one in trial.trial.rounds:
            if one.judgement is not None:
                found.setdefault((trial.project.id, one.judgement.submission_digest), one.judgement)
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


def kind_errors(trials: Sequence[ScoredTrial], number: int, kind: MethodKind) -> KindErrors:
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


def point_tables(by_agent: Mapping[str, Sequence[ScoredTrial]], rounds: int) -> PointTables:
    """The tables of a run; `by_agent` holds each agent's trials, of which there is at least one."""
    return PointTables(agents=tuple(_of_agent(name, trials, rounds) for name, trials in by_agent.items()))


def points_share(tasks: Sequence[EvaluationTask], judgement: Judgement | None) -> Share:
    """What the tasks of a project earned: sum of points / (2 · tasks), each task counting alike (PRDBench, score_cal).

    What is unresolved, or was not judged, makes it a range; what is blocked earned nothing. ValueError without tasks.
    """
    return share((1.0, _credit(task, judgement)) for task in tasks)


def _credit(task: EvaluationTask, judgement: Judgement | None) -> Credit:
    if judgement is None:
        return Credit(Status.UNRESOLVED, 0.0)
    verdict = judgement.of(task.id)
    return Credit(verdict.status, fmean(outcome.credit for outcome in verdict.outcomes))


def _of_agent(name: str, trials: Sequence[ScoredTrial], rounds: int) -> AgentPoints:
    numbers = range(1, rounds + 1)
    there = {task.how.kind for trial in trials for task in trial.project.criteria.tasks}
    kinds: list[MethodKind] = [kind for kind in get_args(MethodKind) if kind in there]
    return AgentPoints(
        agent=name,
        score=_score(trials, rounds),
        by_kind={kind: _score(trials, rounds, kind) for kind in kinds},
        cost=tuple(turn_cost(trials, number) for number in numbers),
        errors=tuple({kind: kind_errors(trials, number, kind) for kind in kinds} for number in numbers),
        judging=judge_cost(trials),
    )


def _score(trials: Sequence[ScoredTrial], rounds: int, kind: MethodKind | None = None) -> PointScore:
    """Over all tasks, or over those of a kind and the projects that have any."""
    having = [trial for trial in trials if _tasks(trial, kind)]
    shares = [
        by_project(
            having,
            lambda trial, number=number: points_share(_tasks(trial, kind), trial.trial.judgement(number)),
        )
        for number in range(1, rounds + 1)
    ]
    return PointScore(
        rounds=tuple(mean_rate(one.values()) for one in shares),
        gain=_gain(shares[0], shares[-1]) if rounds > 1 else None,
    )


def _tasks(trial: ScoredTrial, kind: MethodKind | None) -> list[EvaluationTask]:
    return [task for task in trial.project.criteria.tasks if kind in (None, task.how.kind)]


def _gain(first: Mapping[str, Sequence[Share]], last: Mapping[str, Sequence[Share]]) -> Gain:
    """The last round less the first, by project, then the mean: what Table 3 calls enhancement."""
    ends = [(mean_bounds(last[project]), mean_bounds(first[project])) for project in first]
    lows, highs = [a.low - b.high for a, b in ends], [a.high - b.low for a, b in ends]
    lower, upper = mean_interval(lows), mean_interval(highs)
    return Gain(
        low=lower.mean,
        high=upper.mean,
        ci_low=lower.low,
        ci_high=upper.high,
        degenerate=lower.degenerate and upper.degenerate,
    )

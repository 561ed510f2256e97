"""Scores by points, as PRDBench publishes them (arXiv 2510.24358, Table 3), and the other tables beside them."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import get_args

from pipeline.runner.scoring.agent import ScoredTrial, by_project
from pipeline.runner.scoring.costs import judge_cost, turn_cost
from pipeline.runner.scoring.errors import kind_errors
from pipeline.runner.scoring.intervals import mean_interval
from pipeline.runner.scoring.rates import rate
from plans.records.criteria import EvaluationTask, Kind
from plans.records.point_tables import AgentPoints, Gain, PointScore, PointTables
from plans.records.score import Credit, Share, share
from plans.records.verdict import Judgement, Status


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
    kinds: list[Kind] = [kind for kind in get_args(Kind) if kind in there]
    return AgentPoints(
        agent=name,
        score=_score(trials, rounds),
        by_kind={kind: _score(trials, rounds, kind) for kind in kinds},
        cost=tuple(turn_cost(trials, number) for number in numbers),
        errors=tuple({kind: kind_errors(trials, number, kind) for kind in kinds} for number in numbers),
        judging=judge_cost(trials),
    )


def _score(trials: Sequence[ScoredTrial], rounds: int, kind: Kind | None = None) -> PointScore:
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
        rounds=tuple(map(rate, shares)), gain=_gain(shares[0], shares[-1]) if rounds > 1 else None
    )


def _tasks(trial: ScoredTrial, kind: Kind | None) -> list[EvaluationTask]:
    return [task for task in trial.project.criteria.tasks if kind in (None, task.how.kind)]


def _gain(first: Mapping[str, Sequence[Share]], last: Mapping[str, Sequence[Share]]) -> Gain:
    """The last round less the first, by project, then the mean: what Table 3 calls enhancement."""
    lows = [
        fmean(one.low for one in last[project]) - fmean(one.high for one in first[project])
        for project in first
    ]
    highs = [
        fmean(one.high for one in last[project]) - fmean(one.low for one in first[project])
        for project in first
    ]
    lower, upper = mean_interval(lows), mean_interval(highs)
    return Gain(
        low=fmean(lows),
        high=fmean(highs),
        ci_low=lower.low,
        ci_high=upper.high,
        degenerate=lower.degenerate and upper.degenerate,
    )

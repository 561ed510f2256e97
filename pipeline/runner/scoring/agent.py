"""The numbers of one agent: every rate is a mean over projects (macro), except two that are told apart."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from pipeline.runner.scoring.calibration import JudgeCalibration, as_calibrated
from pipeline.runner.scoring.intervals import mean_rate
from plans.contracts.runs import Metrics
from plans.records.code_agent import AgentReport, AgentSpec
from plans.records.criteria import EvaluationTask
from plans.records.result import AgentScore, Rate, RoundScore
from plans.records.run import (
    Changes,
    Credit,
    JudgedRound,
    ProjectScore,
    ProjectStanding,
    RunProject,
    Share,
    share,
    whole,
)
from plans.records.usage import RelayRefusal, Usage, Used
from plans.records.verdict import Judgement, Status


class PlayedTrial(NamedTuple):
    """One trial."""

    project: str
    agent: str
    repeat: int
    rounds: tuple[JudgedRound, ...]
    """In order, carried ones included; shorter than what was asked for when the trial is unfinished."""

    def judgement(self, number: int) -> Judgement | None:
        """The verdicts at a round; None when it was not judged."""
        return self.rounds[number - 1].judgement if number <= len(self.rounds) else None

    def is_carried(self, number: int) -> bool:
        """Whether an earlier round stands in for this one."""
        return number <= len(self.rounds) and self.rounds[number - 1].carried


N = TypeVar("N", int, float)

_REFUSALS = frozenset(RelayRefusal)


def used_in(reports: Iterable[AgentReport]) -> Used:
    """Of these turns together; a sum over turns of which some told nothing is a least amount, and says so."""
    turns = [_used(report) for report in reports]
    return Used(
        turns=len(turns),
        turns_told=sum(turn.turns_told for turn in turns),
        turns_priced=sum(turn.turns_priced for turn in turns),
        calls=_sum([turn.calls for turn in turns]),
        input_tokens=_sum([turn.input_tokens for turn in turns]),
        cached_input_tokens=_sum([turn.cached_input_tokens for turn in turns]),
        output_tokens=_sum([turn.output_tokens for turn in turns]),
        cost=_sum([turn.cost for turn in turns]),
    )


def _used(report: AgentReport) -> Used:
    """Of one turn: as the relay counted it, else as the agent itself reports it."""
    usage = report.usage
    if usage is None:
        is_told = report.input_tokens is not None and report.output_tokens is not None
        return Used(
            turns=1,
            turns_told=int(is_told),
            turns_priced=int(report.cost is not None),
            input_tokens=report.input_tokens,
            output_tokens=report.output_tokens,
            cost=report.cost,
        )
    # Endpoints that tell no usage are counted as none: only a turn without any answer surely used nothing.
    if usage.tokens.total == 0 and not _got_nothing(usage):
        return Used(turns=1, calls=usage.calls)
    is_priced = usage.cost is not None
    return Used(
        turns=1,
        turns_told=int(usage.unreported == 0),
        turns_priced=int(is_priced and usage.unreported == 0),
        calls=usage.calls,
        input_tokens=usage.tokens.input,
        cached_input_tokens=usage.tokens.cached_input,
        output_tokens=usage.tokens.output,
        cost=usage.cost,
    )


def _got_nothing(usage: Usage) -> bool:
    """Whether each call was refused, by the relay or by an HTTP status of the endpoint; one that broke off may have
    been answered in part.
    """
    refused = sum(n for reason, n in usage.failed.items() if reason.isdecimal() or reason in _REFUSALS)
    return refused == usage.calls


def _sum(numbers: Sequence[N | None]) -> N | None:
    """Of what is known; None where nothing is."""
    known = [number for number in numbers if number is not None]
    return sum(known[1:], known[0]) if known else None


T = TypeVar("T")


class ScoredTrial:
    """A trial with the standing of its tasks at every round."""

    def __init__(self, trial: PlayedTrial, project: RunProject, rounds: int, metrics: Metrics) -> None:
        """`metrics` are the family's; `rounds` is how many were asked for; those not reached are unresolved."""
        criteria = project.criteria
        self._metrics = metrics
        self.trial = trial
        self.project = project
        self.standings = [
            metrics.standing(criteria, trial.judgement(number)) for number in range(1, rounds + 1)
        ]
        self.scores = [metrics.project_score(criteria, stands) for stands in self.standings]
        self.cumulative = [
            metrics.project_score(criteria, metrics.cumulative(self.standings[:number]))
            for number in range(1, rounds + 1)
        ]

    def calibrated(self, number: int) -> Share:
        """Task Pass Rate at a round, with what the judge left open as not passed: what a calibration corrects."""
        stands = as_calibrated(self.standings[number - 1], self.trial.judgement(number))
        return self._metrics.project_score(self.project.criteria, stands).task_pass_rate

    def changes(self, number: int) -> Changes:
        """What a round mended and broke, against the one before; nothing at the first."""
        if number == 1:
            return Changes()
        return self._metrics.changes(self.standings[number - 2], self.standings[number - 1])


def score_agent(
    agent: AgentSpec, trials: Sequence[ScoredTrial], rounds: int, calibration: JudgeCalibration
) -> AgentScore:
    """The agent's numbers over its trials, of which there is at least one."""
    numbers = range(1, rounds + 1)
    categories = sorted({trial.project.category for trial in trials})
    levels = dict.fromkeys(task.level for trial in trials for task in trial.project.criteria.tasks)
    return AgentScore(
        agent=agent,
        rounds=tuple(_round_score(trials, number, calibration) for number in numbers),
        by_level={
            level.value: _on_tasks(trials, numbers, lambda _project, task, level=level: task.level is level)
            for level in levels
        },
        by_category={
            category: _on_tasks(
                trials, numbers, lambda project, _task, category=category: project.category == category
            )
            for category in categories
        },
        by_stated={
            name: _on_tasks(trials, numbers, lambda project, task, is_=is_: project.is_withheld(task) is is_)
            for name, is_ in (("stated", False), ("withheld", True))
            if any(t.project.is_withheld(task) is is_ for t in trials for task in t.project.criteria.tasks)
        },
        agent_seconds=sum(r.record.report.seconds for t in trials for r in t.trial.rounds if not r.carried),
        used=used_in(report for number in numbers for report in _reports(trials, number)),
        judge_seconds=sum(
            r.judgement.seconds for t in trials for r in t.trial.rounds if r.judgement and not r.carried
        ),
    )


def _round_score(trials: Sequence[ScoredTrial], number: int, calibration: JudgeCalibration) -> RoundScore:
    def over_projects(
        score: Callable[[ScoredTrial], ProjectScore], of: Callable[[ProjectScore], Share]
    ) -> Rate:
        return _over_projects(trials, lambda trial: of(score(trial)))

    def state(trial: ScoredTrial) -> ProjectScore:
        return trial.scores[number - 1]

    def so_far(trial: ScoredTrial) -> ProjectScore:
        return trial.cumulative[number - 1]

    stands = [trial.standings[number - 1] for trial in trials]
    changes = [trial.changes(number) for trial in trials]
    return RoundScore(
        round=number,
        project_completion_rate=over_projects(state, lambda score: score.completed),
        task_pass_rate=over_projects(state, lambda score: score.task_pass_rate),
        criteria_pass_rate=over_projects(state, lambda score: score.criteria_pass_rate),
        corrected_task_pass_rate=calibration.corrected(
            by_project(trials, lambda trial: trial.calibrated(number))
        ),
        task_pass_rate_micro=_pooled(trials, number, _weighted_tasks),
        criteria_pass_rate_micro=_pooled(trials, number, _weighted_outcomes),
        cumulative_task_pass_rate=over_projects(so_far, lambda score: score.task_pass_rate),
        cumulative_criteria_pass_rate=over_projects(so_far, lambda score: score.criteria_pass_rate),
        cumulative_project_completion_rate=over_projects(so_far, lambda score: score.completed),
        attempted_share=over_projects(state, lambda score: score.attempted),
        repaired=sum(change.repaired for change in changes),
        regressed=sum(change.regressed for change in changes),
        unresolved=sum(list(s.tasks.values()).count(Status.UNRESOLVED) for s in stands),
        carried=sum(trial.trial.is_carried(number) for trial in trials),
        used=used_in(_reports(trials, number)),
    )


def _reports(trials: Sequence[ScoredTrial], number: int) -> list[AgentReport]:
    """How the turns of a round ended; a trial that had finished, or has not come so far, has none there."""
    played = [one for trial in trials for one in trial.trial.rounds if one.number == number]
    return [one.record.report for one in played if not one.carried]


Parts = Iterable[tuple[float, Credit]]


def _weighted_tasks(task: EvaluationTask, stands: ProjectStanding) -> Parts:
    yield task.weight, whole(stands.tasks[task.id])


def _weighted_outcomes(task: EvaluationTask, stands: ProjectStanding) -> Parts:
    for credit in stands.outcomes[task.id]:
        yield task.weight / len(task.outcomes), credit


IsCounted = Callable[[RunProject, EvaluationTask], bool]


def _pooled(
    trials: Sequence[ScoredTrial], number: int, parts: Callable[[EvaluationTask, ProjectStanding], Parts]
) -> Share:
    """Over the tasks of all projects at once."""
    return share(
        part
        for trial in trials
        for task in trial.project.criteria.tasks
        for part in parts(task, trial.standings[number - 1])
    )


def _on_tasks(
    trials: Sequence[ScoredTrial], numbers: Iterable[int], is_counted: IsCounted
) -> tuple[Rate, ...]:
    """Task Pass Rate over some tasks, by round: the mean over the projects that have such tasks."""
    having = [trial for trial in trials if _counted(trial.project, is_counted)]

    def share_at(trial: ScoredTrial, number: int) -> Share:
        tasks = _counted(trial.project, is_counted)
        return share(part for task in tasks for part in _weighted_tasks(task, trial.standings[number - 1]))

    return tuple(
        _over_projects(having, lambda trial, number=number: share_at(trial, number)) for number in numbers
    )


def _counted(project: RunProject, is_counted: IsCounted) -> list[EvaluationTask]:
    return [task for task in project.criteria.tasks if is_counted(project, task)]


def _over_projects(trials: Sequence[ScoredTrial], share_of: Callable[[ScoredTrial], Share]) -> Rate:
    return mean_rate(by_project(trials, share_of).values())


def by_project(trials: Sequence[ScoredTrial], of: Callable[[ScoredTrial], T]) -> dict[str, list[T]]:
    """Project → something of each of its repeats."""
    found: dict[str, list[T]] = {}
    for trial in trials:
        found.setdefault(trial.project.id, []).append(of(trial))
    return found

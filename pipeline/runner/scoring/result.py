"""The result of a run: every agent's numbers, what a published number must say beside them, and `summary.json`."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean, median

from pydantic import JsonValue

from pipeline.runner.driver import is_judged
from pipeline.runner.scoring.agent import PlayedTrial, ScoredTrial, by_project, score_agent, used_in
from pipeline.runner.scoring.calibration import SHIPPED, JudgeCalibration
from pipeline.runner.scoring.intervals import (
    detectable_difference,
    difference_interval,
    mean_bounds,
    mean_rate,
)
from plans.errors import Event, needs_rejudging, verdicts_to_rejudge
from plans.families import family_named, metrics
from plans.paths import RunPaths
from plans.plain_text import count_text
from plans.records.criteria import TASK_KINDS, EvaluationTask, KindWord
from plans.records.marks import Mark, MarkCode
from plans.records.model_call import JudgedByModel, ModelUse
from plans.records.result import (
    BLOCKED,
    UNRESOLVED,
    UNTOLD,
    AgentPoints,
    AgentScore,
    BaselineFailure,
    CanaryLeak,
    Gain,
    JudgeCost,
    KindErrors,
    PointScore,
    PointTables,
    RoundFault,
    RunResult,
    TurnCost,
)
from plans.records.run import Credit, JudgedRound, RunProject, RunSpec, Share, share
from plans.records.usage import Tokens
from plans.records.verdict import BY_POINTING, ORDER_DEPENDENT, Judgement, Status, TaskVerdict, cause_of

LAST_WORDS = 120
"""Characters that are told of what a program that failed said at last."""


def score_run(
    spec: RunSpec,
    projects: Sequence[RunProject],
    trials: Sequence[PlayedTrial],
    calibrations: Path = SHIPPED,
) -> RunResult:
    """The numbers of a run.

    `trials` holds every planned one, those that have not begun without rounds; `calibrations` is the folder in which
    the judge's is looked for.
    """
    calibration = JudgeCalibration(spec, calibrations)
    known = {project.id: project for project in projects}
    formulas = metrics(spec.suite.family)
    scored = [ScoredTrial(trial, known[trial.project], spec.play.rounds, formulas) for trial in trials]
    by_agent = {
        agent.name: [trial for trial in scored if trial.trial.agent == agent.name]
        for agent in spec.play.agents
    }
    tasks = [task for project in projects for task in project.criteria.tasks]
    scores = tuple(
        score_agent(agent, by_agent[agent.name], spec.play.rounds, calibration) for agent in spec.play.agents
    )
    return RunResult(
        run=spec,
        planned_projects=len(projects),
        planned_tasks=len(tasks),
        planned_outcomes=sum(len(task.outcomes) for task in tasks),
        calibration=calibration.accuracy,
        uncorrected=calibration.uncorrected,
        agents=scores,
        faults=tuple(fault for trial in scored for fault in _faults(trial)),
        baseline_failures=tuple(_baseline_failures(scores, by_agent)),
        marks=tuple(_marks(spec, trials)),
        canaries=tuple(
            CanaryLeak(
                project=trial.project,
                agent=trial.agent,
                repeat=trial.repeat,
                round=played.number,
                places=played.record.canary_in,
            )
            for trial in trials
            for played in trial.rounds
            if played.record.canary_in and not played.carried
        ),
        by_model=_by_model(trials) if spec.judge.model else None,
        order_dependent=_order_dependent(projects, trials),
        smallest_detectable_difference=_smallest_difference(list(by_agent.values())),
        points=(
            point_tables(by_agent, spec.play.rounds)
            if family_named(spec.suite.family).is_tried_by_commands
            else None
        ),
    )


def _order_dependent(
    projects: Sequence[RunProject], trials: Sequence[PlayedTrial]
) -> dict[str, tuple[str, ...]]:
    """Item → such tasks, in the order of its criteria."""
    found = {
        (trial.project, verdict.task)
        for trial in trials
        for played in trial.rounds
        if played.judgement
        for verdict in played.judgement.tasks
        if ORDER_DEPENDENT in verdict.marks
    }
    tasks = {
        project.id: tuple(task.id for task in project.criteria.tasks if (project.id, task.id) in found)
        for project in projects
    }
    return {id: ids for id, ids in tasks.items() if ids}


def _by_model(trials: Sequence[PlayedTrial]) -> JudgedByModel:
    judgements = [
        one.judgement for trial in trials for one in trial.rounds if one.judgement and not one.carried
    ]
    tasks = [task for judgement in judgements for task in judgement.tasks]
    pointed = sum(BY_POINTING in task.marks for task in tasks)
    alone = Counter(task.status for task in tasks if BY_POINTING not in task.marks and _is_by_model(task))
    return JudgedByModel(
        verdicts=len(tasks),
        asked=sum(bool(task.uses) for task in tasks),
        pointed_out=pointed,
        passed=alone[Status.PASSED],
        failed=alone[Status.FAILED],
    )


def _is_by_model(task: TaskVerdict) -> bool:
    return any(one.decided_by == "model" for one in task.outcomes)


def _faults(scored: ScoredTrial) -> Iterator[RoundFault]:
    """Rounds of a trial in which something failed that is not the agent's; one for each event of a round."""
    trial = scored.trial
    played = [one for one in trial.rounds if not one.carried]
    is_trial_lost = all(map(_is_lost, played))
    all_tasks = tuple(task.id for task in scored.project.criteria.tasks)
    for one in played:
        report = one.record.report
        if not is_judged(report):
            found = {Event(report.ended): (report.detail, all_tasks)}
        else:
            found = _to_rejudge_by_event(one.judgement) if one.judgement else {}
        for event, (detail, tasks) in found.items():
            yield RoundFault(
                project=trial.project,
                agent=trial.agent,
                repeat=trial.repeat,
                round=one.number,
                event=event,
                detail=detail,
                tasks=tasks,
                is_judged=is_judged(report),
                is_trial_lost=is_trial_lost,
            )


def _to_rejudge_by_event(judgement: Judgement) -> dict[Event, tuple[str, tuple[str, ...]]]:
    """Event → the reason of the first task that met it, and all tasks that it kept from a verdict."""
    found: dict[Event, tuple[str, tuple[str, ...]]] = {}
    for verdict in verdicts_to_rejudge(judgement):
        if verdict.event is not None:
            reason, tasks = found.get(verdict.event, (verdict.reason, ()))
            found[verdict.event] = (reason, (*tasks, verdict.task))
    return found


def _is_lost(played: JudgedRound) -> bool:
    """Whether a round has no verdict at all for a cause that is not the agent's."""
    if played.judgement is None:
        return not is_judged(played.record.report)
    is_open = all(task.status is Status.UNRESOLVED for task in played.judgement.tasks)
    return is_open and bool(verdicts_to_rejudge(played.judgement))


def _baseline_failures(
    scores: Sequence[AgentScore], by_agent: Mapping[str, Sequence[ScoredTrial]]
) -> Iterator[BaselineFailure]:
    """Baseline agents off their mark."""
    for score in scores:
        tasks: dict[str, dict[str, None]] = {}
        rounds: set[int] = set()
        for scored in by_agent[score.agent.name]:
            for played in scored.trial.rounds:
                for verdict in played.judgement.tasks if played.judgement and not played.carried else ():
                    if _is_off_the_mark(score.agent.kind, verdict):
                        tasks.setdefault(scored.project.id, {})[verdict.task] = None
                        rounds.add(played.number)
        if rounds:
            is_oracle = score.agent.kind == "oracle"
            rates = {number: score.rounds[number - 1].criteria_pass_rate for number in sorted(rounds)}
            worst = min(rates, key=lambda number: rates[number].low if is_oracle else -rates[number].low)
            yield BaselineFailure(
                agent=score.agent.name,
                kind=score.agent.kind,
                round=worst,
                criteria_pass_rate=rates[worst],
                tasks={item: tuple(ids) for item, ids in tasks.items()},
            )


def _is_off_the_mark(kind: str, verdict: TaskVerdict) -> bool:
    """Whether a verdict of the reference, or of doing nothing, shows that the harness or the item is broken.

    Blocked tasks only follow from others, and one that has to be judged again says nothing of either.
    """
    if kind == "oracle":
        return verdict.status in (Status.FAILED, Status.UNRESOLVED) and not needs_rejudging(verdict.event)
    return kind == "nop" and any(outcome.credit for outcome in verdict.outcomes)


def _marks(spec: RunSpec, trials: Sequence[PlayedTrial]) -> Iterator[Mark]:
    counts: Counter[tuple[MarkCode, str]] = Counter()
    for trial in trials:
        for played in trial.rounds:
            if not played.carried:
                of_judgement = played.judgement.marks if played.judgement else ()
                counts.update({(mark.code, mark.detail) for mark in (*played.record.marks, *of_judgement)})
    for (code, detail), count in sorted(counts.items()):
        if code is not MarkCode.UNCHANGED:
            rounds = count_text(count, "round")
            yield Mark(code=code, detail=f"{detail}, {rounds}" if detail else rounds)
    yield from _unchanged(spec, trials)
    yield from _never_servable(spec, trials)
    yield from _failures(trials)
    unfinished = sum(_is_unfinished(trial, spec.play.rounds) for trial in trials)
    if unfinished:
        told = f"{unfinished} of {count_text(len(trials), 'trial')}"
        yield Mark(code=MarkCode.UNFINISHED, detail=told)
    if spec.proof.unproved:
        told = f"{len(spec.proof.unproved)} of {count_text(len(spec.suite.items), 'item')}"
        yield Mark(code=MarkCode.UNPROVED, detail=told)


def _is_unfinished(trial: PlayedTrial, rounds: int) -> bool:
    """Whether a round was not played, or was and waits for its judgement."""
    waits = any(one.judgement is None and is_judged(one.record.report) for one in trial.rounds)
    return waits or len(trial.rounds) < rounds


def _unchanged(spec: RunSpec, trials: Sequence[PlayedTrial]) -> Iterator[Mark]:
    """In how many rounds each agent left its workspace as it had found it."""
    for agent in spec.play.agents:
        own = [one for trial in trials if trial.agent == agent.name for one in trial.rounds]
        mark = Mark(code=MarkCode.UNCHANGED)
        if count := sum(mark in one.record.marks and not one.carried for one in own):
            yield Mark(code=mark.code, detail=f"{count_text(count, 'round')} of {agent.name}")


def _never_servable(spec: RunSpec, trials: Sequence[PlayedTrial]) -> Iterator[Mark]:
    for agent in spec.play.agents:
        own = [trial.rounds for trial in trials if trial.agent == agent.name]
        judged = [one.judgement for rounds in own for one in rounds if one.judgement and not one.carried]
        if agent.kind != "nop" and judged and all(one.has(MarkCode.NOTHING_SERVABLE) for one in judged):
            told = f"{count_text(len(judged), 'round')} of {agent.name}"
            yield Mark(code=MarkCode.NEVER_SERVABLE, detail=told)


def _failures(trials: Sequence[PlayedTrial]) -> Iterator[Mark]:
    """In how many rounds whose program failed, by its exit code where that is known: all that it left was judged.

    Of the first such round it is told what the program said at last, and where all of that lies.
    """
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], str] = {}
    for trial in trials:
        for played in trial.rounds:
            report = played.record.report
            if report.ended == "agent failed" and not played.carried:
                code = report.exit_code
                kind = trial.agent, "" if code is None else f", exit code {code}"
                counts[kind] += 1
                first.setdefault(kind, "" if code is None else _last_words(trial, played))
    for (agent, code), count in sorted(counts.items()):
        told = f"{count_text(count, 'round')} of {agent}{code}{first[agent, code]}"
        yield Mark(code=MarkCode.AGENT_FAILED, detail=told)


def _last_words(trial: PlayedTrial, played: JudgedRound) -> str:
    report = played.record.report
    words = report.detail.removeprefix(f"exit code {report.exit_code}").removeprefix(": ")
    place = RunPaths(Path()).trial(trial.project, trial.agent, trial.repeat).round(played.number).transcript
    # The last line is what a program ends with, and in one line of all of it nobody knows where that began.
    quoted = words if len(words) <= LAST_WORDS else f"… {words[-LAST_WORDS:].partition(' ')[2]}"
    return f": “{quoted}” ({place})" if words else f" ({place})"


def _smallest_difference(agents: Sequence[Sequence[ScoredTrial]]) -> float | None:
    """Of final Task Pass Rate between two agents: the median over the pairs that have one."""
    found: list[float] = []
    for one, other in combinations([_final_scores(trials) for trials in agents], 2):
        difference = detectable_difference([one[project] - other[project] for project in one])
        if difference is not None:
            found.append(difference)
    return median(found) if found else None


def _final_scores(trials: Sequence[ScoredTrial]) -> dict[str, float]:
    scores: dict[str, list[float]] = {}
    for trial in trials:
        scores.setdefault(trial.project.id, []).append(trial.scores[-1].task_pass_rate.low)
    return {project: fmean(repeats) for project, repeats in scores.items()}


def summary_of(result: RunResult, seconds: float | None) -> dict[str, JsonValue]:
    """summary.json: `items`, `seconds` of work and, per agent, what it used and an entry for each round asked for.

    The rates are those of each round's submission, from 0 to 1, with unresolved tasks as not passed. What is
    not known of times, tokens and cost is null; where `turns_told` is less than `turns`, the sums are the
    least that was used. Where tasks earn points, each agent has its rows of the tables of them too
    (plans.records.result).
    """
    points = {one.agent: one for one in result.points.agents} if result.points else {}
    return {
        "items": result.planned_projects,
        "seconds": seconds,
        "agents": {
            score.agent.name: {
                "used": score.used.model_dump(),
                "rounds": _rounds(score),
                **_points(points.get(score.agent.name)),
            }
            for score in result.agents
        },
    }


def _points(rows: AgentPoints | None) -> dict[str, JsonValue]:
    return {"points": rows.model_dump(mode="json", exclude={"agent"})} if rows else {}


def _rounds(score: AgentScore) -> list[JsonValue]:
    return [
        {
            "project_completion_rate": at.project_completion_rate.low,
            "task_pass_rate": at.task_pass_rate.low,
            "criteria_pass_rate": at.criteria_pass_rate.low,
            "unresolved": at.unresolved,
            "used": at.used.model_dump(),
        }
        for at in score.rounds
    ]


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


def kind_errors(trials: Sequence[ScoredTrial], number: int, kind: KindWord) -> KindErrors:
    """Of all tasks of a kind at a round: what was not judged counts as unresolved."""
    planned = halved = 0
    causes: Counter[str] = Counter()
    for trial in trials:
        judgement = trial.trial.judgement(number)
        for task in trial.project.criteria.tasks:
            if task.how.word() == kind:
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
    there = {task.how.word() for trial in trials for task in trial.project.criteria.tasks}
    kinds: list[KindWord] = [kind for kind in TASK_KINDS if kind in there]
    return AgentPoints(
        agent=name,
        score=_score(trials, rounds),
        by_kind={kind: _score(trials, rounds, kind) for kind in kinds},
        cost=tuple(turn_cost(trials, number) for number in numbers),
        errors=tuple({kind: kind_errors(trials, number, kind) for kind in kinds} for number in numbers),
        judging=judge_cost(trials),
    )


def _score(trials: Sequence[ScoredTrial], rounds: int, kind: KindWord | None = None) -> PointScore:
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


def _tasks(trial: ScoredTrial, kind: KindWord | None) -> list[EvaluationTask]:
    return [task for task in trial.project.criteria.tasks if kind in (None, task.how.word())]


def _gain(first: Mapping[str, Sequence[Share]], last: Mapping[str, Sequence[Share]]) -> Gain:
    """The last round less the first, by project, then the mean: what Table 3 calls enhancement."""
    ends = [(mean_bounds(last[project]), mean_bounds(first[project])) for project in first]
    return difference_interval(ends, Gain)

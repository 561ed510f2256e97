"""The result of a run: every agent's numbers, and what a published number must say beside them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean, median

from pipeline.runner.fates import is_judged
from pipeline.runner.scoring.agent import ScoredTrial, score_agent
from pipeline.runner.scoring.intervals import detectable_difference
from pipeline.runner.scoring.played import PlayedTrial
from pipeline.runner.scoring.points import point_tables
from plans.families import family_named, metrics
from plans.paths import RunPaths
from plans.plurals import count_text
from plans.records.judge_model import JudgedByModel
from plans.records.judged_round import JudgedRound
from plans.records.manner import ORDER_DEPENDENT
from plans.records.result import NEVER_SERVABLE, CanarySeen, RunResult
from plans.records.run_project import RunProject
from plans.records.run_spec import RunSpec
from plans.records.verdict import BY_POINTING, NOTHING_SERVABLE, Status, TaskVerdict

LAST_WORDS = 120
"""Characters that are told of what a program that failed said at last."""


def score_run(spec: RunSpec, projects: Sequence[RunProject], trials: Sequence[PlayedTrial]) -> RunResult:
    """The numbers of a run; `trials` holds every planned one, those that have not begun without rounds."""
    known = {project.id: project for project in projects}
    formulas = metrics(spec.suite.family)
    scored = [ScoredTrial(trial, known[trial.project], spec.play.rounds, formulas) for trial in trials]
    by_agent = {
        agent.name: [trial for trial in scored if trial.trial.agent == agent.name]
        for agent in spec.play.agents
    }
    tasks = [task for project in projects for task in project.criteria.tasks]
    return RunResult(
        run=spec,
        planned_projects=len(projects),
        planned_tasks=len(tasks),
        planned_outcomes=sum(len(task.outcomes) for task in tasks),
        agents=tuple(
            score_agent(agent, by_agent[agent.name], spec.play.rounds) for agent in spec.play.agents
        ),
        exclusions=tuple(exclusion for trial in trials for exclusion in _exclusions(trial)),
        marks=tuple(_marks(spec, trials)),
        canaries=tuple(
            CanarySeen(
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


def _exclusions(trial: PlayedTrial) -> Iterator[str]:
    for played in trial.rounds:
        if played.judgement is None and not is_judged(played.record.report):
            report = played.record.report
            place = f"{trial.project}, {trial.agent}, repeat {trial.repeat}, from round {played.number} on"
            yield f"{place}: {report.ended}" + (f" ({report.detail.strip()[:200]})" if report.detail else "")


def _marks(spec: RunSpec, trials: Sequence[PlayedTrial]) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for trial in trials:
        for played in trial.rounds:
            if not played.carried:
                counts.update({*played.record.marks, *(played.judgement.marks if played.judgement else ())})
    yield from (f"{mark}: {count_text(count, 'round')}" for mark, count in sorted(counts.items()))
    yield from _never_servable(spec, trials)
    yield from _failures(trials)
    unfinished = sum(_is_unfinished(trial, spec.play.rounds) for trial in trials)
    if unfinished:
        yield f"unfinished: {unfinished} of {count_text(len(trials), 'trial')}"
    if spec.proof.unproved:
        yield f"unproved: {len(spec.proof.unproved)} of {count_text(len(spec.suite.items), 'item')}"


def _is_unfinished(trial: PlayedTrial, rounds: int) -> bool:
    """Whether a round was not played, or was and waits for its judgement."""
    waits = any(one.judgement is None and is_judged(one.record.report) for one in trial.rounds)
    return waits or len(trial.rounds) < rounds


def _never_servable(spec: RunSpec, trials: Sequence[PlayedTrial]) -> Iterator[str]:
    for agent in spec.play.agents:
        own = [trial.rounds for trial in trials if trial.agent == agent.name]
        judged = [one.judgement for rounds in own for one in rounds if one.judgement and not one.carried]
        if agent.kind != "nop" and judged and all(NOTHING_SERVABLE in one.marks for one in judged):
            yield f"{NEVER_SERVABLE}: {count_text(len(judged), 'round')} of {agent.name}"


def _failures(trials: Sequence[PlayedTrial]) -> Iterator[str]:
    """In how many rounds whose program failed, by its exit code where that is known: all that it left was judged.

    Of the first such round it is told what the program said at last, and where all of that lies.
    """
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], str] = {}
    for trial in trials:
        for played in trial.rounds:
            report = played.record.report
            if report.ended == "agent failed" and not played.carried:
                code = re.match(r"exit code -?\d+", report.detail)
                kind = trial.agent, f", {code[0]}" if code else ""
                counts[kind] += 1
                first.setdefault(kind, _last_words(trial, played) if code else "")
    for (agent, code), count in sorted(counts.items()):
        yield f"agent failed: {count_text(count, 'round')} of {agent}{code}{first[agent, code]}"


def _last_words(trial: PlayedTrial, played: JudgedRound) -> str:
    words = played.record.report.detail.partition(": ")[2]
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

"""Judging archived hand-ins again: beside what was judged before, and without running any agent."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from pipeline.runner.judging import COUNTERFACTUAL, ENDED_EARLY, Desk, HandedIn
from pipeline.runner.progress import Progress, RoundCounter, no_progress
from pipeline.runner.reader import RunFolder
from pipeline.runner.schedule import run_all
from pipeline.runner.seeding import judge_seed
from plans.contracts import Judge, JudgedRound
from plans.files import write_record
from plans.locks import held
from plans.paths import JudgementPaths, RunPaths
from plans.records.criteria import Criteria
from plans.records.run import RunResult
from plans.records.verdict import Judgement, Status


async def rejudge_run(
    paths: RunPaths, judge: Judge, *, jobs: int = 2, progress: Progress = no_progress
) -> RunResult:
    """Judge every archived hand-in of a run with another judge and write `RESULT-<judge digest>.json`.

    The criteria are those that the run was made with. Feedback stays what it was, so a round that followed on a verdict
    which this judge does not share is marked counterfactual. What this judge has judged already is kept, unless it
    failed then. Raises Busy and what the judge raises.
    """
    with held(paths.lock):
        reader = RunFolder(paths)
        desk = Desk(judge, paths, retries=True)
        criteria = {project.id: project.criteria for project in reader.projects()}
        trials = reader.trials()
        counter = RoundCounter(planned=len(trials) * reader.spec().rounds, progress=progress)
        await run_all(
            [partial(_rejudge_trial, desk, reader, trial, criteria, counter.of(*trial)) for trial in trials],
            jobs,
        )
        result = RunFolder(paths, judge.digest).result()
        write_record(paths.result_by(judge.digest), result)
    return result


async def _rejudge_trial(
    desk: Desk,
    reader: RunFolder,
    trial: tuple[str, str, int],
    criteria: Mapping[str, Criteria],
    round_done: Callable[[int], None],
) -> None:
    project, _, repeat = trial
    rounds = reader.rounds(*trial)
    seed = judge_seed(reader.spec().random_seed, project, repeat)
    has_changed = False
    for played in rounds:
        if played.judgement is not None and not played.carried:
            hand_in = HandedIn(project, criteria[project], played.record.hand_in_digest, seed)
            judgement = await desk.judged(hand_in, desk.run.trial(*trial).round(played.number))
            was_counterfactual = has_changed
            has_changed = has_changed or _statuses(judgement) != _statuses(played.judgement)
            ended_early = has_changed and _is_followed_by_carried(played, rounds)
            _mark(desk, trial, played.number, judgement, was_counterfactual, ended_early)
        round_done(played.number)
    round_done(reader.spec().rounds)


def _mark(
    desk: Desk,
    trial: tuple[str, str, int],
    number: int,
    judgement: Judgement,
    counterfactual: bool,
    early: bool,
) -> None:
    added = [
        mark
        for mark, holds in ((COUNTERFACTUAL, counterfactual), (ENDED_EARLY, early))
        if holds and mark not in judgement.marks
    ]
    if added:
        place = JudgementPaths(desk.run.trial(*trial).round(number).judgement(desk.judge.digest))
        write_record(place.record, judgement.model_copy(update={"marks": (*judgement.marks, *added)}))


def _statuses(judgement: Judgement) -> dict[str, Status]:
    return {task.task: task.status for task in judgement.tasks}


def _is_followed_by_carried(played: JudgedRound, rounds: Sequence[JudgedRound]) -> bool:
    return any(later.carried for later in rounds[played.number :])

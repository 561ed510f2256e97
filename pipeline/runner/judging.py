"""A hand-in is judged, or an earlier judgement of the same hand-in is taken over."""

import os
import shutil
from datetime import UTC, datetime

from pipeline.runner.context import RunContext
from pipeline.runner.fates import tried_twice
from pipeline.runner.reuse import JudgedKey, Source
from plans.contracts import Judge
from plans.digests import graded_digest
from plans.files import read_record, storage_errors, write_record
from plans.paths import JudgementPaths, RoundPaths, RunPaths
from plans.records.criteria import Criteria
from plans.records.verdict import Judgement, JudgementTimes, OutcomeVerdict, Status, TaskVerdict

REUSED = "reused"
"""Mark of a judgement that was taken over from an equal hand-in."""
JUDGE_FAILED = "judge failed"
"""Mark of a judgement that says nothing, because the judge failed twice."""


async def judged(
    context: RunContext,
    judge: Judge,
    item: str,
    criteria: Criteria,
    hand_in_digest: str,
    seed: int,
    round: RoundPaths,
) -> Judgement:
    """The judgement of an archived hand-in, written to the round's folder; read from there when it was made before."""
    place = JudgementPaths(round.judgement(judge.digest))
    key = JudgedKey(item, hand_in_digest, seed)
    if place.record.exists():
        judgement = read_record(place.record, Judgement)
        _note(context, key, judgement, place)
        return judgement
    async with context.judged.lock(key):
        source = context.judged.find(key)
        if source is not None:
            return _taken_over(source, place)
        judgement = await _made(context.paths, judge, item, criteria, hand_in_digest, seed, place)
        _note(context, key, judgement, place)
        return judgement


def _note(context: RunContext, key: JudgedKey, judgement: Judgement, place: JudgementPaths) -> None:
    if JUDGE_FAILED not in judgement.marks:
        context.judged.note(key, Source(judgement, place))


async def _made(
    run: RunPaths,
    judge: Judge,
    item: str,
    criteria: Criteria,
    hand_in_digest: str,
    seed: int,
    place: JudgementPaths,
) -> Judgement:
    hand_in = run.archived(hand_in_digest).files
    started = datetime.now(UTC)

    async def attempt() -> Judgement:
        # Pictures of an attempt that was cut short would stand beside verdicts that they do not belong to.
        shutil.rmtree(place.evidence, ignore_errors=True)
        return await judge.judge(item, hand_in, criteria, evidence=place.evidence, random_seed=seed)

    answer = await tried_twice(attempt)
    judgement = _undecided(judge, item, criteria, answer) if isinstance(answer, Exception) else answer
    judgement = judgement.model_copy(update={"hand_in_digest": hand_in_digest})
    write_record(place.times, JudgementTimes(started=started, ended=datetime.now(UTC)))
    write_record(place.record, judgement)
    return judgement


def _taken_over(source: Source, place: JudgementPaths) -> Judgement:
    with storage_errors(place.root):
        shutil.rmtree(place.evidence, ignore_errors=True)
        if source.paths.evidence.is_dir():
            shutil.copytree(source.paths.evidence, place.evidence, copy_function=os.link)
    marks = (*(mark for mark in source.judgement.marks if mark != REUSED), REUSED)
    judgement = source.judgement.model_copy(update={"marks": marks, "seconds": 0.0, "browser_seconds": 0.0})
    write_record(place.record, judgement)
    return judgement


def _undecided(judge: Judge, item: str, criteria: Criteria, error: Exception) -> Judgement:
    """Every task unresolved, with the reason: the judge failed, and that is not the hand-in's doing."""
    reason = f"The judge failed twice: {type(error).__name__}: {error}"
    return Judgement(
        item=item,
        graded_digest=graded_digest(criteria),
        hand_in_digest="",
        judge=judge.name,
        judge_digest=judge.digest,
        tasks=tuple(
            TaskVerdict(
                task=task.id,
                status=Status.UNRESOLVED,
                reason=reason,
                outcomes=tuple(
                    OutcomeVerdict(outcome=outcome.id, status=Status.UNRESOLVED, reason=reason)
                    for outcome in task.outcomes
                ),
            )
            for task in criteria.tasks
        ),
        marks=(JUDGE_FAILED,),
    )

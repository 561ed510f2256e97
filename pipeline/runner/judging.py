"""A hand-in is judged, or an earlier judgement of the same hand-in is taken over."""

import os
import shutil
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import NamedTuple

from pipeline.runner.archive import cut
from pipeline.runner.archived import archived
from pipeline.runner.fates import told, tried
from pipeline.runner.place import refuse_links
from pipeline.runner.reading import read_judgement
from pipeline.runner.reuse import Judged, JudgedKey, Source
from plans.clearing import clear
from plans.contracts.judging import Judge
from plans.digests import graded_digest, record_digest, value_digest
from plans.files import read_record, storage_errors, write_record
from plans.grading import sealed
from plans.paths import JudgementPaths, RoundPaths, RunPaths
from plans.records.criteria import Criteria
from plans.records.findings import Finding
from plans.records.hand_in import HandIn
from plans.records.judging import JudgeRequest
from plans.records.prd import PRD
from plans.records.project import Grader
from plans.records.run_spec import Interface
from plans.records.verdict import Judgement, JudgementTimes, OutcomeVerdict, Status, TaskVerdict

REUSED = "reused"
"""Mark of a judgement that was taken over from an equal hand-in."""
COUNTERFACTUAL = "counterfactual"
"""Mark of a judgement whose round would have begun otherwise, had this judge decided the rounds before."""
ENDED_EARLY = "ended early by other verdicts"
"""Mark of a judgement after which the trial went no further because another judge had found nothing wrong."""
OF_ITS_PLACE = frozenset({REUSED, COUNTERFACTUAL, ENDED_EARLY})
"""Marks that say where a judgement stands, and so do not come along when it is taken over."""
JUDGE_FAILED = "judge failed"
"""Mark of a judgement that says nothing, because the judge failed each time."""


class Graded(NamedTuple):
    """What decides the verdicts of an item."""

    criteria: Criteria
    grader: Grader
    prd: PRD | None = None
    """What says how commands are called; with a free interface judges go by it."""

    @property
    def digest(self) -> str:
        return graded_digest(self.criteria, self.grader)


class HandedIn(NamedTuple):
    """An archived hand-in that is to be judged."""

    item: str
    graded: Graded
    digest: str
    judge_seed: int
    before: Judgement | None = None
    """Of the round before in the same trial."""


@dataclass(frozen=True)
class RunJudge:
    """A judge, the run whose hand-ins it judges, and what it has judged so far."""

    judge: Judge
    run: RunPaths
    known: Judged = field(default_factory=Judged)
    interface: Interface = "fixed"
    """Of the run."""
    retries: bool = False
    """Whether a judgement is made once more that says nothing, because the judge failed, or was made in a sandbox that
    is another by now."""

    async def judged(self, hand_in: HandedIn, round: RoundPaths) -> Judgement:
        """The judgement, written to the round's folder; read from there when it was made before.

        InvalidFile where the judgement that is there is about something else, or the archive holds another hand-in;
        RunMismatch where a link leads out of the run.
        """
        place = JudgementPaths(round.judgement(self.judge.digest))
        known = {task: record_digest(finding) for task, finding in _findings(hand_in.before).items()}
        key = JudgedKey(hand_in.item, hand_in.digest, hand_in.judge_seed, value_digest(dict(known)))
        refuse_links(place.evidence, self.run)
        there = self._read(place, hand_in)
        if there is not None and not (self.retries and self._is_void(there)):
            self._note(key, there, place)
            return there
        if there is not None:
            _set_aside(place)
        self.known.made += 1
        async with self.known.lock(key):
            source = self.known.find(key)
            if source is not None:
                return _taken_over(source, place)
            judgement = await _made(self, hand_in, place)
            self._note(key, judgement, place)
            return judgement

    def _read(self, place: JudgementPaths, hand_in: HandedIn) -> Judgement | None:
        if not place.record.exists():
            return None
        asked = {
            "item": hand_in.item,
            "graded_digest": hand_in.graded.digest,
            "hand_in_digest": hand_in.digest,
            "judge_digest": self.judge.digest,
        }
        return read_judgement(place.record, asked, hand_in.graded.criteria)

    def _is_void(self, there: Judgement) -> bool:
        return JUDGE_FAILED in there.marks or there.sandbox_digest not in ("", self.judge.sandbox_digest)

    def _note(self, key: JudgedKey, judgement: Judgement, place: JudgementPaths) -> None:
        if JUDGE_FAILED not in judgement.marks:
            self.known.note(key, Source(judgement, place))


def _set_aside(place: JudgementPaths) -> None:
    """Keep a judgement that failed, or holds no more, beside the one that is made in its stead."""
    number = next(number for number in count(1) if not place.failed(number).exists())
    with storage_errors(place.root):
        place.record.rename(place.failed(number))


async def _made(run_judge: RunJudge, hand_in: HandedIn, place: JudgementPaths) -> Judgement:
    judge = run_judge.judge
    kept = archived(run_judge.run, hand_in.digest)
    request = JudgeRequest(
        item=hand_in.item,
        hand_in=kept.files,
        left_out=cut(read_record(kept.record, HandIn)),
        criteria=hand_in.graded.criteria,
        evidence=place.evidence,
        random_seed=hand_in.judge_seed,
        before=_findings(hand_in.before),
        interface=run_judge.interface,
        prd=hand_in.graded.prd if run_judge.interface == "free" else None,
    )
    started = datetime.now(UTC)

    async def attempt() -> Judgement:
        # Pictures of an attempt that was cut short would stand beside verdicts that they do not belong to.
        clear(place.evidence)
        with sealed(hand_in.graded.grader) as grader:
            return await judge.judge(request.model_copy(update={"grader": grader}))

    answer = await tried(attempt)
    judgement = _undecided(judge, hand_in, answer) if isinstance(answer, Exception) else answer
    judgement = judgement.model_copy(update={"hand_in_digest": hand_in.digest})
    write_record(place.times, JudgementTimes(started=started, ended=datetime.now(UTC)))
    write_record(place.record, judgement)
    return judgement


def _findings(judgement: Judgement | None) -> dict[str, Finding]:
    """How tasks were gone about that passed in another way than the usual one."""
    tasks = judgement.tasks if judgement else ()
    return {verdict.task: verdict.finding for verdict in tasks if verdict.finding}


def _taken_over(source: Source, place: JudgementPaths) -> Judgement:
    """The judgement with its times, so that what an agent took to judge does not depend on who came first."""
    with storage_errors(place.root):
        if place.evidence.is_dir():
            shutil.rmtree(place.evidence)
        if source.paths.evidence.is_dir():
            shutil.copytree(source.paths.evidence, place.evidence, copy_function=os.link)
    marks = (*(mark for mark in source.judgement.marks if mark not in OF_ITS_PLACE), REUSED)
    judgement = source.judgement.model_copy(update={"marks": marks})
    write_record(place.record, judgement)
    return judgement


def _undecided(judge: Judge, hand_in: HandedIn, error: Exception) -> Judgement:
    """Every task unresolved, with the reason: the judge failed, and that is not the hand-in's doing."""
    reason = f"The judge failed each time: {told(error)}"
    return Judgement(
        item=hand_in.item,
        graded_digest=hand_in.graded.digest,
        hand_in_digest=hand_in.digest,
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
            for task in hand_in.graded.criteria.tasks
        ),
        marks=(JUDGE_FAILED,),
    )

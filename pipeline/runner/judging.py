"""Judges a submission, or takes over an earlier judgement of the same submission."""

import asyncio
import os
import shutil
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count, takewhile
from pathlib import Path
from typing import NamedTuple

from pipeline.runner.archive import archive, archived, cut, was_cut
from pipeline.runner.driver import describe, with_retry
from pipeline.runner.run_records import read_judgement, refuse_links
from plans.contracts.runs import Judge
from plans.digests import graded_digest, record_digest, value_digest
from plans.errors import AuthorError, Event, event_of, needs_rejudging, verdicts_to_rejudge
from plans.files import clear, read_own_record, read_record, storage_errors, write_record
from plans.items import read_grader, sealed
from plans.paths import JudgementPaths, RoundPaths, RunPaths
from plans.records.app_map import Finding
from plans.records.criteria import Criteria
from plans.records.marks import Mark, MarkCode
from plans.records.project import Grader
from plans.records.run import Interface, Submission
from plans.records.specification import PRD
from plans.records.verdict import (
    Judgement,
    JudgementTimes,
    JudgeRequest,
    OutcomeVerdict,
    Status,
    TaskVerdict,
    World,
)
from plans.scratch import scratch


class JudgedKey(NamedTuple):
    """What decides a judgement; judge and criteria are one per run and item."""

    item: str
    submission_digest: str
    judge_seed: int
    before: str
    """Digest of what the round before had found out, which is where the judge begins."""


class JudgementSource(NamedTuple):
    """A judgement and where it lies."""

    judgement: Judgement
    paths: JudgementPaths


class Judged:
    """The judgements of a run so far; two trials with the same submission wait for each other."""

    def __init__(self) -> None:
        self._known: dict[JudgedKey, JudgementSource] = {}
        self._locks: defaultdict[JudgedKey, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.made = 0
        """Judgements that were written now, and did not stand already."""

    def lock(self, key: JudgedKey) -> asyncio.Lock:
        """Held while such a submission is judged."""
        return self._locks[key]

    def find(self, key: JudgedKey) -> JudgementSource | None:
        """An earlier judgement, or None."""
        return self._known.get(key)

    def note(self, key: JudgedKey, source: JudgementSource) -> None:
        """Remember a judgement."""
        self._known.setdefault(key, source)


OF_ITS_PLACE = frozenset({MarkCode.REUSED, MarkCode.COUNTERFACTUAL, MarkCode.ENDED_EARLY})
"""Marks that say where a judgement stands, and so do not come along when it is taken over."""
KEPT = frozenset({MarkCode.COUNTERFACTUAL, MarkCode.ENDED_EARLY})
"""Those of them that a judgement has from the one in whose stead it is made."""


class Graded(NamedTuple):
    """What decides the verdicts of an item."""

    criteria: Criteria
    grader: Grader
    prd: PRD | None = None
    """What says how commands are called; with a free interface judges go by it."""

    @property
    def digest(self) -> str:
        return graded_digest(self.criteria, self.grader)


class ArchivedSubmission(NamedTuple):
    """An archived submission that is to be judged."""

    item: str
    graded: Graded
    digest: str
    judge_seed: int
    before: Judgement | None = None
    """Of the round before in the same trial."""


@dataclass(frozen=True)
class RunJudge:
    """A judge, the run whose submissions it judges, and what it has judged so far."""

    judge: Judge
    run: RunPaths
    known: Judged = field(default_factory=Judged)
    interface: Interface = "fixed"
    """Of the run."""
    is_rejudging: bool = False
    """Whether a judgement is made again, too, that was made in a sandbox which is another by now."""

    async def judged(self, submission: ArchivedSubmission, round: RoundPaths) -> Judgement:
        """The judgement, written to the round's folder; read from there when it was made before.

        One with verdicts that the judge or this machine left undecided is set aside and made again, and is never taken
        over for an equal submission. InvalidFile where the judgement that is there is about something else, or the
        archive holds another submission; RunMismatch where a link leads out of the run.
        """
        place = JudgementPaths(round.judgement(self.judge.digest))
        known = {task: record_digest(finding) for task, finding in _findings(submission.before).items()}
        known |= {
            f"binding {one.target}": record_digest(one)
            for one in (submission.before.bindings if submission.before else ())
        }
        key = JudgedKey(submission.item, submission.digest, submission.judge_seed, value_digest(dict(known)))
        there = self.made(submission, round)
        if there is not None and not self._is_to_be_made_again(there):
            self._note(key, there, place)
            return there
        self.known.made += 1
        async with self.known.lock(key):
            source = self.known.find(key)
            if source is not None:
                judgement = _taken_over(source, place)
            else:
                judgement = await _made(self, submission, place)
                self._note(key, judgement, place)
            return self.mark(round, judgement, {mark.code for mark in there.marks} & KEPT if there else ())

    def mark(self, round: RoundPaths, judgement: Judgement, codes: Collection[MarkCode]) -> Judgement:
        """The round's judgement with these marks too, also in its file."""
        added = [Mark(code=code) for code in sorted(codes) if not judgement.has(code)]
        if not added:
            return judgement
        marked = judgement.model_copy(update={"marks": (*judgement.marks, *added)})
        write_record(JudgementPaths(round.judgement(self.judge.digest)).record, marked)
        return marked

    def made(self, submission: ArchivedSubmission, round: RoundPaths) -> Judgement | None:
        """The judgement in the round's folder; None: it was not judged. InvalidFile and RunMismatch as `judged`."""
        place = JudgementPaths(round.judgement(self.judge.digest))
        refuse_links(place.evidence, self.run)
        if not place.record.exists():
            return None
        asked = {
            "item": submission.item,
            "graded_digest": submission.graded.digest,
            "submission_digest": submission.digest,
            "judge_digest": self.judge.digest,
        }
        return read_judgement(place.record, asked, submission.graded.criteria)

    def _is_to_be_made_again(self, there: Judgement) -> bool:
        is_of_another_sandbox = there.sandbox_digest not in ("", self.judge.sandbox_digest)
        return bool(verdicts_to_rejudge(there)) or (self.is_rejudging and is_of_another_sandbox)

    def _note(self, key: JudgedKey, judgement: Judgement, place: JudgementPaths) -> None:
        if not verdicts_to_rejudge(judgement):
            self.known.note(key, JudgementSource(judgement, place))


def decides_otherwise(judgement: Judgement, earlier: Judgement) -> bool:
    """Whether verdicts differ; one that has to be made again decides nothing."""
    before = {task.task: task.status for task in earlier.tasks}
    return any(
        not needs_rejudging(task.event) and task.status is not before[task.task] for task in judgement.tasks
    )


def _unusable_answers(place: JudgementPaths) -> dict[str, int]:
    """Task → how many judgements there were in which the answers of a model could not be used for it."""
    aside = takewhile(Path.exists, map(place.failed, count(1)))
    return Counter(
        verdict.task
        for path in (*aside, *([place.record] if place.record.exists() else ()))
        for verdict in verdicts_to_rejudge(read_own_record(path, Judgement))
        if verdict.event is Event.ANSWER_UNUSABLE
    )


def _write(place: JudgementPaths, judgement: Judgement) -> None:
    """Write the judgement; one in whose stead it was made, undecided or no longer valid, is kept beside it."""
    if place.record.exists():
        number = next(number for number in count(1) if not place.failed(number).exists())
        with storage_errors(place.root):
            # Not renamed: a run that is killed here must find what it has to make again.
            os.link(place.record, place.failed(number))
    write_record(place.record, judgement)


async def _made(run_judge: RunJudge, submission: ArchivedSubmission, place: JudgementPaths) -> Judgement:
    judge = run_judge.judge
    kept = archived(run_judge.run, submission.digest)
    request = JudgeRequest(
        item=submission.item,
        submission=kept.files,
        left_out=cut(read_record(kept.record, Submission)),
        criteria=submission.graded.criteria,
        evidence=place.evidence,
        random_seed=submission.judge_seed,
        unusable_answers=_unusable_answers(place),
        before=_findings(submission.before),
        world=World.OPEN,
        bindings=submission.before.bindings if submission.before else (),
        interface=run_judge.interface,
        prd=submission.graded.prd if run_judge.interface == "free" else None,
    )
    started = datetime.now(UTC)

    async def attempt() -> Judgement:
        # Pictures of an attempt that was cut short would stand beside verdicts that they do not belong to.
        clear(place.evidence)
        with sealed(submission.graded.grader) as grader:
            return await judge.judge(request.model_copy(update={"grader": grader}))

    answer = await with_retry(attempt)
    judgement = _undecided(judge, submission, answer) if isinstance(answer, Exception) else answer
    judgement = judgement.model_copy(update={"submission_digest": submission.digest})
    write_record(place.times, JudgementTimes(started=started, ended=datetime.now(UTC)))
    _write(place, judgement)
    return judgement


def _findings(judgement: Judgement | None) -> dict[str, Finding]:
    """How tasks were gone about that passed in another way than the usual one."""
    tasks = judgement.tasks if judgement else ()
    return {verdict.task: verdict.finding for verdict in tasks if verdict.finding}


def _taken_over(source: JudgementSource, place: JudgementPaths) -> Judgement:
    """The judgement with its times, so that what an agent took to judge does not depend on who came first."""
    with storage_errors(place.root):
        if place.evidence.is_dir():
            shutil.rmtree(place.evidence)
        if source.paths.evidence.is_dir():
            shutil.copytree(source.paths.evidence, place.evidence, copy_function=os.link)
    kept = (mark for mark in source.judgement.marks if mark.code not in OF_ITS_PLACE)
    marks = (*kept, Mark(code=MarkCode.REUSED))
    judgement = source.judgement.model_copy(update={"marks": marks})
    _write(place, judgement)
    return judgement


def _undecided(judge: Judge, submission: ArchivedSubmission, error: Exception) -> Judgement:
    """Every task unresolved, with reason and event: the judge failed, and that is not the submission's doing."""
    reason = f"The judge failed each time: {describe(error)}"
    event = event_of(error)
    return Judgement(
        item=submission.item,
        graded_digest=submission.graded.digest,
        submission_digest=submission.digest,
        judge=judge.name,
        judge_digest=judge.digest,
        tasks=tuple(
            TaskVerdict(
                task=task.id,
                status=Status.UNRESOLVED,
                reason=reason,
                event=event,
                outcomes=tuple(
                    OutcomeVerdict(outcome=outcome.id, status=Status.UNRESOLVED, reason=reason)
                    for outcome in task.outcomes
                ),
            )
            for task in submission.graded.criteria.tasks
        ),
    )


async def judge_folder(judge: Judge, request: JudgeRequest) -> Judgement:
    """Judge a copy of the request's folder, made as submissions are archived: links are not followed. The
    grader's files are copied too.

    What could not be copied is marked. Raises AuthorError when there is no such folder, InvalidFile where the
    grader's files cannot be read, and what the judge raises.
    """
    folder = request.submission
    if not folder.is_dir():
        raise AuthorError(
            f"{folder} is no folder, so there is nothing to judge. Name the folder that holds the app."
        )
    with scratch("judge") as folder_of_run:
        run = RunPaths(folder_of_run)
        submission = archive(folder.resolve(), run)
        files = run.archived(submission.digest).files
        with sealed(read_grader(request.grader) if request.grader else {}) as grader:
            copies = {"submission": files, "grader": grader, "left_out": cut(submission)}
            judgement = await judge.judge(request.model_copy(update=copies))
    marks = (*judgement.marks, Mark(code=MarkCode.SUBMISSION_CUT)) if was_cut(submission) else judgement.marks
    return judgement.model_copy(update={"submission_digest": submission.digest, "marks": marks})

"""A run of solvers: every one is asked every instance, and the answers are scored."""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import JsonValue

from pipeline.runner.reader import write_usage
from pipeline.runner.run_records import RunClock
from pipeline.solving.planning import Entrant, Scorers
from pipeline.solving.reader import Answering, AnswerProgress, ScoredRunFolder, no_answer_progress
from pipeline.solving.run_folder import AnswerFile, open_scored_run, write_lines
from pipeline.solving.suite import InstanceSuite
from plans.contracts.instances import Answered, AnswerJudge, InstanceFamily
from plans.errors import AuthorError, BenchwrightError, BudgetError, EndpointFailed, first_of
from plans.files import held, write_record, write_text
from plans.paths import RunPaths
from plans.plain_text import count_text
from plans.records.instance import AnswerMark, AnswerQuestion, Evaluated, Instance, Response
from plans.records.run import RunTimes
from plans.records.scored_run import DecidedCheck, ScoredAnswer, ScoredResult, ScoredRun, SplitScore

FAILURES_IN_A_ROW = 20
"""Answers of one solver that fail one after another, with none between, after which the rest is left for later: an
endpoint that is down would have each of thousands wait through all its tries."""


@dataclass(frozen=True)
class WantedAnswer:
    """One answer that is to be asked for."""

    entrant: Entrant
    repeat: int
    instance: Instance
    file: AnswerFile


class SolvingSession:
    """All that one session asks."""

    def __init__(
        self, suite: InstanceSuite, entrants: Sequence[Entrant], paths: RunPaths, repeats: int
    ) -> None:
        """Read what is there; raises InvalidFile."""
        self._media: Mapping[str, Path] = suite.media
        self._instances = {one.id: one for one in suite.instances}
        self._in_a_row: dict[str, int] = {}
        ids = list(self._instances)
        self.files = {
            (entrant.spec.name, repeat): AnswerFile(paths.responses_of(entrant.spec.name, repeat), ids)
            for entrant in entrants
            for repeat in range(1, repeats_of(entrant, repeats) + 1)
        }
        self._entrants = {entrant.spec.name: entrant for entrant in entrants}
        self.planned = len(ids) * len(self.files)
        self._done = self.planned - sum(len(file.waiting()) for file in self.files.values())

    async def ask_all(self, jobs: int, progress: AnswerProgress) -> None:
        """Ask for every answer that is not there, at most `jobs` at a time, and keep each; what is kept is on disk
        when it ends, however it ends.

        Raises BudgetError, EndpointRefused, NotInJournal, AuthorError for a plug-in that fails, and StorageFailed; an
        answer that could not be had is kept as such.
        """
        pieces = self._pieces()
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(jobs):
                    group.create_task(self._work(pieces, progress))
        except ExceptionGroup as errors:
            raise first_of(errors) from None
        finally:
            for file in self.files.values():
                file.write()

    def _pieces(self) -> Iterator[WantedAnswer]:
        """A solver and repeat after the other, so that what is stopped is whole as far as it has got."""
        for (name, repeat), file in self.files.items():
            for id in file.waiting():
                yield WantedAnswer(self._entrants[name], repeat, self._instances[id], file)

    async def _work(self, pieces: Iterator[WantedAnswer], progress: AnswerProgress) -> None:
        for piece in pieces:
            name = piece.entrant.spec.name
            if self._in_a_row.get(name, 0) >= FAILURES_IN_A_ROW:
                continue
            response = await self._answer(piece)
            self._in_a_row[name] = self._in_a_row.get(name, 0) + 1 if response.failed else 0
            piece.file.add(response)
            self._done += not response.failed
            progress(Answering(name, piece.repeat, "answers", self._done, self.planned))

    async def _answer(self, piece: WantedAnswer) -> Response:
        media = {digest: self._media[digest] for digest in piece.instance.media}
        spec = piece.entrant.spec
        shown = piece.instance.shown() if spec.kind == "plug-in" else piece.instance
        try:
            response = await piece.entrant.solver.solve(shown, media, piece.repeat)
        except EndpointFailed as error:
            return Response(instance=piece.instance.id, text="", failed=str(error))
        except BenchwrightError:
            raise
        # Whatever a plug-in's own code raises is for its author to mend; of ours it is a defect, and shown as one.
        except Exception as error:
            if spec.kind != "plug-in":
                raise
            raise AuthorError(
                f"Solver {spec.name!r} failed on instance {piece.instance.id!r} with {type(error).__name__}: {error}. "
                "Nothing stands in for its answer: correct it, and give the same command again."
            ) from error
        if response.instance != piece.instance.id:
            raise AuthorError(
                f"Solver {spec.name!r} was asked instance {piece.instance.id!r} and answered {response.instance!r}, so "
                "its answers would be mixed. Correct it."
            )
        return response


def repeats_of(entrant: Entrant, repeats: int) -> int:
    """How often a solver is asked each instance: a baseline once."""
    return 1 if entrant.spec.is_baseline else repeats


@dataclass
class OpenAnswer:
    """An answer with checks that are unresolved."""

    solver: str
    repeat: int
    instance: Instance
    text: str
    evaluated: Evaluated
    decided: dict[str, DecidedCheck] = field(default_factory=dict[str, DecidedCheck])


async def decide_all(
    judge: AnswerJudge, answers: Sequence[OpenAnswer], jobs: int, progress: AnswerProgress
) -> Sequence[str]:
    """Put to each answer what the judge says of its open questions, at most `jobs` at a time; tells of each that could
    not be had, as an endpoint failed, why. Raises BudgetError, EndpointRefused and NotInJournal.
    """
    pieces = [(answer, question) for answer in answers for question in answer.evaluated.open]
    waiting = iter(pieces)
    failures: list[str] = []
    done = 0

    async def work(queue: Iterator[tuple[OpenAnswer, AnswerQuestion]]) -> None:
        nonlocal done
        for answer, question in queue:
            try:
                said = await judge.decide(answer.instance, answer.text, question)
            except EndpointFailed as error:
                failures.append(str(error))
                said = DecidedCheck(holds=None, reason=str(error))
            answer.decided[question.check] = said
            done += 1
            progress(Answering(answer.solver, answer.repeat, "judging", done, len(pieces)))

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(jobs):
                group.create_task(work(waiting))
    except ExceptionGroup as errors:
        raise first_of(errors) from None
    return failures


def with_decisions(answer: OpenAnswer) -> Evaluated:
    """What the answer scores with what was decided; a check of which the judge could not say stays unresolved."""
    marks = {
        check: AnswerMark.PASSED if said.holds else AnswerMark.FAILED
        for check, said in answer.decided.items()
        if said.holds is not None
    }
    seen = answer.evaluated
    return seen.model_copy(
        update={
            "checks": {check: marks.get(check, mark) for check, mark in seen.checks.items()},
            "apart": {check: marks.get(check, mark) for check, mark in seen.apart.items()},
            "open": tuple(one for one in seen.open if one.check not in marks),
        }
    )


async def evaluated(
    family: InstanceFamily, instances: Mapping[str, Instance], responses: Sequence[Response], variant: str
) -> list[Evaluated]:
    """Of each response, in order; raises what InstanceFamily does."""
    asked = [
        Answered(instances[one.instance], "" if one.failed or one.declined else one.text) for one in responses
    ]
    found = await family.evaluate(asked, variant)
    return [
        _unresolved(score) if response.failed else score
        for response, score in zip(responses, found, strict=True)
    ]


def _unresolved(score: Evaluated) -> Evaluated:
    """The same checks, with none of those that apply decided."""
    return Evaluated(
        answer="",
        checks={check: _open(mark) for check, mark in score.checks.items()},
        groups=score.groups,
        apart={check: _open(mark) for check, mark in score.apart.items()},
    )


def _open(mark: AnswerMark) -> AnswerMark:
    return mark if mark is AnswerMark.NOT_APPLIED else AnswerMark.UNRESOLVED


def write_summary(path: Path, result: ScoredResult, times: RunTimes) -> None:
    """Write `instances` by split, `seconds` of work and, per solver, what it used and its rates on each split.

    Rates are from 0 to 1, with unresolved as not passed. What is not known of times, tokens and cost is null.
    """
    summary: JsonValue = {
        "instances": dict(result.planned),
        "seconds": None if times.worked is None else round(times.worked, 1),
        "solvers": {
            score.solver.name: {
                "used": score.used.model_dump(),
                "splits": {one.split: _rates(one) for one in score.splits},
            }
            for score in result.solvers
        },
    }
    write_text(path, json.dumps(summary, indent=1, ensure_ascii=False) + "\n")


def _rates(one: SplitScore) -> JsonValue:
    return {
        "pass_all": one.whole.pass_all.low,
        "fraction_passed": one.whole.fraction_passed.low,
        "refusal": one.whole.refusal.low,
        "best": one.repeats.best.low,
        "worst": one.repeats.worst.low,
        "majority": one.repeats.majority.low,
        "standard_deviation": one.repeats.standard_deviation,
        "unresolved": one.failed + one.missing + one.undecided,
    }


async def score_suite(
    spec: ScoredRun,
    suite: InstanceSuite,
    entrants: Sequence[Entrant],
    scorers: Scorers,
    paths: RunPaths,
    *,
    jobs: int = 8,
    progress: AnswerProgress = no_answer_progress,
) -> ScoredResult:
    """Ask what is not answered yet, score all answers, and write RESULT.json and summary.json.

    A run that was interrupted, even by SIGKILL, goes on where it was: what was answered is never asked again, and a
    model's reply never paid for twice. An answer that could not be had is unresolved, and asked for again by the same
    call. Raises Busy, RunMismatch, InvalidFile and StorageFailed; what the family and the solvers raise; and
    BudgetError when the budget is used up.
    """
    with held(paths.lock):
        await open_scored_run(paths, spec, suite, scorers.family)
        clock = RunClock(paths)
        asking = SolvingSession(suite, entrants, paths, spec.play.repeats)
        try:
            try:
                await asking.ask_all(jobs, progress)
            except BudgetError:
                # The numbers so far, which were paid for.
                await _score(spec, suite, replace(scorers, judge=None), asking, paths, jobs, progress)
                write_usage(paths, scorers.model)
                write_scored_result(paths)
                raise
            clock.note()
            undecided = await _score(spec, suite, scorers, asking, paths, jobs, progress)
        finally:
            write_usage(paths, scorers.model)
        clock.stop()
        result = write_scored_result(paths)
        if undecided:
            raise EndpointFailed(
                f"{count_text(len(undecided), 'question')} about answers got no reply, the first as {undecided[0]} The "
                f"numbers in {paths.result} count these checks as unresolved; the same command asks for them again."
            )
        return result


def write_scored_result(paths: RunPaths) -> ScoredResult:
    """Draw the numbers from what lies in the folder, and write RESULT.json and summary.json."""
    reader = ScoredRunFolder(paths)
    result = reader.result()
    write_record(paths.result, result)
    write_summary(paths.summary, result, reader.times())
    return result


async def _score(
    spec: ScoredRun,
    suite: InstanceSuite,
    scorers: Scorers,
    asking: SolvingSession,
    paths: RunPaths,
    jobs: int,
    progress: AnswerProgress,
) -> Sequence[str]:
    """Write what every answer scores; tells why questions about some got no reply."""
    instances: Mapping[str, Instance] = {one.id: one for one in suite.instances}
    found: dict[tuple[str, int], list[OpenAnswer]] = {}
    for (name, repeat), file in asking.files.items():
        responses: list[Response] = [file.kept[id] for id in instances if id in file.kept]
        scores = await evaluated(scorers.family, instances, responses, spec.metering.variant)
        found[name, repeat] = [
            OpenAnswer(name, repeat, instances[response.instance], response.text, score)
            for response, score in zip(responses, scores, strict=True)
        ]
    undecided: Sequence[str] = ()
    if scorers.judge is not None:
        still_open = [one for answers in found.values() for one in answers if one.evaluated.open]
        undecided = await decide_all(scorers.judge, still_open, jobs, progress)
    for (name, repeat), answers in found.items():
        write_lines(
            paths.scores_of(name, repeat),
            (
                ScoredAnswer(instance=one.instance.id, evaluated=with_decisions(one), decided=one.decided)
                for one in answers
            ),
        )
    return undecided

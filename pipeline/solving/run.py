"""A run of solvers: every one is asked every instance, and the answers are scored."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, cast

from pydantic import JsonValue

from pipeline.runner.driver import no_progress, run_all
from pipeline.runner.run_folder import (
    RunClock,
    begin_run,
    differing_settings,
    refuse_other_run,
    used_models,
    write_usage,
)
from pipeline.solving.planning import FILE_LIMIT, Entrant, InstanceSuite, Scorers, repeats_of
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.scoring import applied_of
from plans.contracts.instances import Answered, AnswerJudge, InstanceFamily
from plans.dialect import load_yaml
from plans.errors import (
    AuthorError,
    BenchwrightError,
    BudgetError,
    EndpointFailed,
    InvalidFile,
)
from plans.files import (
    YAML_LIMIT,
    held,
    read_bytes,
    read_lines,
    read_record,
    read_text,
    write_bytes,
    write_text,
)
from plans.paths import RunPaths
from plans.plain_text import count_text
from plans.records.base import FileRecord, Problem
from plans.records.instance import AnswerMark, AnswerQuestion, Evaluated, Instance, Response
from plans.records.scored_run import (
    DecidedCheck,
    ScoredAnswer,
    ScoredInstance,
    ScoredResult,
    ScoredRun,
    SplitScore,
)


def line_of(record: FileRecord) -> str:
    """A record as its line, without fields at their default."""
    return record.model_dump_json(exclude_defaults=True)


def write_lines(path: Path, records: Iterable[FileRecord]) -> None:
    """Write records, a line each; whole or not at all."""
    write_text(path, "".join(f"{line_of(record)}\n" for record in records))


PERIOD = 2.0
"""Seconds between two writings, or longer where one takes long: what lies between is lost to a kill, but that replies
of models are in the journal."""

SHARE = 20
"""A writing may take one of so many parts of the time."""


class AnswerFile:
    """`responses/<solver>/<repeat>.jsonl`, in the order of the instances."""

    def __init__(self, path: Path, instances: Sequence[str]) -> None:
        """Read what is there; raises InvalidFile for a torn line, an instance that there is not, or one twice."""
        self._path = path
        self._order = {id: place for place, id in enumerate(instances)}
        self.kept: dict[str, Response] = {}
        self._lines: dict[str, str] = {}
        self._is_written = True
        self._written = time.monotonic()
        self._took = 0.0
        for one in read_lines(path, Response, FILE_LIMIT):
            if one.instance not in self._order or one.instance in self.kept:
                what = "is there twice" if one.instance in self.kept else "is none of the run"
                raise InvalidFile(
                    [
                        Problem(
                            where=str(path),
                            message=f"instance {one.instance!r} {what}.",
                            mend="Delete the line.",
                        )
                    ]
                )
            self._keep(one)

    def waiting(self) -> list[str]:
        """Instances that are still to be asked: never asked, or without an answer for no fault of the solver's."""
        return [id for id in self._order if id not in self.kept or self.kept[id].failed]

    def add(self, response: Response) -> None:
        """Keep an answer; the file is written when it is time."""
        self._keep(response)
        self._is_written = False
        if time.monotonic() - self._written > max(PERIOD, SHARE * self._took):
            self.write()

    def write(self) -> None:
        """Write the file, where it is not as what is kept; raises StorageFailed."""
        if self._is_written:
            return
        began = time.monotonic()
        ordered = sorted(self._lines, key=self._order.__getitem__)
        write_text(self._path, "".join(f"{self._lines[id]}\n" for id in ordered))
        self._written = time.monotonic()
        self._took = self._written - began
        self._is_written = True

    def _keep(self, response: Response) -> None:
        self.kept[response.instance] = response
        self._lines[response.instance] = line_of(response)


def is_scored_run(paths: RunPaths) -> bool:
    """Whether the run in a folder is one of solvers; its run.yaml says so, whatever else is wrong with it."""
    if not paths.spec.is_file():
        return False
    value = _table(load_yaml(read_text(paths.spec, YAML_LIMIT)))
    return _table(value.get("play")).get("kind") == "solvers"


async def open_scored_run(
    paths: RunPaths, spec: ScoredRun, suite: InstanceSuite, family: InstanceFamily
) -> None:
    """Make the folder, or check that it is this run's; raises RunMismatch with everything that differs, and what
    InstanceFamily does.
    """
    if paths.spec.exists():
        _check_same(paths, spec)
        return
    shown = await _shown(suite, family, spec.metering.variant)
    for digest, picture in suite.media.items():
        write_bytes(paths.picture(digest), read_bytes(picture))
    write_lines(paths.instances, shown)
    begin_run(paths, spec)


async def _shown(suite: InstanceSuite, family: InstanceFamily, variant: str) -> list[ScoredInstance]:
    labels = await family.labels(suite.instances)
    unanswered = await family.evaluate([Answered(one, "") for one in suite.instances], variant)
    split_of = {one.id: split for split, instances in suite.splits.items() for one in instances}
    return [
        ScoredInstance(
            id=one.id,
            split=split_of[one.id],
            prompt=one.prompt,
            media=one.media,
            kinds=tuple(dict.fromkeys(str(constraint["kind"]) for constraint in one.constraints)),
            labels=dict(label),
            applied=applied_of(evaluated),
        )
        for one, label, evaluated in zip(suite.instances, labels, unanswered, strict=True)
    ]


def _check_same(paths: RunPaths, asked: ScoredRun) -> None:
    if not is_scored_run(paths):
        raise AuthorError(
            f"{paths.root} holds a run of code agents, and one of solvers would mix with it. Choose another --out."
        )
    refuse_other_run(paths, differing_settings(read_record(paths.spec, ScoredRun), asked))


def _table(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


FAILURES_IN_A_ROW = 20
"""Answers of one solver that fail one after another, with none between, after which the rest is left for later: an
endpoint that is down would have each of thousands wait through all its tries."""


class Answering(NamedTuple):
    """One more answer is there, or a check of one was decided."""

    solver: str
    repeat: int
    stage: str
    """`answers`, or `judging` of what no program can tell."""
    done: int
    planned: int


AnswerProgress = Callable[[Answering], None]


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
            for repeat in repeats_of(entrant.spec, repeats)
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
        try:
            await run_all((partial(self._ask, piece, progress) for piece in self._pieces()), jobs)
        finally:
            for file in self.files.values():
                file.write()

    def _pieces(self) -> Iterator[WantedAnswer]:
        """A solver and repeat after the other, so that what is stopped is whole as far as it has got."""
        for (name, repeat), file in self.files.items():
            for id in file.waiting():
                yield WantedAnswer(self._entrants[name], repeat, self._instances[id], file)

    async def _ask(self, piece: WantedAnswer, progress: AnswerProgress) -> None:
        name = piece.entrant.spec.name
        if self._in_a_row.get(name, 0) >= FAILURES_IN_A_ROW:
            return
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
    questions = [(answer, question) for answer in answers for question in answer.evaluated.open]
    failures: list[str] = []
    done = 0

    async def decide(answer: OpenAnswer, question: AnswerQuestion) -> None:
        nonlocal done
        try:
            said = await judge.decide(answer.instance, answer.text, question)
        except EndpointFailed as error:
            failures.append(str(error))
            said = DecidedCheck(holds=None, reason=str(error))
        answer.decided[question.check] = said
        done += 1
        progress(Answering(answer.solver, answer.repeat, "judging", done, len(questions)))

    await run_all((partial(decide, *question) for question in questions), jobs)
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


def summary_of(result: ScoredResult, seconds: float | None) -> dict[str, JsonValue]:
    """summary.json: `instances` by split, `seconds` of work and, per solver, what it used and its rates on each split.

    Rates are from 0 to 1, with unresolved as not passed. What is not known of times, tokens and cost is null.
    """
    return {
        "instances": dict(result.planned),
        "seconds": seconds,
        "solvers": {
            score.solver.name: {
                "used": score.used.model_dump(),
                "splits": {one.split: _rates(one) for one in score.splits},
            }
            for score in result.solvers
        },
    }


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
    progress: AnswerProgress = no_progress,
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
        with used_models(paths, scorers.model):
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
    return ScoredRunFolder(paths).write_numbers(summary_of)


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

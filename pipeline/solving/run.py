"""A run of solvers: every one is asked every instance, the answers are scored, and the numbers drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.runner.reader import write_usage
from pipeline.runner.run_records import RunClock
from pipeline.solving.asking import Asking
from pipeline.solving.deciding import OpenAnswer, decide_all, with_decisions
from pipeline.solving.evaluating import evaluated
from pipeline.solving.folder import open_scored_run
from pipeline.solving.lines import write_lines
from pipeline.solving.planning import Entrant, Scorers
from pipeline.solving.progress import AnswerProgress, no_answer_progress
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.suite import InstanceSuite
from pipeline.solving.summary import write_summary
from plans.errors import BudgetError, EndpointFailed
from plans.files import write_record
from plans.locks import held
from plans.paths import RunPaths
from plans.plurals import count_text
from plans.records.instance import Instance, Response
from plans.records.scored_answer import ScoredAnswer
from plans.records.scored_result import ScoredResult
from plans.records.scored_run import ScoredRun


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
        asking = Asking(suite, entrants, paths, spec.play.repeats)
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
    asking: Asking,
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

"""Judging archived submissions again: beside what was judged before, and without running any agent."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial

from pipeline.runner.judging import ArchivedSubmission, Graded, RunJudge, decides_otherwise
from pipeline.runner.outcome_policy import is_judged
from pipeline.runner.planning import as_asked, judge_seed
from pipeline.runner.reader import Progress, RoundCounter, RoundDone, RunFolder, no_progress, write_usage
from pipeline.runner.run import Waiting, refuse_waiting, run_all, unless_waiting, write_result
from pipeline.runner.run_records import refuse_links
from plans.contracts.judging import Judge
from plans.contracts.models import Model
from plans.errors import RunMismatch
from plans.files import held, read_record, write_record
from plans.items import read_grader, read_project, read_suite, suite_item
from plans.paths import RunPaths, SuitePaths
from plans.records.marks import MarkCode
from plans.records.result import RunResult
from plans.records.round import JudgedRound
from plans.records.run import RunSpec


async def rejudge_run(
    paths: RunPaths,
    judge: Judge,
    *,
    moved: Collection[str] = (),
    jobs: int = 2,
    progress: Progress = no_progress,
    say: Callable[[str], object] = lambda text: None,
    model: Model | None = None,
) -> RunResult:
    """Judge every archived submission of a run again and write `RESULT-<judge digest>.json`.

    What decides is what the run was made with, kept in its folder; judgements of the items in `moved`, whose
    criteria in the suite are others by now, are marked. Feedback stays what it was, so a round that followed on a
    verdict which this judge does not share is marked counterfactual. A submission that the run was stopped
    before judging is judged too; one that says nothing about the agent, as its endpoint or this machine
    failed, is not. What this judge has judged already is kept, unless the judge or this machine left verdicts
    undecided, or the sandbox that ran the submission has other code by now: that judgement is set aside as
    `failed-1.json` and made once more. When it is the judge that the run was made with, RESULT.json and
    summary.json are written anew instead. `say` hears where nothing was left to judge; `model` is whom the
    judge asks, where it asks one. Raises Busy and what the judge raises; EndpointFailed once the other trials
    are judged.
    """
    with held(paths.lock):
        refuse_links(paths.archive, paths)
        reader = RunFolder(paths)
        run_judge = RunJudge(judge, paths, interface=reader.spec().play.interface, is_rejudging=True)
        # The run's own judgements say nothing about the suite as it is now, and stay as they are.
        marked = frozenset(moved) if judge.digest != reader.spec().judge.digest else frozenset[str]()
        graded = {
            project.id: Graded(project.criteria, read_grader(paths.grader(project.id)), project.prd)
            for project in reader.projects()
        }
        trials = [trial for trial in reader.trials() if paths.trial(*trial).round(1).record.exists()]
        counter = RoundCounter(len(trials), reader.spec().play.rounds, progress)
        waiting: list[Waiting] = []

        def piece(trial: tuple[str, str, int]) -> Callable[[], Awaitable[None]]:
            done, has_moved = counter.of(*trial), trial[0] in marked
            work = partial(
                _rejudge_trial, run_judge, reader, trial, graded[trial[0]], done, has_moved=has_moved
            )
            return partial(unless_waiting, work, trial, waiting)

        try:
            await run_all([piece(trial) for trial in trials], jobs)
        finally:
            write_usage(paths, model)
        refuse_waiting(waiting, len(trials))
        if not run_judge.known.made:
            say(f"{_whose(judge, reader.spec())}; all verdicts stand, and nothing was judged again.")
        if judge.digest == reader.spec().judge.digest:
            return write_result(paths)
        result = RunFolder(paths, judge.digest).result()
        write_record(paths.result_by(judge.digest), result)
        return result


def _whose(judge: Judge, spec: RunSpec) -> str:
    if judge.digest == spec.judge.digest:
        return "Same judge as the run was made with"
    return "This judge has judged the run before"


def moved_items(suite: SuitePaths, run: RunPaths) -> frozenset[str]:
    """The run's items whose criteria in the suite decide otherwise by now, or that are gone from it.

    Raises RunMismatch when the run is of a suite of another name, InvalidFile when suite, criteria or run are broken.
    """
    spec, present = read_record(run.spec, RunSpec), read_suite(suite)
    if spec.suite.name != present.name:
        raise RunMismatch(
            f"{run.root} holds a run of the suite {spec.suite.name!r}, and {suite.root} is {present.name!r}: judging "
            "its submissions again would say nothing about it. Name the run's own suite, or another run with --out."
        )
    listed = {item.id for item in present.items}
    return frozenset(
        id
        for id, digest in spec.suite.items.items()
        if id not in listed
        or suite_item(as_asked(read_project(suite.item(id)), spec.play.interface)).graded_digest != digest
    )


def refuse_other_runtime(run: RunPaths, suite: SuitePaths, runtime: str | None) -> None:
    """Raise RunMismatch where the suite's runtime environment, of this digest, is not the one that the run had.

    Judgements lie beside each other by judge alone, and submissions that find other packages earn other
    verdicts by them.
    """
    spec = read_record(run.spec, RunSpec)
    if spec.place.runtime != runtime:
        raise RunMismatch(
            f"{run.root} was played with {_told(spec.place.runtime)}, and {suite.root} locks {_told(runtime)}: its "
            f"submissions would find other packages, and verdicts would differ by that. "
            f"Restore {suite.runtime} as it was then."
        )


def _told(runtime: str | None) -> str:
    return "no runtime environment" if runtime is None else f"the runtime environment {runtime[:12]}"


async def _rejudge_trial(
    run_judge: RunJudge,
    reader: RunFolder,
    trial: tuple[str, str, int],
    graded: Graded,
    round_done: RoundDone,
    *,
    has_moved: bool,
) -> None:
    project, _, repeat = trial
    rounds = reader.rounds(*trial)
    last = max(played.number for played in rounds if not played.carried)
    seed = judge_seed(reader.spec().play.random_seed, project, repeat)
    has_changed = False
    judgement = None
    for played in rounds[:last]:
        before, judgement = judgement, None
        if is_judged(played.record.report):
            submission = ArchivedSubmission(project, graded, played.record.submission_digest, seed, before)
            place = run_judge.run.trial(*trial).round(played.number)
            judgement = await run_judge.judged(submission, place)
            was_counterfactual = has_changed
            # A run that was stopped before it judged a submission has no verdicts to differ from.
            is_other = played.judgement is not None and decides_otherwise(judgement, played.judgement)
            has_changed = has_changed or is_other
            ended_early = has_changed and _is_followed_by_carried(played, rounds)
            holds = {
                MarkCode.COUNTERFACTUAL: was_counterfactual,
                MarkCode.ENDED_EARLY: ended_early,
                MarkCode.CRITERIA_MOVED: has_moved,
            }
            run_judge.mark(place, judgement, [code for code in holds if holds[code]])
        round_done(played.number, judgement, is_last=played.number == last)


def _is_followed_by_carried(played: JudgedRound, rounds: Sequence[JudgedRound]) -> bool:
    return any(later.carried for later in rounds[played.number :])

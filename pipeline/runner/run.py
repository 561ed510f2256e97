"""A run: every agent plays every project in rounds, and the numbers are drawn; what was submitted is judged again."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from os.path import commonprefix

from pipeline.runner.archive import sweep
from pipeline.runner.driver import (
    Progress,
    RoundCounter,
    RoundDone,
    is_judged,
    no_progress,
    refuse_waiting,
    run_trials,
)
from pipeline.runner.judging import ArchivedSubmission, Graded, RunJudge, decides_otherwise
from pipeline.runner.planning import (
    RunContext,
    Services,
    Trial,
    as_asked,
    judge_seed,
    run_project,
    trial_seed,
)
from pipeline.runner.reader import RunFolder
from pipeline.runner.round import Played, play_round, refuse_sealed, submitted
from pipeline.runner.run_folder import (
    LONGEST,
    RunClock,
    begin_run,
    differing_settings,
    keep_spent,
    refuse_other_run,
    shown_value,
    used_models,
)
from pipeline.runner.run_records import refuse_links, refuse_record
from pipeline.runner.scoring.result import summary_of
from plans.contracts.coding import Player
from plans.contracts.models import Model
from plans.contracts.runs import Judge
from plans.errors import RunMismatch
from plans.files import clear, held, read_own_record, read_record, write_record
from plans.items import read_grader, read_project, read_suite, suite_item, write_grader
from plans.paths import RunPaths, SuitePaths
from plans.records.marks import MarkCode
from plans.records.project import Project
from plans.records.result import RunResult
from plans.records.run import JudgedRound, RunProject, RunSpec


async def play_trial(context: RunContext, trial: Trial, round_done: RoundDone) -> None:
    """Play every round that is not finished; ends early when all tasks passed and the user is satisfied."""
    before: Played | None = None
    for number in range(1, context.spec.play.rounds + 1):
        before = await play_round(context, trial, number, before)
        if before.is_new:
            context.clock.note()
        # A judgement made again may find that nothing was left to do; what was played since stands all the same.
        is_over = before.is_last and number + 1 not in trial.stood
        if is_over:
            _refuse_later(context, trial, number)
        round_done(number, before.judgement, is_last=is_over, is_new=before.is_new)
        if is_over:
            return


def _refuse_later(context: RunContext, trial: Trial, last: int) -> None:
    """Raise RunMismatch for a record of a round that was not played, as the trial is over."""
    for later in range(last + 1, context.spec.play.rounds + 1):
        if later not in trial.stood:
            refuse_record(trial.paths.round(later), context.paths)


REWORDED = "the item was edited: restore it, or use another --out"


def differing_words(before: RunProject, now: RunProject) -> list[str]:
    """One line for each part of an item that the run keeps and that is another by now, with what to do."""
    old, new = before.model_dump(mode="json"), now.model_dump(mode="json")
    return [
        f"item {before.id}, {name}: {_told_apart(old[name], new[name])} — {REWORDED}"
        for name in new
        if old[name] != new[name]
    ]


def _told_apart(old: object, new: object) -> str:
    """Two texts, long ones from shortly before they part; of anything else only that it changed."""
    if not isinstance(old, str) or not isinstance(new, str):
        return "is not what it was"
    start = max(len(commonprefix([old, new])) - LONGEST // 3, 0)
    is_short = max(len(old), len(new)) <= LONGEST
    was, present = (text if is_short else f"…{text[start:]}" if start else text for text in (old, new))
    return f"was {shown_value(was)}, is {shown_value(present)}"


def open_run(paths: RunPaths, spec: RunSpec, items: Sequence[Project]) -> None:
    """Make the folder, or check that it is this run's; raises RunMismatch with everything that differs.

    Words are compared too, which the spec's digests leave out: agents would get one request before and another after.
    """
    _check_items(spec, items)
    if paths.spec.exists():
        _check_same(paths, spec, items)
        return
    for item in items:
        write_record(paths.project(item.id), run_project(item, spec))
        # All that lies there is laid beside a submission: a process that was killed here left what is no grader file.
        clear(paths.grader(item.id))
        write_grader(paths.grader(item.id), item.grader)
    begin_run(paths, spec)


def _check_items(spec: RunSpec, items: Sequence[Project]) -> None:
    if [item.id for item in items] != list(spec.suite.items):
        raise RunMismatch(
            f"The run names the items {', '.join(spec.suite.items)}, but was given {', '.join(i.id for i in items)}. "
            "Plan the run from the items that it is to run."
        )


def _check_same(paths: RunPaths, asked: RunSpec, items: Sequence[Project]) -> None:
    differing = differing_settings(read_record(paths.spec, RunSpec), asked)
    if not differing:
        kept = ((item, read_own_record(paths.project(item.id), RunProject)) for item in items)
        differing = [
            line for item, there in kept for line in differing_words(there, run_project(item, asked))
        ]
    refuse_other_run(paths, differing)


@dataclass(frozen=True)
class LineUp:
    """Who plays, and on what."""

    items: Sequence[Project]
    agents: Sequence[Player]


async def run_suite(
    spec: RunSpec,
    line_up: LineUp,
    services: Services,
    paths: RunPaths,
    *,
    jobs: int = 2,
    progress: Progress = no_progress,
) -> RunResult:
    """Play what is not played yet and write RESULT.json and summary.json.

    A run that was interrupted, even by SIGKILL, goes on where it was: what is finished is never done again. `jobs` is
    the number of trials at once. Raises Busy when another process has the folder, RunMismatch when the folder holds a
    run with other settings or a link, InvalidFile for a record that is about something else, AuthorError for a plug-in
    that asks for the sealed item, StorageFailed and BrowserMissing; BudgetError, when the budget is used up; and, when
    all other trials have ended, EndpointFailed where judge or simulated user got no answer of a model.
    """
    for agent in line_up.agents:
        refuse_sealed(agent)
    with held(paths.lock):
        for place in (paths.projects, paths.archive, paths.trials, paths.spending):
            refuse_links(place, paths)
        open_run(paths, spec, line_up.items)
        sweep(paths)
        keep_spent(paths)
        context = RunContext(
            spec=spec,
            paths=paths,
            run_judge=RunJudge(services.judge, paths, interface=spec.play.interface),
            simulator=services.simulator,
            prompter=services.prompter,
            clock=RunClock(paths),
        )
        trials = [
            _trial(context, item, agent, repeat)
            for item in (as_asked(item, spec.play.interface) for item in line_up.items)
            for repeat in range(1, spec.play.repeats + 1)
            for agent in line_up.agents
        ]
        counter = RoundCounter(len(trials), spec.play.rounds, progress)
        work = {trial.key: partial(play_trial, context, trial, counter.of(*trial.key)) for trial in trials}
        with used_models(paths, services.model):
            waiting = await run_trials(work, jobs)
        context.clock.stop()
        result = write_result(paths)
        refuse_waiting(waiting, len(trials))
        return result


def write_result(paths: RunPaths) -> RunResult:
    """Draw the numbers from what lies in the folder, and write RESULT.json and summary.json."""
    return RunFolder(paths).write_numbers(summary_of)


def _trial(context: RunContext, item: Project, agent: Player, repeat: int) -> Trial:
    key = (item.id, agent.spec.name, repeat)
    rounds = range(1, context.spec.play.rounds + 1)
    return Trial(
        project=item,
        agent=agent,
        repeat=repeat,
        paths=context.paths.trial(*key),
        random_seed=trial_seed(context.spec.play.random_seed, item.id, repeat),
        stood=frozenset(number for number in rounds if submitted(context.paths, key, number) is not None),
    )


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
        rejudged = partial(_rejudge_trial, run_judge, reader)
        work = {
            trial: partial(
                rejudged, trial, graded[trial[0]], counter.of(*trial), has_moved=trial[0] in marked
            )
            for trial in trials
        }
        with used_models(paths, model):
            waiting = await run_trials(work, jobs)
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
            f"{run.root} was played with {_runtime_words(spec.place.runtime)}, and {suite.root} locks "
            f"{_runtime_words(runtime)}: its submissions would find other packages, and verdicts would differ by that. "
            f"Restore {suite.runtime} as it was then."
        )


def _runtime_words(runtime: str | None) -> str:
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

"""A run: every agent plays every project in rounds, and the numbers are drawn."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from pipeline.runner.archive import sweep
from pipeline.runner.judging import RunJudge
from pipeline.runner.planning import RunContext, Services, Trial, as_asked, trial_seed
from pipeline.runner.reader import Progress, RoundCounter, RoundDone, RunFolder, no_progress, write_usage
from pipeline.runner.round import Played, play_round, refuse_sealed, submitted
from pipeline.runner.run_folder import open_run
from pipeline.runner.run_records import RunClock, refuse_links, refuse_record
from pipeline.runner.scoring.result import write_summary
from plans.contracts.coding import Player
from plans.errors import EndpointFailed, first_of
from plans.files import held, read_own_record, read_record, write_record
from plans.model_settings import OWN_CODER
from plans.paths import RoundPaths, RunPaths
from plans.plain_text import count_text
from plans.records.project import Project
from plans.records.result import RunResult
from plans.records.round import RoundRecord
from plans.records.run import RunSpec
from plans.records.usage import RelayedCall, Usage
from plans.spend_log import EARLIER, SpendLog, booked, mend_torn


async def run_all(work: Iterable[Callable[[], Awaitable[None]]], jobs: int) -> None:
    """Do all the work, at most `jobs` pieces at a time; the first error ends the rest and is raised, a defect before
    others.
    """
    slots = asyncio.Semaphore(jobs)

    async def in_slot(piece: Callable[[], Awaitable[None]]) -> None:
        async with slots:
            await piece()

    try:
        async with asyncio.TaskGroup() as group:
            for piece in work:
                group.create_task(in_slot(piece))
    except ExceptionGroup as errors:
        raise first_of(errors) from None


def spent_in(paths: RunPaths) -> Usage:
    """Of all calls by way of our relay, by the run's book; by its rounds where the book is missing or empty.

    But for those of our own code agent, whose calls are in the run's journal: who reads that charges them. Raises
    InvalidFile.
    """
    book = booked(paths.spending)
    return _in_rounds(paths) if book == Usage() else book


def keep_spent(paths: RunPaths) -> None:
    """Begin a book that is missing or empty with what the rounds tell, as rounds that are played again lose their
    records; raises InvalidFile and StorageFailed.
    """
    if paths.spending.exists():
        mend_torn(paths.spending)
    if booked(paths.spending) == Usage() and (earlier := _in_rounds(paths)) != Usage():
        SpendLog(paths.spending).write(RelayedCall(call=EARLIER, usage=earlier))


def _in_rounds(paths: RunPaths) -> Usage:
    # A run of solvers has no rounds, and another record.
    if not paths.trials.is_dir():
        return Usage()
    journaled = _journaled(paths)
    spent = Usage()
    for folder in sorted(paths.trials.glob("*/*/*/round-*")):
        record = RoundPaths(folder).record
        if record.is_file() and folder.parent.parent.name not in journaled:
            spent += read_own_record(record, RoundRecord).report.usage or Usage()
    return spent


def _journaled(paths: RunPaths) -> set[str]:
    """Names of the agents that our gateway asks for; none in a run that has not begun."""
    if not paths.spec.exists():
        return set()
    agents = read_record(paths.spec, RunSpec).play.agents
    return {agent.name for agent in agents if agent.kind == OWN_CODER}


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


class Waiting(NamedTuple):
    """A trial in which somebody of ours had no answer of a model, and what then was said."""

    trial: str
    error: EndpointFailed


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
        waiting: list[Waiting] = []
        try:
            await run_all([_piece(context, trial, counter, waiting) for trial in trials], jobs)
        finally:
            write_usage(paths, services.model)
        context.clock.stop()
        result = write_result(paths)
        refuse_waiting(waiting, len(trials))
        return result


def refuse_waiting(waiting: Sequence[Waiting], planned: int) -> None:
    """Raise EndpointFailed where trials wait for the endpoint of a model."""
    if waiting:
        raise EndpointFailed(
            f"{count_text(len(waiting), 'trial')} of {planned} stopped for want of a model's answer, the first "
            f"{waiting[0].trial}: {waiting[0].error} What is finished stands; the same command goes on from there."
        )


def write_result(paths: RunPaths) -> RunResult:
    """Draw the numbers from what lies in the folder, and write RESULT.json and summary.json."""
    reader = RunFolder(paths)
    result = reader.result()
    write_record(paths.result, result)
    write_summary(paths.summary, result, reader.times())
    return result


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


def _piece(
    context: RunContext, trial: Trial, counter: RoundCounter, waiting: list[Waiting]
) -> Callable[[], Awaitable[None]]:
    key = (trial.project.id, trial.agent.spec.name, trial.repeat)
    return partial(unless_waiting, partial(play_trial, context, trial, counter.of(*key)), key, waiting)


async def unless_waiting(
    work: Callable[[], Awaitable[None]], trial: tuple[str, str, int], waiting: list[Waiting]
) -> None:
    """Do a trial's work, or note that it waits: others may ask another endpoint, or find it answering again."""
    try:
        await work()
    except EndpointFailed as error:
        project, agent, repeat = trial
        waiting.append(Waiting(f"{project}, {agent}, repeat {repeat}", error))

"""A run: every agent plays every project, and the numbers are drawn."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from pipeline.runner.archive import sweep
from pipeline.runner.clock import RunClock
from pipeline.runner.context import RunContext, Trial
from pipeline.runner.folder import open_run
from pipeline.runner.judging import RunJudge
from pipeline.runner.place import refuse_links
from pipeline.runner.planning import Services, as_asked
from pipeline.runner.progress import Progress, RoundCounter, no_progress
from pipeline.runner.reader import RunFolder, write_usage
from pipeline.runner.round import handed_in
from pipeline.runner.schedule import run_all
from pipeline.runner.scoring.summary import write_summary
from pipeline.runner.seeding import trial_seed
from pipeline.runner.spent import keep_spent
from pipeline.runner.trial import play_trial
from pipeline.runner.turn import refuse_sealed
from plans.contracts.coding import Player
from plans.errors import EndpointFailed
from plans.files import write_record
from plans.locks import held
from plans.paths import RunPaths
from plans.plurals import count_text
from plans.records.project import Project
from plans.records.result import RunResult
from plans.records.run_spec import RunSpec


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
        stood=frozenset(number for number in rounds if handed_in(context.paths, key, number) is not None),
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

"""A run: every agent plays every project, and the numbers are drawn."""

from collections.abc import Callable, Sequence
from functools import partial

from pipeline.runner.context import Advance, Progress, RunContext, Trial, no_progress
from pipeline.runner.folder import close_run, open_run
from pipeline.runner.reader import RunFolder
from pipeline.runner.schedule import run_all
from pipeline.runner.scoring.summary import write_summary
from pipeline.runner.seeding import derived_seed
from pipeline.runner.trial import play_trial
from pipeline.runner.turn import privileged
from plans.contracts import CodeAgent, Judge, PrivilegedAgent, UserSimulator
from plans.files import write_record
from plans.locks import held
from plans.paths import RunPaths
from plans.records.project import Project
from plans.records.run import RunResult, RunSpec


async def run_suite(
    spec: RunSpec,
    items: Sequence[Project],
    agents: Sequence[CodeAgent | PrivilegedAgent],
    judge: Judge,
    simulator: UserSimulator,
    paths: RunPaths,
    *,
    jobs: int = 2,
    progress: Progress = no_progress,
) -> RunResult:
    """Play what is not played yet and write RESULT.json and summary.json.

    A run that was interrupted, even by SIGKILL, goes on where it was: what is finished is never done again. `jobs` is
    the number of trials at once. Raises Busy when another process has the folder, RunMismatch when the folder holds a
    run with other settings, AuthorError for a plug-in that asks for the sealed item, StorageFailed and BrowserMissing.
    """
    for agent in agents:
        privileged(agent)
    with held(paths.lock):
        open_run(paths, spec, items)
        context = RunContext(spec, paths, judge, simulator)
        trials = [
            _trial(context, item, agent, repeat)
            for item in items
            for repeat in range(1, spec.repeats + 1)
            for agent in agents
        ]
        counter = _Counter(planned=len(trials) * spec.rounds, progress=progress)
        await run_all([partial(play_trial, context, t, counter.of(t)) for t in trials], jobs)
        close_run(paths)
        return write_result(paths)


def write_result(paths: RunPaths) -> RunResult:
    """Draw the numbers from what lies in the folder, and write RESULT.json and summary.json."""
    reader = RunFolder(paths)
    result = reader.result()
    write_record(paths.result, result)
    write_summary(paths.summary, result, reader.times())
    return result


def _trial(context: RunContext, item: Project, agent: CodeAgent | PrivilegedAgent, repeat: int) -> Trial:
    seed = context.spec.random_seed
    return Trial(
        project=item,
        agent=agent,
        repeat=repeat,
        paths=context.paths.trial(item.id, agent.spec.name, repeat),
        random_seed=derived_seed(seed, "trial", item.id, repeat),
        judge_seed=derived_seed(seed, "judge", item.id, repeat),
    )


class _Counter:
    """Counts the rounds of all trials for one Progress."""

    def __init__(self, planned: int, progress: Progress) -> None:
        self._planned = planned
        self._progress = progress
        self._done = 0

    def of(self, trial: Trial) -> Callable[[int], None]:
        """What a trial calls with the number of each round that stands."""
        stands = 0

        def round_done(number: int) -> None:
            nonlocal stands
            self._done += number - stands
            stands = number
            self._progress(
                Advance(
                    trial.project.id, trial.agent.spec.name, trial.repeat, number, self._done, self._planned
                )
            )

        return round_done

"""One trial: an agent plays its rounds on a project, from where it was left."""

from collections.abc import Callable

from pipeline.runner.context import RunContext, Trial
from pipeline.runner.place import refuse_record
from pipeline.runner.round import Played, play_round


async def play_trial(context: RunContext, trial: Trial, round_done: Callable[[int], None]) -> None:
    """Play every round that is not finished; ends early when all tasks passed and the user is satisfied.

    `round_done` is called with the number of each round that stands, the last asked for when the trial is over.
    """
    before: Played | None = None
    for number in range(1, context.spec.rounds + 1):
        before = await play_round(context, trial, number, before)
        if before.is_last:
            for later in range(number + 1, context.spec.rounds + 1):
                if later not in trial.stood:
                    refuse_record(trial.paths.round(later), context.paths)
            round_done(context.spec.rounds)
            return
        round_done(number)

"""One trial: an agent plays its rounds on a project, from where it was left."""

from collections.abc import Callable

from pipeline.runner.context import RunContext, Trial
from pipeline.runner.round import Played, handed_in, play_round


async def play_trial(context: RunContext, trial: Trial, round_done: Callable[[int], None]) -> None:
    """Play every round that is not finished; ends early when all tasks passed and the user is satisfied.

    `round_done` is called with the number of each round that stands, the last asked for when the trial is over.
    """
    before: Played | None = None
    continues = False
    for number in range(1, context.spec.rounds + 1):
        was_there = handed_in(trial.paths.round(number)) is not None
        before = await play_round(context, trial, number, before, continues=continues)
        if before.is_last:
            round_done(context.spec.rounds)
            return
        round_done(number)
        continues = not was_there

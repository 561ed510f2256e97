"""One trial: an agent plays its rounds on a project, from where it was left."""

from pipeline.runner.context import RunContext, Trial
from pipeline.runner.place import refuse_record
from pipeline.runner.progress import RoundDone
from pipeline.runner.round import Played, play_round


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

"""How far a run is."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from plans.records.verdict import Judgement


class Advance(NamedTuple):
    """One more round of a trial stands."""

    project: str
    agent: str
    repeat: int
    round: int
    judgement: Judgement | None
    """None where there was nothing to judge: the endpoint or this machine failed."""
    done: int
    """Rounds accounted for so far, in all trials: those too that are not played as their trial is over."""
    planned: int
    skipped: int = 0
    """Later rounds of the trial that are accounted for with this one, as the trial is over."""
    is_new: bool = True
    """False for a round that was finished before this command began."""


Progress = Callable[[Advance], None]


def no_progress(advance: Advance) -> None:
    """A Progress that shows nothing."""


class RoundDone(Protocol):
    """What a trial calls with each round that stands."""

    def __call__(
        self, number: int, judgement: Judgement | None, *, is_last: bool, is_new: bool = True
    ) -> None:
        """`is_last`: the trial is over, whatever was planned. `is_new`: this command played or judged the round."""
        ...


class RoundCounter:
    """Counts the rounds of all trials for one Progress."""

    def __init__(self, trials: int, rounds: int, progress: Progress) -> None:
        """`rounds`: of each trial."""
        self._rounds = rounds
        self._planned = trials * rounds
        self._progress = progress
        self._done = 0

    def of(self, project: str, agent: str, repeat: int) -> RoundDone:
        """What a trial calls with each round that stands, in their order."""

        def round_done(
            number: int, judgement: Judgement | None, *, is_last: bool, is_new: bool = True
        ) -> None:
            skipped = self._rounds - number if is_last else 0
            self._done += 1 + skipped
            far = self._done, self._planned, skipped
            self._progress(Advance(project, agent, repeat, number, judgement, *far, is_new))

        return round_done

"""How far a run is."""

from collections.abc import Callable
from typing import NamedTuple


class Advance(NamedTuple):
    """One more round of a trial stands."""

    project: str
    agent: str
    repeat: int
    round: int
    """The round that was finished; the last of those asked for when a trial is over."""
    done: int
    """Rounds accounted for so far, in all trials."""
    planned: int


Progress = Callable[[Advance], None]


def no_progress(advance: Advance) -> None:
    """A Progress that shows nothing."""


class RoundCounter:
    """Counts the rounds of all trials for one Progress."""

    def __init__(self, planned: int, progress: Progress) -> None:
        self._planned = planned
        self._progress = progress
        self._done = 0

    def of(self, project: str, agent: str, repeat: int) -> Callable[[int], None]:
        """What a trial calls with the number of each round that stands."""
        stands = 0

        def round_done(number: int) -> None:
            nonlocal stands
            self._done += number - stands
            stands = number
            self._progress(Advance(project, agent, repeat, number, self._done, self._planned))

        return round_done

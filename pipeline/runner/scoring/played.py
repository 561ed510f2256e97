"""What scoring is given: the trials of a run as they were played."""

from typing import NamedTuple

from plans.records.judged_round import JudgedRound
from plans.records.verdict import Judgement


class PlayedTrial(NamedTuple):
    """One trial."""

    project: str
    agent: str
    repeat: int
    rounds: tuple[JudgedRound, ...]
    """In order, carried ones included; shorter than what was asked for when the trial is unfinished."""

    def judgement(self, number: int) -> Judgement | None:
        """The verdicts at a round; None when it was not judged."""
        return self.rounds[number - 1].judgement if number <= len(self.rounds) else None

    def is_carried(self, number: int) -> bool:
        """Whether an earlier round stands in for this one."""
        return number <= len(self.rounds) and self.rounds[number - 1].carried

"""A round of a trial with what came of it."""

from pathlib import Path

from pydantic import Field

from plans.records.base import Record
from plans.records.feedback import Feedback
from plans.records.round import RoundRecord
from plans.records.verdict import Judgement


class JudgedRound(Record):
    """One round of a trial, as a reader of the run sees it."""

    number: int = Field(ge=1)
    """The round asked for, from 1; a carried round has a later number than the record that it repeats."""
    carried: bool = False
    """True when the trial had finished before and an earlier round stands in."""
    record: RoundRecord
    judgement: Judgement | None = None
    """By the judge that the run names; None when the round could not be judged."""
    feedback: Feedback | None = None
    """What the simulated user said after it; None after the last round."""
    evidence: Path
    """Folder in which the judgement's screenshots lie; it may be missing."""

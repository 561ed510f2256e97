"""How many points people give the tasks of a hand-in: what a judge that gives points is held against."""

from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord, Record

Points = Literal[0, 1, 2]


class PointLabel(Record):
    """What one task earned, in people's eyes."""

    points: Points
    """What counts: what all said, or what was settled where they disagreed."""
    hands: tuple[Points, ...] = Field(min_length=1)
    """What each of those who labelled it said before they knew of each other."""
    alternative: Points | None = None
    """Points that somebody careful could defend as well, where the criteria can honestly be read both ways."""
    why: str = ""
    """What was done and seen; of a disagreement, how it was settled."""


class PointLabels(FileRecord):
    """One hand-in for one item, labelled by people who used it before they knew of any judge's verdicts."""

    SCHEMA: ClassVar[str] = "point-labels"

    item: str
    """Id of the item."""
    hand_in: str
    """Name of the hand-in, for people."""
    hand_in_digest: str
    """Digest of the folder that was labelled, as the rounds of a run and judgements name it: labels of one folder say
    nothing of another."""
    tasks: dict[str, PointLabel] = Field(min_length=1)
    """Task → label; tasks that nobody labelled are left out."""

"""What people say of a hand-in, outcome by outcome: what a judge's verdicts are held against."""

from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord, Record

Answer = Literal["yes", "no", "unclear"]
"""Whether an outcome holds in a hand-in; unclear: the specification can honestly be read both ways."""


class OutcomeLabel(Record):
    """Whether one expected outcome holds in one hand-in."""

    holds: Answer
    """What counts: what all said, or what was settled where they disagreed."""
    hands: tuple[Answer, ...] = Field(min_length=1)
    """What each of those who labelled it said before they knew of each other."""
    why: str = ""
    """What was done and seen; of a disagreement, how it was settled."""


class Labels(FileRecord):
    """One hand-in for one item, labelled by people who operated it before any judge did."""

    SCHEMA: ClassVar[str] = "labels"

    item: str
    """Id of the item."""
    hand_in: str
    """Name of the hand-in."""
    tasks: dict[str, dict[str, OutcomeLabel]]
    """Task → outcome → label."""

    def of_task(self, task: str) -> Answer:
        """Whether a task's outcomes all hold; KeyError when it was not labelled."""
        answers = {label.holds for label in self.tasks[task].values()}
        if "no" in answers:
            return "no"
        return "unclear" if "unclear" in answers else "yes"

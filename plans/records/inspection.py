"""`inspection.json` of a draft: what became of each criterion when it was run on the scaffold (PRDBench, step 3)."""

from typing import ClassVar

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.verdict import Status


class InspectedTask(Record):
    """An evaluation task as a developer looks at it: what was run, what came out, what was expected."""

    task: str
    """Id of the task."""
    commands: tuple[str, ...] = Field(min_length=1)
    """As they would be typed."""
    came_out: str
    """What they printed, its middle left out where it is long; empty where they printed nothing."""
    expected: str
    """What must be found there, in words."""
    status: Status
    reason: str
    """Why, in the judge's words."""


class Inspection(FileRecord):
    """Every task of an item's criteria, run by itself on what was built."""

    SCHEMA: ClassVar[str] = "inspection"

    item: str
    """Id of the item."""
    judge: str
    """Digest of the judge that ran them."""
    tasks: tuple[InspectedTask, ...] = Field(min_length=1)
    """In the criteria's order."""

    @property
    def open(self) -> tuple[InspectedTask, ...]:
        """Tasks that did not pass: criterion or scaffold is wrong, and has to be mended."""
        return tuple(task for task in self.tasks if task.status is not Status.PASSED)

"""What a program makes of a transcript, and how sure of it it is."""

from typing import Literal, NamedTuple

from plans.errors import Event
from plans.records.model_call import ModelUse
from plans.records.task_modes import MOST_POINTS

SURE = 1.0
"""Confidence of what a program decides."""
UNSURE = 0.5
"""Confidence of what it only supposes: somebody who reads has to decide it."""


class Decision(NamedTuple):
    """Points for a task, and why."""

    points: float
    """0, 1 or 2."""
    why: str
    """In a clause that a person can read."""
    is_sure: bool = True
    """Whether it decides; else it is what a program supposes, and counts as nothing."""
    marks: tuple[str, ...] = ()
    decided_by: Literal["program", "model"] = "program"
    confidence: float = SURE
    """Of what is sure; what is not has UNSURE."""
    uses: tuple[ModelUse, ...] = ()
    """Replies of a model that it was made of."""
    is_readable: bool = True
    """Whether who reads what was printed can decide what is not sure; not where it is doubted who has printed it."""
    event: Event | None = None
    """What kept the judge from deciding what is not sure."""

    @property
    def is_passed(self) -> bool:
        """Whether it is sure that all points were earned."""
        return self.is_sure and self.points >= MOST_POINTS

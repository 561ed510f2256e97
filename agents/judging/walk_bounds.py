"""How far a judge by model goes. All of it is in its digest."""

from pydantic import Field

from plans.records.base import Record


class WalkBounds(Record):
    """Limits of judging one task by a model."""

    steps: int = Field(default=25, ge=1, le=200)
    """Moves of one walk through an app, each a call of the model."""
    refusals: int = Field(default=2, ge=0)
    """How often a model is told what of its proofs was not found, and may go on."""
    attempts: int = Field(default=2, ge=1, le=3)
    """Walks in fresh contexts until two agree that something does not hold."""
    has_pictures: bool = False
    """Whether the model may ask for a picture of the window; it has to be one that sees."""

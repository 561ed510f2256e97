"""What earns how many points, in words."""

from pydantic import Field

from plans.records.base import Record

MOST_POINTS = 2.0
"""Points of an outcome that is judged by a rubric."""


class Rubric(Record):
    """Two points, one or none for an outcome (PRDBench)."""

    two: str = Field(min_length=1)
    """What earns both: the outcome passes."""
    one: str = Field(min_length=1)
    """What earns one: the outcome fails, with half the credit."""
    zero: str = Field(min_length=1)
    """What earns none."""

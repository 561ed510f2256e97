"""A project that is being made: its parts, as those who make the next ones are handed them."""

from plans.records.base import Record
from plans.records.criteria import Criteria
from plans.records.prd import PRD
from plans.records.project import Files, Grader, LaidOver
from plans.records.query import Query
from plans.records.recipe import Recipe


class Specified(Record):
    """What is said of a project before anything of it is built."""

    recipe: Recipe
    prd: PRD
    query: Query
    criteria: Criteria


class Built(Record):
    """A project that passes, with all that goes with it."""

    reference: Files
    alternatives: tuple[LaidOver, ...] = ()
    grader: Grader = {}
    """Test files, inputs and expected files: no agent ever sees them."""
    criteria: Criteria | None = None
    """The criteria as they had to be corrected, which building showed; None where they stand as they are."""

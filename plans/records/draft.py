"""A project that is being made: its parts, as those who make the next ones are handed them."""

from plans.records.base import Record
from plans.records.criteria import Criteria
from plans.records.prd import PRD
from plans.records.project import Files, Grader, LaidOver
from plans.records.query import Query
from plans.records.recipe import Recipe


class Scheme(Record):
    """How a project is tried and judged."""

    criteria: Criteria
    grader: Grader = {}
    """Test files, inputs and expected files that were written with the criteria; none where they come with what is
    built.
    """


class Specified(Record):
    """What is said of a project before anything of it is built."""

    recipe: Recipe
    prd: PRD
    query: Query
    criteria: Criteria
    grader: Grader = {}
    """The scheme's, as they were first written: what building showed of them is in Built."""

    @property
    def scheme(self) -> Scheme:
        """How it is tried and judged."""
        return Scheme(criteria=self.criteria, grader=self.grader)


class Built(Record):
    """A project that passes, with all that goes with it."""

    reference: Files
    alternatives: tuple[LaidOver, ...] = ()
    grader: Grader = {}
    """Test files, inputs and expected files: no agent ever sees them."""
    criteria: Criteria | None = None
    """The criteria as they had to be corrected, which building showed; None where they stand as they are."""

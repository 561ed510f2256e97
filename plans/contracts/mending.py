"""Putting an item right at the part that is at fault, with all that nothing is wrong with kept."""

from collections.abc import Sequence
from typing import Protocol

from plans.records.mending import PartFault, PlantedBefore, Planting
from plans.records.project import Built, Made, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query


class Mender(Protocol):
    """Puts parts right that were made before, in the order in which they were made.

    Each method is given a part as it was made, the parts before it as they are by now, and its faults. A part without
    faults that still fits those before it comes back as it is, and no model is asked; of one with faults, what these
    are not about stays as it was. A call that is repeated after a kill gives the same again. Raises GivenUp where a
    part cannot be put right, and what a Model and a Judge raise.
    """

    async def mended_prd(self, recipe: Recipe, prd: PRD, faults: Sequence[PartFault]) -> Made[PRD]:
        """Requirements that stay keep their ids."""
        ...

    async def mended_query(
        self, recipe: Recipe, prd: PRD, query: Query, faults: Sequence[PartFault]
    ) -> Made[Query]:
        """The request for this PRD."""
        ...

    async def mended_criteria(
        self, recipe: Recipe, prd: PRD, query: Query, scheme: Scheme, faults: Sequence[PartFault]
    ) -> Made[Scheme]:
        """How hand-ins are tried by this PRD."""
        ...

    async def mended_reference(
        self, specified: Specified, built: Built, canary: str, faults: Sequence[PartFault]
    ) -> Made[Built]:
        """A reference that passes these criteria: the one there was, where it does."""
        ...

    async def planted(
        self,
        specified: Specified,
        built: Built,
        before: PlantedBefore | None = None,
        faults: Sequence[PartFault] = (),
        *,
        may_strengthen: bool = True,
    ) -> Made[Planting]:
        """Mutants of this reference. Of those from `before` only the ones are tried that changed tasks are about.

        `may_strengthen`: whether a defect that no task notices may come back as a weak criterion.
        """
        ...

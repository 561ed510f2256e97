"""What every author does that composes from a catalog: each part of a project from the recipe alone."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from plans.errors import CatalogBroken, InvalidFile
from plans.records.criteria import Criteria
from plans.records.project import Built, Files, Made, PlantedMutant, Project, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query

T = TypeVar("T")


class Composed(Protocol):
    """The parts of one project, composed as they are asked for; raises InvalidFile for faults of the catalog."""

    def prd(self) -> PRD: ...

    def query(self) -> Query: ...

    def criteria(self) -> Criteria: ...

    def built(self, canary: str) -> Built: ...

    def mutants(self, reference: Files) -> tuple[PlantedMutant, ...]: ...


def composed_project(parts: Composed, recipe: Recipe, canary: str) -> Project:
    """The whole project that a recipe's parts come to; raises InvalidFile."""
    built = parts.built(canary)
    return Project(
        id=recipe.id,
        seed=recipe.seed,
        parameters=recipe.parameters,
        prd=parts.prd(),
        query=parts.query(),
        criteria=parts.criteria(),
        reference=built.reference,
        mutants=parts.mutants(built.reference),
        alternatives=built.alternatives,
        grader=built.grader,
    )


class Composing(ABC):
    """A plans.contracts.authoring.Maker whose parts follow from the recipe: the same recipe gives the same bytes."""

    family: str
    follows_edits = False

    @abstractmethod
    def composition(self, recipe: Recipe) -> Composed:
        """The parts of the recipe's project; raises InvalidFile."""

    def project(self, recipe: Recipe, canary: str) -> Project:
        """All parts at once; raises CatalogBroken."""
        with self.failing(recipe):
            return composed_project(self.composition(recipe), recipe, canary)

    async def prd(self, recipe: Recipe) -> Made[PRD]:
        return await self._made(recipe, lambda composed: composed.prd())

    async def query(self, recipe: Recipe, prd: PRD) -> Made[Query]:
        return await self._made(recipe, lambda composed: composed.query())

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> Made[Scheme]:
        """The grader's files come with what is built."""
        return await self._made(recipe, lambda composed: Scheme(criteria=composed.criteria()))

    async def reference(self, specified: Specified, canary: str) -> Made[Built]:
        return await self._made(specified.recipe, lambda composed: composed.built(canary))

    async def mutants(self, specified: Specified, built: Built) -> Made[tuple[PlantedMutant, ...]]:
        return await self._made(specified.recipe, lambda composed: composed.mutants(built.reference))

    async def _made(self, recipe: Recipe, part: Callable[[Composed], T]) -> Made[T]:
        """A part of the recipe's project, composed beside what else is under way."""

        def composed() -> T:
            with self.failing(recipe):
                return part(self.composition(recipe))

        return Made(await asyncio.to_thread(composed))

    @contextmanager
    def failing(self, recipe: Recipe) -> Generator[None]:
        """CatalogBroken for what is wrong in the catalog's own files."""
        try:
            yield
        except InvalidFile as error:
            raise CatalogBroken(
                f"The catalog of the family {self.family!r} is at fault, which is ours and not the seed's: "
                f"{recipe.id!r} could not be composed. {error} Please report this with the seed; the others go on."
            ) from error

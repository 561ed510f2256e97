"""The catalog author: from a seed to a project without any model."""

import asyncio
import hashlib
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

from pydantic import JsonValue

from plans.errors import CatalogBroken, InvalidFile
from plans.files import read_record
from plans.records.catalog import Catalog
from plans.records.criteria import Criteria
from plans.records.draft import Built, Specified
from plans.records.plan import ItemParameters, Parameter, Plan
from plans.records.prd import PRD
from plans.records.project import PlantedMutant, Project
from plans.records.provenance import Made
from plans.records.query import Query
from plans.records.recipe import Recipe
from plans.records.seed import ItemSeed, Seed
from plans.webapp.catalog.compose import Composition, complexity, compose
from plans.webapp.catalog.domain import FACTS
from plans.webapp.catalog.library import Library, shipped_library
from plans.webapp.catalog.ranges import Ranges, narrowed, ranges_of, without
from plans.webapp.catalog.sampling import selection_for, task_goal
from plans.webapp.growing import grown_recipes, regrown_recipe
from plans.webapp.offering import catalog_of
from plans.webapp.refreshing import fresh_recipe
from plans.webapp.understanding.coverage import READ, remarks_on_added, with_numbers, without_features
from plans.webapp.understanding.numbers import stated_in
from plans.webapp.understanding.offer import Offer
from plans.webapp.understanding.redoing import answers, read_notes
from plans.webapp.understanding.replanning import redone_plan
from plans.webapp.understanding.seed import misnamed, understand
from plans.webapp.understanding.words import phrase_book

T = TypeVar("T")

PLAN = Path(__file__).with_name("plan.yaml")


class CatalogAuthor:
    """Implements plans.contracts.authoring.Generator for the family `webapp`."""

    family = "webapp"
    follows_edits = False

    def __init__(self, library: Library | None = None) -> None:
        """`library`: the catalog to author from; left out, the one that is shipped."""
        self._library = library or shipped_library()

    def plan(self) -> Plan:
        """The plan: what plan.yaml says and what lies in the catalog."""
        written = _written_plan()
        return written.model_copy(
            update={"parameters": (*written.parameters, *catalog_parameters(self._library))}
        )

    def catalog(self) -> Catalog:
        """Domains by category, and features with the words that ask for them."""
        return catalog_of(self._library)

    def misnamed(self, seed: Seed) -> str:
        """What is wrong with the category and the domain that the seed asks for; empty when nothing is."""
        return misnamed(seed, self._library)

    def redone_plan(self, plan: Plan, notes: Sequence[str]) -> tuple[Plan, Sequence[str]]:
        """The plan with the features and subjects that reviewers' notes ask for, and what was made of each note."""
        return redone_plan(plan, notes, self._library)

    def recipe(
        self, seed: Seed, plan: Plan, random_seed: int, attempt: int = 1, notes: Sequence[str] = ()
    ) -> Recipe:
        """What the seed becomes within the plan; raises SeedRefused with scores and reason.

        Where the seed leaves its subject open, a redo keeps the one of the first attempt unless a note names another.
        """
        own_seed = attempt_seed(random_seed, seed.id, attempt)
        first_seed = attempt_seed(random_seed, seed.id, 1)
        redo = read_notes(notes, self._library, phrase_book(self._library))
        ranges = ranges_of(plan)
        offered = narrowed(self._library, plan)
        asked = redo.domain if redo.domain in offered.domains else None
        offer = Offer(
            offered,
            ranges.invents,
            redo.added,
            redo.dropped,
            asked,
            ranges.no_facts | redo.left_out,
            redo.told,
        )
        understood = understand(seed, self._library, first_seed, offer)
        domain = self._library.domain(understood.coverage.domain, understood.item, understood.left_out)
        domain = domain.model_copy(update={"item": understood.item})
        selection = selection_for(
            without(offered, redo.dropped | understood.refused),
            domain,
            understood.wanted,
            own_seed,
            tasks=task_goal(own_seed, ranges),
            brand=understood.brand,
            ranges=ranges,
        )
        stated = stated_in(seed.query[:READ], offered, domain, selection.features)
        selection = selection.following(stated.numbers, stated.currency)
        said = tuple(answers(redo, selection.features, self._library, domain))
        beyond = {id: _too_much(ranges) for id in understood.wanted if id not in selection.features}
        coverage = without_features(understood.coverage, beyond, self._library)
        coverage = with_numbers(coverage, stated)
        added = remarks_on_added(understood.wanted, selection.features, self._library)
        coverage = coverage.model_copy(update={"notes": (*coverage.notes, *added, *said)})
        return Recipe(
            id=seed.id,
            seed=ItemSeed(seed=seed, coverage=coverage),
            parameters=ItemParameters(
                family="webapp",
                random_seed=own_seed,
                values=selection.values(domain.category),
                complexity=complexity(self._library, selection),
            ),
            findings=said,
        )

    async def prd(self, recipe: Recipe) -> Made[PRD]:
        return await self._made(recipe, Composition.prd)

    async def query(self, recipe: Recipe, prd: PRD) -> Made[Query]:
        return await self._made(recipe, Composition.query)

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> Made[Criteria]:
        return await self._made(recipe, Composition.criteria)

    async def reference(self, specified: Specified, canary: str) -> Made[Built]:
        return await self._made(specified.recipe, lambda composition: composition.built(canary))

    async def mutants(self, specified: Specified, built: Built) -> Made[tuple[PlantedMutant, ...]]:
        return await self._made(specified.recipe, lambda composition: composition.mutants(built.reference))

    def project(self, recipe: Recipe, canary: str) -> Project:
        """All parts at once; the same recipe gives the same bytes. Raises CatalogBroken."""
        with self._failing(recipe):
            return compose(self._library, recipe, canary)

    async def _made(self, recipe: Recipe, part: Callable[[Composition], T]) -> Made[T]:
        """A part of the recipe's project, composed beside what else is under way."""

        def composed() -> T:
            with self._failing(recipe):
                return part(Composition(self._library, recipe))

        return Made(await asyncio.to_thread(composed))

    @contextmanager
    def _failing(self, recipe: Recipe) -> Generator[None]:
        try:
            yield
        except InvalidFile as error:
            raise CatalogBroken(
                f"The catalog of the family {self.family!r} is at fault, which is ours and not the seed's: "
                f"{recipe.id!r} could not be composed. {error} Please report this with the seed; the others go on."
            ) from error

    def variant(
        self, recipe: Recipe, parent_suite: str, random_seed: int, plan: Plan | None = None
    ) -> Recipe:
        """A fresh variant of like complexity: other domain, names, data, wording, feature order."""
        own_seed = attempt_seed(random_seed, recipe.id, 1)
        return fresh_recipe(self._library, recipe, parent_suite, own_seed, plan or self.plan())

    def another(self, recipe: Recipe, random_seed: int, plan: Plan) -> Recipe:
        """A grown recipe with other features and data, in the place and for the seed of the one that is given."""
        own_seed = attempt_seed(random_seed, recipe.id, 1)
        return regrown_recipe(narrowed(self._library, plan), ranges_of(plan), recipe, own_seed)

    def growth(
        self, plan: Plan, existing: Sequence[ItemParameters], n: int, random_seed: int
    ) -> Sequence[Recipe]:
        """`n` recipes of the least covered domains, features and choices."""
        return grown_recipes(narrowed(self._library, plan), ranges_of(plan), existing, n, random_seed)


def attempt_seed(random_seed: int, name: str, attempt: int) -> int:
    """The random seed of one item's attempt: far from that of every other."""
    digest = hashlib.sha256(f"{random_seed}:{name}:{attempt}".encode()).digest()
    return int.from_bytes(digest[:5])


def _too_much(ranges: Ranges) -> str:
    return (
        f"with all the rest that is asked for, the project would have more than {ranges.most_tasks} evaluation tasks; "
        "split the seed in two, or take something else out of it"
    )


def catalog_parameters(library: Library) -> tuple[Parameter, ...]:
    """Parameters whose ranges are what lies in the catalog."""
    categories = {domain.category for domain in library.domains.values()}
    domains = (*library.domains, *(f"invented-{category}" for category in sorted(categories)))
    return (
        Parameter(name="domain", description="What the app is about.", values=domains),
        Parameter(
            name="facts",
            description="What apps may tell of their things beside title, kind, person and date.",
            values=FACTS,
        ),
        Parameter(name="features", description="What the app can do.", values=tuple(library.features)),
        *(
            Parameter(
                name=f"{feature.id}.{name}",
                description=parameter.description or f"{name} of {feature.title.lower()}",
                values=_scalars(parameter.choices()),
            )
            for feature in library.features.values()
            for name, parameter in feature.parameters.items()
        ),
    )


def _scalars(choices: Iterable[JsonValue]) -> tuple[JsonValue, ...]:
    """The choices; where a choice is a list, what such lists hold."""
    flat = [one for choice in choices for one in (choice if isinstance(choice, list) else [choice])]
    return tuple(one for number, one in enumerate(flat) if one not in flat[:number])


@cache
def _written_plan() -> Plan:
    return read_record(PLAN, Plan)

"""More items where a catalog's domains, features and choices are least covered."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import JsonValue

from plans.catalog.choosing import task_goal
from plans.catalog.contents import Domain, Feature
from plans.catalog.covering import Covered
from plans.catalog.narrowing import with_choices
from plans.catalog.selecting import Selection
from plans.catalog.stock import Stock
from plans.catalog.strategy import CatalogStrategy, Ranges
from plans.catalog.wording import goal_of
from plans.errors import AuthorError
from plans.records.plan import ItemParameters
from plans.records.seed import Coverage, ItemSeed, Recipe, Seed

L = TypeVar("L", bound=Stock[Domain, Feature])
D = TypeVar("D", bound=Domain)
S = TypeVar("S", bound=Selection)
R = TypeVar("R", bound=Ranges)

TRIES = 20
"""Samples that are drawn for one item until its features differ from those that its domain has seen."""


def grown_recipes(
    strategy: CatalogStrategy[L, D, S, R],
    library: L,
    ranges: R,
    existing: Sequence[ItemParameters],
    n: int,
    random_seed: int,
) -> list[Recipe]:
    """`n` recipes, each in the domain that the fewest items have, of several in the category with the fewest.

    Features are the more likely the fewer have them; what the ranges hold and each feature's parameters take one of the
    values that the fewest have. A combination of domain and features is repeated only where TRIES samples bring no
    other one. `library` and `ranges` hold what the plan leaves. Raises AuthorError when that is no domain.
    """
    if not library.domains:
        raise AuthorError(
            "The plan leaves no domain of the catalog to grow in. Widen `domain` or `category`."
        )
    covered = Covered.by(existing)
    recipes: list[Recipe] = []
    for number in range(n):
        rng = random.Random(f"{random_seed}:grow:{number}")
        domain = covered.rarest_domain(strategy.domains_of(library).values(), rng)
        rarest = _rarest_choices(covered, library, domain, strategy.shares_parameters)
        selection = _unseen(strategy, rarest, ranges, domain, covered, rng)
        recipes.append(_recipe(domain, selection, strategy.parameters_of(rarest, selection)))
        covered.add(recipes[-1].parameters)
    return recipes


def regrown_recipe(
    strategy: CatalogStrategy[L, D, S, R], library: L, ranges: R, recipe: Recipe, random_seed: int
) -> Recipe:
    """The grown `recipe` with other features and data: what it was grown for, its domain, stays.

    Raises AuthorError when the plan leaves that out.
    """
    old = strategy.recorded(recipe.parameters)
    if old.domain not in library.domains:
        raise AuthorError(
            f"The plan leaves out {old.domain!r}, which {recipe.id!r} was grown for, so it cannot be sampled anew. Put "
            "it back into `domain`, or drop the item."
        )
    selection = strategy.selected(
        library,
        strategy.domain_of(library, old),
        (),
        random_seed,
        tasks=task_goal(random_seed, ranges.tasks),
        ranges=strategy.staying(ranges, old),
    )
    return recipe.model_copy(update={"parameters": strategy.parameters_of(library, selection)})


def _rarest_choices(covered: Covered, library: L, domain: Domain, shares_parameters: bool) -> L:
    """The library whose features take, of what makes sense in the domain, what the fewest items have.

    What is one choice in a project, under whichever feature's name, is counted once.
    """
    counted: dict[str, str] = {}

    def rarest(named: str, choices: tuple[JsonValue, ...]) -> tuple[JsonValue, ...]:
        name = named.partition(".")[2]
        known = counted.setdefault(name, named) if shares_parameters else named
        return covered.rarest(known, domain.sensible(named, choices))

    features = {id: with_choices(feature, rarest) for id, feature in library.features.items()}
    return replace(library, features=features)


def _unseen(
    strategy: CatalogStrategy[L, D, S, R],
    library: L,
    ranges: R,
    domain: D,
    covered: Covered,
    rng: random.Random,
) -> S:
    weights = {id: 1 / (1 + covered.count("features", id)) ** strategy.rarity for id in library.features}
    rare = strategy.rarest_ranges(covered, ranges)
    selection = None
    for _ in range(TRIES):
        random_seed = rng.getrandbits(40)
        selection = strategy.selected(
            library,
            domain,
            (),
            random_seed,
            tasks=task_goal(random_seed, ranges.tasks),
            ranges=rare,
            weights=weights,
        )
        if not covered.has(domain.id, selection.features):
            break
    assert selection is not None
    return selection


def _recipe(domain: Domain, selection: Selection, parameters: ItemParameters) -> Recipe:
    id = f"{domain.id}-{selection.random_seed:010x}"
    return Recipe(
        id=id,
        seed=ItemSeed(
            seed=Seed(id=id, query=goal_of(domain), source="grown from the plan"),
            coverage=Coverage(scores={}, category=domain.category, domain=domain.id),
        ),
        parameters=parameters,
    )

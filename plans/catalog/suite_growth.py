"""New items for a suite: where its coverage is least, or as fresh variants of items that it has."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from pydantic import JsonValue

from plans.catalog.choosing import Covered, Selection, task_goal, with_choices, without
from plans.catalog.contents import Domain, Feature, Stock, goal_of, task_count, with_requirements
from plans.catalog.strategy import TRIES, CatalogStrategy, ProjectDemand, Ranges, likest, next_id, shuffled
from plans.errors import AuthorError
from plans.records.plan import ItemParameters, Plan
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.records.suite import Lineage

L = TypeVar("L", bound=Stock[Domain, Feature])
D = TypeVar("D", bound=Domain)
S = TypeVar("S", bound=Selection)
R = TypeVar("R", bound=Ranges)


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
            coverage=SeedCoverage(scores={}, category=domain.category, domain=domain.id),
        ),
        parameters=parameters,
    )


@dataclass(frozen=True)
class _Sample(Generic[S]):
    """One of the variants among which the likest is taken."""

    selection: S
    is_reordered: bool
    """Whether the parent's features stand in another order."""
    asked: ProjectDemand


def fresh_recipe(
    strategy: CatalogStrategy[L, D, S, R],
    library: L,
    parent: Recipe,
    parent_suite: str,
    random_seed: int,
    plan: Plan,
) -> Recipe:
    """A recipe with another domain, brand, data, wording and feature order, which asks about as much.

    Where the plan and the catalog leave none that does, its lineage says by how much it differs. What the parent's seed
    leaves out (`without: [comments]`) is in no variant either, whose seed leaves it out too. Raises AuthorError
    when the plan leaves no other domain.
    """
    old = strategy.recorded(parent.parameters)
    goal, refused = strategy.asked_by(library, old), _still_refused(library, parent.seed.seed, old)
    left, facts = strategy.lacking_facts(without(strategy.narrowed(library, plan), refused), old, refused)
    tasks = task_count(library, old.features)
    category = str(parent.parameters.values["category"])
    sample = likest(
        goal, _samples(strategy, left, strategy.ranges_of(plan), category, old, tasks, random_seed)
    )
    selection, unlike = sample.selection, sample.asked.told(goal)
    domain = left.domains[selection.domain]
    id = next_id(parent.id)
    changed = ["domain", "names", "sample data", "wording"]
    changed += ["feature order"] if sample.is_reordered else []
    changed += ["features"] if set(selection.features) != set(old.features) else []
    return Recipe(
        id=id,
        seed=ItemSeed(
            seed=Seed(
                id=id,
                query=" ".join([goal_of(domain), *(f"No {words}." for words in (*refused.values(), *facts))]),
                source=f"variant of {parent_suite}/{parent.id}",
                without=tuple(refused),
            ),
            coverage=SeedCoverage(
                scores={},
                category=domain.category,
                domain=domain.id,
                notes=(
                    f"A fresh variant of {parent.id}; of the parent's seed only what it leaves out was kept.",
                    *([f"Not of like complexity: {unlike}."] if unlike else []),
                ),
            ),
        ),
        parameters=strategy.parameters_of(left, selection),
        parent=Lineage(parent=parent.id, parent_suite=parent_suite, changed=tuple(changed), unlike=unlike),
    )


def _still_refused(library: Stock[Domain, Feature], seed: Seed, old: Selection) -> Mapping[str, str]:
    """Feature that the seed leaves out → what it is called; not those that a reviewer wanted in all the same."""
    features = library.features
    return {
        id: features[id].title.lower() for id in seed.without if id in features and id not in old.features
    }


def _samples(
    strategy: CatalogStrategy[L, D, S, R],
    library: L,
    ranges: R,
    category: str,
    old: S,
    tasks: int,
    random_seed: int,
) -> Iterator[_Sample[S]]:
    """TRIES variants, the first of them with `random_seed`, in every other domain, the most fitting ones first."""
    rng = random.Random(f"{random_seed}:variant")
    wanted = [id for id in old.features if id in library.features and id not in library.fixed]
    domains = _other_domains(strategy, library, category, old, wanted, rng)
    for number in range(TRIES):
        domain = domains[number * len(domains) // TRIES]
        kept = _legal(library, domain, wanted)
        order = shuffled(kept, rng)
        selection = strategy.selected(
            library, domain, order, random_seed, tasks=min(tasks, ranges.most_tasks), ranges=ranges
        )
        yield _Sample(selection, order != kept, strategy.asked_by(library, selection))
        random_seed = rng.getrandbits(40)


def _other_domains(
    strategy: CatalogStrategy[L, D, S, R],
    library: L,
    category: str,
    old: S,
    wanted: Sequence[str],
    rng: random.Random,
) -> list[D]:
    """The other domains, those first in which most of the features are legal, then those of the same category."""
    others = [
        domain
        for domain in strategy.domains_of(library).values()
        if domain.id != old.domain and (domain.category == category or not strategy.keeps_category)
    ]
    if not others:
        which = f" of the category {category!r}" if strategy.keeps_category else ""
        raise AuthorError(
            f"The plan leaves no domain{which} but {old.domain!r}, and a variant has to be about something else. Widen "
            "`domain` in the plan."
        )
    return sorted(
        others,
        key=lambda domain: (
            len(_legal(library, domain, wanted)),
            domain.category == category,
            rng.random(),
        ),
        reverse=True,
    )


def _legal(library: Stock[Domain, Feature], domain: Domain, features: Sequence[str]) -> list[str]:
    return [id for id in features if with_requirements(library, domain, id, library.fixed)]

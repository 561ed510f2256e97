"""A fresh variant of an item: the same skills asked of an agent, about something else."""

import random
import re
from collections.abc import Mapping, Sequence

from plans.contracts import Recipe
from plans.errors import AuthorError
from plans.records.plan import ItemParameters, Plan
from plans.records.seed import Coverage, ItemSeed, Seed
from plans.records.suite import Lineage
from plans.webapp.catalog.compose import complexity
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.ranges import narrowed, ranges_of, without
from plans.webapp.catalog.sampling import selection_for, task_count, with_requirements
from plans.webapp.catalog.selection import Selection
from plans.webapp.understanding.words import words_of

ID_LENGTH = 60
_GENERATION = re.compile(r"-r(\d+)$")


def fresh_recipe(library: Library, parent: Recipe, parent_suite: str, random_seed: int, plan: Plan) -> Recipe:
    """A recipe with another domain, brand, data, wording and feature order, and as many tasks as legal.

    What the parent's seed refuses ("no comments") is in no variant either; its query says so, for those made from it.
    Raises AuthorError when the plan leaves no other domain of the parent's category.
    """
    old = Selection.of(parent.parameters)
    tasks = task_count(library, old.features)
    refused = _still_refused(library, parent.seed.seed, old)
    library, ranges = without(narrowed(library, plan), refused), ranges_of(plan)
    rng = random.Random(f"{random_seed}:variant")
    category = str(parent.parameters.values["category"])
    domain = _other_domain(library, category, old, rng)
    base = {feature.id for feature in library.base}
    wanted = [id for id in old.features if id not in base and id in library.features]
    kept = _legal(library, domain, wanted)
    shuffled = _shuffled(kept, rng)
    tasks = min(tasks, ranges.most_tasks)
    selection = selection_for(library, domain, shuffled, random_seed, tasks=tasks, ranges=ranges)
    purpose = f"{domain.purpose}, for {domain.audience}"
    id = _next_id(parent.id)
    changed = ["domain", "names", "sample data", "wording"]
    changed += ["feature order"] if shuffled != kept else []
    changed += ["features"] if set(selection.features) != set(old.features) else []
    return Recipe(
        id=id,
        seed=ItemSeed(
            seed=Seed(
                id=id,
                query=" ".join(
                    [f"{purpose[0].upper()}{purpose[1:]}.", *(f"No {said}." for said in refused.values())]
                ),
                source=f"variant of {parent_suite}/{parent.id}",
            ),
            coverage=Coverage(
                scores={},
                category=category,
                domain=domain.id,
                notes=(
                    f"A fresh variant of {parent.id}; the parent's seed was read for what it refuses alone.",
                ),
            ),
        ),
        parameters=ItemParameters(
            random_seed=random_seed,
            values=selection.values(category),
            complexity=complexity(library, selection),
        ),
        parent=Lineage(parent=parent.id, parent_suite=parent_suite, changed=tuple(changed)),
    )


def _still_refused(library: Library, seed: Seed, old: Selection) -> Mapping[str, str]:
    """Feature → the words that refuse it; not those that a reviewer wanted in all the same."""
    refused = words_of(seed, library).refused
    return {id: said for id, said in refused.items() if id not in old.features}


def _other_domain(library: Library, category: str, old: Selection, rng: random.Random) -> Domain:
    """Another domain of the category, one in which most of the features are legal."""
    others = [domain for domain in library.of_category(category) if domain.id != old.domain]
    if not others:
        raise AuthorError(
            f"The plan leaves no domain of the category {category!r} but {old.domain!r}, and a variant has to be about "
            "something else. Widen `domain` in the plan."
        )
    wanted = [id for id in old.features if id in library.features]
    return max(others, key=lambda domain: (len(_legal(library, domain, wanted)), rng.random()))


def _legal(library: Library, domain: Domain, features: Sequence[str]) -> list[str]:
    return [
        id
        for id in features
        if not library.features[id].base
        and with_requirements(library, domain, id, [f.id for f in library.base])
    ]


def _shuffled(features: Sequence[str], rng: random.Random) -> list[str]:
    """Another order where there is more than one feature."""
    order = list(features)
    while len(order) > 1 and order == list(features):
        rng.shuffle(order)
    return order


def _next_id(id: str) -> str:
    """plant-shop, plant-shop-r1, plant-shop-r2 …"""
    match = _GENERATION.search(id)
    stem = id[: match.start()] if match else id
    generation = int(match.group(1)) + 1 if match else 1
    return f"{stem[:ID_LENGTH].rstrip('-')}-r{generation}"

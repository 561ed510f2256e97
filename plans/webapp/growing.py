"""More items where the catalog's domains and features are least covered."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence

from plans.contracts import Recipe
from plans.errors import AuthorError
from plans.records.plan import ItemParameters
from plans.records.seed import Coverage, ItemSeed, Seed
from plans.webapp.catalog.compose import complexity
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.ranges import Ranges
from plans.webapp.catalog.sampling import selection_for, task_goal
from plans.webapp.catalog.selection import Selection

TRIES = 20
"""Samples that are drawn for one item until its features differ from those that its domain has seen."""


def grown_recipes(
    library: Library, ranges: Ranges, existing: Sequence[ItemParameters], n: int, random_seed: int
) -> list[Recipe]:
    """`n` recipes, each in the least covered domain with the least covered features.

    A combination of domain and features is repeated only where TRIES samples bring no other one. `library` and
    `ranges` hold what the plan leaves. Raises AuthorError when that is no domain.
    """
    if not library.domains:
        raise AuthorError(
            "The plan leaves no domain of the catalog to grow in. Widen `domain` or `category`."
        )
    domains = Counter(str(parameters.values.get("domain")) for parameters in existing)
    features = Counter(id for parameters in existing for id in _features(parameters))
    seen = {(str(p.values.get("domain")), frozenset(_features(p))) for p in existing}
    recipes: list[Recipe] = []
    for number in range(n):
        rng = random.Random(f"{random_seed}:grow:{number}")
        id = min(library.domains, key=lambda domain: (domains[domain], rng.random()))
        selection = _unseen(library, ranges, id, features, seen, rng)
        domains[id] += 1
        features.update(selection.features)
        seen.add((id, frozenset(selection.features)))
        recipes.append(_recipe(library, selection))
    return recipes


def _unseen(
    library: Library,
    ranges: Ranges,
    domain: str,
    features: Counter[str],
    seen: set[tuple[str, frozenset[str]]],
    rng: random.Random,
) -> Selection:
    weights = {id: 1 / (1 + features[id]) for id in library.features}
    selection = None
    for _ in range(TRIES):
        random_seed = rng.getrandbits(40)
        selection = selection_for(
            library,
            library.domains[domain],
            (),
            random_seed,
            tasks=task_goal(random_seed, ranges),
            weights=weights,
            ranges=ranges,
        )
        if (domain, frozenset(selection.features)) not in seen:
            break
    assert selection is not None
    return selection


def _recipe(library: Library, selection: Selection) -> Recipe:
    domain = library.domains[selection.domain]
    id = f"{domain.id}-{selection.random_seed:010x}"
    purpose = f"{domain.purpose}, for {domain.audience}"
    return Recipe(
        id=id,
        seed=ItemSeed(
            seed=Seed(id=id, query=f"{purpose[0].upper()}{purpose[1:]}.", source="grown from the plan"),
            coverage=Coverage(scores={}, category=domain.category, domain=domain.id),
        ),
        parameters=ItemParameters(
            random_seed=selection.random_seed,
            values=selection.values(domain.category),
            complexity=complexity(library, selection),
        ),
    )


def _features(parameters: ItemParameters) -> Iterable[str]:
    listed = parameters.values.get("features")
    return [str(id) for id in listed] if isinstance(listed, list) else []

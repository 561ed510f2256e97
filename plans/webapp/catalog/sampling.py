"""Sampling what a seed leaves open: brand, features, parameters, amount of data."""

import random
from collections.abc import Collection, Mapping, Sequence

from pydantic import JsonValue

from plans.errors import AuthorError
from plans.webapp.catalog.domain import Domain, ItemNoun
from plans.webapp.catalog.feature import Feature
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.selection import TONES, Selection

FEATURES = range(4, 7)
"""How many features a project has beside the base ones, when the seed does not ask for more."""
ITEMS = range(10, 15)
"""How many sample items, when no feature needs more."""


def selection_for(
    library: Library,
    domain: Domain,
    wanted: Sequence[str],
    random_seed: int,
    *,
    count: int | None = None,
    brand: str | None = None,
    item: ItemNoun | None = None,
) -> Selection:
    """A selection that has the wanted features, as far as they are legal together, and sampled ones up to `count`.

    `count` None: the wanted features and what they require, nothing else. Raises AuthorError for an unknown feature.
    """
    rng = random.Random(f"{random_seed}:selection")
    features = chosen_features(library, domain, wanted, rng, count)
    needed = max(library.features[id].minimum_items for id in features)
    return Selection(
        random_seed=random_seed,
        domain=domain.id,
        brand=brand or rng.choice(domain.brands),
        item=item or domain.item,
        tone=rng.choice(TONES),
        features=tuple(features),
        item_count=max(needed, rng.choice(ITEMS)),
        accent=domain.accent,
        parameters={
            id: sampled for id in features if (sampled := _parameters(library.features[id], random_seed))
        },
    )


def chosen_features(
    library: Library, domain: Domain, wanted: Sequence[str], rng: random.Random, count: int | None
) -> list[str]:
    """Base features, then the wanted ones that are legal, then sampled ones in proportion to how natural they are."""
    chosen = [feature.id for feature in library.base]
    base = len(chosen)
    for id in wanted:
        if id not in library.features:
            raise AuthorError(f"There is no feature {id!r}. Use some of: {', '.join(sorted(library.features))}.")
        if addition := with_requirements(library, domain, id, chosen):
            chosen += addition
    while count is not None and len(chosen) - base < count:
        open_ids = {
            id: weight
            for id, feature in library.features.items()
            if id not in chosen
            and (weight := feature.natural(domain.category)) > 0
            and (addition := with_requirements(library, domain, id, chosen))
            and len(chosen) - base + len(addition) <= count
        }
        if not open_ids:
            break
        id = _weighted(open_ids, rng)
        chosen += with_requirements(library, domain, id, chosen)
    return chosen


def with_requirements(library: Library, domain: Domain, id: str, chosen: Collection[str]) -> list[str]:
    """The feature after all that it requires and is not chosen yet; empty when that is not legal here."""
    added: list[str] = []

    def add(feature: Feature) -> bool:
        if feature.id in chosen or feature.id in added:
            return True
        if not all(domain.offers(need) for need in feature.needs):
            return False
        if any(clash(feature, library.features[other]) for other in (*chosen, *added)):
            return False
        if not all(add(library.features[other]) for other in feature.requires):
            return False
        added.append(feature.id)
        return True

    return added if add(library.features[id]) else []


def clash(a: Feature, b: Feature) -> bool:
    """Whether two features cannot be in one project."""
    return a.id in b.conflicts or b.id in a.conflicts


def _parameters(feature: Feature, random_seed: int) -> dict[str, JsonValue]:
    rng = random.Random(f"{random_seed}:{feature.id}")
    return {name: rng.choice(parameter.choices()) for name, parameter in feature.parameters.items()}


def _weighted(weights: Mapping[str, float], rng: random.Random) -> str:
    return rng.choices(list(weights), list(weights.values()))[0]

"""Sampling what a seed leaves open: brand, features, parameters, amount of data."""

import random
from collections.abc import Callable, Mapping, Sequence

from pydantic import JsonValue

from plans.catalog.choosing import Goal, asked_for, filled_up
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.feature import Feature
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.ranges import OPEN, Ranges
from plans.webapp.catalog.selection import Selection


def selection_for(
    library: Library,
    domain: Domain,
    wanted: Sequence[str],
    random_seed: int,
    *,
    tasks: int | None = None,
    brand: str | None = None,
    weights: Mapping[str, float] | None = None,
    ranges: Ranges = OPEN,
) -> Selection:
    """A selection that has the wanted features, as far as they are legal together, and sampled ones up to `tasks`.

    `tasks` None: the wanted features and what they require, nothing else. `weights` multiplies how natural a feature
    is; `ranges` is what numbers and words are drawn from, and the library holds the features that may be chosen. Raises
    AuthorError for an unknown feature.
    """
    rng = random.Random(f"{random_seed}:selection")
    features = asked_for(library, domain, wanted, None if tasks is None else ranges.most_tasks)
    if tasks is not None:
        # The size is that of what is asked for: what every project is told beside its query comes on top.
        tasks += sum(len(library.features[id].tasks) for id in features if library.features[id].clause)
        goal = Goal(tasks, min(tasks + 1, ranges.most_tasks))
        features = filled_up(library, domain, features, goal, rng, _weights(library, domain, weights or {}))
    features.sort(key=lambda id: library.features[id].clause)
    needed = max(library.features[id].minimum_items for id in features)
    return Selection(
        random_seed=random_seed,
        domain=domain.id,
        brand=brand or rng.choice(domain.brands),
        item=domain.item,
        tone=rng.choice(ranges.tones),
        features=tuple(features),
        item_count=max(needed, rng.choice(ranges.items)),
        accent=_accent(domain, rng, ranges),
        left_out=domain.left_out,
        parameters={
            id: sampled
            for id in features
            if (sampled := _parameters(library.features[id], domain, random_seed))
        },
    )


def _weights(library: Library, domain: Domain, weights: Mapping[str, float]) -> Callable[[str], float]:
    """Of each feature how natural it is in the domain, times its own weight."""
    return lambda id: library.features[id].natural(domain.category) * weights.get(id, 1.0)


def _accent(domain: Domain, rng: random.Random, ranges: Ranges) -> int:
    """Near the domain's own hue; where the plan does not have that, any that it has."""
    near = (domain.accent + rng.randint(-12, 12)) % 360
    return near if near in ranges.hues else rng.choice(ranges.hues)


def _parameters(feature: Feature, domain: Domain, random_seed: int) -> dict[str, JsonValue]:
    rng = random.Random(f"{random_seed}:{feature.id}")
    return {
        name: rng.choice(domain.sensible(f"{feature.id}.{name}", parameter.choices()))
        for name, parameter in feature.parameters.items()
    }

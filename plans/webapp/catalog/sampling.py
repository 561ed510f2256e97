"""Sampling what a seed leaves open: brand, features, parameters, amount of data, within the ranges of a plan."""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from plans.catalog.choosing import (
    Goal,
    allows,
    asked_for,
    filled_up,
    left_of_words,
    narrowed_catalog,
    numbers_of,
    preferred,
)
from plans.records.plan import Plan
from plans.webapp.catalog.domain import CATEGORIES, FACTS, INVENTED, Domain
from plans.webapp.catalog.feature import Feature
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.vocabulary import TONES, Selection

TASKS = tuple(range(14, 19))
"""Evaluation tasks that a project aims at; the published mean is 15.7."""
MOST_TASKS = 26
"""Evaluation tasks beyond which even asked-for features are left out."""
ITEMS = tuple(range(10, 15))
"""How many sample items, when no feature needs more."""
MOST_ITEMS = 24
"""Sample items that a feature may need at most."""


@dataclass(frozen=True)
class Ranges:
    """What numbers and words may be drawn from. As it stands by default: all that the author takes by itself."""

    tones: tuple[str, ...] = TONES
    tasks: tuple[int, ...] = TASKS
    """Evaluation tasks to aim at."""
    most_tasks: int = MOST_TASKS
    items: tuple[int, ...] = ITEMS
    most_items: int = MOST_ITEMS
    hues: tuple[int, ...] = tuple(range(360))
    """Degrees."""
    invents: frozenset[str] = frozenset(CATEGORIES)
    """Categories in which a domain may be invented for a subject that the catalog does not know."""
    no_facts: frozenset[str] = frozenset()
    """Facts that no app may tell of its things."""


OPEN = Ranges()


def ranges_of(plan: Plan) -> Ranges:
    """What the plan's parameters leave; AuthorError for a parameter that leaves nothing which the author can make.

    A parameter that the plan does not name is not limited.
    """
    tasks, items = numbers_of(plan, "evaluation_tasks"), numbers_of(plan, "sample_items")
    return Ranges(
        tones=left_of_words(plan, "tone", TONES),
        tasks=preferred(TASKS, tasks),
        most_tasks=min(MOST_TASKS, max(tasks, default=MOST_TASKS)),
        items=preferred(ITEMS, items),
        most_items=max(items, default=MOST_ITEMS),
        hues=tuple(sorted({hue % 360 for hue in numbers_of(plan, "accent_hue")})) or OPEN.hues,
        invents=frozenset(
            category
            for category in left_of_words(plan, "category", CATEGORIES)
            if allows(plan, "domain", f"{INVENTED}{category}")
        ),
        no_facts=frozenset(fact for fact in FACTS if not allows(plan, "facts", fact)),
    )


def narrowed(library: Library, plan: Plan) -> Library:
    """The library with the domains, features and choices that the plan leaves; AuthorError when that cannot be."""
    ranges = ranges_of(plan)
    large = [id for id, one in library.features.items() if one.minimum_items > ranges.most_items]
    needed = max(feature.minimum_items for feature in library.base)
    left = narrowed_catalog(library, plan, large, f", and let `sample_items` allow {needed}")
    # A suite that was planned without a clause has it in none of its items, old or new.
    unknown = {id for id, one in left.features.items() if one.clause and not allows(plan, "features", id)}
    left = replace(left, features={id: one for id, one in left.features.items() if id not in unknown})
    return lacking(left, ranges.no_facts)


def lacking(library: Library, facts: Collection[str]) -> Library:
    """The library whose domains tell none of these facts, as far as they can be without."""
    if not facts:
        return library
    domains = {id: domain.lacking(facts) for id, domain in library.domains.items()}
    return replace(library, domains=domains)


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

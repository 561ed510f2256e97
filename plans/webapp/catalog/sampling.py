"""The choices of one web app: brand, features, parameters, amount of data, drawn within the ranges of a plan."""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import JsonValue

from plans.catalog.choosing import (
    Goal,
    Ranges,
    Selection,
    allows,
    asked_for,
    filled_up,
    flat,
    left_of_words,
    narrowed_catalog,
    numbers_of,
    preferred,
)
from plans.catalog.contents import ItemNoun
from plans.records.plan import Plan
from plans.webapp.catalog.domain import CATEGORIES, FACTS, INVENTED, WebDomain
from plans.webapp.catalog.library import WebCatalog, WebFeature

TONES = ("plain", "chatty", "terse")
"""How the person who asks writes."""
TASKS = tuple(range(14, 19))
"""Evaluation tasks that a project aims at; the published mean is 15.7."""
MOST_TASKS = 26
"""Evaluation tasks beyond which even asked-for features are left out."""
ITEMS = tuple(range(10, 15))
"""How many sample items, when no feature needs more."""
MOST_ITEMS = 24
"""Sample items that a feature may need at most."""


class WebSelection(Selection):
    """The choices of one web app."""

    item: ItemNoun
    tone: str
    item_count: int
    """Sample items of the reference."""
    accent: int
    """Hue in degrees."""
    left_out: tuple[str, ...] = ()
    """Facts of the domain that are refused: price, rating."""
    currency: str | None = None
    """Sign of what money is counted in where the seed says so; None: the domain's own."""

    def values(self, category: str) -> dict[str, JsonValue]:
        """As the flat table of `parameters.yaml`."""
        table: dict[str, JsonValue] = {
            "category": category,
            "domain": self.domain,
            "features": list(self.features),
            "tone": self.tone,
            "sample_items": self.item_count,
            "accent_hue": self.accent,
            "brand": self.brand,
            "item_noun": [self.item.singular, self.item.plural],
        }
        if self.left_out:
            table["left_out"] = list(self.left_out)
        if self.currency:
            table["currency"] = self.currency
        return table | flat(self.parameters)

    @staticmethod
    def own(values: Mapping[str, Any]) -> dict[str, Any]:
        singular, plural = values["item_noun"]
        return {
            "item": ItemNoun(singular=singular, plural=plural),
            "tone": values["tone"],
            "item_count": values["sample_items"],
            "accent": values["accent_hue"],
            "left_out": tuple(values.get("left_out", ())),
            "currency": values.get("currency"),
        }


@dataclass(frozen=True)
class WebRanges(Ranges):
    """What numbers and words may be drawn from. As it stands by default: all that the author takes by itself."""

    tasks: tuple[int, ...] = TASKS
    most_tasks: int = MOST_TASKS
    tones: tuple[str, ...] = TONES
    items: tuple[int, ...] = ITEMS
    most_items: int = MOST_ITEMS
    hues: tuple[int, ...] = tuple(range(360))
    """Degrees."""
    invents: frozenset[str] = frozenset(CATEGORIES)


OPEN = WebRanges()


def ranges_of(plan: Plan) -> WebRanges:
    """What the plan's parameters leave; AuthorError for a parameter that leaves nothing which the author can make.

    A parameter that the plan does not name is not limited.
    """
    tasks, items = numbers_of(plan, "evaluation_tasks"), numbers_of(plan, "sample_items")
    return WebRanges(
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


def narrowed(library: WebCatalog, plan: Plan) -> WebCatalog:
    """The library with the domains, features and choices that the plan leaves; AuthorError when that cannot be."""
    ranges = ranges_of(plan)
    large = [id for id, one in library.features.items() if one.minimum_items > ranges.most_items]
    needed = max(feature.minimum_items for feature in library.base)
    left = narrowed_catalog(library, plan, large, f", and let `sample_items` allow {needed}")
    # A suite that was planned without a clause has it in none of its items, old or new.
    unknown = {id for id, one in left.features.items() if one.clause and not allows(plan, "features", id)}
    left = replace(left, features={id: one for id, one in left.features.items() if id not in unknown})
    return lacking(left, ranges.no_facts)


def lacking(library: WebCatalog, facts: Collection[str]) -> WebCatalog:
    """The library whose domains tell none of these facts, as far as they can be without."""
    if not facts:
        return library
    domains = {id: domain.lacking(facts) for id, domain in library.domains.items()}
    return replace(library, domains=domains)


def selection_for(
    library: WebCatalog,
    domain: WebDomain,
    wanted: Sequence[str],
    random_seed: int,
    *,
    tasks: int | None = None,
    brand: str | None = None,
    weights: Mapping[str, float] | None = None,
    ranges: WebRanges = OPEN,
) -> WebSelection:
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
    return WebSelection(
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


def _weights(library: WebCatalog, domain: WebDomain, weights: Mapping[str, float]) -> Callable[[str], float]:
    """Of each feature how natural it is in the domain, times its own weight."""
    return lambda id: library.features[id].natural(domain.category) * weights.get(id, 1.0)


def _accent(domain: WebDomain, rng: random.Random, ranges: WebRanges) -> int:
    """Near the domain's own hue; where the plan does not have that, any that it has."""
    near = (domain.accent + rng.randint(-12, 12)) % 360
    return near if near in ranges.hues else rng.choice(ranges.hues)


def _parameters(feature: WebFeature, domain: WebDomain, random_seed: int) -> dict[str, JsonValue]:
    rng = random.Random(f"{random_seed}:{feature.id}")
    return {
        name: rng.choice(domain.sensible(f"{feature.id}.{name}", parameter.choices()))
        for name, parameter in feature.parameters.items()
    }

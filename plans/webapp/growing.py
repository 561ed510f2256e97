"""More items where the catalog's domains, features and choices are least covered."""

import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pydantic import JsonValue

from plans.errors import AuthorError
from plans.records.plan import ItemParameters
from plans.records.recipe import Recipe
from plans.records.seed import Coverage, ItemSeed, Seed
from plans.webapp.catalog.compose import complexity
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.feature import Feature, FeatureParameter
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.ranges import Ranges
from plans.webapp.catalog.sampling import selection_for, task_goal
from plans.webapp.catalog.selection import Selection

Choice = TypeVar("Choice")

TRIES = 20
"""Samples that are drawn for one item until its features differ from those that its domain has seen."""


def grown_recipes(
    library: Library, ranges: Ranges, existing: Sequence[ItemParameters], n: int, random_seed: int
) -> list[Recipe]:
    """`n` recipes, each in the domain that the fewest items have, of several in the category with the fewest.

    Features are the more likely the fewer have them; tone, sample items and each feature's parameters take one of the
    values that the fewest have. A combination of domain and features is repeated only where TRIES samples bring no
    other one. `library` and `ranges` hold what the plan leaves. Raises AuthorError when that is no domain.
    """
    if not library.domains:
        raise AuthorError(
            "The plan leaves no domain of the catalog to grow in. Widen `domain` or `category`."
        )
    covered = _Covered()
    for parameters in existing:
        covered.add(parameters)
    recipes: list[Recipe] = []
    for number in range(n):
        rng = random.Random(f"{random_seed}:grow:{number}")
        domain = covered.rarest_domain(library, rng)
        selection = _unseen(covered.rarest_choices(library, domain), ranges, domain, covered, rng)
        recipes.append(_recipe(library, selection))
        covered.add(recipes[-1].parameters)
    return recipes


def regrown_recipe(library: Library, ranges: Ranges, recipe: Recipe, random_seed: int) -> Recipe:
    """The grown `recipe` with other features and data: what it was grown for, its domain and tone, stays."""
    old = Selection.of(recipe.parameters)
    selection = selection_for(
        library,
        library.domain(old.domain, old.item, old.left_out),
        (),
        random_seed,
        tasks=task_goal(random_seed, ranges),
        ranges=replace(ranges, tones=(old.tone,)),
    )
    parameters = _parameters(library, selection, recipe.seed.coverage.category)
    return recipe.model_copy(update={"parameters": parameters})


@dataclass
class _Covered:
    """How many items have each value of the plan's parameters."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """Parameter and value, as JSON; of a list of features each by itself."""
    seen: set[tuple[str, frozenset[str]]] = field(default_factory=set[tuple[str, frozenset[str]]])
    """Domain and features."""

    def add(self, parameters: ItemParameters) -> None:
        features = _features(parameters)
        for name, value in parameters.values.items():
            for one in features if name == "features" else (value,):
                self.counts[name, json.dumps(one)] += 1
        self.seen.add((str(parameters.values.get("domain")), frozenset(features)))

    def count(self, name: str, value: object) -> int:
        return self.counts[name, json.dumps(value)]

    def rarest_domain(self, library: Library, rng: random.Random) -> Domain:
        return min(
            library.domains.values(),
            key=lambda one: (
                self.count("domain", one.id),
                self.count("category", one.category),
                rng.random(),
            ),
        )

    def rarest(self, name: str, choices: Sequence[Choice]) -> tuple[Choice, ...]:
        """Those of the choices that the fewest items have."""
        least = min(self.count(name, choice) for choice in choices)
        return tuple(choice for choice in choices if self.count(name, choice) == least)

    def rarest_choices(self, library: Library, domain: Domain) -> Library:
        """The library whose features take, of what makes sense in the domain, what the fewest items have."""
        features = {id: self._narrowed(feature, domain.only) for id, feature in library.features.items()}
        return replace(library, features=features)

    def _narrowed(self, feature: Feature, only: Mapping[str, Sequence[JsonValue]]) -> Feature:
        parameters = {
            name: self._chosen(f"{feature.id}.{name}", parameter, only)
            for name, parameter in feature.parameters.items()
        }
        return feature.model_copy(update={"parameters": parameters}) if parameters else feature

    def _chosen(
        self, name: str, parameter: FeatureParameter, only: Mapping[str, Sequence[JsonValue]]
    ) -> FeatureParameter:
        choices = parameter.choices()
        sensible = [choice for choice in choices if name not in only or choice in only[name]]
        return FeatureParameter(values=self.rarest(name, sensible or choices))


def _unseen(
    library: Library, ranges: Ranges, domain: Domain, covered: _Covered, rng: random.Random
) -> Selection:
    weights = {id: 1 / (1 + covered.count("features", id)) for id in library.features}
    rare = replace(
        ranges,
        tones=covered.rarest("tone", ranges.tones),
        items=covered.rarest("sample_items", ranges.items),
    )
    selection = None
    for _ in range(TRIES):
        random_seed = rng.getrandbits(40)
        selection = selection_for(
            library,
            domain,
            (),
            random_seed,
            tasks=task_goal(random_seed, ranges),
            weights=weights,
            ranges=rare,
        )
        if (domain.id, frozenset(selection.features)) not in covered.seen:
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
        parameters=_parameters(library, selection, domain.category),
    )


def _parameters(library: Library, selection: Selection, category: str) -> ItemParameters:
    return ItemParameters(
        family="webapp",
        random_seed=selection.random_seed,
        values=selection.values(category),
        complexity=complexity(library, selection),
    )


def _features(parameters: ItemParameters) -> Iterable[str]:
    listed = parameters.values.get("features")
    return [str(id) for id in listed] if isinstance(listed, list) else []

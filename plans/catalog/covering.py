"""What a suite covers of a catalog, so that growth goes where there is least."""

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from plans.records.plan import ItemParameters

Choice = TypeVar("Choice")


class Place(Protocol):
    """A domain that is of a category."""

    @property
    def id(self) -> str: ...

    @property
    def category(self) -> str: ...


AnyPlace = TypeVar("AnyPlace", bound=Place)


@dataclass
class Covered:
    """How many items have each value of each parameter."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """Parameter and value, as JSON → items that have it; of a list, each that it holds."""
    seen: set[tuple[str, frozenset[str]]] = field(default_factory=set[tuple[str, frozenset[str]]])
    """Domain with features."""

    @classmethod
    def by(cls, existing: Iterable[ItemParameters]) -> "Covered":
        """What some items cover."""
        covered = cls()
        for parameters in existing:
            covered.add(parameters)
        return covered

    def add(self, parameters: ItemParameters) -> None:
        """Count one item more."""
        features = features_of(parameters)
        for name, value in parameters.values.items():
            for one in features if name == "features" else (value,):
                self.counts[name, json.dumps(one)] += 1
        self.seen.add((str(parameters.values.get("domain")), frozenset(features)))

    def count(self, name: str, value: object) -> int:
        """Items that have the value."""
        return self.counts[name, json.dumps(value)]

    def has(self, domain: str, features: Iterable[str]) -> bool:
        """Whether an item has this domain and just these features."""
        return (domain, frozenset(features)) in self.seen

    def rarest_domain(self, domains: Iterable[AnyPlace], rng: random.Random) -> AnyPlace:
        """The domain that the fewest items have, of several that in the category with the fewest."""
        return min(
            domains,
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


def features_of(parameters: ItemParameters) -> list[str]:
    """Features that an item's parameters name."""
    listed = parameters.values.get("features")
    return [str(id) for id in listed] if isinstance(listed, list) else []

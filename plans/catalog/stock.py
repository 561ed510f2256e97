"""What lies in a family's catalog, or what a plan leaves of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from plans.catalog.contents import Domain, Feature

D = TypeVar("D", bound=Domain, covariant=True)
F = TypeVar("F", bound=Feature, covariant=True)


@dataclass(frozen=True, eq=False)
class Stock(Generic[D, F]):
    """Domains and features by id; a family's own library adds what its references are made from."""

    domains: Mapping[str, D]
    features: Mapping[str, F]
    categories: ClassVar[tuple[str, ...]]
    """Categories of domains, in the order in which they are shown."""
    always: ClassVar[tuple[str, ...]] = ()
    """Features that every authored project has beside the base."""

    @property
    def base(self) -> tuple[F, ...]:
        """Features that every project has."""
        return tuple(feature for feature in self.features.values() if feature.base)

    @property
    def fixed(self) -> tuple[str, ...]:
        """Ids of what every authored project has."""
        return tuple(dict.fromkeys((*(feature.id for feature in self.base), *self.always)))

    def of_category(self, category: str) -> tuple[D, ...]:
        """The domains of a category."""
        return tuple(domain for domain in self.domains.values() if domain.category == category)

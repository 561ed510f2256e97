"""What a seed was understood to ask for."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from plans.catalog.contents import Domain
from plans.records.seed import Coverage

D = TypeVar("D", bound=Domain, covariant=True)


@dataclass(frozen=True)
class Understanding(Generic[D]):
    """A seed in terms of a catalog."""

    coverage: Coverage
    domain: D
    """What it is about: its item is called as the seed calls it, and it tells no facts that the seed refuses."""
    wanted: tuple[str, ...]
    """Features that it asks for and that its domain can have, in the order in which it names them."""
    refused: frozenset[str]
    """Features that it says it does not want, and that nobody has asked for since."""
    brand: str | None

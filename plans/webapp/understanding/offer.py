"""What may be chosen for a seed."""

from dataclasses import dataclass

from plans.webapp.catalog.domain import CATEGORIES
from plans.webapp.catalog.library import Library


@dataclass(frozen=True, eq=False)
class Offer:
    """What the plan leaves of the catalog, and what a reviewer has asked for since."""

    library: Library
    """Without the domains and features that the plan leaves out."""
    invents: frozenset[str] = frozenset(CATEGORIES)
    """Categories in which a domain may be invented."""
    added: tuple[str, ...] = ()
    """Features that are wanted whatever the seed says."""
    dropped: frozenset[str] = frozenset()
    """Features that are not."""
    domain: str | None = None
    """The domain that is wanted, one of the library's."""
    left_out: frozenset[str] = frozenset()
    """Facts that are not to be told, whatever the seed says."""
    told: frozenset[str] = frozenset()
    """Facts that are to be told, whatever it refuses."""

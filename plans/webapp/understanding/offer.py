"""What may be chosen for a seed, and which of its wishes can be in one project."""

from collections.abc import Sequence
from dataclasses import dataclass

from plans.webapp.catalog.domain import CATEGORIES, Domain
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.sampling import why_not, with_requirements


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


def legal_wishes(library: Library, domain: Domain, wanted: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The wanted features that can be in one project, and the others with why not; of two that clash, the first."""
    chosen = [feature.id for feature in library.base]
    legal: list[str] = []
    illegal: dict[str, str] = {}
    for id in wanted:
        if id in chosen:
            legal += [] if library.features[id].base else [id]
        elif added := with_requirements(library, domain, id, chosen):
            chosen += added
            legal.append(id)
        else:
            illegal[id] = why_not(library, domain, id, chosen)
    return legal, illegal


def why_gone(id: str, offered: Library, left: Library) -> str:
    """Why a wish is not among what is left to choose from."""
    if id not in offered.features:
        return "the plan has no place for it"
    lacking = [other for other in offered.features[id].requires if other not in left.features]
    titles = ", ".join(f"“{offered.features[other].title}”" for other in lacking)
    return f"it needs {titles}, which is not wanted"

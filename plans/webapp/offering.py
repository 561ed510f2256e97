"""What the catalog holds, for those who write seeds."""

from plans.records.catalog import Catalog, CatalogCategory, CatalogDomain, CatalogFeature
from plans.webapp.catalog.domain import CATEGORIES, Domain
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.sampling import why_not


def catalog_of(library: Library) -> Catalog:
    """Categories with their domains, and the features that every project has before the others."""
    features = sorted(library.features.values(), key=lambda feature: not feature.base)
    return Catalog(
        categories=tuple(
            CatalogCategory(
                id=category,
                domains=tuple(_shown(domain, library) for domain in library.of_category(category)),
            )
            for category in CATEGORIES
        ),
        features=tuple(
            CatalogFeature(title=feature.title, is_everywhere=feature.base, asked_by=feature.keywords)
            for feature in features
        ),
    )


def _shown(domain: Domain, library: Library) -> CatalogDomain:
    base = [feature.id for feature in library.base]
    further = (feature for feature in library.features.values() if not feature.base)
    never = (feature.title for feature in further if why_not(library, domain, feature.id, base))
    return CatalogDomain(id=domain.id, about=domain.purpose, without=tuple(never))

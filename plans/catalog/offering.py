"""What a catalog holds, for those who write seeds and those who review plans."""

from collections.abc import Iterable, Iterator, Sequence

from pydantic import JsonValue

from plans.catalog.contents import Domain, Feature
from plans.catalog.stock import Stock
from plans.catalog.together import why_not
from plans.records.plan import Catalog, CatalogCategory, CatalogDomain, CatalogFeature, Parameter


def catalog_of(library: Stock[Domain, Feature]) -> Catalog:
    """Categories with their domains, and the features that every project has before the others."""
    fixed = library.fixed
    further = [feature for id, feature in library.features.items() if id not in fixed]
    return Catalog(
        categories=tuple(
            CatalogCategory(
                id=category,
                domains=tuple(_shown(domain, library, further) for domain in library.of_category(category)),
            )
            for category in library.categories
        ),
        features=tuple(
            CatalogFeature(
                id=feature.id,
                title=feature.title,
                is_everywhere=feature.id in fixed,
                asked_by=tuple(feature.keywords),
            )
            for feature in (*(library.features[id] for id in fixed), *further)
        ),
    )


def feature_parameters(library: Stock[Domain, Feature]) -> Iterator[Parameter]:
    """What varies of each feature, as parameters of a plan."""
    for feature in library.features.values():
        for name, parameter in feature.parameters.items():
            yield Parameter(
                name=f"{feature.id}.{name}",
                description=parameter.description or f"{name} of {feature.title.lower()}",
                values=_scalars(parameter.choices()),
            )


def _shown(domain: Domain, library: Stock[Domain, Feature], further: Sequence[Feature]) -> CatalogDomain:
    never = (feature.title for feature in further if why_not(library, domain, feature.id, library.fixed))
    return CatalogDomain(id=domain.id, about=domain.purpose, without=tuple(never))


def _scalars(choices: Iterable[JsonValue]) -> tuple[JsonValue, ...]:
    """The choices; where a choice is a list, what such lists hold."""
    flat = [one for choice in choices for one in (choice if isinstance(choice, list) else [choice])]
    return tuple(one for number, one in enumerate(flat) if one not in flat[:number])

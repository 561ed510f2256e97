"""Contents of a catalog: parts that a plan leaves, features that go together, names and numbers."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from pydantic import JsonValue

from plans.records.criteria import Level
from plans.records.plan import Catalog, CatalogCategory, CatalogDomain, CatalogFeature
from plans.records.plan import Parameter as PlanParameter


class Item(Protocol):
    """What one thing is called that a project is about."""

    @property
    def singular(self) -> str: ...

    @property
    def plural(self) -> str: ...


class Parameter(Protocol):
    """Something that varies between projects with a feature."""

    @property
    def description(self) -> str: ...

    def choices(self) -> tuple[JsonValue, ...]:
        """Every value that it may take."""
        ...

    def left(self, values: tuple[JsonValue, ...]) -> Self:
        """The same with these values alone."""
        ...


class Task(Protocol):
    """An evaluation task that a feature brings."""

    @property
    def level(self) -> Level: ...

    @property
    def outcomes(self) -> Collection[str]:
        """What is expected of it."""
        ...


class Feature(Protocol):
    """Something that a project can do."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def base(self) -> bool:
        """Whether it is part of every project."""
        ...

    @property
    def needs(self) -> Sequence[str]:
        """What the domain has to offer."""
        ...

    @property
    def requires(self) -> Sequence[str]:
        """Features that have to be there too."""
        ...

    @property
    def conflicts(self) -> Sequence[str]:
        """Features that cannot be there as well."""
        ...

    @property
    def keywords(self) -> Sequence[str]:
        """Phrases of a seed that ask for it."""
        ...

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """What varies of it."""
        ...

    @property
    def tasks(self) -> Sequence[Task]:
        """Evaluation tasks that it brings at most."""
        ...

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self: ...


class Domain(Protocol):
    """What a project can be about."""

    @property
    def id(self) -> str: ...

    @property
    def category(self) -> str: ...

    @property
    def item(self) -> Item: ...

    @property
    def purpose(self) -> str:
        """Reads after "X is …"."""
        ...

    @property
    def audience(self) -> str:
        """Who uses it."""
        ...

    @property
    def without(self) -> Sequence[str]:
        """Features that make no sense there."""
        ...

    def offers(self, need: str) -> bool:
        """Whether it has what a feature needs."""
        ...

    def called(self, need: str) -> str:
        """What a feature needs, as it reads after "have no"."""
        ...

    def sensible(self, named: str, choices: Sequence[JsonValue]) -> Sequence[JsonValue]:
        """Those of the choices of `feature.parameter` that make sense there; all where none does."""
        ...


AnyFeature = TypeVar("AnyFeature", bound=Feature, covariant=True)


class Library(Protocol[AnyFeature]):
    """A catalog, or what a plan leaves of it."""

    @property
    def features(self) -> Mapping[str, AnyFeature]: ...

    @property
    def base(self) -> Sequence[AnyFeature]:
        """Features that every project has."""
        ...


def enumerated(words: Sequence[JsonValue], last: str = "and") -> str:
    """`a, b and c`."""
    texts = [str(word) for word in words]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def goal_of(domain: Domain) -> str:
    """What a project about the domain is for, as a sentence."""
    goal = f"{domain.purpose}, for {domain.audience}."
    return f"{goal[0].upper()}{goal[1:]}"


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


def with_requirements(
    library: Library[Feature], domain: Domain, id: str, chosen: Collection[str]
) -> list[str]:
    """The feature after all that it requires and is not chosen yet; empty when that is not legal here."""
    added: list[str] = []

    def add(feature: Feature) -> bool:
        if feature.id in chosen or feature.id in added:
            return True
        if feature.id in domain.without or not all(domain.offers(need) for need in feature.needs):
            return False
        if any(clash(feature, library.features[other]) for other in (*chosen, *added)):
            return False
        if not all(add(library.features[other]) for other in feature.requires):
            return False
        added.append(feature.id)
        return True

    return added if add(library.features[id]) else []


def why_not(library: Library[Feature], domain: Domain, id: str, chosen: Collection[str]) -> str:
    """Why `with_requirements` gives nothing, in words that go on from the feature's name; empty when it gives some."""
    feature = library.features[id]
    items = domain.item.plural
    if id in domain.without:
        return f"the feature does not apply to {items}"
    if missing := [need for need in feature.needs if not domain.offers(need)]:
        return f"{items} have no {' and no '.join(domain.called(need) for need in missing)}"
    if clashing := next((other for other in chosen if clash(feature, library.features[other])), None):
        return f"it does not go together with “{library.features[clashing].title}”"
    for other in feature.requires:
        if other not in chosen and (reason := why_not(library, domain, other, chosen)):
            return f"it needs “{library.features[other].title}”, and {reason}"
    return "" if with_requirements(library, domain, id, chosen) else "it does not go together with the rest"


def legal_wishes(
    library: Library[Feature], domain: Domain, wanted: Sequence[str]
) -> tuple[list[str], dict[str, str]]:
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


def why_gone(id: str, offered: Library[Feature], left: Library[Feature]) -> str:
    """Why a wish is not among what is left to choose from."""
    if id not in offered.features:
        return "the plan has no place for it"
    lacking = [other for other in offered.features[id].requires if other not in left.features]
    titles = ", ".join(f"“{offered.features[other].title}”" for other in lacking)
    return f"it needs {titles}, which is not wanted"


def required(library: Library[Feature], id: str) -> list[str]:
    """All that a feature brings in, by way of others too."""
    found: list[str] = []
    for other in library.features[id].requires:
        found += [other, *required(library, other)]
    return found


def task_count(library: Library[Feature], features: Iterable[str]) -> int:
    """Evaluation tasks that these features bring at most."""
    return sum(len(library.features[id].tasks) for id in features)


def clash(a: Feature, b: Feature) -> bool:
    """Whether two features cannot be in one project."""
    return a.id in b.conflicts or b.id in a.conflicts


def numbered_requirements(leaves: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """`feature.leaf` → its id in the PRD: features are numbered in their order, leaves within them.

    `leaves`: each feature with the leaf requirements that the project has of it.
    """
    return {
        f"{feature}.{leaf}": f"R{number}.{place}"
        for number, (feature, own) in enumerate(leaves, 1)
        for place, leaf in enumerate(own, 1)
    }


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
                parameters={
                    f"{feature.id}.{name}": one.choices() for name, one in feature.parameters.items()
                },
            )
            for feature in (*(library.features[id] for id in fixed), *further)
        ),
    )


def feature_parameters(library: Stock[Domain, Feature]) -> Iterator[PlanParameter]:
    """What varies of each feature, as parameters of a plan."""
    for feature in library.features.values():
        for name, parameter in feature.parameters.items():
            yield PlanParameter(
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

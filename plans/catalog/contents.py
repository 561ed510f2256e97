"""What is asked of a family's catalog by those who compose from any: small contracts, which its own classes keep."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

from pydantic import JsonValue

from plans.records.criteria import Level


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

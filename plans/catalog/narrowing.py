"""What a plan leaves of a catalog: its parameters' values, met with what an author takes by itself."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from pydantic import JsonValue

from plans.catalog.contents import Domain, Feature
from plans.catalog.stock import Stock
from plans.errors import AuthorError
from plans.records.plan import Parameter, Plan

F = TypeVar("F", bound=Feature)
L = TypeVar("L", bound=Stock[Domain, Feature])


def narrowed(library: L, plan: Plan, unmakeable: Collection[str] = (), mend: str = "") -> L:
    """The library with the domains, features and choices that the plan leaves.

    `unmakeable`: features to which other parameters of the plan leave too little. Raises AuthorError for a parameter of
    which nothing is left, and where what every project is built on is left out; `mend` tells what else brings it back.
    """
    features = self_sufficient(
        {
            id: with_choices(feature, lambda name, choices: left_of_choices(plan, name, choices))
            for id, feature in library.features.items()
            if allows(plan, "features", id) and id not in unmakeable
        }
    )
    if missing := [id for id in library.fixed if id not in features]:
        raise AuthorError(
            f"The plan leaves out {', '.join(missing)}, which every project is built on. Put it back into "
            f"`features`{mend}."
        )
    domains = {
        id: domain
        for id, domain in library.domains.items()
        if allows(plan, "domain", id) and allows(plan, "category", domain.category)
    }
    return replace(library, domains=domains, features=features)


def without(library: L, features: Collection[str]) -> L:
    """The library without some features and those that require them; what every project is built on stays."""
    out = set(features).difference(library.fixed)
    return replace(library, features=features_without(library.features, out))


def with_choices(feature: F, left: Callable[[str, tuple[JsonValue, ...]], tuple[JsonValue, ...]]) -> F:
    """The feature whose parameters take what is `left` of their choices, by the name `feature.parameter`."""
    parameters = {
        name: parameter.left(left(f"{feature.id}.{name}", parameter.choices()))
        for name, parameter in feature.parameters.items()
    }
    return feature.model_copy(update={"parameters": parameters}) if parameters else feature


def allows(plan: Plan, name: str, value: JsonValue) -> bool:
    """Whether the plan leaves a value to a parameter; it leaves all to one that it does not name."""
    parameter = _named(plan, name)
    if parameter is None:
        return True
    if parameter.values is not None:
        return value in parameter.values
    low, high = parameter.minimum, parameter.maximum
    return isinstance(value, (int, float)) and low is not None and high is not None and low <= value <= high


def left_of_choices(plan: Plan, name: str, choices: Sequence[JsonValue]) -> tuple[JsonValue, ...]:
    """The choices that the plan leaves; of one that is a list, all that it holds has to be left.

    Raises AuthorError where none is.
    """
    left = tuple(
        choice
        for choice in choices
        if all(allows(plan, name, one) for one in (choice if isinstance(choice, list) else [choice]))
    )
    if not left:
        raise _nothing_left(name, choices)
    return left


def left_of_words(plan: Plan, name: str, known: Sequence[str]) -> tuple[str, ...]:
    """The known words that the plan leaves; raises AuthorError where it leaves none."""
    left = tuple(word for word in known if allows(plan, name, word))
    if not left:
        raise _nothing_left(name, known)
    return left


def numbers_of(plan: Plan, name: str) -> tuple[int, ...]:
    """Whole numbers that the plan has for a parameter, rising; none when it does not name the parameter.

    Raises AuthorError where it names it and has none.
    """
    parameter = _named(plan, name)
    if parameter is None:
        return ()
    if parameter.values is not None:
        numbers = sorted(value for value in parameter.values if isinstance(value, int) and value >= 0)
    else:
        low, high = cast("float", parameter.minimum), cast("float", parameter.maximum)
        numbers = [number for number in range(int(low), int(high) + 1) if low <= number]
    if not numbers:
        raise AuthorError(
            f"The plan's {name!r} has no whole number in it, so nothing can be sampled. Widen it."
        )
    return tuple(numbers)


def preferred(natural: tuple[int, ...], left: tuple[int, ...]) -> tuple[int, ...]:
    """What the author takes by itself, as far as the plan has it; else all that the plan has."""
    return tuple(number for number in natural if not left or number in left) or left


def features_without(features: Mapping[str, F], out: Collection[str]) -> dict[str, F]:
    """Without some features and those that require them; what every project is built on stays."""
    return self_sufficient({id: one for id, one in features.items() if one.base or id not in out})


def self_sufficient(features: Mapping[str, F]) -> dict[str, F]:
    """Without those that require what is not there."""
    kept = dict(features)
    while True:
        left = {id: one for id, one in kept.items() if all(other in kept for other in one.requires)}
        if len(left) == len(kept):
            return left
        kept = left


def _nothing_left(name: str, known: Iterable[JsonValue]) -> AuthorError:
    told = ", ".join(str(one) for one in known)
    return AuthorError(
        f"The plan's {name!r} has no value that the catalog author can make, so nothing can be sampled. Use some of: "
        f"{told}."
    )


def _named(plan: Plan, name: str) -> Parameter | None:
    return next((parameter for parameter in plan.parameters if parameter.name == name), None)

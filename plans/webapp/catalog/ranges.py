"""What a plan leaves to sampling: its parameters' values, met with what the author takes by itself.

An unchanged plan leaves everything: the same random seed then gives the same choices as without a plan.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from pydantic import JsonValue

from plans.errors import AuthorError
from plans.records.plan import Parameter, Plan
from plans.webapp.catalog.domain import CATEGORIES, FACTS
from plans.webapp.catalog.feature import Feature, FeatureParameter
from plans.webapp.catalog.inventing import INVENTED
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.selection import TONES

TASKS = tuple(range(14, 19))
"""Evaluation tasks that a project aims at; the published mean is 15.7."""
MOST_TASKS = 26
"""Evaluation tasks beyond which even asked-for features are left out."""
ITEMS = tuple(range(10, 15))
"""How many sample items, when no feature needs more."""
MOST_ITEMS = 24
"""Sample items that a feature may need at most."""


@dataclass(frozen=True)
class Ranges:
    """What numbers and words may be drawn from. As it stands by default: all that the author takes by itself."""

    tones: tuple[str, ...] = TONES
    tasks: tuple[int, ...] = TASKS
    """Evaluation tasks to aim at."""
    most_tasks: int = MOST_TASKS
    items: tuple[int, ...] = ITEMS
    most_items: int = MOST_ITEMS
    hues: tuple[int, ...] = tuple(range(360))
    """Degrees."""
    invents: frozenset[str] = frozenset(CATEGORIES)
    """Categories in which a domain may be invented for a subject that the catalog does not know."""
    no_facts: frozenset[str] = frozenset()
    """Facts that no app may tell of its things."""


OPEN = Ranges()


def ranges_of(plan: Plan) -> Ranges:
    """What the plan's parameters leave; AuthorError for a parameter that leaves nothing which the author can make.

    A parameter that the plan does not name is not limited.
    """
    tasks, items = _numbers(plan, "evaluation_tasks"), _numbers(plan, "sample_items")
    return Ranges(
        tones=_known(plan, "tone", TONES),
        tasks=_preferred(TASKS, tasks),
        most_tasks=min(MOST_TASKS, max(tasks, default=MOST_TASKS)),
        items=_preferred(ITEMS, items),
        most_items=max(items, default=MOST_ITEMS),
        hues=tuple(sorted({hue % 360 for hue in _numbers(plan, "accent_hue")})) or OPEN.hues,
        invents=frozenset(
            category
            for category in _known(plan, "category", CATEGORIES)
            if _allows(plan, "domain", f"{INVENTED}{category}")
        ),
        no_facts=frozenset(fact for fact in FACTS if not _allows(plan, "facts", fact)),
    )


def narrowed(library: Library, plan: Plan) -> Library:
    """The library with the domains, features and choices that the plan leaves; AuthorError when that cannot be."""
    ranges = ranges_of(plan)
    most_items = ranges.most_items
    features = {
        id: _narrowed(feature, plan)
        for id, feature in library.features.items()
        if _allows(plan, "features", id) and feature.minimum_items <= most_items
    }
    features = _self_sufficient(features)
    if missing := [feature.id for feature in library.base if feature.id not in features]:
        raise AuthorError(
            f"The plan leaves out {', '.join(missing)}, which every project is built on. Put it back into `features`, "
            f"and let `sample_items` allow {max(feature.minimum_items for feature in library.base)}."
        )
    domains = {
        id: domain.lacking(ranges.no_facts) if ranges.no_facts else domain
        for id, domain in library.domains.items()
        if _allows(plan, "domain", id) and _allows(plan, "category", domain.category)
    }
    return replace(library, domains=domains, features=features)


def without(library: Library, features: Collection[str]) -> Library:
    """The library without some features and those that require them; what every project is built on stays."""
    kept = {id: feature for id, feature in library.features.items() if feature.base or id not in features}
    return replace(library, features=_self_sufficient(kept))


def lacking(library: Library, facts: Collection[str]) -> Library:
    """The library whose domains tell none of these facts, as far as they can be without."""
    if not facts:
        return library
    domains = {id: domain.lacking(facts) for id, domain in library.domains.items()}
    return replace(library, domains=domains)


def _self_sufficient(features: dict[str, Feature]) -> dict[str, Feature]:
    """Without those that require what is not there."""
    while True:
        kept = {id: f for id, f in features.items() if all(other in features for other in f.requires)}
        if len(kept) == len(features):
            return kept
        features = kept


def _narrowed(feature: Feature, plan: Plan) -> Feature:
    parameters = {
        name: _chosen(f"{feature.id}.{name}", parameter, plan)
        for name, parameter in feature.parameters.items()
    }
    return (
        feature if parameters == feature.parameters else feature.model_copy(update={"parameters": parameters})
    )


def _chosen(name: str, parameter: FeatureParameter, plan: Plan) -> FeatureParameter:
    """The parameter with the choices that the plan leaves; of a list, all that it holds has to be left."""
    left = tuple(
        choice
        for choice in parameter.choices()
        if all(_allows(plan, name, one) for one in (choice if isinstance(choice, list) else [choice]))
    )
    if not left:
        raise _nothing_left(name, parameter.choices())
    return parameter if left == parameter.choices() else FeatureParameter(values=left, said=parameter.said)


def _known(plan: Plan, name: str, known: Sequence[str]) -> tuple[str, ...]:
    left = tuple(word for word in known if _allows(plan, name, word))
    if not left:
        raise _nothing_left(name, known)
    return left


def _nothing_left(name: str, known: Iterable[JsonValue]) -> AuthorError:
    told = ", ".join(str(one) for one in known)
    return AuthorError(
        f"The plan's {name!r} has no value that the catalog author can make, so nothing can be sampled. Use some of: "
        f"{told}."
    )


def _preferred(natural: tuple[int, ...], left: tuple[int, ...]) -> tuple[int, ...]:
    """What the author takes by itself, as far as the plan has it; else all that the plan has."""
    return tuple(number for number in natural if not left or number in left) or left


def _numbers(plan: Plan, name: str) -> tuple[int, ...]:
    """Whole numbers that the plan has for a parameter, rising; none when it does not name the parameter."""
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


def _allows(plan: Plan, name: str, value: JsonValue) -> bool:
    parameter = _named(plan, name)
    if parameter is None:
        return True
    if parameter.values is not None:
        return value in parameter.values
    low, high = parameter.minimum, parameter.maximum
    return isinstance(value, (int, float)) and low is not None and high is not None and low <= value <= high


def _named(plan: Plan, name: str) -> Parameter | None:
    return next((parameter for parameter in plan.parameters if parameter.name == name), None)

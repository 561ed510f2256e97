"""Features of a project: those asked for, those a plan allows, and drawn ones up to the usual size."""

import json
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self, TypeVar, cast

from pydantic import JsonValue

from plans.catalog.contents import Domain, Feature, View, required, task_count, with_requirements
from plans.errors import AuthorError
from plans.records.base import Problem, Record
from plans.records.plan import ItemParameters, Parameter, Plan


class Selection(Record, ABC):
    """Everything that composing needs beside the catalog; same selection, same project."""

    random_seed: int
    domain: str
    brand: str
    features: tuple[str, ...]
    """Base features first, the others in the order in which they are told and shown; a clause stands last."""
    parameters: dict[str, dict[str, JsonValue]]
    """Feature → parameter → value."""

    @abstractmethod
    def values(self, category: str) -> dict[str, JsonValue]:
        """As the flat table of `parameters.yaml`."""

    @staticmethod
    @abstractmethod
    def own(values: Mapping[str, Any]) -> dict[str, Any]:
        """The fields that only this family has, out of such a table."""

    @classmethod
    def of(cls, recorded: ItemParameters) -> Self:
        """The selection that an item's parameters record; KeyError, TypeError or ValueError where they hold none."""
        values: dict[str, Any] = dict(recorded.values)
        features = tuple(values["features"])
        return cls(
            random_seed=recorded.random_seed,
            domain=values["domain"],
            brand=values["brand"],
            features=features,
            parameters=by_feature(recorded.values, features),
            **cls.own(values),
        )

    def following(self, values: Mapping[str, JsonValue]) -> Self:
        """The same with parameters that somebody has named, by `feature.parameter`."""
        parameters = {
            id: {name: values.get(f"{id}.{name}", value) for name, value in chosen.items()}
            for id, chosen in self.parameters.items()
        }
        return self.model_copy(update={"parameters": parameters})


@dataclass(frozen=True)
class Ranges:
    """What numbers may be drawn from; a family adds its own numbers and words."""

    tasks: tuple[int, ...]
    """Evaluation tasks to aim at."""
    most_tasks: int
    """Evaluation tasks beyond which even asked-for features are left out."""
    invents: frozenset[str] = frozenset()
    """Categories in which a domain may be invented for a subject that the catalog does not know."""
    no_facts: frozenset[str] = frozenset()
    """Facts that no project may tell of its things."""


def flat(parameters: Mapping[str, Mapping[str, JsonValue]]) -> dict[str, JsonValue]:
    """Feature → parameter → value, as `feature.parameter` → value."""
    return {f"{id}.{name}": value for id, chosen in parameters.items() for name, value in chosen.items()}


def by_feature(values: Mapping[str, JsonValue], features: Iterable[str]) -> dict[str, dict[str, JsonValue]]:
    """What `flat` was made of, out of a table that holds more; KeyError for a feature that is not named."""
    found: dict[str, dict[str, JsonValue]] = {id: {} for id in features}
    for key, value in values.items():
        id, dot, name = key.partition(".")
        if dot:
            found[id][name] = value
    return {id: chosen for id, chosen in found.items() if chosen}


Choice = TypeVar("Choice")


AnyDomain = TypeVar("AnyDomain", bound=Domain)


@dataclass
class Covered:
    """How many items have each value of each parameter."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """Parameter and value, as JSON → items that have it; of a list, each that it holds."""
    seen: set[tuple[str, frozenset[str]]] = field(default_factory=set[tuple[str, frozenset[str]]])
    """Domain with features."""

    @classmethod
    def by(cls, existing: Iterable[ItemParameters]) -> "Covered":
        """What some items cover."""
        covered = cls()
        for parameters in existing:
            covered.add(parameters)
        return covered

    def add(self, parameters: ItemParameters) -> None:
        """Count one item more."""
        features = features_of(parameters)
        for name, value in parameters.values.items():
            for one in features if name == "features" else (value,):
                self.counts[name, json.dumps(one)] += 1
        self.seen.add((str(parameters.values.get("domain")), frozenset(features)))

    def count(self, name: str, value: object) -> int:
        """Items that have the value."""
        return self.counts[name, json.dumps(value)]

    def has(self, domain: str, features: Iterable[str]) -> bool:
        """Whether an item has this domain and just these features."""
        return (domain, frozenset(features)) in self.seen

    def rarest_domain(self, domains: Iterable[AnyDomain], rng: random.Random) -> AnyDomain:
        """The domain that the fewest items have, of several that in the category with the fewest."""
        return min(
            domains,
            key=lambda one: (
                self.count("domain", one.id),
                self.count("category", one.category),
                rng.random(),
            ),
        )

    def rarest(self, name: str, choices: Sequence[Choice]) -> tuple[Choice, ...]:
        """Those of the choices that the fewest items have."""
        least = min(self.count(name, choice) for choice in choices)
        return tuple(choice for choice in choices if self.count(name, choice) == least)


def features_of(parameters: ItemParameters) -> list[str]:
    """Features that an item's parameters name."""
    listed = parameters.values.get("features")
    return [str(id) for id in listed] if isinstance(listed, list) else []


class Goal(NamedTuple):
    """How many evaluation tasks the features of a project shall bring."""

    tasks: int
    """From here on no feature is added that nobody asked for."""
    most: int
    """A feature that would bring more is not added."""


def task_goal(random_seed: int, tasks: Sequence[int]) -> int:
    """How many evaluation tasks a project aims at, of those that are left."""
    return random.Random(f"{random_seed}:tasks").choice(tasks)


def asked_for(library: View, domain: Domain, wanted: Sequence[str], most_tasks: int | None) -> list[str]:
    """Base features, then the wanted ones that are legal, as long as they bring no more than `most_tasks`.

    Where not all find room, those that stand by themselves go before those that bring in what nobody named, if more of
    what was named finds room then. Raises AuthorError for an unknown feature.
    """
    for id in wanted:
        if id not in library.features:
            raise AuthorError(
                f"There is no feature {id!r}. Use some of: {', '.join(sorted(library.features))}."
            )
    every = _added(library, domain, wanted, None)
    if most_tasks is None or task_count(library, every) <= most_tasks:
        return every
    by_themselves = sorted(wanted, key=lambda id: not set(required(library, id)) <= set(wanted))
    first, other = (
        [id for id in wanted if id in _added(library, domain, order, most_tasks)]
        for order in (wanted, by_themselves)
    )
    return _added(library, domain, other if len(other) > len(first) else first, None)


def filled_up(
    library: View,
    domain: Domain,
    chosen: Sequence[str],
    goal: Goal,
    rng: random.Random,
    weight: Callable[[str], float],
) -> list[str]:
    """What is chosen, and features drawn by their weights after it until they bring as many tasks as they shall.

    One of weight 0 is never drawn.
    """
    filled = [*chosen]
    while (count := task_count(library, filled)) < goal.tasks:
        additions = {
            id: addition
            for id in library.features
            if id not in filled
            and weight(id) > 0
            and (addition := with_requirements(library, domain, id, filled))
            and count + task_count(library, addition) <= goal.most
        }
        if not additions:
            break
        filled += additions[rng.choices([*additions], [weight(id) for id in additions])[0]]
    return filled


def _added(library: View, domain: Domain, wanted: Sequence[str], most_tasks: int | None) -> list[str]:
    """Base features, then the wanted ones in their order, each where it is legal and finds room."""
    chosen = [feature.id for feature in library.base]
    for id in wanted:
        addition = with_requirements(library, domain, id, chosen)
        if most_tasks is None or task_count(library, [*chosen, *addition]) <= most_tasks:
            chosen += addition
    return chosen


Drawn = TypeVar("Drawn")


def first_fitting(draws: Iterable[Drawn], fits: Callable[[Drawn], bool]) -> Drawn:
    """The first of some sets of sample data that `fits`; where none does, the last one."""
    drawn = None
    for drawn in draws:
        if fits(drawn):
            break
    return cast("Drawn", drawn)


def unfit(domain: Domain, things: str, so: str) -> Problem:
    """What is wrong with a domain of whose sample data, its `things`, no set gives what tasks rely on."""
    return Problem(
        where=f"domains/{domain.id}.yaml",
        message=f"no set of its {things} was found that gives what tasks rely on; {so}.",
        mend=f"Give it more varied {things}.",
    )


F = TypeVar("F", bound=Feature)
L = TypeVar("L", bound=View)


def narrowed_catalog(library: L, plan: Plan, unmakeable: Collection[str] = (), mend: str = "") -> L:
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


def library_without(library: L, features: Collection[str]) -> L:
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

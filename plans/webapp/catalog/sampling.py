"""Sampling what a seed leaves open: brand, features, parameters, amount of data."""

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from plans.errors import AuthorError
from plans.webapp.catalog.domain import Domain
from plans.webapp.catalog.feature import Feature
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.ranges import OPEN, Ranges
from plans.webapp.catalog.selection import Selection


class _Goal(NamedTuple):
    """How many evaluation tasks the features of a project shall bring."""

    tasks: int
    """From here on no feature is added that nobody asked for."""
    most: int
    """A feature that would bring more is not added."""


def selection_for(
    library: Library,
    domain: Domain,
    wanted: Sequence[str],
    random_seed: int,
    *,
    tasks: int | None = None,
    brand: str | None = None,
    weights: Mapping[str, float] | None = None,
    ranges: Ranges = OPEN,
) -> Selection:
    """A selection that has the wanted features, as far as they are legal together, and sampled ones up to `tasks`.

    `tasks` None: the wanted features and what they require, nothing else. `weights` multiplies how natural a feature
    is; `ranges` is what numbers and words are drawn from, and the library holds the features that may be chosen. Raises
    AuthorError for an unknown feature.
    """
    rng = random.Random(f"{random_seed}:selection")
    features = _asked_for(library, domain, wanted, None if tasks is None else ranges.most_tasks)
    if tasks is not None:
        goal = _Goal(tasks, min(tasks + 1, ranges.most_tasks))
        features = _filled_up(library, domain, features, goal, _drawing(library, domain, rng, weights or {}))
    needed = max(library.features[id].minimum_items for id in features)
    return Selection(
        random_seed=random_seed,
        domain=domain.id,
        brand=brand or rng.choice(domain.brands),
        item=domain.item,
        tone=rng.choice(ranges.tones),
        features=tuple(features),
        item_count=max(needed, rng.choice(ranges.items)),
        accent=_accent(domain, rng, ranges),
        left_out=domain.left_out,
        parameters={
            id: sampled
            for id in features
            if (sampled := _parameters(library.features[id], domain, random_seed))
        },
    )


def task_goal(random_seed: int, ranges: Ranges = OPEN) -> int:
    """How many evaluation tasks a project aims at."""
    return random.Random(f"{random_seed}:tasks").choice(ranges.tasks)


def _asked_for(library: Library, domain: Domain, wanted: Sequence[str], most_tasks: int | None) -> list[str]:
    """Base features, then the wanted ones that are legal, as long as they bring no more than `most_tasks`.

    Where not all find room, those that stand by themselves go before those that bring in what nobody named, if more of
    what was named finds room then.
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


def _added(library: Library, domain: Domain, wanted: Sequence[str], most_tasks: int | None) -> list[str]:
    """Base features, then the wanted ones in their order, each where it is legal and finds room."""
    chosen = [feature.id for feature in library.base]
    for id in wanted:
        addition = with_requirements(library, domain, id, chosen)
        if most_tasks is None or task_count(library, [*chosen, *addition]) <= most_tasks:
            chosen += addition
    return chosen


def required(library: Library, id: str) -> list[str]:
    """All that a feature brings in, by way of others too."""
    found: list[str] = []
    for other in library.features[id].requires:
        found += [other, *required(library, other)]
    return found


def _filled_up(
    library: Library,
    domain: Domain,
    chosen: Sequence[str],
    goal: _Goal,
    draw: Callable[[Sequence[str]], str],
) -> list[str]:
    """What is chosen, and drawn features after it until they bring as many tasks as they shall."""
    filled = [*chosen]
    while (count := task_count(library, filled)) < goal.tasks:
        additions = {
            id: addition
            for id, feature in library.features.items()
            if id not in filled
            and feature.natural(domain.category) > 0
            and (addition := with_requirements(library, domain, id, filled))
            and count + task_count(library, addition) <= goal.most
        }
        if not additions:
            break
        filled += additions[draw([*additions])]
    return filled


def _drawing(
    library: Library, domain: Domain, rng: random.Random, weights: Mapping[str, float]
) -> Callable[[Sequence[str]], str]:
    """Draws one of some features, in proportion to how natural they are here."""

    def draw(ids: Sequence[str]) -> str:
        natural = [library.features[id].natural(domain.category) * weights.get(id, 1.0) for id in ids]
        return rng.choices(ids, natural)[0]

    return draw


def task_count(library: Library, features: Iterable[str]) -> int:
    """Evaluation tasks that these features bring at most."""
    return sum(len(library.features[id].tasks) for id in features)


def with_requirements(library: Library, domain: Domain, id: str, chosen: Collection[str]) -> list[str]:
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


def why_not(library: Library, domain: Domain, id: str, chosen: Collection[str]) -> str:
    """Why `with_requirements` gives nothing, in words that go on from the feature's name; empty when it gives some."""
    feature = library.features[id]
    items = domain.item.plural
    if id in domain.without:
        return f"it makes no sense for {items}"
    if missing := [need for need in feature.needs if not domain.offers(need)]:
        told = " and no ".join("price" if need == "money" else need for need in missing)
        return f"{items} have no {told}"
    if clashing := next((other for other in chosen if clash(feature, library.features[other])), None):
        return f"it does not go together with “{library.features[clashing].title}”"
    for other in feature.requires:
        if other not in chosen and (reason := why_not(library, domain, other, chosen)):
            return f"it needs “{library.features[other].title}”, and {reason}"
    return "" if with_requirements(library, domain, id, chosen) else "it does not go together with the rest"


def clash(a: Feature, b: Feature) -> bool:
    """Whether two features cannot be in one project."""
    return a.id in b.conflicts or b.id in a.conflicts


def _accent(domain: Domain, rng: random.Random, ranges: Ranges) -> int:
    """Near the domain's own hue; where the plan does not have that, any that it has."""
    near = (domain.accent + rng.randint(-12, 12)) % 360
    return near if near in ranges.hues else rng.choice(ranges.hues)


def _parameters(feature: Feature, domain: Domain, random_seed: int) -> dict[str, JsonValue]:
    rng = random.Random(f"{random_seed}:{feature.id}")
    return {
        name: rng.choice(_sensible(parameter.choices(), domain.only.get(f"{feature.id}.{name}")))
        for name, parameter in feature.parameters.items()
    }


def _sensible(choices: Sequence[JsonValue], only: Sequence[JsonValue] | None) -> Sequence[JsonValue]:
    """The choices that make sense in a domain; all of them where a plan leaves none of these."""
    return [choice for choice in choices if only is None or choice in only] or choices

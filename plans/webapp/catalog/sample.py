"""Sample data of a project: which items of the domain it holds, and another set for the other-data alternative."""

import random
from collections.abc import Callable, Iterable, Sequence

from plans.webapp.catalog.domain import Domain, Item

_LAST_SEEN = 4
"""Items that any page shows beside the first one."""
_TRIES = 200
"""Sets that are drawn before the last one is taken as it is."""

Fitting = Callable[[Sequence[Item]], bool]
"""Whether items give all that the features of a project rely on."""


def sample_items(domain: Domain, count: int, random_seed: int, fits: Fitting = bool) -> list[Item]:
    """`count` items that show what features rely on: the first set drawn that `fits`, where one does.

    The first two are in stock (the first with at least 2), one is sold out and stands among the first five (the
    shortest page), two are the last of their kind; there are at least three groups and every stage, the first of them
    twice.
    """

    def drawn(rng: random.Random) -> list[Item]:
        return _chosen(domain, count, rng, ())

    return _first_fitting(drawn, f"{random_seed}:items", fits)


def other_items(domain: Domain, count: int, random_seed: int, fits: Fitting = bool) -> list[Item]:
    """Another set, as different from `sample_items` as the domain allows: other items, other amounts, other people."""
    used = {item.title for item in sample_items(domain, count, random_seed, fits)}

    def drawn(rng: random.Random) -> list[Item]:
        return _redrawn(_chosen(domain, count, rng, used), rng)

    return _first_fitting(drawn, f"{random_seed}:other items", fits)


def _first_fitting(drawn: Callable[[random.Random], list[Item]], stream: str, fits: Fitting) -> list[Item]:
    items = drawn(random.Random(stream))
    for attempt in range(1, _TRIES):
        if fits(items):
            break
        items = drawn(random.Random(f"{stream}:{attempt}"))
    return items


def _redrawn(chosen: Sequence[Item], rng: random.Random) -> list[Item]:
    """The items with their people and amounts exchanged among them."""
    people = [item.person for item in chosen]
    amounts = [item.amount for item in chosen]
    rng.shuffle(people)
    rng.shuffle(amounts)
    return [
        item.model_copy(update={"person": person, "amount": amount})
        for item, person, amount in zip(chosen, people, amounts, strict=True)
    ]


def _chosen(domain: Domain, count: int, rng: random.Random, used: Iterable[str]) -> list[Item]:
    avoided = set(used)
    pool = list(domain.items)
    rng.shuffle(pool)
    pool.sort(key=lambda item: item.title in avoided)
    chosen = _needed(domain, pool)
    chosen += [item for item in pool if item not in chosen][: max(0, count - len(chosen))]
    rng.shuffle(chosen)
    first = next((item for item in chosen if item.stock is None or item.stock >= 2), chosen[0])
    chosen.remove(first)
    second = next((item for item in chosen if item.stock != 0), chosen[0])
    chosen.remove(second)
    sold_out = next((item for item in chosen if item.stock == 0), None)
    if sold_out in chosen[_LAST_SEEN - 1 :]:
        chosen.remove(sold_out)
        chosen.insert(_LAST_SEEN - 2, sold_out)
    return [first, second, *chosen]


def _needed(domain: Domain, pool: Sequence[Item]) -> list[Item]:
    needed: list[Item] = []

    def take(found: Iterable[Item], number: int) -> None:
        for item in found:
            if number and item not in needed:
                needed.append(item)
                number -= 1

    if domain.facets.stock:
        take((item for item in pool if item.stock and item.stock >= 2), 1)
        take((item for item in pool if item.stock == 0), 1)
        take((item for item in pool if item.stock == 1), 2)
    for place, stage in enumerate(domain.facets.stages.values if domain.facets.stages else ()):
        lacking = (1 if place else 2) - sum(item.stage == stage for item in needed)
        take((item for item in pool if item.stage == stage), max(0, lacking))
    for group in domain.facets.group.values[:3]:
        if not any(item.group == group for item in needed):
            take((item for item in pool if item.group == group), 1)
    return needed

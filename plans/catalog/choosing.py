"""Which features a project has: those that are asked for, and drawn ones until it has its size."""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from plans.catalog.contents import Domain, Feature, Library
from plans.catalog.together import required, task_count, with_requirements
from plans.errors import AuthorError


class Goal(NamedTuple):
    """How many evaluation tasks the features of a project shall bring."""

    tasks: int
    """From here on no feature is added that nobody asked for."""
    most: int
    """A feature that would bring more is not added."""


def task_goal(random_seed: int, tasks: Sequence[int]) -> int:
    """How many evaluation tasks a project aims at, of those that are left."""
    return random.Random(f"{random_seed}:tasks").choice(tasks)


def asked_for(
    library: Library[Feature], domain: Domain, wanted: Sequence[str], most_tasks: int | None
) -> list[str]:
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
    library: Library[Feature],
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


def _added(
    library: Library[Feature], domain: Domain, wanted: Sequence[str], most_tasks: int | None
) -> list[str]:
    """Base features, then the wanted ones in their order, each where it is legal and finds room."""
    chosen = [feature.id for feature in library.base]
    for id in wanted:
        addition = with_requirements(library, domain, id, chosen)
        if most_tasks is None or task_count(library, [*chosen, *addition]) <= most_tasks:
            chosen += addition
    return chosen

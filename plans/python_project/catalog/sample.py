"""Records of a project: those that the reference brings, those that the grader lays, and those that it adds."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from plans.python_project.catalog.domain import Domain, Entry

LAID_IDS = (2, 3, 5, 8, 9, 12, 14)
"""Ids of the laid records: with gaps, so that no id is a place in the list."""
NEW = 3
"""Records that tasks add."""
_TRIES = 300
"""Sets that are drawn before it is said that none fits."""


@dataclass(frozen=True)
class Sample:
    """The records of one project."""

    shipped: tuple[Entry, ...]
    """In the reference's data file."""
    laid: tuple[Entry, ...]
    """In the grader's: other amounts, people and days than those of the same name that the reference brings."""
    others: tuple[Entry, ...]
    """As many as the shipped ones, for a hand-in that brings other data."""
    new: tuple[Entry, ...]
    """Of names that are in none of the laid ones, with the ids that they get when they are added one by one."""


def sample(domain: Domain, count: int, random_seed: int, fits: Callable[[Sample], bool]) -> Sample:
    """The first drawn sample that `fits`; where none of many does, the last one."""
    rng = random.Random(f"{random_seed}:records")
    drawn = _drawn(domain, count, rng)
    for _ in range(_TRIES):
        if fits(drawn):
            break
        drawn = _drawn(domain, count, rng)
    return drawn


def _drawn(domain: Domain, count: int, rng: random.Random) -> Sample:
    places = rng.sample(range(len(domain.records)), len(domain.records))
    shipped = tuple(domain.entry(place, id) for id, place in enumerate(places[:count], 1))
    rng.shuffle(places)
    laid = [domain.entry(place, id) for id, place in zip(LAID_IDS, places, strict=False)]
    new = [
        domain.entry(place, LAID_IDS[-1] + number)
        for number, place in enumerate(places[len(LAID_IDS) : len(LAID_IDS) + NEW], 1)
    ]
    exchanged = _exchanged([*laid, *new], rng)
    others = _exchanged(
        [domain.entry(place, 10 + id) for id, place in enumerate(reversed(places[-count:]))], rng
    )
    return Sample(shipped, exchanged[: len(laid)], others, exchanged[len(laid) :])


def _exchanged(entries: list[Entry], rng: random.Random) -> tuple[Entry, ...]:
    """The records with their amounts, days and people dealt out anew among them."""
    columns = [[getattr(entry, name) for entry in entries] for name in ("amount", "date", "person")]
    for column in columns:
        rng.shuffle(column)
    return tuple(
        entry.model_copy(update={"amount": amount, "date": date, "person": person})
        for entry, amount, date, person in zip(entries, *columns, strict=True)
    )

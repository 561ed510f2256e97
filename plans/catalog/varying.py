"""Variants of an item: about something else, asking about as much as it does."""

import random
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

ID_LENGTH = 60
LIKE = 0.1
"""Share by which a variant's tasks, or one task, and its outcomes may differ from its parent's."""
TRIES = 20
"""Samples that are drawn until one asks about as much as the parent; of all the nearest is taken, and said."""
_GENERATION = re.compile(r"-r(\d+)$")


class Asked(NamedTuple):
    """How much a project asks."""

    tasks: int
    outcomes: int

    def is_like(self, parent: "Asked") -> bool:
        """Whether it asks about as much as the parent."""
        tasks, outcomes = abs(self.tasks - parent.tasks), abs(self.outcomes - parent.outcomes)
        return tasks <= max(1, LIKE * parent.tasks) and outcomes <= LIKE * parent.outcomes

    def distance(self, parent: "Asked") -> float:
        """How far it is from the parent: shares of tasks and of outcomes, added up."""
        tasks, outcomes = abs(self.tasks - parent.tasks), abs(self.outcomes - parent.outcomes)
        return tasks / parent.tasks + outcomes / parent.outcomes

    def told(self, parent: "Asked") -> str:
        """By how much they differ; empty where they are alike."""
        if self.is_like(parent):
            return ""
        return (
            f"it has {self.tasks} evaluation tasks and {self.outcomes} outcomes, and its parent {parent.tasks} and "
            f"{parent.outcomes}: nothing nearer was found in {TRIES} samples"
        )


class Sample(Protocol):
    """One of the variants among which the likest is taken."""

    @property
    def asked(self) -> Asked: ...


AnySample = TypeVar("AnySample", bound=Sample)


def likest(goal: Asked, samples: Iterable[AnySample]) -> AnySample:
    """The first that asks about as much; where none does, the nearest."""
    drawn: list[AnySample] = []
    for sample in samples:
        if sample.asked.is_like(goal):
            return sample
        drawn.append(sample)
    return min(drawn, key=lambda one: one.asked.distance(goal))


def shuffled(features: Sequence[str], rng: random.Random) -> list[str]:
    """Another order where there is more than one feature."""
    order = list(features)
    while len(order) > 1 and order == list(features):
        rng.shuffle(order)
    return order


def next_id(id: str) -> str:
    """plant-shop, plant-shop-r1, plant-shop-r2 …"""
    match = _GENERATION.search(id)
    stem = id[: match.start()] if match else id
    generation = int(match.group(1)) + 1 if match else 1
    return f"{stem[:ID_LENGTH].rstrip('-')}-r{generation}"

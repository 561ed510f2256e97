"""The four options: the next state and three distractors, no two of which look alike.

The paper draws three of the remaining frames at random. Here they come in random order too, and one that looks like
the answer or like a distractor before it is passed over, since two such options cannot be told apart.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from plans.causal.counterfactual import Continued, by_law_and_velocity, by_velocities, can_differ
from plans.causal.likeness import LEAST_MOTION, is_possible, look_alike
from plans.causal.puzzle import ANSWER, INPUTS, LETTERS, Letter, Option
from plans.causal.scene import FRAMES, Scene, State, distance
from plans.causal.simulation import Collision, Trajectory

DISTRACTORS = 3


class Posed(NamedTuple):
    """A question about a trajectory."""

    first: int
    collision: Collision
    options: dict[Letter, Option]


def posed(scene: Scene, trajectory: Trajectory, start_offset: int, chance: Random) -> Posed | None:
    """A question whose distractors are other frames; None if none serves.

    It is about one of the collisions, seen `start_offset` states after the first input. Walls count only where no two
    things collide.
    """
    for collision, first in _usable(scene, trajectory, start_offset, chance):
        answer, chosen = trajectory.states[first + INPUTS], list[Continued]()
        for candidate in _other_frames(trajectory, first, chance):
            if _can_stand(scene, answer, [*chosen, candidate]):
                chosen.append(candidate)
            if len(chosen) == DISTRACTORS:
                return _question(collision, first, answer, chosen, chance)
    return None


def posed_counterfactually(
    scene: Scene, trajectory: Trajectory, start_offset: int, laws_differ: bool, chance: Random
) -> Posed | None:
    """The same with counterfactual distractors: by another law and other velocities, or by velocities alone."""
    for collision, first in _usable(scene, trajectory, start_offset, chance, laws_differ):
        asked = first + INPUTS
        answer = trajectory.states[asked]
        threes = (
            by_law_and_velocity(scene, trajectory, asked, chance)
            if laws_differ
            else by_velocities(scene, trajectory.motions[asked - 1], chance)
        )
        for three in threes:
            if _can_stand(scene, answer, three):
                return _question(collision, first, answer, three, chance)
    return None


def _usable(
    scene: Scene, trajectory: Trajectory, start_offset: int, chance: Random, laws_differ: bool = False
) -> Iterator[tuple[Collision, int]]:
    """Collisions by which a question may begin, each with the number of the first input.

    Where asked, only those by which another law can lead to another state than the answer.
    """
    states = trajectory.states

    @cache
    def possible(number: int) -> bool:
        return is_possible(scene, states[number])

    for collision in _in_order(trajectory.collisions, chance):
        first = collision.frame - start_offset
        asked = first + INPUTS
        if first < 0 or asked > FRAMES or (laws_differ and not can_differ(trajectory, asked)):
            continue
        moved = distance(states[asked - 1], states[asked])
        # Where a hard push sticks things into a wall or each other, the picture would look wrong.
        if moved > LEAST_MOTION and all(possible(number) for number in range(first, asked + 1)):
            yield collision, first


def _in_order(collisions: Sequence[Collision], chance: Random) -> list[Collision]:
    of_things = [collision for collision in collisions if collision.is_of_things]
    usable = of_things or list(collisions)
    return chance.sample(usable, len(usable))


def _can_stand(scene: Scene, answer: State, distractors: Sequence[Continued]) -> bool:
    """Whether they look like neither the answer nor each other, and none is seen to be impossible."""
    states = [each.state for each in distractors]
    return not look_alike([answer, *states]) and all(is_possible(scene, state) for state in states)


def _question(
    collision: Collision, first: int, answer: State, chosen: Sequence[Continued], chance: Random
) -> Posed:
    all_four = [
        Option(origin=ANSWER, state=answer),
        *(Option(origin=each.origin, state=each.state) for each in chosen),
    ]
    options = dict(zip(LETTERS, chance.sample(all_four, len(LETTERS)), strict=True))
    return Posed(first, collision, options)


def _other_frames(trajectory: Trajectory, first: int, chance: Random) -> Iterable[Continued]:
    others = [number for number in range(FRAMES + 1) if not first <= number <= first + INPUTS]
    for number in chance.sample(others, len(others)):
        yield Continued(f"frame {number}", trajectory.states[number])

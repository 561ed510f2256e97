"""Which states may stand beside each other as options, and how hard a question is by that."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from plans.causal.overlaps import deepest_overlap
from plans.causal.scene import Scene, State, distance, outside

MOST_COMPLEX = 0.99
"""Complexity that an instance stays below (paper, appendix on BA-Causal): 7.2 pixels between answer and distractor."""
LEAST_MOTION = 1 - MOST_COMPLEX
"""Share of the diagonal by which things move, on average, from the last input to the answer; more than that."""
MOST_OUTSIDE = 2.0
"""Pixels by which a corner may be pressed into a wall."""

MOST_OVERLAP = 3.0
"""Pixels by which two things may lie in each other: more is seen to be impossible, and so no distractor."""


def complexity(answer: State, distractors: Iterable[State]) -> float:
    """1 - the least distance of a distractor to the answer (paper, appendix on BA-Causal)."""
    return 1 - min(distance(answer, state) for state in distractors)


def look_alike(states: Sequence[State]) -> list[tuple[int, int]]:
    """Numbers of those pairs that lie too near to each other to be told apart."""
    return [
        (a, b)
        for (a, one), (b, other) in combinations(enumerate(states), 2)
        if 1 - distance(one, other) >= MOST_COMPLEX
    ]


def is_possible(scene: Scene, state: State) -> bool:
    """Whether things lie neither in each other nor outside of the frame, but for what a hard push may do."""
    things = scene.things
    return outside(things, state) <= MOST_OUTSIDE and deepest_overlap(things, state) <= MOST_OVERLAP

"""A scene: things in a box seen from the side, how they overlap, and how alike two states are."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Literal

from plans.records.base import Record

SIDE = 512
"""Pixels of a side of the frame; its four edges are walls."""
DIAGONAL = math.hypot(SIDE, SIDE)
"""Pixels; distances are told as shares of it."""
FRAMES = 20
"""States that follow on the first one in a simulation."""
FRAME_SECONDS = 0.1

Shape = Literal["circle", "square", "rectangle", "triangle"]
Pose = tuple[float, float, float]
"""x and y of a thing's centre of mass, and its angle in radians."""
State = tuple[Pose, ...]
"""The pose of each thing of the scene, in the scene's order."""


class Thing(Record):
    """One thing, as it is before anything moves. Its angle and its spin are 0 then."""

    colour: str
    shape: Shape
    width: int
    """Pixels; of a circle its diameter, of a triangle (equilateral) its side."""
    height: int
    """Pixels; of all but rectangles the same as the width."""
    material: str
    friction: float
    elasticity: float
    mass: float
    """Kilograms."""
    position: tuple[float, float]
    velocity: tuple[float, float]
    """Pixels per second."""

    @property
    def reach(self) -> float:
        """Pixels from its centre to its farthest point."""
        if self.shape == "circle":
            return self.width / 2
        return max(math.hypot(x, y) for x, y in corners(self))


class CollisionScene(Record):
    """What decides all that happens."""

    gravity: float
    """Acceleration downwards, in pixels per second squared."""
    wall_elasticity: float
    wall_friction: float
    things: tuple[Thing, ...]
    """Their order matters to the last digit: a simulation resolves contacts in it."""

    @property
    def start(self) -> State:
        """Where all is before anything moves."""
        return tuple((*thing.position, 0.0) for thing in self.things)


def corners(thing: Thing) -> list[tuple[float, float]]:
    """Corners about the centre of mass, unturned; of a circle those of the square around it."""
    if thing.shape == "triangle":
        height = thing.width * math.sqrt(3) / 2
        return [
            (0.0, -2 * height / 3),
            (thing.width / 2, height / 3),
            (-thing.width / 2, height / 3),
        ]
    x, y = thing.width / 2, thing.height / 2
    return [(-x, -y), (x, -y), (x, y), (-x, y)]


def placed(thing: Thing, pose: Pose) -> list[tuple[float, float]]:
    """The corners where the pose puts them; a circle's do not turn."""
    x, y, angle = pose
    if thing.shape == "circle":
        angle = 0.0
    cosine, sine = math.cos(angle), math.sin(angle)
    return [(x + cosine * a - sine * b, y + sine * a + cosine * b) for a, b in corners(thing)]


def outside(things: Sequence[Thing], state: State) -> float:
    """Pixels by which the farthest corner lies outside of the frame; 0 where none does."""
    return max(
        (
            max(-x, -y, x - SIDE, y - SIDE, 0.0)
            for thing, pose in zip(things, state, strict=True)
            for x, y in placed(thing, pose)
        ),
        default=0.0,
    )


def distance(one: State, other: State) -> float:
    """Mean distance of the things' centres between two states, as a share of the diagonal; rotation is ignored."""
    apart = [math.hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(one, other, strict=True)]
    return sum(apart) / len(apart) / DIAGONAL


def diversity(kinds: Iterable[str]) -> float:
    """Different kinds over the number of things (paper, figures on BA-Causal): from nearly 0 to 1."""
    listed = list(kinds)
    return len(set(listed)) / len(listed)


Points = list[tuple[float, float]]


def deepest_overlap(things: Sequence[Thing], state: State) -> float:
    """Pixels by which the two things that lie deepest in each other do so; 0 where none do."""
    return max(
        (_depth(one, other) for one, other in combinations(zip(things, state, strict=True), 2)), default=0.0
    )


def _depth(one: tuple[Thing, Pose], other: tuple[Thing, Pose]) -> float:
    (a, at), (b, to) = one, other
    if math.dist(at[:2], to[:2]) >= a.reach + b.reach:
        return 0.0
    corners, others = placed(*one), placed(*other)
    axes = [*_axes(one, corners, other, others), *_axes(other, others, one, corners)]
    return max(0.0, min(_common(_shadow(one, corners, axis), _shadow(other, others, axis)) for axis in axes))


def _axes(
    one: tuple[Thing, Pose], corners: Points, other: tuple[Thing, Pose], others: Points
) -> Iterator[tuple[float, float]]:
    """Unit vectors across the sides of a figure; of a circle, from its centre to the other's nearest point."""
    thing, (x, y, _) = one
    if thing.shape != "circle":
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            length = math.dist((ax, ay), (bx, by))
            yield ((by - ay) / length, (ax - bx) / length)
        return
    points = [other[1][:2]] if other[0].shape == "circle" else others
    px, py = min(points, key=lambda point: math.dist(point, (x, y)))
    length = math.dist((px, py), (x, y))
    yield ((px - x) / length, (py - y) / length) if length else (1.0, 0.0)


def _shadow(one: tuple[Thing, Pose], corners: Points, axis: tuple[float, float]) -> tuple[float, float]:
    thing, (x, y, _) = one
    if thing.shape == "circle":
        middle, half = x * axis[0] + y * axis[1], thing.width / 2
        return (middle - half, middle + half)
    places = [a * axis[0] + b * axis[1] for a, b in corners]
    return (min(places), max(places))


def _common(one: tuple[float, float], other: tuple[float, float]) -> float:
    return min(one[1], other[1]) - max(one[0], other[0])


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


def is_possible(scene: CollisionScene, state: State) -> bool:
    """Whether things lie neither in each other nor outside of the frame, but for what a hard push may do."""
    things = scene.things
    return outside(things, state) <= MOST_OUTSIDE and deepest_overlap(things, state) <= MOST_OVERLAP

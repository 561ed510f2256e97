"""A scene: things in a box seen from the side, and where they are in a frame.

Lengths are pixels, x to the right and y down from the upper left corner; times are seconds.
"""

import math
from collections.abc import Sequence
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


class Scene(Record):
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

"""What happens in a scene, by pymunk: 2 seconds in 21 states, and every collision on the way.

The length of a substep changes the future (some 80 px after two seconds between 24 and 192 substeps a frame), and so
does the order of the things. Both are fixed, and all numbers keep their full precision: the same scene gives the same
states bit by bit, as long as pymunk's build and the kind of processor are the same.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import pymunk

from plans.causal.scene import FRAME_SECONDS, FRAMES, SIDE, CollisionScene, Pose, State, Thing, corners

SUBSTEPS = 24
"""With fewer, small fast things pass through walls."""
ITERATIONS = 20
"""How often the solver goes over all contacts in a substep."""
WALL = 100.0
"""Thickness of a wall in pixels, all of it outside of the frame."""
WALL_NUMBER = -1
"""Stands for a wall where things have numbers."""
LEAST_CLOSING_SPEED = 20.0
"""Pixels per second at which two surfaces meet in a collision; below it they rest or roll on each other."""
OBJECTS_PASS = pymunk.ShapeFilter(group=1)
"""Things of one group do not collide; walls are of none."""


class Motion(NamedTuple):
    """A thing's pose and velocities."""

    x: float
    y: float
    angle: float
    vx: float
    vy: float
    spin: float
    """Radians per second."""

    @property
    def pose(self) -> Pose:
        """Where it is."""
        return (self.x, self.y, self.angle)


Motions = tuple[Motion, ...]


class Collision(NamedTuple):
    """Two surfaces that meet."""

    frame: int
    """The first state after it."""
    between: tuple[int, int]
    """Numbers of the things in the scene; that of a wall comes first."""

    @property
    def is_of_things(self) -> bool:
        """Whether no wall takes part."""
        return self.between[0] != WALL_NUMBER


@dataclass(frozen=True)
class MotionPath:
    """What happened."""

    motions: tuple[Motions, ...]
    """Of the 21 states, from the start on."""
    collisions: tuple[Collision, ...]
    """Each pair once a frame, in order of time."""

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Where all was."""
        return tuple(state_of(motions) for motions in self.motions)


def simulate(scene: CollisionScene) -> MotionPath:
    """What happens in the scene."""
    world = _World(scene, start(scene))
    motions = [world.motions()]
    for _ in range(FRAMES):
        world.go_on()
        motions.append(world.motions())
    return MotionPath(tuple(motions), world.collisions())


def start(scene: CollisionScene) -> Motions:
    """How all moves at first."""
    return tuple(Motion(*thing.position, 0.0, *thing.velocity, 0.0) for thing in scene.things)


def continue_from(
    scene: CollisionScene, motions: Motions, frames: int, objects_pass: bool = False
) -> Motions:
    """Where a world that begins with these motions is after so many frames, at full precision.

    It is not bit by bit where the whole simulation goes on to: contacts that lasted begin anew here. Things may be made
    to pass through each other, and then still bounce off the walls.
    """
    world = _World(scene, motions, objects_pass)
    for _ in range(frames):
        world.go_on()
    return world.motions()


def state_of(motions: Motions) -> State:
    """The poses alone."""
    return tuple(motion.pose for motion in motions)


class _World:
    def __init__(self, scene: CollisionScene, motions: Motions, objects_pass: bool = False) -> None:
        self._space = pymunk.Space()
        self._space.iterations = ITERATIONS
        self._space.gravity = (0.0, scene.gravity)
        self._walls(scene)
        self._bodies = [
            self._body(thing, motion, objects_pass)
            for thing, motion in zip(scene.things, motions, strict=True)
        ]
        self._numbers = {body: number for number, body in enumerate(self._bodies)}
        self._frame = 0
        self._met: dict[Collision, None] = {}
        self._space.on_collision(None, None, begin=self._begin)

    def go_on(self) -> None:
        """One frame."""
        self._frame += 1
        for _ in range(SUBSTEPS):
            self._space.step(FRAME_SECONDS / SUBSTEPS)

    def motions(self) -> Motions:
        return tuple(
            Motion(*body.position, body.angle, *body.velocity, body.angular_velocity) for body in self._bodies
        )

    def collisions(self) -> tuple[Collision, ...]:
        return tuple(sorted(self._met))

    def _walls(self, scene: CollisionScene) -> None:
        near, far = -WALL, SIDE + WALL
        ends = [(near, near), (far, near), (far, far), (near, far)]
        for a, b in zip(ends, ends[1:] + ends[:1], strict=True):
            wall = pymunk.Segment(self._space.static_body, a, b, WALL)
            wall.elasticity, wall.friction = scene.wall_elasticity, scene.wall_friction
            self._space.add(wall)

    def _body(self, thing: Thing, motion: Motion, objects_pass: bool) -> pymunk.Body:
        body = pymunk.Body(thing.mass, _moment(thing))
        body.position, body.angle = (motion.x, motion.y), motion.angle
        body.velocity, body.angular_velocity = (motion.vx, motion.vy), motion.spin
        shape = (
            pymunk.Circle(body, thing.width / 2)
            if thing.shape == "circle"
            else pymunk.Poly(body, corners(thing))
        )
        shape.elasticity, shape.friction = thing.elasticity, thing.friction
        if objects_pass:
            shape.filter = OBJECTS_PASS
        self._space.add(body, shape)
        return body

    def _begin(self, arbiter: pymunk.Arbiter, space: pymunk.Space, data: Any) -> None:
        one, other = arbiter.bodies
        point = arbiter.contact_point_set.points[0].point_a
        closing = one.velocity_at_world_point(point) - other.velocity_at_world_point(point)
        if closing.dot(arbiter.normal) >= LEAST_CLOSING_SPEED:
            pair = sorted(self._numbers.get(body, WALL_NUMBER) for body in (one, other))
            self._met[Collision(self._frame, (pair[0], pair[1]))] = None


def _moment(thing: Thing) -> float:
    if thing.shape == "circle":
        return pymunk.moment_for_circle(thing.mass, 0.0, thing.width / 2)
    return pymunk.moment_for_poly(thing.mass, corners(thing))


def engine() -> dict[str, str | float]:
    """What a simulation depends on beside the scene."""
    return {
        "pymunk": pymunk.version,
        "chipmunk": pymunk.chipmunk_version,
        "frame_seconds": FRAME_SECONDS,
        "substeps": SUBSTEPS,
        "iterations": ITERATIONS,
    }

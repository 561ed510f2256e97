"""Drawing a scene from the plan's parameters."""

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Literal, TypeVar, get_args

from pydantic import JsonValue, ValidationError

from plans.causal.frames import stock
from plans.causal.scene import SIDE, CollisionScene, Shape, Thing
from plans.errors import AuthorError
from plans.records.base import Record

T = TypeVar("T")

LEAST_SIZE = 44
"""Pixels of the smallest thing's greatest side."""
LEAST_SPEED = 100.0
"""Pixels per second of the slowest thing at the start."""
LEAST_MASS = 1.0
FLATNESS = (0.4, 0.65)
"""A rectangle's shorter side as a share of the longer one: never near a square."""
PLACES = 200
"""Places that are tried for a thing."""
GAP = 2.0
"""Pixels between the circles around two things at the start; what overlaps would fly apart."""


class InstanceParameters(Record):
    """The plan's parameters of an instance."""

    number_of_objects: int
    shapes: Literal["alike", "mixed"] = "mixed"
    materials: Literal["alike", "mixed"] = "mixed"
    gravity: float
    wall_elasticity: float
    wall_friction: float
    max_size: int
    max_speed: float
    max_mass: float
    start_offset: int
    distractors: Literal["frames", "counterfactual"] = "frames"
    presentation: Literal["images", "text"] = "images"


def asked_of(parameters: Mapping[str, JsonValue]) -> InstanceParameters:
    """The parameters that a scene is drawn by; others are left alone. Raises AuthorError for what no scene can have."""
    known = {name: value for name, value in parameters.items() if name in InstanceParameters.model_fields}
    try:
        asked = InstanceParameters.model_validate(known)
    except ValidationError as error:
        found = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise AuthorError(f"No scene can be drawn from these parameters: {found}. Mend the plan.") from None
    if not 1 <= asked.number_of_objects <= len(stock().colours):
        raise AuthorError(
            f"No scene can have {asked.number_of_objects} objects: each has a colour of its own, and there are "
            f"{len(stock().colours)} colours. Ask for 1 to {len(stock().colours)} in the plan."
        )
    return asked


def drawn_scene(asked: InstanceParameters, chance: Random) -> CollisionScene | None:
    """A scene; None where its things found no place beside each other."""
    colours = chance.sample(sorted(stock().colours), asked.number_of_objects)
    materials = _chosen(sorted(stock().materials), asked.materials, len(colours), chance)
    shapes = _chosen(get_args(Shape), asked.shapes, len(colours), chance)
    things: list[Thing] = []
    for colour, material, shape in zip(colours, materials, shapes, strict=True):
        thing = _thing(asked, colour, material, shape, chance)
        place = _place(thing, things, chance)
        if place is None:
            return None
        things.append(thing.model_copy(update={"position": place}))
    return CollisionScene(
        gravity=asked.gravity,
        wall_elasticity=asked.wall_elasticity,
        wall_friction=asked.wall_friction,
        things=tuple(things),
    )


def _chosen(choices: Sequence[T], how: str, count: int, chance: Random) -> list[T]:
    return [chance.choice(choices)] * count if how == "alike" else chance.choices(choices, k=count)


def _thing(asked: InstanceParameters, colour: str, material: str, shape: Shape, chance: Random) -> Thing:
    """A thing that has no place yet."""
    width, height = _sizes(shape, chance.randint(LEAST_SIZE, max(LEAST_SIZE, asked.max_size)), chance)
    speed = chance.uniform(LEAST_SPEED, max(LEAST_SPEED, asked.max_speed))
    direction = chance.uniform(0.0, 2 * math.pi)
    made_of = stock().materials[material]
    return Thing(
        colour=colour,
        shape=shape,
        width=width,
        height=height,
        material=material,
        friction=made_of.friction,
        elasticity=made_of.elasticity,
        # A tenth of a kilogram is what the prompt says, so it is also what is simulated.
        mass=round(chance.uniform(LEAST_MASS, max(LEAST_MASS, asked.max_mass)), 1),
        position=(0.0, 0.0),
        velocity=(speed * math.cos(direction), speed * math.sin(direction)),
    )


def _sizes(shape: Shape, size: int, chance: Random) -> tuple[int, int]:
    """Width and height in whole pixels; a circle's are even, as its radius is told in whole pixels too."""
    if shape == "circle":
        return size // 2 * 2, size // 2 * 2
    if shape != "rectangle":
        return size, size
    shorter = round(size * chance.uniform(*FLATNESS))
    return (size, shorter) if chance.random() < 0.5 else (shorter, size)


def _place(thing: Thing, others: list[Thing], chance: Random) -> tuple[float, float] | None:
    reach = thing.reach
    for _ in range(PLACES):
        x, y = (chance.uniform(reach, SIDE - reach) for _ in range(2))
        if all(math.dist((x, y), other.position) >= reach + other.reach + GAP for other in others):
            return (x, y)
    return None

"""How deep things lie in each other, by separating axes: two convex figures overlap on every axis, or not at all."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from plans.causal.scene import Pose, State, Thing, placed

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

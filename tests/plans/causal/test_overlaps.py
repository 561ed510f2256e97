"""How deep things lie in each other, against points that are tried one by one."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from plans.causal.scene import Pose, Thing, deepest_overlap, placed
from tests.plans.causal.test_simulation import thing

poses = st.tuples(st.floats(200, 300), st.floats(200, 300), st.floats(-4, 4))
things = st.builds(
    lambda shape, width, height: thing(
        shape=shape, width=width, height=height if shape == "rectangle" else width
    ),
    st.sampled_from(["circle", "square", "rectangle", "triangle"]),
    st.integers(30, 80),
    st.integers(20, 40),
)


def holds(one: Thing, pose: Pose, point: tuple[float, float]) -> bool:
    if one.shape == "circle":
        return math.dist(point, pose[:2]) <= one.width / 2
    points = placed(one, pose)
    turns = [
        (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)
    ]
    return min(turns) >= 0 or max(turns) <= 0


@pytest.mark.slow
@given(things, things, poses, poses)
@settings(deadline=None, max_examples=100)
def test_what_overlaps_shares_points_and_nothing_else_does(
    one: Thing, other: Thing, at: Pose, to: Pose
) -> None:
    depth = deepest_overlap([one, other], (at, to))
    assert deepest_overlap([other, one], (to, at)) == pytest.approx(depth)
    # A sliver may lie between the points that are tried.
    assume(depth == 0 or depth > 3)
    x, y = int(at[0]), int(at[1])
    grid = ((a, b) for a in range(x - 60, x + 60, 2) for b in range(y - 60, y + 60, 2))
    assert any(holds(one, at, point) and holds(other, to, point) for point in grid) == (depth > 0)


def test_the_depth_is_how_far_one_has_to_go() -> None:
    square = thing(shape="square")
    assert deepest_overlap([square, square], ((100, 100, 0), (130, 105, 0))) == pytest.approx(10)
    assert deepest_overlap([square, thing()], ((100, 100, 0), (137, 100, 0))) == pytest.approx(3)
    assert deepest_overlap([thing(), thing()], ((100, 100, 0), (100, 139, 0))) == pytest.approx(1)
    assert deepest_overlap([thing(), thing()], ((100, 100, 0), (100, 100, 0))) > 3


def test_one_thing_alone_lies_in_nothing() -> None:
    assert deepest_overlap([thing()], ((100, 100, 0),)) == 0

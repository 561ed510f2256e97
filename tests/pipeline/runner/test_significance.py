"""What a difference, or an interval, of a handful of projects may claim."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.runner.scoring.intervals import (
    FEWEST_PAIRS,
    LEVEL,
    chance_of,
    detectable_difference,
    mean_interval,
)


def test_more_projects_detect_smaller_differences() -> None:
    draw = Random(1)
    few = [draw.gauss(0, 0.2) for _ in range(10)]
    many = few * 10
    assert detectable_difference(many) < detectable_difference(few) / 2  # type: ignore[operator]
    # 10 differences with a standard deviation of 0.2: (2.262 + 0.883) · 0.2 / √10 = 0.199.
    known = [0.2 * (-1) ** n for n in range(10)]
    assert detectable_difference(known) == pytest.approx(0.199 * (10 / 9) ** 0.5, abs=0.002)


def test_where_nothing_can_be_detected_no_difference_is_named() -> None:
    """With 3 projects no test tells two agents apart, and a smallest detectable difference was stated all the same."""
    varied = [0.1, 0.3, 0.2, 0.5, 0.0, 0.4]
    assert detectable_difference(varied) is not None
    assert detectable_difference(varied[: FEWEST_PAIRS - 1]) is None
    assert detectable_difference([0.1] * FEWEST_PAIRS) is None
    assert detectable_difference([1.0, -1.0] * 3) is None


def test_rounding_errors_are_no_variation() -> None:
    """0.3 - 0.2 and 0.1 - 0.0 are not the same float, and so a difference of 2e-17 was called detectable."""
    assert detectable_difference([0.3 - 0.2, 0.1 - 0.0, 0.5 - 0.4] * 2) is None
    assert mean_interval([0.1 + 0.2, 0.3, 0.3]).degenerate


def test_the_interval_narrows_with_more_projects_and_needs_one() -> None:
    few, many = mean_interval([0.0, 1.0] * 4), mean_interval([0.0, 1.0] * 64)
    assert many.high - many.low < few.high - few.low
    with pytest.raises(ValueError, match="at least one"):
        mean_interval([])


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=FEWEST_PAIRS - 1))
def test_a_handful_of_projects_never_proves_a_difference(differences: list[float]) -> None:
    """A bootstrap of two positive differences, 0.01 and 0.2, leaves zero out and once said "first is higher"."""
    assert chance_of(differences) > LEVEL


def test_the_chance_is_the_share_of_sign_patterns_as_far_from_zero() -> None:
    assert chance_of([0.1] * 6) == pytest.approx(2 / 2**6)
    # Of the 8 patterns of 0.3, 0.2 and −0.1, 4 have a mean at least as far from zero as theirs: ±0.6, ±0.4.
    assert chance_of([0.3, 0.2, -0.1]) == pytest.approx(4 / 8)
    assert chance_of([0.0] * 8) == 1.0


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=9), st.integers(0, 1000))
def test_the_chance_depends_neither_on_order_nor_on_who_is_first(
    differences: list[float], order: int
) -> None:
    turned = [-difference for difference in differences]
    Random(order).shuffle(turned)
    assert chance_of(turned) == pytest.approx(chance_of(differences))

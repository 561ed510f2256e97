"""How far a number of a few projects, or apps, could be from that of all there could be."""

from itertools import product
from statistics import fmean, quantiles

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.runner.scoring.intervals import clustered_interval, mean_interval
from review.agreement import Agreement

OF_TEN = st.lists(st.integers(0, 10), min_size=2, max_size=8).filter(lambda right: len(set(right)) > 1)


@settings(max_examples=10, deadline=None)
@given(OF_TEN)
def test_apps_with_as_many_verdicts_give_the_interval_of_their_mean(right: list[int]) -> None:
    """The two intervals were computed by two codes with constants of their own, and could have come to differ."""
    clusters = [Agreement(both=count, judge_only=10 - count) for count in sorted(right)]
    seen = clustered_interval(clusters, lambda agreement: agreement.accuracy)
    assert seen == pytest.approx(mean_interval([count / 10 for count in right])[:2])


def test_the_interval_holds_the_middle_of_all_means_that_could_be_drawn() -> None:
    shares = [0.0, 0.25, 0.5, 0.9, 1.0]
    means = [fmean(drawn) for drawn in product(shares, repeat=len(shares))]
    fortieths = quantiles(means, n=40, method="inclusive")
    assert mean_interval(shares)[:2] == pytest.approx((fortieths[0], fortieths[-1]), abs=0.02)


def test_the_order_of_projects_does_not_matter() -> None:
    shares = [0.3, 1.0, 0.0, 0.45, 0.8]
    assert mean_interval(shares) == mean_interval(shares[::-1]) == mean_interval(sorted(shares))


@pytest.mark.parametrize("shares", [[0.0] * 6, [1.0] * 6, [0.4]])
def test_equal_scores_give_an_interval_that_says_that_it_says_nothing(shares: list[float]) -> None:
    """A library warns of such scores, or answers "not a number"; here warnings are errors."""
    assert mean_interval(shares)[:3] == pytest.approx((shares[0], shares[0], True))


def test_verdicts_of_one_app_stand_or_fall_together() -> None:
    wrong, right = Agreement(both=10, judge_only=10), Agreement(both=20)
    few = clustered_interval([wrong, right, right, right], lambda seen: seen.accuracy)
    many = clustered_interval([wrong, right, right, right] * 10, lambda seen: seen.accuracy)
    assert few is not None
    assert many is not None
    assert few[1] - few[0] > many[1] - many[0] > 0
    assert few[0] < 7 / 8 < few[1]


def test_one_app_says_nothing_of_others() -> None:
    assert clustered_interval([Agreement(both=9)], lambda seen: seen.accuracy) is None
    assert clustered_interval([Agreement(), Agreement()], lambda seen: seen.accuracy) is None


def test_draws_that_have_no_such_measure_are_left_out() -> None:
    """One of four draws is twice the app of which nothing was decided."""
    seen = clustered_interval([Agreement(undecided=5), Agreement(both=4)], lambda seen: seen.accuracy)
    assert seen == (1.0, 1.0)

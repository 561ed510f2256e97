"""One bootstrap for a judge's agreement and for an agent's scores."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from pipeline.runner.scoring.intervals import mean_interval
from review.agreement import Agreement, clustered_interval
from review.bootstrap import CONFIDENCE, RESAMPLES

OF_TEN = st.lists(st.integers(0, 10), min_size=2, max_size=8).filter(lambda right: len(set(right)) > 1)


@settings(max_examples=10, deadline=None)
@given(OF_TEN)
def test_apps_with_as_many_verdicts_give_the_interval_of_their_mean(right: list[int]) -> None:
    """The two intervals were computed by two codes with constants of their own, and could have come to differ."""
    clusters = [Agreement(both=count, judge_only=10 - count) for count in sorted(right)]
    seen = clustered_interval(clusters, lambda agreement: agreement.accuracy)
    assert seen == pytest.approx(mean_interval([count / 10 for count in right])[:2])


def test_the_interval_is_the_one_that_a_library_computes() -> None:
    shares = [0.0, 0.25, 0.5, 0.9, 1.0, 1.0]
    known = stats.bootstrap(
        (shares,),
        np.mean,
        confidence_level=CONFIDENCE,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(0),
    ).confidence_interval
    assert mean_interval(shares)[:2] == pytest.approx((known.low, known.high))

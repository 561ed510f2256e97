"""How far a rate over these instances could be from that over all there could be.

By percentile bootstrap over instances, as in pipeline/runner/scoring/intervals.py: instances are drawn with
replacement, as many as there are. Here there are thousands of them, with few different values, and how often each value
is drawn has a multinomial distribution: it is drawn at once, which comes to the same.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from plans.records.rate import Rate
from plans.records.score import Share

CONFIDENCE = 0.95
RESAMPLES = 4000
PERMUTATIONS = 2**14
DIGITS = 9
"""Places by which values that differ by rounding errors alone are made one."""


class MeanInterval(NamedTuple):
    """A 95% interval of a mean."""

    mean: float
    low: float
    high: float
    degenerate: bool
    """All values are equal, or there is but one."""


def mean_interval(values: Sequence[float]) -> MeanInterval:
    """Mean and its 95% interval by bootstrap; the order of the values does not matter. ValueError without values."""
    if not values:
        raise ValueError("an interval needs at least one value")
    found, counts = np.unique(np.round(np.asarray(values, dtype=float), DIGITS), return_counts=True)
    return _interval(tuple(map(float, found)), tuple(map(int, counts)))


def rate_of(shares: Sequence[Sequence[Share]]) -> Rate:
    """The mean over instances, each with the mean of its repeats; ValueError without any.

    The 95% interval reaches from where the rate's low end could lie to where its high end could: what is not decided
    and what was not sampled both widen it.
    """
    lower = mean_interval([_mean([one.low for one in repeats]) for repeats in shares])
    upper = mean_interval([_mean([one.high for one in repeats]) for repeats in shares])
    decided = [_mean(known) for repeats in shares if (known := _known(repeats))]
    return Rate(
        low=_share(lower.mean),
        high=_share(upper.mean),
        decided=_share(_mean(decided)) if decided else None,
        decided_share=_share(_mean([_mean([one.decided_share for one in repeats]) for repeats in shares])),
        ci_low=_share(lower.low),
        ci_high=_share(upper.high),
        degenerate=lower.degenerate and upper.degenerate,
    )


def chance_of(differences: Sequence[float]) -> float:
    """The two-sided p-value of a sign-flip permutation test on the mean difference; ValueError without differences.

    As in pipeline/runner/scoring/intervals.py: if two solvers are equally good, each difference could as well have
    had the other sign. How many of equal size have which sign has a binomial distribution, and is drawn at once.
    """
    if not differences:
        raise ValueError("a test needs at least one difference")
    seen = np.round(np.asarray(differences, dtype=float), DIGITS)
    sizes, counts = np.unique(np.abs(seen), return_counts=True)
    flips = np.random.default_rng(0).binomial(counts, 0.5, size=(PERMUTATIONS, len(counts)))
    drawn = np.abs((2 * flips - counts) @ sizes)
    return float((1 + np.count_nonzero(drawn >= abs(seen.sum()) - 10**-DIGITS)) / (1 + PERMUTATIONS))


@lru_cache(maxsize=4096)
def _interval(values: tuple[float, ...], counts: tuple[int, ...]) -> MeanInterval:
    total = sum(counts)
    mean = sum(value * count for value, count in zip(values, counts, strict=True)) / total
    if len(values) == 1:
        return MeanInterval(mean, mean, mean, True)
    drawn = np.random.default_rng(0).multinomial(total, np.asarray(counts) / total, size=RESAMPLES)
    low, high = np.quantile(drawn @ np.asarray(values) / total, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return MeanInterval(mean, float(low), float(high), False)


def _known(repeats: Sequence[Share]) -> list[float]:
    return [one.decided for one in repeats if one.decided is not None]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _share(value: float) -> float:
    # Sums of floats may leave the range by a rounding error.
    return min(max(value, 0.0), 1.0)

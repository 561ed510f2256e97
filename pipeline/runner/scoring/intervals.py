"""Intervals of means and of agreement with people, and significance of paired differences.

What is drawn are projects, labelled apps or instances. Of instances there may be thousands, so two functions have twins
(`_of_many`) that take equal values together; their numbers are as good, and not the same to the last digit.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from statistics import fmean
from typing import NamedTuple, TypeVar

import numpy as np
import scipy
from numpy.typing import NDArray

from plans.records.base import Record
from plans.records.result import Rate
from plans.records.run import Share
from review.agreement import Agreement, PointAgreement

LEVEL = 0.05
"""At most this often, two that are equally good are told apart."""
FEWEST_PAIRS = 6
"""With fewer, even a difference of one sign everywhere comes about by chance more often: 2 of 2^5 sign patterns."""
SIGN_FLIPS = 2**14
"""Sign patterns that are tried; with up to 14 projects these are all of them, and the test is exact."""

DIGITS = 9
GRAIN = 10**-DIGITS
"""Smallest difference that counts as one."""


def chance_of(differences: Sequence[float]) -> float:
    """The two-sided p-value of a sign-flip permutation test on the mean; ValueError without differences.

    If the two are equally good, each pair's difference could as well have had the other sign: this is the share
    of sign patterns whose mean lies as far from zero as the one that was seen. A percentile bootstrap is no stand-in:
    of two positive differences it never draws a mean of zero.
    """
    if not differences:
        raise ValueError("a test needs at least one difference")
    if len(differences) == 1:
        return 1.0
    # Whole numbers add up without rounding errors, which would tear apart means that are equally far from zero.
    grid = np.rint(np.asarray(differences, dtype=float) / GRAIN)
    found = scipy.stats.permutation_test(
        (np.sort(grid),),
        np.mean,
        permutation_type="samples",
        n_resamples=SIGN_FLIPS,
        alternative="two-sided",
        rng=np.random.default_rng(0),
    )
    return float(found.pvalue)


def chance_of_many(differences: Sequence[float]) -> float:
    """As chance_of: how many of equal size have which sign has a binomial distribution, and is drawn at once."""
    if not differences:
        raise ValueError("a test needs at least one difference")
    seen = np.round(np.asarray(differences, dtype=float), DIGITS)
    sizes, counts = np.unique(np.abs(seen), return_counts=True)
    flips = np.random.default_rng(0).binomial(counts, 0.5, size=(SIGN_FLIPS, len(counts)))
    drawn = np.abs((2 * flips - counts) @ sizes)
    return float((1 + np.count_nonzero(drawn >= abs(seen.sum()) - GRAIN)) / (1 + SIGN_FLIPS))


D = TypeVar("D")
Counts = TypeVar("Counts", Agreement, PointAgreement)
"""Counts of how far a judge agrees with people."""
CONFIDENCE = 0.95
RESAMPLES = 4000
POWER = 0.80


class Interval(NamedTuple):
    """A 95% interval of a mean."""

    low: float
    high: float
    degenerate: bool
    """All values are equal, or there is but one: nothing can be said about how they vary."""
    mean: float


def mean_interval(values: Sequence[float]) -> Interval:
    """95% interval of the mean by bootstrap; ValueError without values.

    The order of the values does not matter, and the same values give the same interval.
    """
    if not values:
        raise ValueError("an interval needs at least one value")
    if _are_equal(values):
        return Interval(fmean(values), fmean(values), True, fmean(values))
    found = scipy.stats.bootstrap(
        (sorted(values),),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(0),
    ).confidence_interval
    return Interval(float(found.low), float(found.high), False, fmean(values))


def mean_interval_of_many(values: Sequence[float]) -> Interval:
    """As mean_interval: how often a draw has each of the equal values has a multinomial distribution."""
    if not values:
        raise ValueError("an interval needs at least one value")
    found, counts = np.unique(np.round(np.asarray(values, dtype=float), DIGITS), return_counts=True)
    return _drawn_interval(tuple(map(float, found)), tuple(map(int, counts)))


@lru_cache(maxsize=4096)
def _drawn_interval(values: tuple[float, ...], counts: tuple[int, ...]) -> Interval:
    total = sum(counts)
    mean = sum(value * count for value, count in zip(values, counts, strict=True)) / total
    if len(values) == 1:
        return Interval(mean, mean, True, mean)
    drawn = np.random.default_rng(0).multinomial(total, np.asarray(counts) / total, size=RESAMPLES)
    low, high = np.quantile(drawn @ np.asarray(values) / total, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Interval(float(low), float(high), False, mean)


def mean_rate(
    shares: Iterable[Sequence[Share]],
    interval_of: Callable[[Sequence[float]], Interval] = mean_interval,
    mean: Callable[[Sequence[float]], float] = fmean,
) -> Rate:
    """The mean over projects or instances, each with the mean of its repeats; ValueError without any.

    The 95% interval reaches from where the rate's low end could lie to where its high end could: what is not decided
    and what was not sampled both widen it.
    """
    every = tuple(shares)
    lows = [mean([share.low for share in repeats]) for repeats in every]
    highs = [mean([share.high for share in repeats]) for repeats in every]
    lower = interval_of(lows)
    upper = lower if highs == lows else interval_of(highs)
    known = ([share.decided for share in repeats if share.decided is not None] for repeats in every)
    decided = [mean(found) for found in known if found]
    return Rate(
        low=_within_share(lower.mean),
        high=_within_share(upper.mean),
        decided=_within_share(mean(decided)) if decided else None,
        decided_share=_within_share(
            mean([mean([share.decided_share for share in repeats]) for repeats in every])
        ),
        ci_low=_within_share(lower.low),
        ci_high=_within_share(upper.high),
        degenerate=lower.degenerate and upper.degenerate,
    )


def _within_share(value: float) -> float:
    # Sums of floats may leave the range by a rounding error.
    return min(max(value, 0.0), 1.0)


class ShareBounds(NamedTuple):
    """A share with what is unresolved as not passed and as passed."""

    low: float
    high: float


def mean_bounds(shares: Iterable[Share]) -> ShareBounds:
    """The mean of the repeats."""
    every = tuple(shares)
    return ShareBounds(fmean(one.low for one in every), fmean(one.high for one in every))


Bounds = Sequence[tuple[ShareBounds, ShareBounds]]
"""Of each pair what the first and the second has."""


def difference_interval(
    pairs: Bounds,
    record: Callable[..., D],
    interval_of: Callable[[Sequence[float]], Interval] = mean_interval,
) -> D:
    """The first less the second, as `record` of `low`, `high`, `ci_low`, `ci_high` and `degenerate`."""
    lower = interval_of([a.low - b.high for a, b in pairs])
    upper = interval_of([a.high - b.low for a, b in pairs])
    return record(
        low=lower.mean,
        high=upper.mean,
        ci_low=lower.low,
        ci_high=upper.high,
        degenerate=lower.degenerate and upper.degenerate,
    )


def paired_difference(
    pairs: Bounds,
    record: Callable[..., D],
    interval_of: Callable[[Sequence[float]], Interval] = mean_interval,
    chance: Callable[[Sequence[float]], float] = chance_of,
) -> D:
    """What a metric of the pairs tells, as `record` of what the records of comparisons have in common.

    Where something is unresolved, interval and test take everything that it could have been: the two are told apart
    only if they are with all of it turned against the higher.
    """
    lows, highs = [a.low - b.high for a, b in pairs], [a.high - b.low for a, b in pairs]
    p_value, conclusion = 1.0, "not told apart"
    if fmean(lows) > 0:
        p_value, conclusion = chance(lows), "first is higher"
    elif fmean(highs) < 0:
        p_value, conclusion = chance(highs), "second is higher"
    is_told_apart = p_value <= LEVEL and len(pairs) >= FEWEST_PAIRS
    of_both = partial(
        record,
        first_low=fmean(a.low for a, _ in pairs),
        first_high=fmean(a.high for a, _ in pairs),
        second_low=fmean(b.low for _, b in pairs),
        second_high=fmean(b.high for _, b in pairs),
        p_value=p_value,
        conclusion=conclusion if is_told_apart else "not told apart",
    )
    return difference_interval(pairs, of_both, interval_of)


def clustered_interval(
    clusters: Sequence[Counts], measure: Callable[[Counts], float | None]
) -> tuple[float, float] | None:
    """95% interval of a judge's agreement with people, all clusters together, by bootstrap over clusters.

    Verdicts about one app stand or fall together, so apps are drawn and not verdicts. Draws in which the measure is
    not defined are left out. None where nothing can be said: fewer than two clusters, or no draw in which it is
    defined.
    """
    if len(clusters) < 2:
        return None
    # Few clusters give the same sums again and again: each is measured once.
    drawn, times = np.unique(_drawn_sums(clusters), axis=0, return_counts=True)
    kind = type(clusters[0])
    names = tuple(kind.model_fields)
    sums: list[list[int]] = drawn.astype(int).tolist()
    measured = [measure(kind(**dict(zip(names, counts, strict=True)))) for counts in sums]
    defined = [
        value for value, often in zip(measured, times, strict=True) if value is not None for _ in range(often)
    ]
    if not defined:
        return None
    low, high = np.quantile(defined, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)


class Measured(Record):
    """A measure of agreement; None where it is not defined."""

    value: float | None
    low: float | None
    """Lower end of the 95% interval, bootstrap over clusters; None where there are fewer than two."""
    high: float | None


def measured_agreement(
    whole: Counts, clusters: Sequence[Counts], measures: Mapping[str, Callable[[Counts], float | None]]
) -> dict[str, Measured]:
    """Each measure of all clusters together, with its interval."""
    found: dict[str, Measured] = {}
    for name, measure in measures.items():
        low, high = clustered_interval(clusters, measure) or (None, None)
        found[name] = Measured(value=measure(whole), low=low, high=high)
    return found


def detectable_difference(differences: Sequence[float]) -> float | None:
    """The smallest mean difference that a two-sided paired t-test at 5% finds with 80% power.

    `differences` are one per project and tell how much two agents' scores vary against each other. None where nothing
    can be detected: with fewer projects than it takes to tell two agents apart at all, when all differences are equal,
    and when it would take a difference of more than 1, which two rates cannot have.
    """
    count = len(differences)
    if count < FEWEST_PAIRS or _are_equal(differences):
        return None
    spread = float(np.std(differences, ddof=1)) / math.sqrt(count)
    freedom = count - 1
    reach = scipy.stats.t.ppf(0.5 + CONFIDENCE / 2, freedom) + scipy.stats.t.ppf(POWER, freedom)
    smallest = float(reach) * spread
    return smallest if smallest <= 1.0 else None


def _are_equal(values: Sequence[float]) -> bool:
    """Whether they differ by rounding errors alone: 0.3 - 0.2 is not 0.1 - 0.0."""
    return max(values) - min(values) < GRAIN


def _drawn_sums(clusters: Sequence[Counts]) -> NDArray[np.float64]:
    """The counts of all clusters of a draw together: one row a draw, the same ones each time."""
    found = scipy.stats.bootstrap(
        [[float(getattr(cluster, name)) for cluster in clusters] for name in type(clusters[0]).model_fields],
        _sums,
        n_resamples=RESAMPLES,
        paired=True,
        method="percentile",
        rng=np.random.default_rng(0),
    )
    return found.bootstrap_distribution.T


def _sums(*counts: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    return np.stack(counts).sum(axis=axis)

"""Intervals of means over projects or apps, and significance of paired differences."""

import math
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import NamedTuple, TypeVar

import numpy as np
import scipy
from numpy.typing import NDArray

from review.agreement import Agreement, PointAgreement

LEVEL = 0.05
"""At most this often, two agents that are equally good are told apart."""
FEWEST_PROJECTS = 6
"""With fewer, even a difference of one sign everywhere comes about by chance more often: 2 of 2^5 sign patterns."""
SIGN_FLIPS = 2**14
"""Sign patterns that are tried; with up to 14 projects these are all of them, and the test is exact."""

GRAIN = 1e-9
"""Smallest difference that counts as one."""


def chance_of(differences: Sequence[float]) -> float:
    """The two-sided p-value of a sign-flip permutation test on the mean; ValueError without differences.

    If two agents are equally good, each project's difference could as well have had the other sign: this is the share
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


def mean_interval(values: Sequence[float]) -> Interval:
    """95% interval of the mean by bootstrap over projects; ValueError without values.

    The order of the values does not matter, and the same values give the same interval.
    """
    if not values:
        raise ValueError("an interval needs at least one value")
    if _are_equal(values):
        return Interval(fmean(values), fmean(values), True)
    found = scipy.stats.bootstrap(
        (sorted(values),),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(0),
    ).confidence_interval
    return Interval(float(found.low), float(found.high), False)


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


def detectable_difference(differences: Sequence[float]) -> float | None:
    """The smallest mean difference that a two-sided paired t-test at 5% finds with 80% power.

    `differences` are one per project and tell how much two agents' scores vary against each other. None where nothing
    can be detected: with fewer projects than it takes to tell two agents apart at all, when all differences are equal,
    and when it would take a difference of more than 1, which two rates cannot have.
    """
    count = len(differences)
    if count < FEWEST_PROJECTS or _are_equal(differences):
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

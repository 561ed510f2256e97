"""How far a mean over projects could be from what it is an estimate of."""

import math
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np
from scipy import stats

from pipeline.runner.scoring.significance import FEWEST_PROJECTS, GRAIN
from review.bootstrap import CONFIDENCE, draws, percentile_interval

POWER = 0.80


class Interval(NamedTuple):
    """A 95% interval of a mean."""

    low: float
    high: float
    degenerate: bool
    """All values are equal, or there is but one: nothing can be said about how they vary."""


def mean_interval(values: Sequence[float]) -> Interval:
    """95% interval of the mean by percentile bootstrap over projects; ValueError without values.

    The order of the values does not matter, and the same values give the same interval.
    """
    if not values:
        raise ValueError("an interval needs at least one value")
    if _are_equal(values):
        return Interval(fmean(values), fmean(values), True)
    drawn = np.sort(np.asarray(values, dtype=float))[draws(len(values))]
    return Interval(*percentile_interval(drawn.mean(axis=1)), False)


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
    reach = stats.t.ppf(0.5 + CONFIDENCE / 2, freedom) + stats.t.ppf(POWER, freedom)
    smallest = float(reach) * spread
    return smallest if smallest <= 1.0 else None


def _are_equal(values: Sequence[float]) -> bool:
    """Whether they differ by rounding errors alone: 0.3 - 0.2 is not 0.1 - 0.0."""
    return max(values) - min(values) < GRAIN

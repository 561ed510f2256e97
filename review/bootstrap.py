"""The percentile bootstrap: how far a number of a few apps or projects could be from that of all there could be.

Apps, or projects, are drawn with replacement, as many as there are, again and again; the interval holds the middle of
what is measured of the draws. It stays within what can be measured, and shares that are all 0 or 1 do not break it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
RESAMPLES = 4000


def draws(units: int) -> NDArray[np.int64]:
    """Which units, by their places, make up each draw: one row a draw, the same ones each time."""
    return np.random.default_rng(0).integers(units, size=(RESAMPLES, units))


def percentile_interval(measured: Sequence[float] | NDArray[np.floating[Any]]) -> tuple[float, float]:
    """The 95% interval that follows from what was measured of each draw."""
    low, high = np.percentile(measured, [50 * (1 - CONFIDENCE), 50 * (1 + CONFIDENCE)])
    return float(low), float(high)

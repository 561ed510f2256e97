"""Whether a mean difference between paired projects could be chance."""

from collections.abc import Sequence

import numpy as np
import scipy

LEVEL = 0.05
"""At most this often, two agents that are equally good are told apart."""
FEWEST_PROJECTS = 6
"""With fewer, even a difference of one sign everywhere comes about by chance more often: 2 of 2^5 sign patterns."""
RESAMPLES = 2**14
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
        n_resamples=RESAMPLES,
        alternative="two-sided",
        rng=np.random.default_rng(0),
    )
    return float(found.pvalue)

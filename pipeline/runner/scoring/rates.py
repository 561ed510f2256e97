"""Rates over projects, from the shares of each."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from pipeline.runner.scoring.intervals import mean_interval
from plans.records.run import Rate
from plans.records.score import Share


def rate(shares: Mapping[str, Sequence[Share]]) -> Rate:
    """The mean over projects; a project counts with the mean of its repeats.

    `shares` are by project, one per repeat.
    """
    lows = [fmean(share.low for share in repeats) for repeats in shares.values()]
    interval = mean_interval(lows)
    decided = [share.decided for repeats in shares.values() for share in repeats if share.decided is not None]
    return Rate(
        low=fmean(lows),
        high=fmean(fmean(share.high for share in repeats) for repeats in shares.values()),
        decided=fmean(decided) if decided else None,
        decided_share=fmean(fmean(share.decided_share for share in repeats) for repeats in shares.values()),
        ci_low=interval.low,
        ci_high=interval.high,
        degenerate=interval.degenerate,
    )

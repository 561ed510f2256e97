"""Rates over projects, from the shares of each."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from pipeline.runner.scoring.intervals import mean_interval
from plans.records.rate import Rate
from plans.records.score import Share


def rate(shares: Mapping[str, Sequence[Share]]) -> Rate:
    """The mean over projects; a project counts with the mean of its repeats.

    `shares` are by project, one per repeat. The 95% interval reaches from where the rate's low end could lie to where
    its high end could: what is not decided and what was not sampled both widen it.
    """
    lows = [fmean(share.low for share in repeats) for repeats in shares.values()]
    highs = [fmean(share.high for share in repeats) for repeats in shares.values()]
    lower = mean_interval(lows)
    upper = lower if highs == lows else mean_interval(highs)
    decided = [mean for repeats in shares.values() if (mean := _decided(repeats)) is not None]
    return Rate(
        low=fmean(lows),
        high=fmean(highs),
        decided=fmean(decided) if decided else None,
        decided_share=fmean(fmean(share.decided_share for share in repeats) for repeats in shares.values()),
        ci_low=lower.low,
        ci_high=upper.high,
        degenerate=lower.degenerate and upper.degenerate,
    )


def _decided(repeats: Sequence[Share]) -> float | None:
    """A project's rate over decided parts: the mean of the repeats in which any was decided."""
    known = [share.decided for share in repeats if share.decided is not None]
    return fmean(known) if known else None

"""From verdicts to numbers: rates, intervals, comparisons."""

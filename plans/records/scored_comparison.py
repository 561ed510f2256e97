"""Two solvers compared, instance by instance."""

from typing import Literal

from pydantic import Field

from plans.records.base import Record

Outcome = Literal["first is higher", "second is higher", "not told apart"]


class SolverSide(Record):
    """One of the two."""

    run: str
    solver: str


class ScoreDifference(Record):
    """How far the two are apart in one metric on one split, first minus second, from -1 to 1."""

    split: str
    metric: Literal["pass_all", "fraction_passed"]
    instances: int = Field(ge=1)
    first_low: float
    """Of the first, with what is unresolved as not passed; `high` with it as passed."""
    first_high: float
    second_low: float
    second_high: float
    low: float
    """Least difference that what is unresolved leaves open."""
    high: float
    ci_low: float
    """Lower end of the 95% interval of `low`, bootstrap over instances."""
    ci_high: float
    degenerate: bool
    p_value: float
    """Sign-flip permutation test over instances, with every unresolved one turned against the higher."""
    conclusion: Outcome


class PairCounts(Record):
    """How the instances of a split fall out, over all repeats: passed in more than half of them, or not."""

    split: str
    both: int
    first_only: int
    second_only: int
    neither: int
    open: int
    """Unresolved of either."""


class ScoredComparison(Record):
    """What differs, and how surely."""

    first: SolverSide
    second: SolverSide
    differences: tuple[ScoreDifference, ...]
    pairs: tuple[PairCounts, ...]
    caveats: tuple[str, ...] = ()
    """What else could be the cause."""

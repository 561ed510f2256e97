"""A rate of an agent over the projects of a run."""

from pydantic import Field

from plans.records.base import Record


class Rate(Record):
    """A rate as an interval over what was planned."""

    low: float = Field(ge=0, le=1)
    """Unresolved counted as not passed."""
    high: float = Field(ge=0, le=1)
    """Unresolved counted as passed."""
    decided: float | None = Field(default=None, ge=0, le=1)
    """Rate over decided tasks alone, mean over the projects that have any; None when none was decided."""
    decided_share: float = Field(ge=0, le=1)
    ci_low: float = Field(ge=0, le=1)
    """Lower end of the 95% interval, bootstrap over projects, of `low`."""
    ci_high: float = Field(ge=0, le=1)
    """Upper end of the 95% interval of `high`."""
    degenerate: bool = False
    """All projects scored alike, so the interval says nothing."""

"""Two agents on the same projects, or one agent in two runs."""

from typing import Literal

from pydantic import Field

from plans.records.base import Record
from plans.records.calibration import CorrectedRate, JudgeAccuracy, Uncorrected
from plans.records.marks import Mark

Metric = Literal["project_completion_rate", "task_pass_rate", "criteria_pass_rate"]
Conclusion = Literal["first is higher", "second is higher", "not told apart"]


class Side(Record):
    """One of the two that are compared."""

    run: str
    """Name of its run."""
    agent: str
    round: int = Field(ge=1)
    """Its last round, whose hand-in counts."""
    corrected_task_pass_rate: CorrectedRate | None = None
    """Its Task Pass Rate on the shared projects, corrected for the judge's error."""
    calibration: JudgeAccuracy | None
    """How often its judge is right on labelled apps; None where that judge has no calibration."""
    uncorrected: Uncorrected | None = None
    """Why its rate is not corrected; None where it is."""


class Difference(Record):
    """A metric of the first minus that of the second, paired by project."""

    metric: Metric
    first_low: float = Field(ge=0, le=1)
    """Unresolved counted as not passed."""
    first_high: float = Field(ge=0, le=1)
    """Unresolved counted as passed."""
    second_low: float = Field(ge=0, le=1)
    second_high: float = Field(ge=0, le=1)
    low: float = Field(ge=-1, le=1)
    """Mean difference with unresolved verdicts turned against the first."""
    high: float = Field(ge=-1, le=1)
    """Mean difference with unresolved verdicts turned in favour of the first."""
    ci_low: float = Field(ge=-1, le=1)
    """95% interval, bootstrap over projects: its lower end for `low`."""
    ci_high: float = Field(ge=-1, le=1)
    """Its upper end for `high`."""
    degenerate: bool
    """All projects differ alike, so the interval says nothing."""
    p_value: float = Field(ge=0, le=1)
    """Two-sided, of a permutation test over projects, with unresolved verdicts turned against the higher."""
    conclusion: Conclusion
    """At the 5% level."""


class ProjectDifference(Record):
    """Task Pass Rates on one project, means over repeats."""

    project: str
    title: str
    first_low: float = Field(ge=0, le=1)
    first_high: float = Field(ge=0, le=1)
    second_low: float = Field(ge=0, le=1)
    second_high: float = Field(ge=0, le=1)


class Comparison(Record):
    """What can be said about two agents."""

    first: Side
    second: Side
    metrics: tuple[Difference, ...]
    projects: tuple[ProjectDifference, ...] = Field(min_length=1)
    """The projects that both were tried on with the same criteria, the largest difference first."""
    smallest_detectable_difference: float | None = None
    """Of Task Pass Rate between these two on these projects, at 80% power, as a share. None where there is none: too
    few projects, differences that do not vary, or vary so much that even one of 1 could be missed."""
    marks: tuple[Mark, ...] = ()
    """What qualifies every number of the comparison: that it is across judges."""
    caveats: tuple[str, ...] = ()
    """What else differs between the two, and what was left out."""

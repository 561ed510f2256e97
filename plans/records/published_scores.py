"""What came of importing PRDBench, and the scores of its judge."""

from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord, Problem, Record
from plans.records.published import DefectKind, TypeCounts
from plans.records.suite import Counting


class ImportedSuite(Record):
    """The counts of an imported suite."""

    suite: str
    version: str
    """Commit, as far as it is known, and state of the published data."""
    tasks: int
    """Published tasks that could be read."""
    items: int
    """Items that were made of them."""
    counts: TypeCounts
    """Published criteria by kind, the unsatisfiable among them."""
    evaluation_tasks: int
    """Evaluation tasks of all items."""
    unsatisfiable: tuple[str, ...]
    """Criteria that nobody can satisfy, as task/ordinal."""
    counting: Counting
    defects: dict[DefectKind, int]
    """Defect → criteria that have it."""
    not_runnable: dict[str, tuple[str, ...]]
    """Item → why submissions of it cannot be tried here; a run leaves it out."""
    may_be_used: dict[str, tuple[str, ...]]
    """Item that can be tried → what its PRD names and does not demand, and is not there: a submission that
    uses it fails here."""
    problems: tuple[Problem, ...]
    """What could not be read or imported, with its place."""


DifferenceKind = Literal[
    "dropped_projects", "unread_reports", "foreign_lines", "odd_scores", "left_out", "unsatisfiable"
]
"""Why the two numbers differ: projects without a usable report are left out of the mean; reports count as nothing or
as 0 though some of their lines can be read; lines that belong to no criterion, or repeat one, count; scores other than
0, 1 and 2 count; criteria that a report leaves out do not count; criteria that nobody can satisfy do."""


class ReportLine(Record):
    """One line of a report: what a judge says of one criterion."""

    metric: str | None
    """The criterion's title with its id; None where the line names none."""
    description: str | None = None
    score: float | None
    """Points as far as they are a number, up to a million; None where there is none."""
    explanation: str | None = None
    said: str | None = None
    """What stands for the score where it is none of 0, 1 and 2, as JSON; None where nothing does."""

    @property
    def points(self) -> int | None:
        """0, 1 or 2; None for anything else, of which nobody knows what it means."""
        return int(self.score) if self.score in (0, 1, 2) and self.said is None else None


class PublishedProjectScore(Record):
    """The two numbers of one project."""

    number: int
    published: float | None
    """As score_cal computes it, where 1 is all points; None where it leaves the project out."""
    why: str | None = None
    """Why it leaves it out, or does not count its lines."""
    lines: int = Field(ge=0)
    """Lines with a score that could be read."""
    planned: int = Field(ge=0)
    """Criteria of the plan that count for ours."""
    decided: int = Field(ge=0)
    """Those of them with 0, 1 or 2 points."""
    low: float = Field(ge=0, le=1)
    """Points over all that was planned, what is undecided counted as 0."""
    high: float = Field(ge=0, le=1)
    """The same with it counted as 2."""


class PublishedScoreDifference(Record):
    """One cause of the difference between the two numbers."""

    kind: DifferenceKind
    effect: float
    """What the mean changes by when this is put right, after those before it."""
    count: int = Field(ge=1)
    """Projects, lines or criteria that it concerns."""
    message: str


class PublishedScore(FileRecord):
    """The mean over projects as published, ours beside it, and what lies between them."""

    SCHEMA: ClassVar[str] = "published-score"

    round: str
    published: float | None
    """None where a report holds a number that is none (NaN), or a huge one, which makes all of it such a number."""
    valid: int = Field(ge=0)
    """Projects in that mean."""
    low: float = Field(ge=0, le=1)
    """Ours, over all projects and all criteria that were planned: at least this."""
    high: float = Field(ge=0, le=1)
    """At most this, were all that is undecided passed."""
    differences: tuple[PublishedScoreDifference, ...]
    """Their effects add up to `low` less `published`."""
    projects: tuple[PublishedProjectScore, ...]

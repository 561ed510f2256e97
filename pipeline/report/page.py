"""All that the HTML report shows, gathered from a run."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.report.agreed import Agreed, agreed
from pipeline.report.album import Album
from pipeline.report.failures import Details
from pipeline.report.fair_share import FairShare
from pipeline.report.figures.curves import Panel, panels
from pipeline.report.figures.errors import ErrorPanel, error_panels
from pipeline.report.projects import ProjectView, project_views
from pipeline.report.remark import Remark
from pipeline.report.remarks import remarks
from pipeline.report.words import METRICS, tells_usage
from plans.contracts.runs import RunReader
from plans.records.criteria import Level
from plans.records.point_labels import PointLabels
from plans.records.rate import Rate
from plans.records.result import AgentScore, RunResult
from plans.records.run_times import RunTimes

TEXT_BYTES = 12_000_000
MAP_BYTES = 4_000_000
PICTURE_BYTES = 8_000_000
"""What details may add to the page; the rest of the largest run expected stays under 8 MB."""

HUGE = 200
"""Trials from which on projects are built when they are unfolded: a browser builds about 400 a second."""


@dataclass(frozen=True)
class Split:
    """Task Pass Rate by some property of the tasks or projects."""

    title: str
    rows: tuple[tuple[str, tuple[tuple[Rate, ...], ...]], ...]
    """Value of the property, and per agent the rate at each round."""


@dataclass(frozen=True)
class Page:
    """Everything on the page."""

    result: RunResult
    times: RunTimes
    remarks: tuple[Remark, ...]
    state: tuple[Panel, ...]
    """Curves of each round's own hand-in."""
    cumulative: tuple[Panel, ...]
    splits: tuple[Split, ...]
    projects: tuple[ProjectView, ...]
    details: Details
    """What was spent, and what had no space."""
    error_panels: tuple[ErrorPanel, ...] = ()
    """What went wrong, where tasks earn points; none of agents of which nothing was judged."""
    agreed: Agreed | None = None
    """How far the judge agrees with people; None where no labels were given."""

    @property
    def is_huge(self) -> bool:
        """Whether a browser would take seconds to build all projects at once."""
        return sum(len(project.trials) for project in self.projects) > HUGE

    @property
    def most_changed(self) -> int:
        """Largest number of repairs or regressions of an agent in a round, at least 1: the scale of their bars."""
        rounds = [one for score in self.result.agents for one in score.rounds]
        return max([1, *(max(one.repaired, one.regressed) for one in rounds)])

    @property
    def has_ranges(self) -> bool:
        """Whether a headline rate is a range."""
        return any(rate.low != rate.high for rate in self._headline())

    @property
    def has_degenerate(self) -> bool:
        """Whether a headline interval says nothing."""
        return any(rate.degenerate for rate in self._headline())

    @staticmethod
    def tells_usage(score: AgentScore) -> bool:
        """Whether anything is known of what an agent used: of one that tells nothing each round would say so."""
        return tells_usage([score.used])

    @property
    def is_usage_told(self) -> bool:
        """Whether anything is known of what any agent used."""
        return any(map(self.tells_usage, self.result.agents))

    def _headline(self) -> list[Rate]:
        lasts = [score.rounds[-1] for score in self.result.agents if score.rounds]
        return [metric.state(last) for last in lasts for metric in METRICS]


def gather(reader: RunReader, labels: Sequence[PointLabels] = ()) -> Page:
    """Read a run, finished or not; with labels, its verdicts are held against them, which may raise AuthorError."""
    result = reader.result()
    count = max(len(result.run.suite.items), 1)
    details = Details(
        FairShare(TEXT_BYTES, count),
        FairShare(MAP_BYTES, count),
        Album(FairShare(PICTURE_BYTES, count)),
    )
    projects = project_views(reader, result.run, details)
    trials = [trial for project in projects for trial in project.trials]
    return Page(
        result=result,
        times=reader.times(),
        remarks=remarks(result, trials),
        state=panels(result.agents, result.run.play.rounds, cumulative=False),
        cumulative=panels(result.agents, result.run.play.rounds, cumulative=True),
        splits=_splits(result.agents),
        projects=projects,
        details=details,
        error_panels=error_panels(result.points, result.run) if result.points else (),
        agreed=agreed(reader, labels) if labels else None,
    )


def _splits(agents: Sequence[AgentScore]) -> tuple[Split, ...]:
    tables = {
        "Level": [score.by_level for score in agents],
        "Category": [score.by_category for score in agents],
        "Requirement in the query": [score.by_stated for score in agents],
    }
    return tuple(
        Split(
            title,
            tuple(
                (value, tuple(table.get(value, ()) for table in per_agent))
                for value in sorted({value for table in per_agent for value in table}, key=_place)
            ),
        )
        for title, per_agent in tables.items()
        if any(per_agent)
    )


def _place(value: str) -> tuple[int, str]:
    """Levels as they build on one another; everything else by its name."""
    levels = [level.value for level in Level]
    return (levels.index(value) if value in levels else len(levels), value)

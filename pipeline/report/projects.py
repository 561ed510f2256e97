"""The page of a run of projects: its panels, gathered from its folder."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import ClassVar

from pipeline.report import figures, points
from pipeline.report.figures import NARROW, CurvePanel, DagFigure, HeatCell, Tick, curve_panel, dag_figure
from pipeline.report.page import (
    AGREED,
    Agreed,
    AgreedRow,
    Panel,
    ReportPage,
    agreed_cell,
    agreed_intervals,
    elsewhere_text,
)
from pipeline.report.points import ErrorPanel, error_panels
from pipeline.report.remarks import remarks
from pipeline.report.trials import Album, Details, FairShare, TrialView, trial_view
from pipeline.report.words import PROJECTS, interval_text, range_text, rate_text
from pipeline.runner.scoring.agreement import agreement, labelled_in
from plans.contracts.runs import RunReader
from plans.plain_text import count_text
from plans.records.code_agent import AgentSpec
from plans.records.criteria import TASK_KINDS, Level
from plans.records.result import AgentScore, Rate, RunResult
from plans.records.review import PointLabels
from plans.records.run import RunProject, RunSpec, Share

NOT_REACHED = Share(low=0, high=1, decided=None, decided_share=0)
"""The Task Pass Rate of a round that was planned and has not been played."""


@dataclass(frozen=True)
class ProjectView:
    """Everything that the report shows of one project."""

    project: RunProject
    figure: DagFigure
    trials: tuple[TrialView, ...]
    """Agents in the run's order, repeats together."""
    cells: tuple[HeatCell | None, ...]
    """Of each agent the Task Pass Rate at the last round planned, the mean of its repeats; what was not reached is
    unresolved, as in the table of all agents. None where nothing was played."""
    outcomes: int
    """Expected outcomes planned."""

    needs: tuple[str, ...]
    """Per task the numbers of those that it depends on."""

    @property
    def anchor(self) -> str:
        return f"p-{self.project.id}"

    @property
    def first_shown(self) -> TrialView | None:
        """The trial whose last round the large drawing shows at first: the best code agent's, else a baseline's."""
        begun = [trial for trial in self.trials if trial.rounds]
        return max(
            begun, key=lambda trial: (_interest(trial.agent), trial.rounds[-1].share.low), default=None
        )


def _project(reader: RunReader, spec: RunSpec, project: RunProject, details: Details) -> ProjectView:
    details.begin_project()
    numbers = {task.id: number for number, task in enumerate(project.criteria.tasks, 1)}
    trials = tuple(
        trial_view(reader, spec, project, agent, repeat, details)
        for agent in spec.play.agents
        for repeat in range(1, spec.play.repeats + 1)
    )
    return ProjectView(
        project=project,
        figure=dag_figure(project),
        trials=trials,
        cells=tuple(_cell(agent.name, trials, spec.play.rounds) for agent in spec.play.agents),
        outcomes=sum(len(task.outcomes) for task in project.criteria.tasks),
        needs=tuple(
            ", ".join(str(numbers[parent]) for parent in task.depends_on) for task in project.criteria.tasks
        ),
    )


def _interest(agent: AgentSpec) -> int:
    """Of what an agent makes there is the more to see, the less is known beforehand."""
    return {"oracle": 0, "nop": 1, "apprentice": 2}.get(agent.kind, 3)


def _cell(agent: str, trials: Sequence[TrialView], rounds: int) -> HeatCell | None:
    """`rounds`: how many were planned of each trial."""
    own = [trial for trial in trials if trial.agent.name == agent]
    if not any(trial.rounds for trial in own):
        return None
    shares = [
        trial.last.share if trial.last and trial.last.number == rounds else NOT_REACHED for trial in own
    ]
    low, high = mean(share.low for share in shares), mean(share.high for share in shares)
    return HeatCell(low, high, f"{agent}: {range_text(low, high, 0)}")


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


LONG_REQUEST = 2_000
"""Letters of a request from which on it is folded away, as a whole PRD has."""


@dataclass(frozen=True, kw_only=True)
class ProjectPage(ReportPage):
    """Everything on the page."""

    result: RunResult
    state: tuple[CurvePanel, ...]
    """Curves of each round's own submission."""
    cumulative: tuple[CurvePanel, ...]
    splits: tuple[Split, ...]
    projects: tuple[ProjectView, ...]
    details: Details
    """What was spent, and what had no space."""
    error_panels: tuple[ErrorPanel, ...] = ()
    """What went wrong, where tasks earn points; none of agents of which nothing was judged."""

    template: ClassVar[str] = "projects.html.jinja"
    kind = PROJECTS
    names: ClassVar[Mapping[str, object]] = {
        "points": points,
        "figures": figures,
        "LONG_REQUEST": LONG_REQUEST,
    }

    @property
    def is_huge(self) -> bool:
        """Whether a browser would take seconds to build all projects at once."""
        return sum(len(project.trials) for project in self.projects) > HUGE

    @property
    def most_changed(self) -> int:
        """Largest number of repairs or regressions of an agent in a round, at least 1: the scale of their bars."""
        rounds = [one for score in self.result.agents for one in score.rounds]
        return max([1, *(max(one.repaired, one.regressed) for one in rounds)])


def project_page(reader: RunReader, labels: Sequence[PointLabels] = ()) -> ProjectPage:
    """Read a run, finished or not; with labels, its verdicts are held against them, which may raise AuthorError.

    Raises InvalidFile for a broken run.
    """
    result = reader.result()
    count = max(len(result.run.suite.items), 1)
    details = Details(
        FairShare(TEXT_BYTES, count),
        FairShare(MAP_BYTES, count),
        Album(FairShare(PICTURE_BYTES, count)),
    )
    # One after the other, so that only what is shown stays in memory.
    projects = tuple(_project(reader, result.run, project, details) for project in reader.projects())
    trials = [trial for project in projects for trial in project.trials]
    lasts = [score.rounds[-1] for score in result.agents if score.rounds]
    seen = _agreed(reader, labels) if labels else None
    return ProjectPage(
        result=result,
        times=reader.times(),
        remarks=remarks(result, trials),
        panels=tuple(_panels(result, seen)),
        headline=tuple(metric.state(last) for last in lasts for metric in PROJECTS.metrics),
        state=_curves(result, is_cumulative=False),
        cumulative=_curves(result, is_cumulative=True),
        splits=_splits(result.agents),
        projects=projects,
        details=details,
        error_panels=error_panels(result.points, result.run) if result.points else (),
        agreed=seen,
    )


def _panels(result: RunResult, seen: Agreed | None) -> Iterator[Panel]:
    yield Panel("numbers.jinja", (("numbers", "Numbers"),))
    yield Panel("rounds.jinja", (("curves", "Rounds"),))
    yield Panel("used.jinja", (("used", "Tokens and cost"),))
    if result.points:
        yield Panel("points.jinja", (("points", "In points"),))
    if seen:
        yield AGREED
    yield Panel("map.jinja", (("map", "Agents × projects"),))
    yield Panel("splits.jinja", (("splits", "Breakdowns"),))
    yield Panel("projects.jinja", (("projects", "Projects"),))


def _curves(result: RunResult, *, is_cumulative: bool) -> tuple[CurvePanel, ...]:
    """A panel for each metric, with a line for each agent."""
    rounds = range(1, result.run.play.rounds + 1)
    return tuple(
        curve_panel(
            f"{'cumulative' if is_cumulative else 'state'}-{metric.key}",
            metric.title,
            NARROW,
            [Tick(f"round {number}" if number == 1 else f"{number}") for number in rounds],
            [
                [
                    (
                        one.round - 1,
                        rate,
                        f"{score.agent.name}, round {one.round}: {rate_text(rate)} {interval_text(rate)}",
                    )
                    for one in score.rounds
                    for rate in [metric.cumulative(one) if is_cumulative else metric.state(one)]
                ]
                for score in result.agents
            ],
        )
        for metric in PROJECTS.metrics
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


GLOSS = {
    "decided": "of what was labelled; all others are of what was decided",
    "exact": "just the points that people give",
    "off by one": "one point above or below",
    "off by two": "all points where people give none, or the reverse",
    "defensible": "the points that people give, or those that they could defend as well",
    "kappa": "Cohen's: agreement beyond chance, where any difference is as wrong",
    "weighted kappa": "Cohen's with quadratic weights: two points off are four times as wrong as one",
    "recall of 0": "of the tasks to which people give no point, those to which the judge gives none",
    "recall of 1": "the same of one point",
    "recall of 2": "the same of two points",
}
"""Measure of agreement → what it is."""


def _agreed(reader: RunReader, labels: Sequence[PointLabels]) -> Agreed:
    """The judge of a run held against people; raises AuthorError as labelled_in does."""
    labelled = labelled_in(reader, labels)
    table = agreement(labelled.found)
    whole = table.rows[0].counts
    measures = (
        AgreedRow(name, tuple(agreed_cell(name, row.measured[name]) for row in table.rows), gloss)
        for name, gloss in GLOSS.items()
    )
    return Agreed(
        table=table,
        of="How far the judge's points are those of people who used the same submissions (PRDBench's Table 5).",
        what=f"{count_text(table.submissions, 'labelled submission')} for {count_text(table.projects, 'project')}, "
        f"{count_text(whole.labelled, 'label')}."
        + elsewhere_text(labelled.elsewhere, "not judged in this run"),
        caution="Agreement alone says little where most labels are alike: who always gives two points agrees with most "
        "of them.",
        intervals=agreed_intervals(PROJECTS),
        corner="Measure",
        columns=tuple(("all" if row.part is None else TASK_KINDS[row.part].plural, "") for row in table.rows),
        groups=(
            (
                "",
                (
                    AgreedRow("labels", tuple((f"{row.counts.labelled:,}", "") for row in table.rows)),
                    *measures,
                ),
            ),
        ),
        points=whole,
    )

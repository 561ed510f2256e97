"""The HTML report of a run: gathered from its folder and written as one file."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import mean

from jinja2 import Environment

from pipeline.report import points, words
from pipeline.report.figures import curves, dag, errors
from pipeline.report.figures.curves import MetricPanel, panels
from pipeline.report.figures.dag import DagFigure, dag_figure
from pipeline.report.figures.errors import ErrorPanel, error_panels
from pipeline.report.marks import Remark
from pipeline.report.points import Agreed, agreed
from pipeline.report.remarks import remarks
from pipeline.report.trials import Album, Details, TrialView, trial_view
from pipeline.report.words import METRICS, FairShare, range_text, tells_usage
from pipeline.templates import coded, source_of, templates_of
from plans.contracts.runs import RunReader
from plans.files import write_text
from plans.plain_text import count_text
from plans.records.code_agent import AgentSpec
from plans.records.criteria import Level
from plans.records.result import AgentScore, Rate, RunResult
from plans.records.review import PointLabels
from plans.records.round import Share
from plans.records.run import RunProject, RunSpec, RunTimes

NOT_REACHED = Share(low=0, high=1, decided=None, decided_share=0)
"""The Task Pass Rate of a round that was planned and has not been played."""


@dataclass(frozen=True)
class HeatCell:
    """An agent's Task Pass Rate on a project at the last round planned, the mean of its repeats.

    What was not reached is unresolved, as in the table of all agents.
    """

    agent: str
    low: float
    """Unresolved counted as not passed."""
    high: float
    """Unresolved counted as passed."""
    has_begun: bool
    """Whether any round of any repeat has been played."""

    @property
    def shade(self) -> int:
        """Tenths, for colouring."""
        return int(self.low * 10)

    @property
    def is_open(self) -> bool:
        """Whether unresolved tasks leave it a range."""
        return self.has_begun and self.low != self.high

    @property
    def is_full(self) -> bool:
        """Whether every task passed in every repeat."""
        return self.low == 1

    @property
    def text(self) -> str:
        """`72`, `72–80` with unresolved verdicts, or a dash."""
        return range_text(self.low, self.high, 0).removesuffix("%") if self.has_begun else "–"


@dataclass(frozen=True)
class ProjectView:
    """Everything that the report shows of one project."""

    project: RunProject
    figure: DagFigure
    trials: tuple[TrialView, ...]
    """Agents in the run's order, repeats together."""
    cells: tuple[HeatCell, ...]
    """One per agent."""
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


def project_views(reader: RunReader, spec: RunSpec, details: Details) -> tuple[ProjectView, ...]:
    """Read all projects, one after the other, so that only what is shown stays in memory."""
    return tuple(_project(reader, spec, project, details) for project in reader.projects())


def _project(reader: RunReader, spec: RunSpec, project: RunProject, details: Details) -> ProjectView:
    details.begin_project()
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
        needs=_needs(project),
    )


def _needs(project: RunProject) -> tuple[str, ...]:
    numbers = {task.id: number for number, task in enumerate(project.criteria.tasks, 1)}
    return tuple(
        ", ".join(str(numbers[parent]) for parent in task.depends_on) for task in project.criteria.tasks
    )


def _interest(agent: AgentSpec) -> int:
    """Of what an agent makes there is the more to see, the less is known beforehand."""
    return {"oracle": 0, "nop": 1, "apprentice": 2}.get(agent.kind, 3)


def _cell(agent: str, trials: Sequence[TrialView], rounds: int) -> HeatCell:
    """`rounds`: how many were planned of each trial."""
    own = [trial for trial in trials if trial.agent.name == agent]
    if not any(trial.rounds for trial in own):
        return HeatCell(agent, 0, 0, has_begun=False)
    shares = [
        trial.last.share if trial.last and trial.last.number == rounds else NOT_REACHED for trial in own
    ]
    return HeatCell(agent, mean(s.low for s in shares), mean(s.high for s in shares), has_begun=True)


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
class ReportPage:
    """Everything on the page."""

    result: RunResult
    times: RunTimes
    remarks: tuple[Remark, ...]
    state: tuple[MetricPanel, ...]
    """Curves of each round's own submission."""
    cumulative: tuple[MetricPanel, ...]
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


def gather(reader: RunReader, labels: Sequence[PointLabels] = ()) -> ReportPage:
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
    return ReportPage(
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


LONGEST_TITLE = 160
"""Letters of a title of others that are shown: with ten thousand, nothing else of a page would be found."""
LONG_REQUEST = 2_000
"""Letters of a request from which on it is folded away, as a whole PRD has."""


def write_report(reader: RunReader, out: Path) -> Path:
    """Write the report to `out` and return it; raises StorageFailed, and InvalidFile for a broken run."""
    write_text(out, render(gather(reader)))
    return out


def render(page: ReportPage) -> str:
    """The page as HTML; whatever agents, pages and authors wrote is escaped."""
    environment = _environment()
    script = source_of(environment, "report.js")
    return environment.get_template("report.html.jinja").render(
        page=page,
        run=page.result.run,
        words=words,
        points=points,
        errors=errors,
        agreed=points,
        count_text=count_text,
        curves=curves,
        dag=dag,
        LONG_REQUEST=LONG_REQUEST,
        style=source_of(environment, "report.css"),
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


@cache
def _environment() -> Environment:
    environment = templates_of("pipeline.report", escaped=True)
    environment.filters["percent"] = words.percent
    environment.filters["coded"] = coded
    environment.filters["titled"] = _titled
    environment.filters["seconds"] = words.seconds_text
    return environment


def _titled(text: str) -> str:
    """A title that others wrote, in one line and no longer than is read."""
    return words.one_line(text, LONGEST_TITLE)

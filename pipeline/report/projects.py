"""The projects of a run as the report shows them, and the heat map of agents and projects."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from pipeline.report.failures import Details
from pipeline.report.figures.dag import DagFigure, dag_figure
from pipeline.report.trials import TrialView, trial_view
from pipeline.report.words import range_text
from plans.contracts.runs import RunReader
from plans.records.code_agent import AgentSpec
from plans.records.run_project import RunProject
from plans.records.run_spec import RunSpec
from plans.records.score import Share

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
        """The trial whose last round the large drawing shows at first: the best code agent's, else a yardstick's."""
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

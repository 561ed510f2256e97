"""A trial as the report shows it: round after round, one letter per evaluation task."""

from collections import Counter
from dataclasses import dataclass
from textwrap import shorten

from pipeline.report.app_map import AppMapView, SeenMaps, app_map_view
from pipeline.report.failures import Details, Failures, Seen, clipped, failures
from pipeline.report.words import LETTER, STATUSES, range_text
from pipeline.runner.scoring.agent import used_in
from plans.contracts.runs import Metrics, RunReader
from plans.errors import verdicts_to_rejudge
from plans.families import metrics
from plans.plurals import count_text
from plans.records.code_agent import AgentReport, AgentSpec
from plans.records.judged_round import JudgedRound
from plans.records.marks import Mark
from plans.records.run_project import RunProject
from plans.records.run_spec import RunSpec
from plans.records.score import Share
from plans.records.usage import Used

DETAIL = 160
"""Characters that are shown of an agent's own words for how its turn ended."""


@dataclass(frozen=True)
class RoundView:
    """One round of one trial."""

    number: int
    carried: bool
    letters: str
    """One letter of `words.LETTER` per task, in the criteria's order."""
    share: Share
    """Weighted Task Pass Rate."""
    marks: tuple[Mark, ...]
    """What qualifies it; a carried round has none of its own."""
    undecided: tuple[str, ...]
    """What kept its tasks from a verdict, beside the agent."""
    report: AgentReport
    feedback: str
    """What the simulated user said after it; empty where agents were given a report of checks in its stead."""
    failures: Failures
    app_map: AppMapView | None
    """What the judge found in the app; None where nothing was judged in a browser."""

    @property
    def qualified(self) -> tuple[str, ...]:
        """Marks, and what is undecided, in words."""
        return (*(mark.text for mark in self.marks), *self.undecided)

    @property
    def share_text(self) -> str:
        """`72%`, or `72–80%` with unresolved verdicts."""
        return range_text(self.share.low, self.share.high, 0)

    @property
    def detail(self) -> str:
        """How the agent's turn ended, as far as there is room for it."""
        return shorten(self.report.detail, DETAIL, placeholder=" …")

    @property
    def used(self) -> Used:
        """What the agent used of a model in it."""
        return used_in([self.report])

    @property
    def counts(self) -> str:
        """`9 passed, 3 failed, 4 blocked`."""
        return ", ".join(
            f"{self.letters.count(words.letter)} {words.title}"
            for words in STATUSES
            if words.letter in self.letters
        )


@dataclass(frozen=True)
class TrialView:
    """One project tried by one agent once."""

    project: str
    """Id of the project."""
    agent: AgentSpec
    repeat: int
    label: str
    """The agent's name, with the repeat where there are several."""
    anchor: str
    rounds: tuple[RoundView, ...]
    """As many as were asked for, or fewer when the trial has not got so far."""

    @property
    def folder(self) -> str:
        """Where its files lie, within the run."""
        return f"trials/{self.project}/{self.agent.name}/{self.repeat}"

    @property
    def last(self) -> RoundView | None:
        return self.rounds[-1] if self.rounds else None


def trial_view(
    reader: RunReader, spec: RunSpec, project: RunProject, agent: AgentSpec, repeat: int, details: Details
) -> TrialView:
    """Read one trial."""
    seen: Seen = {}
    seen_maps: SeenMaps = {}
    formulas = metrics(spec.suite.family)
    judged = reader.rounds(project.id, agent.name, repeat)
    if spec.play.later == "debug":
        judged = [one.model_copy(update={"feedback": None}) for one in judged]
    return TrialView(
        project=project.id,
        agent=agent,
        repeat=repeat,
        label=agent.name if spec.play.repeats == 1 else f"{agent.name}, repeat {repeat}",
        anchor=f"t-{project.id}-{[a.name for a in spec.play.agents].index(agent.name)}-{repeat}",
        rounds=tuple(_round(project, one, formulas, seen, seen_maps, details) for one in judged),
    )


def _round(
    project: RunProject,
    judged: JudgedRound,
    formulas: Metrics,
    seen: Seen,
    seen_maps: SeenMaps,
    details: Details,
) -> RoundView:
    stands = formulas.standing(project.criteria, judged.judgement)
    letters = "".join(LETTER[stands.tasks[task.id]] for task in project.criteria.tasks)
    return RoundView(
        number=judged.number,
        carried=judged.carried,
        letters=letters,
        share=formulas.project_score(project.criteria, stands).task_pass_rate,
        marks=_marks(judged),
        undecided=_undecided(judged),
        report=judged.record.report,
        feedback=clipped(judged.feedback.text) if judged.feedback else "",
        failures=failures(project, judged, seen, details),
        app_map=None if judged.carried else app_map_view(project, judged, letters, seen_maps, details.maps),
    )


def _marks(judged: JudgedRound) -> tuple[Mark, ...]:
    if judged.carried:
        return ()
    of_judgement = judged.judgement.marks if judged.judgement else ()
    return tuple(dict.fromkeys([*judged.record.marks, *of_judgement]))


def _undecided(judged: JudgedRound) -> tuple[str, ...]:
    if judged.carried:
        return ()
    if judged.judgement is None:
        return ("not judged",)
    events = Counter(one.event.value for one in verdicts_to_rejudge(judged.judgement) if one.event)
    return tuple(f"{event}: {count_text(count, 'task')} undecided" for event, count in events.items())

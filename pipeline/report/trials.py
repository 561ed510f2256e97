"""A trial as the report shows it: round after round, one letter per evaluation task."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.report.failures import Details, Failures, Seen, clipped, failures
from pipeline.report.words import LETTER, STATUSES, percent
from plans.contracts import JudgedRound, RunReader
from plans.records.run import AgentReport, AgentSpec, RunProject, RunSpec
from plans.records.verdict import Judgement, Status


@dataclass(frozen=True)
class Share:
    """A trial's Task Pass Rate at one round: over the planned weight, unresolved as not passed and as passed."""

    low: float
    high: float

    @property
    def text(self) -> str:
        """In per cent: `72`, or `72–80` with unresolved verdicts."""
        low, high = percent(self.low, 0)[:-1], percent(self.high, 0)[:-1]
        return low if self.low == self.high else f"{low}–{high}"


@dataclass(frozen=True)
class RoundView:
    """One round of one trial."""

    number: int
    carried: bool
    letters: str
    """One letter of `words.LETTER` per task, in the criteria's order."""
    share: Share
    marks: tuple[str, ...]
    report: AgentReport
    feedback: str
    """What the simulated user said after it."""
    failures: Failures

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

    agent: AgentSpec
    label: str
    """The agent's name, with the repeat where there are several."""
    anchor: str
    rounds: tuple[RoundView, ...]
    """As many as were asked for, or fewer when the trial has not got so far."""

    @property
    def last(self) -> RoundView | None:
        return self.rounds[-1] if self.rounds else None


def trial_view(
    reader: RunReader, spec: RunSpec, project: RunProject, agent: AgentSpec, repeat: int, details: Details
) -> TrialView:
    """Read one trial."""
    seen: Seen = {}
    judged = reader.rounds(project.id, agent.name, repeat)
    return TrialView(
        agent=agent,
        label=agent.name if spec.repeats == 1 else f"{agent.name}, repeat {repeat}",
        anchor=f"t-{project.id}-{[a.name for a in spec.agents].index(agent.name)}-{repeat}",
        rounds=tuple(_round(project, one, seen, details) for one in judged),
    )


def _round(project: RunProject, judged: JudgedRound, seen: Seen, details: Details) -> RoundView:
    statuses = _statuses(project, judged.judgement)
    own_marks = judged.judgement.marks if judged.judgement else ("not judged",)
    return RoundView(
        number=judged.number,
        carried=judged.carried,
        letters="".join(LETTER[status] for status in statuses),
        share=share(project, statuses),
        marks=tuple(dict.fromkeys([*judged.record.marks, *own_marks])),
        report=judged.record.report,
        feedback=clipped(judged.feedback.text) if judged.feedback else "",
        failures=failures(project, judged, seen, details),
    )


def _statuses(project: RunProject, judgement: Judgement | None) -> Sequence[Status]:
    if judgement is None:
        return [Status.UNRESOLVED] * len(project.criteria.tasks)
    return [judgement.of(task.id).status for task in project.criteria.tasks]


def share(project: RunProject, statuses: Sequence[Status]) -> Share:
    """Weighted Task Pass Rate of one judged hand-in."""
    weights = [task.weight for task in project.criteria.tasks]
    whole = sum(weights)
    passed = sum(w for w, s in zip(weights, statuses, strict=True) if s is Status.PASSED)
    unresolved = sum(w for w, s in zip(weights, statuses, strict=True) if s is Status.UNRESOLVED)
    return Share(passed / whole, (passed + unresolved) / whole)

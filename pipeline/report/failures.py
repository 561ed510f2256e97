"""What went wrong in a round: the tasks that failed or stayed open, with what was looked for and what was seen."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.report.album import Album, Picture
from pipeline.report.fair_share import FairShare
from plans.records.criteria import EvaluationTask
from plans.records.judged_round import JudgedRound
from plans.records.run_project import RunProject
from plans.records.verdict import Observation, OutcomeVerdict, Status, TaskVerdict

LONGEST = 600
"""Characters of the longest text that is shown of what a page said."""

OVERHEAD = 900
"""Bytes of markup around one outcome, as measured on a page of real runs."""


@dataclass(frozen=True)
class OutcomeView:
    """An expected outcome that does not hold."""

    statement: str
    status: Status
    reason: str
    looked_for: str
    saw: str
    url: str
    console: tuple[str, ...]
    decided_by: str
    picture: Picture | None

    @property
    def is_reason_new(self) -> bool:
        """Whether the reason says more than what was looked for and seen."""
        return not (self.looked_for and self.looked_for in self.reason and self.saw in self.reason)

    @property
    def has_observation(self) -> bool:
        """Whether there is more to tell than the reason; an outcome that was not reached has no more."""
        return any((self.looked_for, self.saw, self.url, self.console))


@dataclass(frozen=True)
class FailureView:
    """A task that failed or is unresolved."""

    number: int
    """Position in the criteria, from 1."""
    task: EvaluationTask
    status: Status
    reason: str
    withheld: bool
    marks: tuple[str, ...]
    outcomes: tuple[OutcomeView, ...]
    same_as: int | None = None
    """The earlier round that shows the same outcomes with the same observations; `outcomes` is empty then."""


@dataclass
class Details:
    """What the page can carry of details: text and maps by budget, pictures by album."""

    text: FairShare
    maps: FairShare
    album: Album

    def begin_project(self) -> None:
        """The next project's share begins."""
        self.text.begin_part()
        self.maps.begin_part()
        self.album.share.begin_part()


@dataclass(frozen=True)
class Failures:
    """The failures of one round."""

    shown: tuple[FailureView, ...]
    left_out: int
    """Failures that the page has no space for."""
    behind: tuple[int, ...]
    """Numbers of the tasks that were not tried because of those."""


Seen = dict[str, tuple[int, str]]
"""Task → the round that last showed it, and a print of what was shown."""


def failures(project: RunProject, judged: JudgedRound, seen: Seen, details: Details) -> Failures:
    """The failures of a round; `seen` goes from round to round of one trial."""
    if judged.judgement is None:
        return Failures((), 0, ())
    statuses = {verdict.task: verdict.status for verdict in judged.judgement.tasks}
    shown: list[FailureView] = []
    behind: list[int] = []
    left_out = 0
    for number, task in enumerate(project.criteria.tasks, 1):
        verdict = judged.judgement.of(task.id)
        if _is_behind(task, statuses):
            behind.append(number)
        elif verdict.status is not Status.PASSED:
            view = _view(project, task, number, verdict)
            mark = _print(verdict)
            if task.id in seen and seen[task.id][1] == mark:
                shown.append(replace(view, same_as=seen[task.id][0]))
            elif details.text.take(OVERHEAD + len(mark)):
                shown.append(replace(view, outcomes=_outcomes(task, verdict, judged.evidence, details.album)))
                seen[task.id] = (judged.number, mark)
            else:
                left_out += 1
    return Failures(tuple(shown), left_out, tuple(behind))


def _is_behind(task: EvaluationTask, statuses: Mapping[str, Status]) -> bool:
    if statuses[task.id] is Status.BLOCKED:
        return True
    above = {statuses[parent] for parent in task.depends_on}
    return statuses[task.id] is Status.UNRESOLVED and Status.UNRESOLVED in above


def _view(project: RunProject, task: EvaluationTask, number: int, verdict: TaskVerdict) -> FailureView:
    return FailureView(
        number=number,
        task=task,
        status=verdict.status,
        reason=clipped(verdict.reason),
        withheld=project.is_withheld(task),
        marks=(*([verdict.event.value] if verdict.event else ()), *verdict.marks),
        outcomes=(),
    )


def _outcomes(
    task: EvaluationTask, verdict: TaskVerdict, evidence: Path, album: Album
) -> tuple[OutcomeView, ...]:
    statements = {outcome.id: outcome.statement for outcome in task.outcomes}
    return tuple(
        _outcome(statements[outcome.outcome], outcome, evidence, album)
        for outcome in verdict.outcomes
        if outcome.status is not Status.PASSED
    )


def _outcome(statement: str, verdict: OutcomeVerdict, evidence: Path, album: Album) -> OutcomeView:
    seen = verdict.observation or Observation(looked_for="", saw="")
    return OutcomeView(
        statement=statement,
        status=verdict.status,
        reason=clipped(verdict.reason),
        looked_for=clipped(seen.looked_for),
        saw=clipped(seen.saw),
        url=clipped(seen.url),
        console=tuple(clipped(line) for line in seen.console[:3]),
        decided_by=verdict.decided_by,
        picture=album.picture(evidence, seen.screenshot) if seen.screenshot else None,
    )


def _print(verdict: TaskVerdict) -> str:
    """What a reader would see of the verdict: two rounds with the same print need one showing."""
    parts = [verdict.status, verdict.reason]
    for outcome in verdict.outcomes:
        seen = outcome.observation
        parts += [outcome.status, outcome.reason, *((seen.looked_for, seen.saw) if seen else ())]
    return "\n".join(parts)


def clipped(text: str) -> str:
    """The text, cut where a page or agent was too talkative."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text):,} characters)"

"""A trial as the report shows it: round after round, what failed, and screenshots."""

import base64
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from textwrap import shorten

from pipeline.report.app_map import AppMapView, SeenMaps, app_map_view
from pipeline.report.words import LETTER, STATUSES, range_text
from pipeline.runner.scoring.agent import used_in
from plans.contracts.runs import Metrics, RunReader
from plans.errors import PathEscape, verdicts_to_rejudge
from plans.families import metrics
from plans.paths import inside
from plans.plain_text import count_text
from plans.records.code_agent import AgentReport, AgentSpec
from plans.records.criteria import EvaluationTask
from plans.records.marks import Mark
from plans.records.run import JudgedRound, RunProject, RunSpec, Share
from plans.records.usage import Used
from plans.records.verdict import Observation, OutcomeVerdict, Status, TaskVerdict


@dataclass
class FairShare:
    """Bytes to spend on a number of parts; what one part leaves over the following ones may use."""

    total: int
    parts: int
    spent: int = 0
    refused: int = 0
    """Things that did not fit."""
    _begun: int = field(default=0, init=False)

    def begin_part(self) -> None:
        """From here on the next part spends."""
        self._begun += 1

    def take(self, size: int) -> bool:
        """Whether `size` bytes still fit into what is due to the parts begun so far; if so they are spent."""
        due = self.total * self._begun // max(self.parts, 1)
        if self.spent + size > due:
            self.refused += 1
            return False
        self.spent += size
        return True


LARGEST = 400_000
"""Bytes of the largest picture that is embedded."""

_MAGIC = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png"}


@dataclass(frozen=True)
class Picture:
    """A screenshot as the page shows it: embedded where it first occurs, linked from then on, or left out."""

    anchor: str = ""
    """Id of the element that holds it; empty when it is left out."""
    source: str = ""
    """Data URI; empty when it is shown elsewhere or left out."""
    missing: str = ""
    """Why it is left out."""


@dataclass
class Album:
    """All pictures of a page."""

    share: FairShare
    _anchors: dict[str, str] = field(default_factory=dict[str, str], init=False)

    def picture(self, folder: Path, name: str) -> Picture:
        """The file `name` of the evidence folder; a file that is no JPEG or PNG by its first bytes is left out."""
        data = _read(folder, name)
        if isinstance(data, str):
            return Picture(missing=data)
        digest = sha256(data).hexdigest()[:12]
        if digest in self._anchors:
            return Picture(anchor=self._anchors[digest])
        kind = next((kind for magic, kind in _MAGIC.items() if data.startswith(magic)), None)
        if kind is None:
            return Picture(missing="the file is neither JPEG nor PNG")
        size = len(data) * 4 // 3
        if not self.share.take(size):
            return Picture(missing="the page's space for pictures is used up")
        self._anchors[digest] = f"shot-{digest}"
        return Picture(
            anchor=self._anchors[digest], source=f"data:{kind};base64,{base64.b64encode(data).decode()}"
        )


def _read(folder: Path, name: str) -> bytes | str:
    """The file's bytes, or why there are none to show."""
    try:
        path = inside(folder, name)
    except PathEscape:
        return "its name leaves the evidence folder"
    if not path.is_file():
        return "the file is gone"
    size = path.stat().st_size
    if size > LARGEST:
        return f"it has {size:,} bytes, more than the {LARGEST:,} that are embedded"
    return path.read_bytes()


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
        app_map=None
        if judged.carried
        else app_map_view(project, judged, letters, seen_maps, details.maps.take),
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

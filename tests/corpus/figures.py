"""How far judgements of the corpus agree with its labels: of a half, and of the parts of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pipeline.runner.scoring.intervals import clustered_interval
from plans.records.criteria import Level
from plans.records.review import LabelAnswer
from plans.records.verdict import Judgement, Status
from review.agreement import Agreement, tally
from tests.corpus.material import App, Half

DECIDED = {Status.PASSED: True, Status.FAILED: False}
HOLDS: dict[LabelAnswer, bool] = {"yes": True, "no": False}
MEASURES: dict[str, Callable[[Agreement], float | None]] = {
    "decided": lambda seen: seen.decided_share,
    "right": lambda seen: seen.accuracy,
    "F1": lambda seen: seen.f1,
    "kappa": lambda seen: seen.kappa,
}


class Measured(NamedTuple):
    """A measure, and the 95% interval of it, clustered by app; None where it is not defined."""

    value: float | None
    interval: tuple[float, float] | None


class Row(NamedTuple):
    """Agreement on some part of a half."""

    part: str
    counts: Agreement
    measured: dict[str, Measured]


class SeenOtherwise(NamedTuple):
    """An outcome that the judge and people see otherwise, or that one of them leaves open."""

    outcome: str
    judge: Status
    reason: str
    people: LabelAnswer
    why: str


class Difference(NamedTuple):
    """A task on which the judge is wrong or silent."""

    app: App
    task: str
    judge: Status
    people: LabelAnswer
    outcomes: tuple[SeenOtherwise, ...]

    @property
    def is_wrong(self) -> bool:
        """Whether it was decided, and wrongly."""
        return self.judge in DECIDED


class Unearned(NamedTuple):
    """A pass of an adversarial app that people do not grant it."""

    app: App
    task: str
    stopped_by: str | None
    """The task that it builds on and that did not pass, so that no run would have judged it; None: there is none."""

    def __str__(self) -> str:
        in_a_run = f" (blocked in a run: {self.stopped_by} did not pass)" if self.stopped_by else ""
        return f"{self.app.name} {self.task}{in_a_run}"


@dataclass(frozen=True)
class HalfFigures:
    """What was measured on a half of the corpus."""

    half: Half
    judged: Mapping[App, Judgement]
    unlabelled: int
    """Apps of the half that nobody labelled, and that therefore were not judged."""
    only: str = ""
    """Letters that the names of the judged apps hold; empty: all were judged."""
    small: bool = False
    """Whether only the apps of the small floor were judged."""

    @cached_property
    def tasks(self) -> Agreement:
        """Agreement on tasks, all apps together."""
        return sum((by_task(*pair) for pair in self.judged.items()), Agreement())

    @cached_property
    def outcomes(self) -> Agreement:
        """Agreement on single outcomes, all apps together."""
        return sum((by_outcome(*pair) for pair in self.judged.items()), Agreement())

    @cached_property
    def unearned(self) -> tuple["Unearned", ...]:
        """Tasks that an adversarial app passes, and that people say it does not fulfil."""
        return tuple(
            Unearned(one.app, one.task, _stopped_by(one.app, self.judged[one.app], one.task))
            for one in self.differences
            if one.app.is_adversarial and one.judge is Status.PASSED
        )

    @cached_property
    def gained(self) -> tuple["Unearned", ...]:
        """Those among them that count in a run too, where a task is judged only when what it builds on has passed."""
        return tuple(one for one in self.unearned if not one.stopped_by)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """Every task on which the judge is wrong or silent."""
        return tuple(one for pair in self.judged.items() for one in _differences(*pair))

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Agreement as a whole, by level, by style and by project; parts of which nothing is labelled are left out."""
        return tuple(row for row in self._all_rows() if row.counts.decided + row.counts.undecided)

    def _all_rows(self) -> Iterator[Row]:
        judged = self.judged.items()
        yield _row("tasks", [by_task(*pair) for pair in judged])
        yield _row("outcomes", [by_outcome(*pair) for pair in judged])
        for level in Level:
            yield _row(f"level {level.value}", [by_task(app, seen, level) for app, seen in judged])
        for style in sorted({app.style for app in self.judged}):
            yield _row(f"style {style}", [by_task(*pair) for pair in judged if pair[0].style == style])
        for project in sorted({app.project for app in self.judged}):
            of_project = [by_task(*pair) for pair in judged if pair[0].project == project]
            yield _row(f"project {project}", of_project)


def by_task(app: App, judgement: Judgement, level: Level | None = None) -> Agreement:
    """The judge's verdicts of an app's tasks (of one level) against its labels; what is unclear counts nowhere."""
    labels, criteria = app.labels(), app.criteria()
    return tally(
        [
            (DECIDED.get(judgement.of(task).status), HOLDS[answer])
            for task in labels.tasks
            if level in (None, criteria.task(task).level) and (answer := labels.of_task(task)) in HOLDS
        ]
    )


def by_outcome(app: App, judgement: Judgement) -> Agreement:
    """The same of single outcomes."""
    return tally(
        [
            (DECIDED.get(verdict.status), HOLDS[label.holds])
            for task, outcomes in app.labels().tasks.items()
            for verdict in judgement.of(task).outcomes
            if (label := outcomes[verdict.outcome]).holds in HOLDS
        ]
    )


def _differences(app: App, judgement: Judgement) -> Iterator[Difference]:
    labels = app.labels()
    for task, outcomes in labels.tasks.items():
        people, verdict = labels.of_task(task), judgement.of(task)
        if people not in HOLDS or DECIDED.get(verdict.status) == HOLDS[people]:
            continue
        seen = [
            SeenOtherwise(one.outcome, one.status, one.reason, label.holds, label.why)
            for one in verdict.outcomes
            if DECIDED.get(one.status) != HOLDS.get((label := outcomes[one.outcome]).holds)
        ]
        yield Difference(app, task, verdict.status, people, tuple(seen))


def _stopped_by(app: App, judgement: Judgement, task: str) -> str | None:
    needed = app.criteria().with_prerequisites(frozenset({task}))
    return next((one.id for one in needed if judgement.of(one.id).status is not Status.PASSED), None)


def _row(part: str, clusters: list[Agreement]) -> Row:
    whole = sum(clusters, Agreement())
    measured = {
        name: Measured(measure(whole), clustered_interval(clusters, measure))
        for name, measure in MEASURES.items()
    }
    return Row(part, whole, measured)

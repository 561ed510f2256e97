"""Records of an attempt at a task, and the verdict of a task that was not attempted."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.browser.grounding.candidates import NOTHING, Prior
from agents.browser.snapshot import Snapshot
from plans.records.app_map import Binding
from plans.records.criteria import EvaluationTask
from plans.records.event import Event
from plans.records.findings import AdaptedStep
from plans.records.targets import Target
from plans.records.values import Value
from plans.records.verdict import Observation, OutcomeCause, OutcomeVerdict, Status, TaskVerdict


@dataclass(frozen=True, slots=True)
class Approach:
    """Parameters of one attempt."""

    seed: int
    """Seed of the made-up values."""
    draw: int = 0
    """Seed of the entries that are drawn; the same in all attempts at a task, so that they can be compared."""
    bound: Prior = NOTHING
    """Bindings by a model or a person."""
    adapted: Mapping[int, AdaptedStep] = field(default_factory=dict[int, AdaptedStep])
    """Number of a step → how it is done in this app."""
    answer_factor: float = 1.0
    """Factor on the time that a page may take to answer an input."""


@dataclass(slots=True)
class OutcomeAttempt:
    """Result of one attempt for one outcome; changed in place while the attempt is judged."""

    status: Status
    reason: str
    observation: Observation
    cause: OutcomeCause | None = None
    """Why it did not pass."""
    unfound: tuple[Target, ...] = ()
    """Targets that were not found, with the cause MISSING."""
    was_met: bool = False
    """One of `unfound` had been found before, so it is not absent from the app."""
    page: Snapshot | None = None
    """The page on which it did not pass."""
    weakly_bound: tuple[Binding, ...] = ()
    """Bindings of the task, up to this point, that are not by role and name."""
    vacuous: bool = False
    """It would also hold in an app in which nothing works."""
    is_unseen: bool = False
    """No step observed the contrary (see OutcomeVerdict)."""
    step: int = 0
    """Number of the step that decided it; 0: none."""


@dataclass(slots=True)
class Attempt:
    """Result of one attempt at a task."""

    outcomes: dict[str, OutcomeAttempt] = field(default_factory=dict[str, OutcomeAttempt])
    """By outcome id; outcomes that no step reached are added at the end."""
    marks: set[str] = field(default_factory=set[str])
    event: Event | None = None
    """An event with a ruling of its own in plans.errors that ended the attempt."""
    bindings: tuple[Binding, ...] = ()
    drawn: dict[str, int] = field(default_factory=dict[str, int])
    """Name → place of an entry that was drawn."""
    begun: int = 0
    """Number of the last step that was begun."""
    account: list[str] = field(default_factory=list[str])
    """Result of each step that was begun, in words."""
    names: dict[str, Value] = field(default_factory=dict[str, Value])
    """Values that were bound, by name."""

    @property
    def is_passed(self) -> bool:
        """True when every outcome passed."""
        return all(seen.status is Status.PASSED for seen in self.outcomes.values())

    @property
    def is_failed(self) -> bool:
        """True when an outcome failed."""
        return any(seen.status is Status.FAILED for seen in self.outcomes.values())


def undecided(
    task: EvaluationTask,
    status: Status,
    reason: str,
    *,
    attempts: int = 0,
    marks: tuple[str, ...] = (),
    event: Event | None = None,
    cause: OutcomeCause = OutcomeCause.INFRASTRUCTURE,
) -> TaskVerdict:
    """The same verdict for every outcome of a task that was not tried."""
    outcomes = tuple(
        OutcomeVerdict(outcome=o.id, status=status, reason=reason, cause=cause, is_unseen=True)
        for o in task.outcomes
    )
    return TaskVerdict(
        task=task.id, status=status, reason=reason, outcomes=outcomes, attempts=attempts, event=event, marks=marks
    )  # fmt: skip

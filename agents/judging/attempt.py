"""One attempt at a task: how the task is gone about, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.browser.grounding.known import NOTHING, Prior
from agents.browser.snapshot import Snapshot
from plans.records.app_map import Binding
from plans.records.event import Event
from plans.records.findings import AdaptedStep
from plans.records.targets import Target
from plans.records.values import Value
from plans.records.verdict import Observation, OutcomeCause, Status


@dataclass(frozen=True, slots=True)
class Approach:
    """How a task is gone about this time."""

    seed: int
    """Of the values that are made up."""
    draw: int = 0
    """Seed of the entries that are drawn: the same in all attempts at a task, so that they can be compared."""
    bound: Prior = NOTHING
    """What is known of the app beforehand: bindings by a model or a person."""
    adapted: Mapping[int, AdaptedStep] = field(default_factory=dict[int, AdaptedStep])
    """Number of a step → how it is done in this app."""
    answer_factor: float = 1.0
    """How many times as long as usual a page may take to answer an input."""


@dataclass(slots=True)
class OutcomeAttempt:
    """What one attempt says about one outcome."""

    status: Status
    reason: str
    observation: Observation
    cause: OutcomeCause | None = None
    """Why it did not pass."""
    unfound: tuple[Target, ...] = ()
    """What was not found for it, with the cause MISSING."""
    was_met: bool = False
    """Something that was not found had been found before, so that it is not absent."""
    page: Snapshot | None = None
    """The page on which it did not pass."""
    weakly_bound: tuple[Binding, ...] = ()
    """What was taken for targets of its task, up to here, by a weak resemblance."""
    vacuous: bool = False
    is_unseen: bool = False
    """Nothing was seen of it that is not as expected."""
    step: int = 0
    """Number of the step at which it was decided; 0: no step."""


@dataclass(slots=True)
class Attempt:
    """What one attempt says about a task."""

    outcomes: dict[str, OutcomeAttempt] = field(default_factory=dict[str, OutcomeAttempt])
    """By outcome id; outcomes that no step reached are added at the end."""
    marks: set[str] = field(default_factory=set[str])
    event: Event | None = None
    """What it ended with, where that has a ruling of its own in plans.errors; else None."""
    bindings: tuple[Binding, ...] = ()
    """What targets were taken for."""
    drawn: dict[str, int] = field(default_factory=dict[str, int])
    """Name → place, of the entries that were drawn."""
    waited: float = 0.0
    """Seconds of waiting for what came late, beside the looks."""
    slowness: float = 1.0
    """How much slower than usual the machine was."""
    begun: int = 0
    """Steps that were begun."""
    account: list[str] = field(default_factory=list[str])
    """What came of each step that was begun, in order, in words."""
    names: dict[str, Value] = field(default_factory=dict[str, Value])
    """Values that were bound, by name."""

    @property
    def is_passed(self) -> bool:
        """Whether every outcome was observed."""
        return all(seen.status is Status.PASSED for seen in self.outcomes.values())

    @property
    def is_failed(self) -> bool:
        """Whether an outcome failed."""
        return any(seen.status is Status.FAILED for seen in self.outcomes.values())

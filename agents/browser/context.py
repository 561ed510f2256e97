"""What was learnt earlier in the same task."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from agents.browser.grounding.candidates import NOTHING, Found, Grounding, Prior, Purpose
from agents.browser.grounding.ground import describe, ground
from agents.browser.snapshot import Snapshot
from plans.records.app_map import Binding
from plans.records.steps import Target

_SAID = 60
"""Characters that are kept of the words of a bound element."""


class Entered(NamedTuple):
    """A field that was filled, and the page before."""

    field: int
    before: Snapshot


def name_of(target: Target) -> str:
    """Id of a target, or its description where it has none."""
    return target.id or describe(target.anywhere)


def guess(what: str, taken: str) -> Binding:
    """A binding that no name supports."""
    return Binding(target=what, bound_to=taken[:_SAID], surety=0.5)


@dataclass(slots=True)
class Context:
    """What a task has learnt so far. Values are frozen and replaced as a whole, so a copy shares no mutable state."""

    known: Prior = NOTHING
    """What is passed to the next grounding of a target."""
    entered: Entered | None = None
    """The field that was filled last, until it is left."""
    bindings: Mapping[str, Binding] = field(default_factory=dict[str, Binding])
    """Id of a target → the element it was bound to when it was last looked for, to be operated, seen or read."""

    def recognise(self, snapshot: Snapshot, target: Target, purpose: Purpose = "act") -> Grounding:
        """Ground a target of the task on a page, and keep what the grounding learnt."""
        grounding = ground(snapshot, target, self.known, purpose)
        self.known = grounding.known
        is_bound = grounding.found is Found.FOUND and bool(grounding.candidates)
        # The binding of a target that was found before and is gone now is kept.
        if purpose != "absent" and (is_bound or not self.was_met(target)):
            said = grounding.candidates[0].said[:_SAID] if is_bound else ""
            surety = round(grounding.surety, 2) if is_bound else 0.0
            binding = Binding(target=name_of(target), bound_to=said, surety=surety)
            self.bindings = {**self.bindings, binding.target: binding}
        return grounding

    def was_met(self, target: Target) -> bool:
        """Whether it was found before in the same task."""
        known = self.bindings.get(name_of(target))
        return known is not None and bool(known.bound_to)

    def note_guess(self, what: str, taken: str) -> None:
        """Record that a step rests on a guess, so that what follows counts as weakly bound."""
        self.bindings = {**self.bindings, what: guess(what, taken)}

    def aside(self) -> "Context":
        """A copy for checks; what is learnt with it does not reach the task."""
        return copy(self)

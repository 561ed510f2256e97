"""What was learnt earlier in the same task."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from agents.browser.grounding.candidates import Found, Grounding, Purpose
from agents.browser.grounding.ground import describe, ground
from agents.browser.grounding.known import NOTHING, Learnt, Prior
from agents.browser.snapshot import Snapshot
from plans.records.app_map import Binding
from plans.records.targets import Target


class Entered(NamedTuple):
    """A field that was filled."""

    field: int
    before: Snapshot
    """The page before."""


_GUESS = 0.5
"""Surety of what no name tells."""
_SAID = 60
"""Letters that are kept of what a target was taken for."""


def name_of(target: Target) -> str:
    """Id of a target, or its description where it has none."""
    return target.id or describe(target.anywhere)


@dataclass(slots=True)
class Context:
    """The memories of a task. Each is frozen and replaced as a whole, so that a copy shares nothing that changes."""

    known: Prior = NOTHING
    """What the next look at a page is given to know."""
    entered: Entered | None = None
    """The field that was filled last, until it is left."""
    bindings: Mapping[str, Binding] = field(default_factory=dict[str, Binding])
    """Target → what it was taken for when it was last looked for, to be operated, seen or read."""
    first_press: Target | None = None
    """The button that the task presses first: what it puts away is the task's own matter."""

    def recognise(self, snapshot: Snapshot, target: Target, purpose: Purpose = "act") -> Grounding:
        """What a target that the task names means on a page; what that teaches is kept."""
        grounding = ground(snapshot, target, self.known, purpose)
        self.keep(grounding.learnt)
        is_bound = grounding.found is Found.FOUND and bool(grounding.candidates)
        # What was met before and is not there any more is no other target.
        if purpose != "absent" and (is_bound or not self.was_met(target)):
            called = name_of(target)
            said = grounding.candidates[0].said[:_SAID] if is_bound else ""
            surety = round(grounding.surety, 2) if is_bound else 0.0
            self.bindings = {**self.bindings, called: Binding(target=called, bound_to=said, surety=surety)}
        return grounding

    def was_met(self, target: Target) -> bool:
        """Whether it was found before in the same task."""
        known = self.bindings.get(name_of(target))
        return known is not None and bool(known.bound_to)

    def note_guess(self, what: str, taken: str) -> None:
        """Keep that something was done by a guess, on which what follows rests."""
        self.bindings = {**self.bindings, what: Binding(target=what, bound_to=taken, surety=_GUESS)}

    def keep(self, learnt: Learnt) -> None:
        """Keep what a look taught for the rest of the task."""
        self.known = self.known.taught(learnt)

    def aside(self) -> "Context":
        """The same for one who merely looks: nothing that is learnt by it reaches the task."""
        return copy(self)

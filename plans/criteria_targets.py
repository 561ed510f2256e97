"""Every target that the criteria look for, and what each is used for."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from plans.records.base import found_in
from plans.records.criteria import Criteria
from plans.records.expressions import PLACEHOLDER
from plans.records.steps import Absent, Draw, Expect, Reads, Remember, Step, Target
from plans.step_words import name_of

Purpose = Literal["act", "see", "number", "absent"]
"""act: to operate it. see: to look at it. number: to read a number off it. absent: to be sure that it is not there;
nothing but the target itself counts then."""


@dataclass(slots=True)
class TargetUse:
    """A target of the criteria, wherever it stands, and what it is used for."""

    id: str
    target: Target
    purposes: set[Purpose] = field(default_factory=set[Purpose])
    statements: dict[str, None] = field(default_factory=dict[str, None])
    """Statements of the outcomes that are observed by it."""
    titles: dict[str, None] = field(default_factory=dict[str, None])
    """Titles of the tasks that use it."""

    @property
    def purpose(self) -> Purpose:
        """The strictest of its uses."""
        return next(use for use in ("act", "number", "see") if use in (*self.purposes, "see"))


def wanted_targets(criteria: Criteria) -> list[TargetUse]:
    """Every target that the steps look for, once, without the places of single uses.

    Left out are those that are only to be absent, and those that are called by a value which a step binds or by a
    figure such as 01:50: they are found by these words alone.
    """
    found: dict[str, TargetUse] = {}
    for task in criteria.tasks:
        said = {outcome.id: outcome.statement for outcome in task.outcomes}
        for step in task.steps:
            statement = said.get(step.outcome, "") if isinstance(step, Expect) else ""
            for target, purpose in _uses(step):
                if target.names and not is_named(target):
                    continue
                wanted = found.setdefault(name_of(target), TargetUse(name_of(target), target.anywhere))
                wanted.purposes.add(purpose)
                wanted.titles[task.title] = None
                if statement:
                    wanted.statements[statement] = None
    return list(found.values())


def is_named(target: Target) -> bool:
    """Whether the criteria's author calls it by words, and not by a value that a step binds or a figure."""
    names = "".join(target.names)
    return not PLACEHOLDER.search(names) and any(map(str.isalpha, names))


def _uses(step: Step) -> Iterator[tuple[Target, Purpose]]:
    """The targets of a step and what each is used for: the step's own are operated, and others looked at."""
    looked_at = step.among if isinstance(step, Draw) else step
    own = ("turning",) if isinstance(step, Remember) else ("target", "to", "within")
    operated = [getattr(step, name, None) for name in own]
    absent = [one.target for one in found_in(looked_at, Absent)]
    reads = [step] if isinstance(step, Remember) else found_in(looked_at, Reads)
    numbers = [one.target for one in reads if one.read in ("number", "numbers")]
    for target in found_in(looked_at, Target):
        if any(target is one for one in operated):
            yield target, "act"
        elif target not in absent:
            yield target, "number" if target in numbers else "see"

"""How a hand-in stands and what it scores; which formula makes which score is the family's."""

from collections.abc import Iterable

from pydantic import Field

from plans.records.base import Record
from plans.records.verdict import Status


class Share(Record):
    """A weighted share of what was planned, as an interval."""

    low: float = Field(ge=0, le=1)
    high: float = Field(ge=0, le=1)
    decided: float | None = Field(ge=0, le=1)
    """Over decided parts alone; None when there is none."""
    decided_share: float = Field(ge=0, le=1)


class Standing(Record):
    """Where every task and outcome of a project stands, at a round or cumulatively."""

    tasks: dict[str, Status]
    outcomes: dict[str, tuple[Status, ...]]
    """Task → status of each planned outcome, in order."""
    tried: frozenset[str]
    """Tasks that were run."""


class ProjectScore(Record):
    """The numbers of one hand-in, or of all hand-ins of a trial so far."""

    task_pass_rate: Share
    criteria_pass_rate: Share
    completed: Share
    attempted: Share
    """Tasks that were tried over planned; `high` counts also those of which nobody knows whether they would be."""


class Changes(Record):
    """What became of a project's tasks from one round to the next; the family says what counts as either."""

    repaired: int = Field(default=0, ge=0)
    """Tasks that pass by now."""
    regressed: int = Field(default=0, ge=0)
    """Tasks that pass no more."""


def share(parts: Iterable[tuple[float, Status]]) -> Share:
    """The share of weight that passed; ValueError when there are no parts."""
    weights = dict.fromkeys(Status, 0.0)
    for weight, status in parts:
        weights[status] += weight
    planned = sum(weights.values())
    if planned <= 0:
        raise ValueError("a share needs at least one planned part")
    passed, unresolved = weights[Status.PASSED], weights[Status.UNRESOLVED]
    decided = planned - unresolved
    return Share(
        low=_ratio(passed, planned),
        high=_ratio(passed + unresolved, planned),
        decided=_ratio(passed, decided) if unresolved < planned and decided > 0 else None,
        decided_share=_ratio(decided, planned),
    )


def _ratio(part: float, whole: float) -> float:
    # Sums of floats may exceed the whole by a rounding error.
    return min(max(part / whole, 0.0), 1.0)

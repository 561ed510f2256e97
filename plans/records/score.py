"""How a hand-in stands and what it scores; which formula makes which score is the family's."""

from collections.abc import Iterable
from typing import NamedTuple

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


class Credit(NamedTuple):
    """How one part of what was planned stands, and what it earned."""

    status: Status
    earned: float
    """0 to 1: 1 when passed; what a failed one earned in part; of an unresolved one, what it has for certain."""


class Standing(Record):
    """Where every task and outcome of a project stands, at a round or cumulatively."""

    tasks: dict[str, Status]
    """Task → status: a task has passed or not, whatever its outcomes earned in part."""
    outcomes: dict[str, tuple[Credit, ...]]
    """Task → how each planned outcome stands, in order."""
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


def whole(status: Status) -> Credit:
    """The credit of what is earned as a whole or not at all, such as a task."""
    return Credit(status, 1.0 if status is Status.PASSED else 0.0)


def share(parts: Iterable[tuple[float, Credit]]) -> Share:
    """The share of weight that was earned; ValueError when there are no parts."""
    weights, earned = dict.fromkeys(Status, 0.0), dict.fromkeys(Status, 0.0)
    for weight, credit in parts:
        weights[credit.status] += weight
        earned[credit.status] += weight * credit.earned
    planned, unresolved = sum(weights.values()), weights[Status.UNRESOLVED]
    if planned <= 0:
        raise ValueError("a share needs at least one planned part")
    settled = sum(earned[status] for status in Status if status is not Status.UNRESOLVED)
    decided = planned - unresolved
    return Share(
        low=_ratio(settled + earned[Status.UNRESOLVED], planned),
        high=_ratio(settled + unresolved, planned),
        decided=_ratio(settled, decided) if unresolved < planned and decided > 0 else None,
        decided_share=_ratio(decided, planned),
    )


def _ratio(part: float, whole: float) -> float:
    # Sums of floats may exceed the whole by a rounding error.
    return min(max(part / whole, 0.0), 1.0)

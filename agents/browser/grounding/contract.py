"""The contract of grounding: a target in, ranked candidates and one of three answers out."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from agents.browser.grounding.known import Learnt

Purpose = Literal["act", "see", "number", "absent"]
"""act: to be operated. see: to be looked at. number: to read a number off it. absent: whether it is there at all,
and nothing less than it."""


class Found(StrEnum):
    """Whether a target was found."""

    FOUND = "found"
    AMBIGUOUS = "ambiguous"
    """Several different things fit equally well; of items, several lists."""
    MISSING = "missing"


SURE = 0.92
"""Surety from which a binding is by role and name; what is taken for a target by less decides no failure in an open
world. Words that mean the same as a label ("Rating" for "Your rating") have 0.9 at most."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may be meant."""

    index: int
    """Of the element in the snapshot."""
    score: float
    """0 to 1."""
    said: str
    """The words by which it was recognised."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """What a target was found to be."""

    found: Found
    candidates: tuple[Candidate, ...]
    """Best first; those below the threshold too, for the report."""
    matches: tuple[int, ...] = ()
    """Indices of all that fit, in reading order."""
    note: str = ""
    """What could not be honoured, in words: a container that was not there."""
    surety: float = 0.0
    """How well what was found fits by role and name, and what it stands in too; 0 where nothing was found."""
    learnt: Learnt = field(default=Learnt(), compare=False, repr=False)
    """What the look taught; it is kept only where a step of the task looked (agents/browser/context.py)."""

    @property
    def index(self) -> int:
        """The element that is meant; only of a grounding that found one."""
        return (
            self.matches[0]
            if self.found is Found.FOUND and len(self.matches) == 1
            else self.candidates[0].index
        )

"""What every constraint is: typed fields, a group, a check of a text, and ways in which a text can keep to it."""

from abc import abstractmethod
from typing import ClassVar, Literal, NamedTuple

from plans.text.constraints.demands import Way
from plans.text.constraints.slots import Named
from plans.text.document import Document

Group = Literal["positive", "negative", "positional", "sequencing", "conditional", "iterative"]
GROUPS: tuple[Group, ...] = ("positive", "negative", "positional", "sequencing", "conditional", "iterative")
MOST = 3
"""Constraints of a group that an instance may have."""


class Kept(NamedTuple):
    """What a check found."""

    holds: bool
    is_vacuous: bool = False
    """It holds because what it asks about did not occur."""


class BaseConstraint(Named):
    """A constraint that a program decides."""

    TOLD_BY: ClassVar[str] = "kind"
    GROUP: ClassVar[Group]
    JUDGED: ClassVar[bool] = False
    """Whether only a reader can tell."""

    @abstractmethod
    def kept(self, text: Document) -> Kept:
        """Whether the text keeps to it."""
        ...

    @abstractmethod
    def ways(self) -> tuple[Way, ...]:
        """How a text can keep to it, the fullest way first; each is a list of demands that hold together."""
        ...


class JudgedConstraint(BaseConstraint):
    """A constraint that is left to a judge; it stays unresolved without one."""

    JUDGED: ClassVar[bool] = True

    def kept(self, text: Document) -> Kept:
        """AssertionError: whoever asks has to ask a reader."""
        raise AssertionError(f"{type(self).__name__} is left to a judge, and a program was asked")

    def ways(self) -> tuple[Way, ...]:
        """No program can say what it demands; what it conflicts with, only a model can tell."""
        return ((),)


def place(number: int, count: int) -> int | None:
    """The index of a place (from 1 on; -1 is the last) among so many; None where there is none."""
    if number == -1:
        return count - 1 if count else None
    return number - 1 if number <= count else None

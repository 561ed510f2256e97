"""What judging a task found out about an app, from which other tasks of the same app may begin."""

from dataclasses import dataclass

from plans.records.base import Record
from plans.records.moments import MomentPart
from plans.records.steps import Action
from plans.records.targets import Target


@dataclass(frozen=True, slots=True)
class Look:
    """Fingerprint that finds an element again after a reload or in the next round."""

    tag: str
    role: str
    tokens: str
    words: tuple[str, ...]
    """Stems of its name, else of what it says, without numbers."""
    is_any_words: bool = False
    """Whether it says something else wherever it stands, as the titles of entries do; then `words` say nothing."""
    path: tuple[int, ...] = ()
    """Of an element of an entry: its place among the children, level by level from the entry down."""
    numbers: tuple[str, ...] = ()
    """Numbers in its name or what it says: of several that are alike without them, the one with these is meant."""


class Part(Record):
    """A part of what an element says: what stands after some words of it and before others."""

    after: str = ""
    """Empty: from the beginning."""
    before: str = ""
    """Empty: to the end."""

    def of(self, text: str) -> str | None:
        """The part; None where the words around it are not there."""
        _, found, rest = text.partition(self.after) if self.after else ("", " ", text)
        if not found:
            return None
        part, found, _ = rest.partition(self.before) if self.before else (rest, " ", "")
        return part.strip() if found else None


class BoundField(Record):
    """One of several fields that take a value together."""

    takes: MomentPart
    look: Look


class Meaning(Record):
    """What a target was found to be."""

    target: Target
    look: Look
    part: Part | None = None
    """Which part of what it says; None: all of it."""
    fields: tuple[BoundField, ...] = ()
    """Of a value that is entered in several fields: each of them."""


class AdaptedStep(Record):
    """How one step of a task is done in this app, where the criteria's own words do not do."""

    step: int
    """Number of the step in its task, from 1."""
    actions: tuple[Action, ...]
    """What is done, in order. Their targets are named after the step; `meant` says what each of them is."""
    meant: tuple[Meaning, ...] = ()
    is_instead: bool = False
    """Whether the actions replace the step; else they are done before it."""


class Finding(Record):
    """How a task was gone about when its outcomes were observed, where that is not what its words say at once."""

    adapted: tuple[AdaptedStep, ...] = ()
    """Steps that are done otherwise than the criteria say. They concern this task alone."""

"""What a judge has seen of an app, what it took targets for, and what it found out."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.moments import MomentPart
from plans.records.steps import Action, Target


@dataclass(frozen=True, slots=True)
class Fingerprint:
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


class TextPart(Record):
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
    look: Fingerprint


class BoundElement(Record):
    """What a target was found to be."""

    target: Target
    look: Fingerprint
    part: TextPart | None = None
    """Which part of what it says; None: all of it."""
    fields: tuple[BoundField, ...] = ()
    """Of a value that is entered in several fields: each of them."""


class AdaptedStep(Record):
    """How one step of a task is done in this app, where the criteria's own words do not do."""

    step: int
    """Number of the step in its task, from 1."""
    actions: tuple[Action, ...]
    """What is done, in order. Their targets are named after the step; `meant` says what each of them is."""
    meant: tuple[BoundElement, ...] = ()
    is_instead: bool = False
    """Whether the actions replace the step; else they are done before it."""


class Finding(Record):
    """How a task was gone about when its outcomes were observed, where that is not what its words say at once."""

    adapted: tuple[AdaptedStep, ...] = ()
    """Steps that are done otherwise than the criteria say. They concern this task alone."""


class MappedScreen(Record):
    """One screen of an app."""

    id: str
    """By which its elements are named: `s1`."""
    way: tuple[str, ...]
    """What is pressed to come here from the start page, in order; nothing for the start page itself."""
    url: str
    """Path of its address."""
    title: str
    lines: tuple[str, ...]
    """What can be read and operated, one element a line, indented by what it stands in; of a further screen only what
    no earlier one shows. Each begins with the element's sign in brackets; words of the page stand in quotation marks.
    """
    is_seen_whole: bool
    """Whether all that can be seen on it was looked at."""
    has_foreign_frames: bool = False
    """Whether frames stand on it that are not looked into."""


class AppMap(FileRecord):
    """`map.json`: the screens of an app that were found by pressing what leads on, within bounds."""

    SCHEMA: ClassVar[str] = "app-map"

    screens: tuple[MappedScreen, ...]
    presses: int = Field(ge=0)
    """Presses that were made to find them."""
    cut: str = ""
    """Why the exploration ended before everything was pressed; empty when it did not."""


class BindingKind(StrEnum):
    """What a target is in an app."""

    ELEMENT = "element"
    """One element; of a target within entries, that of each entry."""
    ENTRIES = "entries"
    """The entries of a list, each of which is built like the element that is named."""
    PART = "part"
    """A part of what an element says."""
    COMPOSITE = "composite"
    """Several fields that take a day or a time of day together."""
    NO_STEP = "no_step"
    """What the criteria press is not needed here: what it leads to stands there already."""
    ABSENT = "absent"
    LATER = "later"
    """It comes about by actions, such as filling a cart."""
    UNSURE = "unsure"


class Binding(Record):
    """What a target of the criteria is in one app."""

    target: str
    """Id of the target, or its description where it has none."""
    kind: BindingKind = BindingKind.ELEMENT
    bound_to: str = ""
    """What it was taken for, in the words of the page; empty: nothing was found."""
    surety: float = Field(default=0.0, ge=0, le=1)
    """How well it fits by role and accessible name: 1 is exactly so called, and what it stands in is too. Of what a
    model or a person bound, 1."""
    bound_by: Literal["program", "model", "person"] = "program"
    look: Fingerprint | None = None
    """By what the element is known again; None where the program finds it by role and name."""
    part: TextPart | None = None
    """Which part of what it says."""
    fields: tuple[BoundField, ...] = ()
    """Of a composite: its fields, within the element."""
    reason: str = ""
    """Why, in one line."""


class WrittenField(Record):
    """One field of a composite."""

    takes: MomentPart
    element: str
    """Its sign."""


class WrittenBinding(Record):
    """What a person says that a target is, by the map."""

    target: str
    """Id of the target, or its description where it has none."""
    kind: BindingKind
    element: str = ""
    """Sign of an element of the map, such as `s1e12`; for the kinds element, entries and part."""
    after: str = ""
    """Of a part: the words after which it stands."""
    before: str = ""
    """Of a part: the words before which it stands."""
    fields: tuple[WrittenField, ...] = ()
    """Of a composite: its fields."""
    reason: str = ""


class BindingFile(FileRecord):
    """`bindings.yaml`: what a person says that targets are in one app; written and checked by `benchwright bind`."""

    SCHEMA: ClassVar[str] = "bindings"

    item: str
    bindings: tuple[WrittenBinding, ...]

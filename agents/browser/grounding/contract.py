"""The contract of grounding: a target in, ranked candidates and one of three answers out."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from agents.browser.snapshot import Snapshot
from plans.records.findings import Look
from plans.records.targets import Target

Purpose = Literal["act", "see", "number", "absent"]
"""act: to be operated. see: to be looked at. number: to read a number off it. absent: whether it is there at all,
and nothing less than it."""


class Found(StrEnum):
    """Whether a target was found."""

    FOUND = "found"
    AMBIGUOUS = "ambiguous"
    """Several different things fit equally well; of items, several lists."""
    MISSING = "missing"


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

    @property
    def index(self) -> int:
        """The element that is meant; only of a grounding that found one."""
        return (
            self.matches[0]
            if self.found is Found.FOUND and len(self.matches) == 1
            else self.candidates[0].index
        )


@dataclass(slots=True)
class Context:
    """What was learnt earlier in the same task."""

    item_shapes: dict[str, "ItemShape"] = field(default_factory=dict)
    """Kind of item → what one of them looks like, so that one or none of them is recognised too."""
    other_shapes: dict[str, frozenset["ItemShape"]] = field(default_factory=dict)
    """Kind of item → what else was repeated on the page beside them, which therefore is not them when they are gone."""
    answers: bool = False
    """Whether the answers of a question were found by where they stand."""
    meant: dict[Target, Look] = field(default_factory=dict)
    """Target → what it is taken to mean, whatever fits better; what one card's button is, is every card's."""
    doubts: dict[Target, tuple[Look, ...]] = field(default_factory=dict)
    """Target → what else it may have meant, best first, as of the last time that it was looked for."""
    chosen: dict[Target, str] = field(default_factory=dict)
    """Control → what was chosen in it before the task chose anything there."""
    faces: dict[Target, tuple[str, str, str]] = field(default_factory=dict)
    """Control that shows what is chosen in it and is called nothing else → its tag, role and classes."""
    switched: tuple[str, str, str] | None = None
    """Tag, role and first class of what was pressed last to switch to another view."""
    switched_to: str = ""
    """What that is called."""
    listed: dict[Target, tuple[str, ...]] = field(default_factory=dict)
    """Sort control → the list before the task chose an order."""
    idle: dict[Target, set[str]] = field(default_factory=dict)
    """Sort control → orders that were chosen and left the list so."""
    unmoved: tuple[str, ...] = ()
    """The list as the last action left it, which was a filter and should have left some of it out."""
    idle_at: int | None = None
    """The control of the last look that was set last, where the list is as before and nothing puts it into effect."""
    entered: "tuple[int, Snapshot] | None" = None
    """The field that was filled last, and the page before, until it is left."""
    typed: Target | None = None
    """The text field that was found last: what is handed in next is its form."""
    first_press: Target | None = None
    """The button that the task presses first: what it puts away is the task's own matter."""
    folded: dict[Target, int] = field(default_factory=dict)
    """Control that counts what it holds → text fields on the page before it was pressed last."""
    wanders: bool = False
    """Whether an item may be gone into for what is not found in it."""
    lacking: set[Target] = field(default_factory=set)
    """What was looked for in an item and not found there."""
    ways: dict[Target, tuple[Look, ...]] = field(default_factory=dict)
    """What is not on every screen → what is pressed to come to where it is."""
    met: set[tuple[object, ...]] = field(default_factory=set)
    """What targets were called that were found: what is missing of them later has gone, and is not elsewhere."""
    unfound: list[Target] = field(default_factory=list)
    """What the last step did not find here, and may be on another screen."""
    gone_from: str = ""
    """Address of the page that was left by such a way."""
    visit: "Visit | None" = None
    """Where an item was gone into, until one is back."""

    def meaning(self, target: Target) -> Look | None:
        """What a target is taken to mean, or else one that differs from it by its place alone; None: what fits best."""
        if not self.meant or target in self.meant:
            return self.meant.get(target)
        return next((look for other, look in self.meant.items() if other.anywhere == target.anywhere), None)


@dataclass(frozen=True, slots=True)
class Visit:
    """Where an item leads, seen from where it was gone into."""

    item: Target
    url: str
    """Address of the page with the item."""
    led_to: str
    """Address to which it led."""
    looks: frozenset[Look]
    """Everything that was on that page."""


HEADED = "headed "
"""What the columns of a table begin with that has a head."""


@dataclass(frozen=True, slots=True)
class ItemShape:
    """How items of a kind are built and where they stand."""

    signature: str
    container: str
    columns: str = ""
    """Of rows: how many columns their table has, and whether it heads them; a form in a table is no list."""
    parts: frozenset[str] = field(default=frozenset(), compare=False)
    """What entries that were seen are made of: tags with their first class."""
    said: frozenset[str] = field(default=frozenset(), compare=False)
    """Words of entries that were seen."""
    width: float = field(default=0.0, compare=False)
    """Of the window in which they were, in CSS pixels."""

    def is_narrowed(self, seen: "ItemShape") -> bool:
        """Whether it may be what was `seen`, in a window that has no room for all columns."""
        is_headed = self.columns.startswith(HEADED) and seen.columns.startswith(HEADED)
        return is_headed and (self.signature, self.container) == (seen.signature, seen.container)

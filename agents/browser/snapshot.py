"""One look at a page: what is rendered, in document order. Made by javascript/snapshot.js, read here."""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from plans.plain_text import mended

FRAME = "frame"
"""Kind of what stands in a frame that is not looked into, among what a look left out."""


class Rectangle(NamedTuple):
    """A rectangle in CSS pixels from the window's top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        return max(self.width, 0) * max(self.height, 0)


class SelectOption(NamedTuple):
    """An option of a native select."""

    text: str
    value: str
    disabled: bool


class TextRun(NamedTuple):
    """A run of text. `gap` before it: 0 none, 1 a space, 2 a line."""

    owner: int
    words: str
    gap: int
    hidden: bool
    struck: bool = False
    """Crossed out: what was and no longer holds."""


@dataclass(frozen=True, slots=True)
class Element:
    """One rendered element."""

    index: int
    parent: int
    """Index of the parent; -1 for the body."""
    end: int
    """One past the index of its last descendant."""
    tag: str
    box: Rectangle
    role: str = ""
    """ARIA role, said or implied; empty for a plain container."""
    name: str = ""
    """Accessible name."""
    source: str = ""
    """Where the name comes from: labelledby, aria, label, text, alt, title, placeholder."""
    title: str = ""
    placeholder: str = ""
    tokens: str = ""
    """id, name, classes, data-action and data-testid, as written; preceded by `search` for search fields."""
    icon: str = ""
    """Classes and titles of an icon inside."""
    states: frozenset[str] = frozenset()
    """Words of ReadKind `state`, and required."""
    value: str | None = None
    """What a field or a meter holds."""
    input_type: str = ""
    group: str = ""
    """Name that a radio button shares with those it excludes."""
    limits: tuple[tuple[str, str], ...] = ()
    """min, max, step, maxlength, inputmode, autocomplete, where said."""
    options: tuple[SelectOption, ...] = ()
    clickable: bool = False
    unseen: bool = False
    """Rendered but not to be seen: hidden, clipped to nothing, off the page."""
    faint: bool = False
    """Fully transparent, itself or something around it."""
    fixed: bool = False
    """Stands still in the window: a bar, a toast, a modal."""
    covered: bool = False
    """A press on its centre would reach something else."""
    has_popup: bool = False
    live: bool = False
    """Announces changes: aria-live, alert, status."""
    first_text: int = 0
    last_text: int = 0

    @property
    def is_field(self) -> bool:
        return self.role in FIELD_ROLES

    @property
    def is_shown(self) -> bool:
        return not self.unseen and not self.faint and self.box.area > 0


FIELD_ROLES = frozenset(
    {"textbox", "spinbutton", "combobox", "listbox", "checkbox", "radio", "switch", "slider", "file"}
)


@dataclass(frozen=True)
class Snapshot:
    """A page as it was at one moment."""

    elements: tuple[Element, ...]
    pieces: tuple[TextRun, ...]
    url: str
    title: str
    width: int
    height: int
    sideways: float
    """CSS pixels by which the page is wider than the window."""
    brightness: float
    """How light the background is, from 0 to 1."""
    left_out: frozenset[str]
    """Kinds of visible content that the look left out: text, frame, or any where the kind is not known."""
    obstacles: tuple[str, ...]
    """Why something was left out, in words."""
    invalid: tuple[str, ...]
    """Native validation messages since the last action."""
    flashes: tuple[str, ...]
    """Texts that were added since the last action, even if they are gone again."""

    def text(self, index: int) -> str:
        """All visible text inside an element, in reading order; blocks are separated by line ends."""
        said = self._texts.get(index)
        if said is None:
            said = self._texts[index] = join(self._pieces(index))
        return said

    def standing_text(self, index: int) -> str:
        """The same without what is crossed out."""
        return join(piece for piece in self._pieces(index) if not piece.struck)

    def own_text(self, index: int) -> str:
        """The visible text that stands directly in an element."""
        return join(piece for piece in self._pieces(index) if piece.owner == index)

    def _pieces(self, index: int) -> tuple[TextRun, ...]:
        element = self.elements[index]
        return self.pieces[element.first_text : element.last_text]

    def within(self, index: int) -> range:
        """Indices of an element and everything inside."""
        return range(index, self.elements[index].end)

    def inside(self, index: int) -> range:
        """Indices of everything inside an element."""
        return range(index + 1, self.elements[index].end)

    def ancestors(self, index: int) -> Iterator[int]:
        """Indices from the parent up to the body."""
        parent = self.elements[index].parent
        while parent >= 0:
            yield parent
            parent = self.elements[parent].parent

    def holds_field(self, index: int) -> bool:
        """Whether a field stands inside an element."""
        return self._fields_inside(index) > 0

    def _fields_inside(self, index: int) -> int:
        return bisect_left(self.field_order, self.elements[index].end) - bisect_right(self.field_order, index)

    def presents(self, element: Element) -> bool:
        """True when it can be seen, or is a field drawn by a shown control around it, which is pressed for it alone."""
        if element.is_shown or not element.is_field:
            return element.is_shown
        if element.role in ("checkbox", "radio", "switch", "file"):
            return True
        around = (self.elements[index] for index in self.ancestors(element.index))
        frame = next((outer for outer in around if outer.clickable), None)
        is_alone = frame is not None and frame.is_shown and self._fields_inside(frame.index) == 1
        return is_alone and element.faint and not element.unseen

    def holds(self, outer: int, inner: int) -> bool:
        """Whether `inner` is `outer` or inside of it."""
        return outer <= inner < self.elements[outer].end

    @cached_property
    def _texts(self) -> dict[int, str]:
        """Index → its text, as far as it was asked for."""
        return {}

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """Index → indices of its children."""
        found: dict[int, list[int]] = {}
        for element in self.elements:
            found.setdefault(element.parent, []).append(element.index)
        return found

    @cached_property
    def field_order(self) -> list[int]:
        """Indices of the fields in document order."""
        return [element.index for element in self.elements if element.is_field]

    @cached_property
    def content(self) -> str:
        """All visible text of the page."""
        return join(self.pieces)


def join(pieces: Iterable[TextRun]) -> str:
    """The words of pieces that can be seen."""
    words: list[str] = []
    gap = 0
    for piece in pieces:
        gap = max(gap, piece.gap)
        if piece.hidden:
            continue
        if words:
            words.append(("", " ", "\n")[gap])
        words.append(piece.words)
        gap = 0
    return "".join(words)


def read_json(text: str) -> Any:
    """What a page's JSON says; halves of a letter, which no file can hold, are replaced."""
    value = json.loads(text)
    # JSON.stringify escapes surrogates only where they stand alone.
    return mended(value) if "\\ud" in text else value


def read_snapshot(text: str) -> Snapshot:
    """A snapshot from the JSON that javascript/snapshot.js returns."""
    raw: dict[str, Any] = read_json(text)
    texts = raw.pop("texts")
    raw["elements"] = tuple(_element(index, record) for index, record in enumerate(raw["elements"]))
    raw["left_out"] = frozenset(raw["left_out"])
    for key in ("obstacles", "invalid", "flashes"):
        raw[key] = tuple(raw[key])
    pieces = tuple(TextRun(owner, words, gap, kind == 1, kind == 2) for owner, words, gap, kind in texts)
    return Snapshot(**raw, pieces=pieces)


def _element(index: int, record: dict[str, Any]) -> Element:
    """One element from its record, which has the names of its fields."""
    record["box"] = Rectangle(*record["box"])
    record["states"] = frozenset(record.get("states", ()))
    record["limits"] = tuple((name, value) for name, value in record.get("limits", ()))
    record["options"] = tuple(SelectOption(*option) for option in record.get("options", ()))
    first, last = record.pop("texts", (0, 0))
    return Element(index=index, **record, first_text=first, last_text=last)

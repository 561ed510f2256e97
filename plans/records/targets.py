"""What the judge's steps point at, as a person would (by role, name and place, never by CSS), and what is read off."""

from typing import Literal

from pydantic import Field

from plans.records.base import Record

Role = Literal[
    "any", "button", "link", "textbox", "spinbutton", "combobox", "checkbox", "radio", "switch", "slider", "tab",
    "menuitem", "option", "file", "heading", "text", "image", "item", "list", "table", "row", "cell", "form",
    "dialog", "alert", "region", "navigation", "progressbar", "chart",
]  # fmt: skip
"""What kind of thing a target is. `item` is one of a set that repeats (a card, a row, an entry); `any` is whatever
can be seen; `text` is readable text wherever it stands; `button` also covers links and icons that act."""


BOUND_NAME = r"^[a-z][a-z0-9_]*$"


TARGET_ID = r"^[a-z0-9][a-z0-9-]*$"


class Target(Record):
    """An element as a person would describe it.

    Targets that describe the same are equal, whatever id and description they go by.
    """

    id: str = Field(default="", pattern=rf"{TARGET_ID}|^$")
    """Name of the target in the `targets` table of `criteria.yaml`; empty for one that stands in no table."""
    description: str = ""
    """One line on what it is, for whoever has to find it in an app that calls it otherwise."""
    role: Role = "any"
    """What kind of thing it is."""
    name: str = ""
    """What it says or is called: label, text, tooltip, placeholder. For an item: what one of them is."""
    synonyms: tuple[str, ...] = ()
    """Other wordings that are as good; any one of them suffices."""
    within: "Target | None" = None
    """The thing it is inside of."""
    near: str | None = None
    """Text that stands beside or above it."""
    containing: str | None = None
    """Text that must stand inside it."""
    nth: int | None = None
    """Which one, in reading order: 1 is the first, -1 the last. Left out: the best match."""
    drawn: str | None = Field(default=None, pattern=BOUND_NAME)
    """The name that a `draw` step bound to a place, which is `nth` from then on."""

    @property
    def _described(self) -> tuple[object, ...]:
        return (
            self.role, self.name, self.synonyms, self.within, self.near, self.containing, self.nth, self.drawn
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Target) and self._described == other._described

    def __hash__(self) -> int:
        return hash(self._described)

    @property
    def anywhere(self) -> "Target":
        """What it is and is called, and what it is inside of, without a word on which of several is meant."""
        within = self.within.anywhere if self.within else None
        left_open = {"within": within, "near": None, "containing": None, "nth": None, "drawn": None}
        return self.model_copy(update=left_open)

    @property
    def names(self) -> tuple[str, ...]:
        """Its name and the others that it may go by; empty where its role alone tells what is meant."""
        return (self.name, *self.synonyms) if self.name else self.synonyms


ReadKind = Literal[
    "text", "number", "value", "count", "texts", "numbers", "state", "content", "brightness", "messages", "date",
    "dates", "time", "times",
]  # fmt: skip
"""What is read off a target. text: its visible words. number: the first number in it (money, counts, percent).
value: a field's value. count: how many match (0 is an answer). texts, numbers: of each match, in reading order.
state: a list of words out of checked, disabled, expanded, pressed, selected, focused, invalid, readonly, current.
content: all visible text inside, for comparing before and after (target left out: the whole page).
brightness: how light the page's background is, from 0 (black) to 1 (white); the target is left out.
messages: what the last action made appear that reads as a message; the target is left out.
date, time: the first day (2026-07-05) or time of day (09:30) in it, however it is written, or what its fields hold.
dates, times: of each match, in reading order. A day is undecided where day and month could be swapped."""

Target.model_rebuild()

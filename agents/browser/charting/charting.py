"""Exploring an app, breadth first and within bounds, on a page of its own.

What is done to the app there is of no consequence: the page is closed afterwards.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from urllib.parse import urlsplit

from pydantic import Field

from agents.browser.actions.finding import NotOperable, press, standing
from agents.browser.actions.uncovering import open_app
from agents.browser.charting.atlas import Atlas, Screen
from agents.browser.grounding.items import listed
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.looks import look_of
from agents.browser.grounding.roles import CONTAINERS
from agents.browser.grounding.submits import sole_submit
from agents.browser.grounding.words import has_words
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.errors import JudgeError
from plans.records.base import Record
from plans.records.findings import Look
from plans.time_limits import TimeLimit

_LEADS = frozenset({"link", "tab", "menuitem"})
"""Roles of what leads somewhere."""
_ALIKE = 8
"""Controls of one look that are pressed of one screen: the links of a menu, not the days of a calendar."""
_LONG = 40
"""Letters from which the words of a button are content."""
_HERE = frozenset({"current", "selected", "disabled", "expanded", "pressed"})
_ARROWS = "←→↑↓▲▼◀▶«»‹›"
"""Signs of what moves something."""


def doors(snapshot: Snapshot) -> list[Element]:
    """What may lead on from here: what leads somewhere by its kind comes first."""
    return sorted(_doors(snapshot), key=lambda e: (not _leads(e), e.index))


def _doors(snapshot: Snapshot) -> Iterator[Element]:
    items = listed(snapshot)
    unpressed = {*_submits(snapshot)}
    alike = Counter[tuple[str, str, str]]()
    for element in snapshot.elements:
        if element.index in unpressed or not _can_be_pressed(snapshot, element):
            continue
        item = next((i for i in items if snapshot.holds(i, element.index)), None)
        if item is not None and item != items[0]:
            continue
        if not (_leads(element) or _is_title(snapshot, element, item) or _is_named_button(snapshot, element)):
            continue
        kind = (element.tag, element.role, element.tokens)
        alike[kind] += 1
        if alike[kind] <= _ALIKE and not _is_left_alone(snapshot, element):
            yield element


def _is_left_alone(snapshot: Snapshot, element: Element) -> bool:
    """Whether it undoes something, or only leads back."""
    said = element.name or snapshot.text(element.index)
    words = stems(said)
    known = lexicon().doors
    return bool(known.harms & set(words) or known.back & set(words[:1])) or said.startswith(("←", "‹", "«"))


def _submits(snapshot: Snapshot) -> Iterator[int | None]:
    """The buttons that hand in what is typed."""
    return (sole_submit(snapshot, e.index) for e in snapshot.elements if e.role == "textbox" and e.is_shown)


def _is_title(snapshot: Snapshot, element: Element, item: int | None) -> bool:
    """Whether it is an entry of the list, or its heading."""
    if item is None:
        return False
    headings = (i for i in snapshot.inside(item) if snapshot.elements[i].role == "heading")
    return element.index == item or any(
        snapshot.holds(element.index, h) or snapshot.holds(h, element.index) for h in headings
    )


def _leads(element: Element) -> bool:
    return element.role in _LEADS or element.has_popup or element.tag == "summary"


def _can_be_pressed(snapshot: Snapshot, element: Element) -> bool:
    if not element.clickable or not element.is_shown or element.covered or element.is_field:
        return False
    if element.role in ("label", "option") or element.states & _HERE:
        return False
    around = (snapshot.elements[i] for i in snapshot.ancestors(element.index))
    return not any(outer.clickable and outer.role in ("button", "label", *_LEADS) for outer in around)


def _is_named_button(snapshot: Snapshot, element: Element) -> bool:
    """Whether it is called by something other than a deed: of "Settings" nobody knows what it does but open them."""
    said = element.name or snapshot.text(element.index)
    words = stems(said)
    if element.role not in ("", "button") or not has_words(said) or len(said) > _LONG:
        return False
    if any(sign in said for sign in _ARROWS) or any(word.isdigit() for word in words):
        return False
    known = lexicon()
    if words[0] in known.doors.begins:
        return "to" not in words and not _stands_in_a_form(snapshot, element)
    return not (known.doors.does | known.buttons.deeds | known.buttons.submits) & set(words)


def _stands_in_a_form(snapshot: Snapshot, element: Element) -> bool:
    around = (snapshot.elements[i] for i in snapshot.ancestors(element.index))
    return any(outer.role in ("form", "dialog") or outer.tag == "form" for outer in around)


class ChartBounds(Record):
    """How far an app is explored; by counts alone, so that it comes out the same on any machine."""

    screens: int = Field(default=12, ge=1)
    presses: int = Field(default=24, ge=0)
    depth: int = Field(default=3, ge=1)
    """Presses from the start page to the furthest screen."""
    elements: int = Field(default=20_000, ge=1)
    """Elements of all screens together, as of screens with thousands each."""


class _Door(NamedTuple):
    """Something that may lead on."""

    look: Look
    way: tuple[Look, ...]
    """To the screen that it is on."""


async def chart(page: LivePage, start: str, bounds: ChartBounds, limit: float) -> Atlas:
    """The map of the app at an address.

    What a press does not survive, such as a page that hangs, cuts it short; so do `limit` seconds, which are for pages
    that never come to rest.
    """
    charting = _Charting(page, start, bounds)
    try:
        async with TimeLimit(limit):
            cut = await charting.explored()
    except TimeoutError:
        cut = f"it took longer than {limit:g} s"
    except (JudgeError, NotOperable) as error:
        cut = f"it could not be explored further: {error}"
    return Atlas(screens=tuple(charting.screens), presses=charting.presses, cut=cut)


@dataclass(slots=True)
class _Charting:
    page: LivePage
    start: str
    bounds: ChartBounds
    screens: list[Screen] = field(default_factory=list[Screen])
    presses: int = 0
    _known: set[Look] = field(default_factory=set[Look])
    """All that was on any screen so far and is operated, or holds what is."""
    _waiting: deque[_Door] = field(default_factory=deque[_Door])
    _too_deep: int = 0
    """Doors of the furthest screens, which are not pressed."""

    async def explored(self) -> str:
        """Press what waits, until nothing does or a bound is reached; says which."""
        await open_app(self.page, self.start)
        self._note(await self.page.look(), ())
        while self._waiting:
            left = f"{len(self._waiting)} controls were left"
            if len(self.screens) >= self.bounds.screens:
                return f"{left} after {self.bounds.screens} screens"
            if sum(len(screen.snapshot.elements) for screen in self.screens) >= self.bounds.elements:
                return f"{left} after {self.bounds.elements} elements"
            if self.presses >= self.bounds.presses:
                return f"{left} after {self.bounds.presses} presses"
            await self._open(self._waiting.popleft())
        if self._too_deep:
            return f"{self._too_deep} controls were left after {self.bounds.depth} presses in a row"
        return ""

    async def _open(self, door: _Door) -> None:
        if not await self._press(door.look):
            await open_app(self.page, self.start)
            for look in (*door.way, door.look):
                if not await self._press(look):
                    return
        snapshot = await self.page.look()
        if urlsplit(snapshot.url).netloc == urlsplit(self.start).netloc:
            self._note(snapshot, (*door.way, door.look))
        else:
            await open_app(self.page, self.start)

    async def _press(self, look: Look) -> bool:
        index = standing(await self.page.look(), look)
        if index is None:
            return False
        self.page.begin_action()
        self.presses += 1
        return await press(self.page, index)

    def _note(self, snapshot: Snapshot, way: tuple[Look, ...]) -> None:
        """Keep a screen with anything new on it, and what of the new may lead on from it."""
        items = listed(snapshot)
        fresh = set(_looks(snapshot, items)) - self._known
        if way and not fresh:
            return
        self._known |= fresh
        self.screens.append(Screen(way=way, snapshot=snapshot))
        leading = {_look_in(snapshot, e.index, items): look_of(snapshot, e.index) for e in doors(snapshot)}
        found = [_Door(look, way) for known, look in leading.items() if known in fresh]
        if len(way) < self.bounds.depth:
            self._waiting.extend(found)
        else:
            self._too_deep += len(found)


def _looks(snapshot: Snapshot, items: Sequence[int]) -> Iterator[Look]:
    """The looks of what is operated or holds what is; words that are only read make no other screen."""
    for element in snapshot.elements:
        is_told = element.clickable or element.is_field or element.role in (*CONTAINERS, "heading")
        if is_told and element.is_shown:
            yield _look_in(snapshot, element.index, items)


def _look_in(snapshot: Snapshot, index: int, items: Sequence[int]) -> Look:
    """How an element looks, whatever state it is in; in an entry of a list also whatever the entry is about."""
    look = look_of(snapshot, index)
    if any(snapshot.holds(item, index) for item in items):
        return replace(look, words=())
    return replace(look, tokens="") if look.words else look

"""Exploring an app, breadth first and within bounds, on a page of its own that is closed afterwards."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from pydantic import Field

from agents.browser.actions.finding import NotOperable, press, standing
from agents.browser.actions.pointing import open_app
from agents.browser.charting.atlas import Atlas, Screen
from agents.browser.grounding.candidates import look_of
from agents.browser.grounding.items import listed
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.names import has_words
from agents.browser.grounding.scoring import CONTAINERS
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.errors import JudgeError
from plans.records.base import Record
from plans.records.findings import Look
from plans.time_limits import TimeLimit

_NAVIGATING = frozenset({"link", "tab", "menuitem"})
_IN_EFFECT = frozenset({"current", "selected", "disabled", "expanded", "pressed"})
"""States of a control that has nothing more to show."""


def doors(snapshot: Snapshot) -> list[Element]:
    """The controls that may show another screen, links and the like first.

    Of the entries of a list only the first counts. Left out is what submits, deletes, buys, or only leads back.
    """
    in_later_items = _inside(snapshot, listed(snapshot)[1:])
    known = lexicon().doors
    found: list[Element] = []
    for element in snapshot.elements:
        if element.index in in_later_items or not _is_operable(snapshot, element):
            continue
        name = element.name or snapshot.text(element.index)
        words = stems(name)
        if known["harms"] & set(words) or known["back"] & set(words[:1]):
            continue
        if _navigates(element) or (element.role in ("", "button") and has_words(name) and _may_open(words)):
            found.append(element)
    return sorted(found, key=lambda element: not _navigates(element))


def _is_operable(snapshot: Snapshot, element: Element) -> bool:
    """True for a control that can be pressed and is no part of another one."""
    if not element.clickable or not element.is_shown or element.covered or element.is_field:
        return False
    if element.role in ("label", "option") or element.states & _IN_EFFECT:
        return False
    around = (snapshot.elements[i] for i in snapshot.ancestors(element.index))
    return not any(outer.clickable and outer.role in ("button", "label", *_NAVIGATING) for outer in around)


def _navigates(element: Element) -> bool:
    return element.role in _NAVIGATING or element.has_popup or element.tag == "summary"


def _may_open(words: tuple[str, ...]) -> bool:
    """True for the name of a button that does nothing else, as "Settings", or that opens a form, as "Add order"."""
    known = lexicon()
    if words[0] in known.doors["begins"]:
        return "to" not in words
    does_something = (known.doors["does"] | known.buttons["submits"]) & set(words)
    return not does_something and not any(word.isdigit() for word in words)


class ChartBounds(Record):
    """How far an app is explored; by counts alone, so that it comes out the same on any machine."""

    screens: int = Field(default=12, ge=1)
    presses: int = Field(default=24, ge=0)
    depth: int = Field(default=3, ge=1)
    """Presses from the start page to the furthest screen."""
    elements: int = Field(default=20_000, ge=1)
    """Elements of all screens together, as of screens with thousands each."""


async def chart(page: LivePage, start: str, bounds: ChartBounds, limit: float) -> Atlas:
    """The map of the app at an address.

    A page that hangs cuts it short, and so do `limit` seconds, which are for pages that never come to rest.
    """
    exploration = _Exploration(page, start, bounds)
    try:
        async with TimeLimit(limit):
            cut = await exploration.run()
    except TimeoutError:
        cut = f"it took longer than {limit:g} s"
    except (JudgeError, NotOperable) as error:
        cut = f"it could not be explored further: {error}"
    return Atlas(screens=tuple(exploration.screens), presses=exploration.presses, cut=cut)


@dataclass(slots=True)
class _Exploration:
    page: LivePage
    start: str
    bounds: ChartBounds
    screens: list[Screen] = field(default_factory=list[Screen])
    presses: int = 0
    _known: set[Look] = field(default_factory=set[Look])
    """Controls, and what holds them, of all screens so far."""
    _waiting: deque[tuple[Look, ...]] = field(default_factory=deque[tuple[Look, ...]])
    """Ways that are still to be gone: what is pressed from the start page on, in order."""
    _too_deep: int = 0
    """Doors of the furthest screens, which are not pressed."""

    async def run(self) -> str:
        """Press what waits, until nothing does or a bound is reached; returns which bound, or nothing."""
        bounds = self.bounds
        await open_app(self.page, self.start)
        self._note(await self.page.look(), ())
        while self._waiting:
            left = f"{len(self._waiting)} controls were left"
            if len(self.screens) >= bounds.screens:
                return f"{left} after {bounds.screens} screens"
            if sum(len(screen.snapshot.elements) for screen in self.screens) >= bounds.elements:
                return f"{left} after {bounds.elements} elements"
            if self.presses >= bounds.presses:
                return f"{left} after {bounds.presses} presses"
            await self._go(self._waiting.popleft())
        if self._too_deep:
            return f"{self._too_deep} controls were left after {bounds.depth} presses in a row"
        return ""

    async def _go(self, way: tuple[Look, ...]) -> None:
        """Press the last control of a way; where it is not on the page now, go the whole way from the start page."""
        if not await self._press(way[-1]):
            await open_app(self.page, self.start)
            for look in way:
                if not await self._press(look):
                    return
        snapshot = await self.page.look()
        if urlsplit(snapshot.url).netloc == urlsplit(self.start).netloc:
            self._note(snapshot, way)
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
        """Keep a screen with any new control on it, and the new ones that are doors."""
        in_items = _inside(snapshot, listed(snapshot))
        looks = {
            e.index: _stateless_look(snapshot, e.index, is_in_item=e.index in in_items)
            for e in snapshot.elements
            if e.is_shown and (e.clickable or e.is_field or e.role in (*CONTAINERS, "heading"))
        }
        fresh = set(looks.values()) - self._known
        if way and not fresh:
            return
        self._known |= fresh
        self.screens.append(Screen(way=way, snapshot=snapshot))
        leading = {looks[e.index]: look_of(snapshot, e.index) for e in doors(snapshot)}
        ways = [(*way, look) for stateless, look in leading.items() if stateless in fresh]
        if len(way) < self.bounds.depth:
            self._waiting.extend(ways)
        else:
            self._too_deep += len(ways)


def _stateless_look(snapshot: Snapshot, index: int, *, is_in_item: bool) -> Look:
    """The look of an element whatever its state; in an entry of a list also whatever its words."""
    look = look_of(snapshot, index)
    if is_in_item:
        return replace(look, words=())
    return replace(look, tokens="") if look.words else look


def _inside(snapshot: Snapshot, items: Iterable[int]) -> set[int]:
    """Indices of entries of a list and of everything inside them."""
    return {index for item in items for index in snapshot.within(item)}

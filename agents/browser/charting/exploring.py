"""Exploring an app, breadth first and within bounds, on a page of its own that is closed afterwards."""

from collections import deque
from dataclasses import dataclass, field
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


def doors(snapshot: Snapshot) -> tuple[list[Element], list[Element]]:
    """The controls to press, which may show another screen, links and the like first; and those to leave alone.

    Of the entries of a list only the first counts. Left alone is what submits, deletes or buys. What only leads back is
    in neither list.
    """
    in_later_items = {index for item in listed(snapshot)[1:] for index in snapshot.within(item)}
    known = lexicon()
    links, buttons, others = list[Element](), list[Element](), list[Element]()
    for element in snapshot.elements:
        if element.index in in_later_items or not _is_operable(snapshot, element):
            continue
        name = element.name or snapshot.text(element.index)
        words = stems(name)
        if known.doors["back"] & set(words[:1]):
            continue
        kept, is_harmless = others, not known.doors["harms"] & set(words)
        if is_harmless and (element.role in _NAVIGATING or element.has_popup or element.tag == "summary"):
            kept = links
        elif is_harmless and element.role in ("", "button") and has_words(name):
            # "Add order" opens a form, and "Settings" does nothing else.
            is_opening = words[0] in known.doors["begins"]
            does_something = (known.doors["does"] | known.buttons["submits"]) & set(words)
            is_counting = any(word.isdigit() for word in words)
            if (is_opening and "to" not in words) or not (is_opening or does_something or is_counting):
                kept = buttons
        kept.append(element)
    return links + buttons, others


def _is_operable(snapshot: Snapshot, element: Element) -> bool:
    """True for a control that can be pressed and is no part of another one."""
    if not element.clickable or not element.is_shown or element.covered or element.is_field:
        return False
    if element.role in ("label", "option") or element.states & _IN_EFFECT:
        return False
    around = (snapshot.elements[i] for i in snapshot.ancestors(element.index))
    return not any(outer.clickable and outer.role in ("button", "label", *_NAVIGATING) for outer in around)


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
    left_alone = tuple(exploration.left_alone)
    return Atlas(
        screens=tuple(exploration.screens), presses=exploration.presses, cut=cut, left_alone=left_alone
    )


@dataclass(slots=True)
class _Exploration:
    page: LivePage
    start: str
    bounds: ChartBounds
    screens: list[Screen] = field(default_factory=list[Screen])
    presses: int = 0
    left_alone: dict[Look, None] = field(default_factory=dict[Look, None])
    _known: set[tuple[object, ...]] = field(default_factory=set[tuple[object, ...]])
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
        """Keep a screen with any new control on it, and the new ones that are doors.

        What is new does not depend on an element's state, nor in an entry of a list on its words.
        """
        in_items = {index for item in listed(snapshot) for index in snapshot.within(item)}
        stateless: dict[int, tuple[object, ...]] = {}
        for e in snapshot.elements:
            if e.is_shown and (e.clickable or e.is_field or e.role in (*CONTAINERS, "heading")):
                look = look_of(snapshot, e.index)
                words = () if e.index in in_items else look.words
                stateless[e.index] = (look.tag, look.role, words or look.tokens)
        fresh = set(stateless.values()) - self._known
        if way and not fresh:
            return
        self._known |= fresh
        self.screens.append(Screen(way=way, snapshot=snapshot))
        # Of doors that look alike in every state, the last one is pressed.
        pressed, others = doors(snapshot)
        self.left_alone |= dict.fromkeys(look_of(snapshot, element.index) for element in others)
        leading = {stateless[e.index]: look_of(snapshot, e.index) for e in pressed}
        ways = [(*way, look) for known_as, look in leading.items() if known_as in fresh]
        if len(way) < self.bounds.depth:
            self._waiting.extend(ways)
        else:
            self._too_deep += len(ways)

"""Exploring an app, breadth first and within bounds, on a page of its own.

What is done to the app there is of no consequence: the page is closed afterwards.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from urllib.parse import urlsplit

from pydantic import Field

from agents.browser.actions.going import standing
from agents.browser.actions.outcome import NotOperable
from agents.browser.actions.revealing import press
from agents.browser.actions.uncovering import open_app
from agents.browser.charting.atlas import Atlas, Screen
from agents.browser.charting.doors import doors
from agents.browser.grounding.items import listed
from agents.browser.grounding.looks import look_of
from agents.browser.grounding.roles import CONTAINERS
from agents.browser.page import LivePage
from agents.browser.snapshot import Snapshot
from plans.errors import JudgeError
from plans.records.base import Record
from plans.records.findings import Look
from plans.time_limits import TimeLimit


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

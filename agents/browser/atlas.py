"""A map of an app: the screens that were seen, and by which presses each of them is reached."""

import json
import re
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

from pydantic import Field

from agents.browser.actions.pointing import NotOperable, open_app, press, standing
from agents.browser.grounding.candidates import look_of
from agents.browser.grounding.lists import page_entries, repeated
from agents.browser.grounding.names import has_words, lexicon, stems
from agents.browser.grounding.scoring import CONTAINERS
from agents.browser.page import LivePage
from agents.browser.snapshot import FRAME, Element, Snapshot
from plans.errors import JudgeError, PageUnresponsive
from plans.plain_text import plain_line
from plans.records.app_map import AppMap, Fingerprint, MappedScreen
from plans.records.base import Record
from plans.time_limits import RunningTimeLimit

FIRST = "s1"
"""Id of the start page's screen, which is told in full."""
_LONGEST_TEXT = 100
"""Characters of each text of an element."""
_MOST_OPTIONS = 12
"""Options of a list that are named."""
_MOST_LINES = 300
"""Lines of one screen."""
_LONG_LIST = 7
"""Entries from which a list is shortened: fewer are often unlike each other, as key figures and rows of facts are."""
_FIRST_ENTRIES = 2
"""Entries at the beginning of a shortened list that are shown; the last one is shown too."""
_LINE = re.compile(r"( *)(?:\[(s\d+e\d+)\] )?(.*)", re.DOTALL)
_SIGN = re.compile(r"\[?s(\d{1,6})e(\d{1,6})\]?", re.ASCII)
_PLAIN_KIND = re.compile(r"[a-z][a-z0-9]{0,15}")
"""Roles and tags of ARIA and HTML; others were made up by the page."""
_OUTLINED = frozenset(
    {
        "heading", "list", "table", "row", "dialog", "form", "navigation", "region", "main", "alert", "status",
        "image", "progressbar", "meter", "columnheader", "article", "listitem", "group", "radiogroup", "tablist",
        "menu", "legend", "figure", "banner", "contentinfo",
    }
)  # fmt: skip
"""Roles of what is told though it is not operated."""


_NAVIGATING = frozenset({"link", "tab", "menuitem"})
_IN_EFFECT = frozenset({"current", "selected", "disabled", "expanded", "pressed"})
"""States of a control that has nothing more to show."""


class Screen(Record):
    """A page that a press led to."""

    way: tuple[Fingerprint, ...]
    """What is pressed to come here from the start page, in order; nothing for the start page itself."""
    snapshot: Snapshot


class Atlas(Record):
    """The screens of an app, those first that are reached by fewer presses."""

    screens: tuple[Screen, ...]
    presses: int
    """Presses that were made to find them."""
    cut: str = ""
    """Why the exploration ended before everything was pressed; empty when it did not."""
    left_alone: tuple[Fingerprint, ...] = ()
    """Controls that were not pressed, since a press may change what the app keeps."""

    @property
    def start(self) -> Snapshot | None:
        """The start page; None where it never came."""
        return self.screens[0].snapshot if self.screens else None


class OutlineLine(NamedTuple):
    """A line of an outline in its parts."""

    depth: int
    sign: str
    """By which the line's element is named, such as `s2e14`; empty where it tells of none."""
    said: str


def parse_line(row: str) -> OutlineLine:
    """The parts of a line of an outline."""
    found = _LINE.match(row)
    assert found is not None
    return OutlineLine(len(found[1]) // 2, found[2] or "", found[3])


def app_map(atlas: Atlas) -> AppMap:
    """The map in words; of each screen but the first only what no earlier one shows."""
    known: set[str] = set()
    screens: list[MappedScreen] = []
    for number, screen in enumerate(atlas.screens, 1):
        snapshot = screen.snapshot
        said = _said_by_index(snapshot)
        _, slash, path = snapshot.url.partition("://")[2].partition("/")
        screens.append(
            MappedScreen(
                id=f"s{number}",
                way=tuple(f"{look.role or look.tag} {' '.join(look.words)}".strip() for look in screen.way),
                url=f"{slash}{path}",
                title=snapshot.title,
                lines=_lines(snapshot, f"s{number}", said, known),
                is_seen_whole=not snapshot.left_out,
                has_foreign_frames=FRAME in snapshot.left_out,
            )
        )
        known.update(said.values())
    return AppMap(screens=tuple(screens), presses=atlas.presses, cut=atlas.cut)


def outline(snapshot: Snapshot, id: str, kept: Set[int] = frozenset()) -> tuple[str, ...]:
    """One screen in words, a line for each element; `id` begins their signs.

    Entries that are `kept` are shown in long lists too.
    """
    return _lines(snapshot, id, _said_by_index(snapshot, kept), frozenset())


def in_words(screens: Sequence[MappedScreen]) -> Iterator[str]:
    """Screens as one outline, each beneath a line that tells the way to it."""
    for screen in screens:
        way = ", then ".join(map(_quoted, screen.way))
        come_to = f"after pressing {way}" if way else "come to while a task was tried"
        yield f"Screen {screen.id}: {'start' if screen.id == FIRST else f'{come_to}; only what is new on it'}"
        yield from (f"  {line}" for line in screen.lines)


def element_of(atlas: Atlas, sign: str) -> tuple[Snapshot, int] | None:
    """The screen and the element that a sign such as `s2e14` means; None where there is no such element."""
    found = _SIGN.fullmatch(sign.strip())
    if found is None or not 1 <= int(found[1]) <= len(atlas.screens):
        return None
    snapshot, index = atlas.screens[int(found[1]) - 1].snapshot, int(found[2])
    return (snapshot, index) if index < len(snapshot.elements) else None


def _lines(snapshot: Snapshot, id: str, said: dict[int, str], known: Set[str]) -> tuple[str, ...]:
    """The lines of what is said of elements, without what is `known` and holds nothing new."""
    shown: set[int] = set()
    for index, words in said.items():
        if words not in known:
            shown.update((index, *snapshot.ancestors(index)))
    rows: list[str] = []
    indices = [index for index in said if index in shown]
    for index in indices[:_MOST_LINES]:
        depth = sum(outer in said for outer in snapshot.ancestors(index))
        rows.append(f"{'  ' * depth}[{id}e{index}] {said[index]}")
    if len(indices) > _MOST_LINES:
        rows.append(f"… {len(indices) - _MOST_LINES} further elements are left out")
    return tuple(rows)


def _said_by_index(snapshot: Snapshot, kept: Set[int] = frozenset()) -> dict[int, str]:
    """Index of each element that is told, in reading order → its words; long lists are shortened."""
    skipped: set[int] = set()
    counts: defaultdict[int, list[str]] = defaultdict(list)
    """First entry of a list, and what holds a list → how many entries there are."""
    for group in repeated(snapshot, range(len(snapshot.elements)), None):
        members = list(group.members)
        counts[members[0]] += [f"(first of {len(members)} alike)"] if len(members) > 1 else []
        if len(members) > 1 and group.container > 0:
            counts[group.container].append(f"holding {len(members)} alike")
        if len(members) >= _LONG_LIST and any(snapshot.elements[i].end > i + 1 for i in members):
            skipped.update(members[_FIRST_ENTRIES:-1])
    skipped -= kept
    said: dict[int, str] = {}
    for element in snapshot.elements:
        index = element.index
        if index in skipped or element.parent in skipped:
            skipped.add(index)
        elif snapshot.presents(element) and (index in counts or _is_told(snapshot, element)):
            said[index] = " ".join([_said(snapshot, element), *counts.get(index, ())])
    return said


def _is_told(snapshot: Snapshot, element: Element) -> bool:
    if element.role == "image" and not element.name and not element.clickable:
        return False
    if snapshot.own_text(element.index).strip():
        return True
    is_operated = element.clickable or element.is_field
    return element.role != "label" and (is_operated or element.role in _OUTLINED)


def _said(snapshot: Snapshot, element: Element) -> str:
    """What is told of an element, in one line: words of the page stand in quotation marks, and are cut."""
    kind = element.role or element.tag
    if not _PLAIN_KIND.fullmatch(kind):
        kind = f"element {_quoted(kind)}"
    own = " ".join(snapshot.own_text(element.index).split())
    is_mute = element.clickable and not element.name and not own
    texts = {
        "": element.name or own,
        "text": own if element.name and own != element.name else "",
        "around": snapshot.text(element.index) if is_mute else "",
        "icon": element.icon if is_mute else "",
        "placeholder": element.placeholder if element.placeholder != element.name else "",
        "holds": element.value,
    }
    parts = [f"clickable {kind}" if element.clickable and not element.role else kind]
    parts += [f"{what} {_quoted(words)}".strip() for what, words in texts.items() if words]
    if element.is_field and element.input_type not in ("", "text", "checkbox", "radio"):
        parts.append(f"type {element.input_type}")
    if element.options:
        names = ", ".join(_quoted(option.text) for option in element.options[:_MOST_OPTIONS])
        more = len(element.options) - _MOST_OPTIONS
        parts.append(f"options {names}{f' and {more} more' if more > 0 else ''}")
    return " ".join([*parts, *sorted(element.states - {"focused"})])


def _quoted(text: str) -> str:
    """A text of the page in quotation marks, in one line: as in JSON, nothing in it can end them. A long one is cut."""
    words = plain_line(text)
    cut = words if len(words) <= _LONGEST_TEXT else f"{words[:_LONGEST_TEXT]}…"
    return json.dumps(cut, ensure_ascii=False)


def doors(snapshot: Snapshot) -> tuple[list[Element], list[Element]]:
    """The controls to press, which may show another screen, links and the like first; and those to leave alone.

    Of the entries of a list only the first counts. Left alone is what submits, deletes or buys. What only leads back is
    in neither list.
    """
    in_later_items = {index for item in page_entries(snapshot)[1:] for index in snapshot.within(item)}
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
        async with RunningTimeLimit(limit):
            cut = await exploration.run()
    except TimeoutError:
        cut = f"it took longer than {limit:g} s"
    except (JudgeError, PageUnresponsive, NotOperable) as error:
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
    left_alone: dict[Fingerprint, None] = field(default_factory=dict[Fingerprint, None])
    _known: set[tuple[object, ...]] = field(default_factory=set[tuple[object, ...]])
    """Controls, and what holds them, of all screens so far."""
    _waiting: deque[tuple[Fingerprint, ...]] = field(default_factory=deque[tuple[Fingerprint, ...]])
    """Ways that are still to be gone: what is pressed from the start page on, in order."""
    _too_deep: int = 0
    """Doors of the furthest screens, which are not pressed."""
    _unreached: int = 0
    """Doors that were not there any more when they were to be pressed."""

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
        return f"{self._unreached} controls could not be found again" if self._unreached else ""

    async def _go(self, way: tuple[Fingerprint, ...]) -> None:
        """Press the last control of a way; where it is not on the page now, go the whole way from the start page."""
        if not await self._press(way[-1]):
            await open_app(self.page, self.start)
            for look in way:
                if not await self._press(look):
                    self._unreached += 1
                    return
        snapshot = await self.page.look()
        if urlsplit(snapshot.url).netloc == urlsplit(self.start).netloc:
            self._note(snapshot, way)
        else:
            await open_app(self.page, self.start)

    async def _press(self, look: Fingerprint) -> bool:
        index = standing(await self.page.look(), look)
        if index is None:
            return False
        self.page.begin_action()
        self.presses += 1
        return await press(self.page, index)

    def _note(self, snapshot: Snapshot, way: tuple[Fingerprint, ...]) -> None:
        """Keep a screen with any new control on it, and the new ones that are doors.

        What is new does not depend on an element's state, nor in an entry of a list on its words.
        """
        in_items = {index for item in page_entries(snapshot) for index in snapshot.within(item)}
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

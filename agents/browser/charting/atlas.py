"""A map of an app: the screens that were seen, and by which presses each of them is reached."""

import json
import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from agents.browser.frames import FRAME
from agents.browser.grounding.items import repeated
from agents.browser.snapshot import Element, Snapshot
from plans.records.app_map import AppMap, MappedScreen
from plans.records.base import Record
from plans.records.findings import Look
from plans.untrusted_text import plain_line


class Screen(Record):
    """What a press brought to light."""

    way: tuple[Look, ...]
    """What is pressed to come here from the start page, in order; nothing for the start page itself."""
    snapshot: Snapshot


class Atlas(Record):
    """The screens of an app, those first that are reached by fewer presses."""

    screens: tuple[Screen, ...]
    presses: int
    """Presses that were made to find them."""
    cut: str = ""
    """Why the exploration ended before everything was pressed; empty when it did not."""


_TEXT = 100
"""Letters of what one element says."""
_NAME = 40
"""Letters of what an entry is called by all that it says."""
_ENTRIES = frozenset({"listitem", "row", "article", "cell", "rowheader"})
_OPTIONS = 12
"""Options of a list that are named."""
_LINE = re.compile(r"( *)(?:\[(s\d+e\d+)\] )?(.*)", re.DOTALL)
_PLAIN_KIND = re.compile(r"[a-z][a-z0-9]{0,15}")
"""Roles and tags of ARIA and HTML; others were made up by the page."""
_LINES = 300
"""Lines of one screen."""
_SHOWN = 2
"""Entries of a list that are shown, from its beginning; the last one is shown too."""
_MANY = 7
"""Entries from which a list is shortened: fewer are often unlike each other, as key figures and rows of facts are."""
_OUTLINED = frozenset(
    {
        "heading", "list", "table", "row", "dialog", "form", "navigation", "region", "main", "alert", "status",
        "image", "progressbar", "meter", "columnheader", "article", "listitem", "group", "radiogroup", "tablist",
        "menu", "legend", "figure", "banner", "contentinfo",
    }
)  # fmt: skip
"""Roles of what is told though it is not operated."""
_TOLD_STATES = (
    "checked",
    "disabled",
    "expanded",
    "pressed",
    "selected",
    "invalid",
    "readonly",
    "current",
    "required",
)


FIRST = "s1"
"""Id of the start page's screen, of which all is told."""


class MapLine(NamedTuple):
    """A line of a map in its parts."""

    depth: int
    sign: str
    """By which the line's element is named; empty where it tells of none."""
    said: str

    @property
    def text(self) -> str:
        """The line as it is written."""
        sign = f"[{self.sign}] " if self.sign else ""
        return f"{'  ' * self.depth}{sign}{self.said}"


def parse_line(row: str) -> MapLine:
    """The parts of a line of a map."""
    found = _LINE.match(row)
    assert found is not None
    return MapLine(len(found[1]) // 2, found[2] or "", found[3])


def app_map(atlas: Atlas) -> AppMap:
    """The map in words; of each screen but the first only what no earlier one shows."""
    known: set[str] = set()
    screens: list[MappedScreen] = []
    for number, screen in enumerate(atlas.screens, 1):
        seen: set[str] = set()
        lines = tuple(_lines(screen.snapshot, f"s{number}", known, seen))
        known |= seen
        screens.append(
            MappedScreen(
                id=f"s{number}",
                way=tuple(_called(look) for look in screen.way),
                url=_path(screen),
                title=screen.snapshot.title,
                lines=lines,
                is_seen_whole=not screen.snapshot.left_out,
                has_foreign_frames=FRAME in screen.snapshot.left_out,
            )
        )
    return AppMap(screens=tuple(screens), presses=atlas.presses, cut=atlas.cut)


def outline(snapshot: Snapshot, id: str) -> tuple[str, ...]:
    """One screen in words."""
    return tuple(_lines(snapshot, id, frozenset(), set()))


def element_of(atlas: Atlas, sign: str) -> tuple[Snapshot, int] | None:
    """The element that a sign such as `s2e14` means, and the screen that it is on; None where it means none."""
    screen, _, element = sign.strip().strip("[]").removeprefix("s").partition("e")
    if not (_is_number(screen) and _is_number(element)):
        return None
    place, index = int(screen) - 1, int(element)
    if not 0 <= place < len(atlas.screens):
        return None
    snapshot = atlas.screens[place].snapshot
    return (snapshot, index) if index < len(snapshot.elements) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 7


def _lines(snapshot: Snapshot, id: str, known: Set[str], seen: set[str]) -> Iterator[str]:
    """The lines of a screen without those that say what is `known`; what they say is added to `seen`."""
    skipped, heads, containers = _shortened(snapshot)
    depths: dict[int, int] = {}
    told: dict[int, str] = {}
    shown: set[int] = set()
    for element in snapshot.elements:
        outer = depths.get(element.parent, 0)
        depths[element.index] = outer
        if element.index in skipped or element.parent in skipped:
            skipped.add(element.index)
            continue
        if element.index not in containers and not _is_told(snapshot, element, heads):
            continue
        depths[element.index] = outer + 1
        said = _said(snapshot, element, heads.get(element.index, 0))
        if element.index in containers:
            said += f" holding {containers[element.index]} alike"
        told[element.index] = said
        if said not in known:
            # What something new stands in is told too, though it stood there before.
            shown.update((element.index, *snapshot.ancestors(element.index)))
    seen.update(told.values())
    lines = [(index, said) for index, said in told.items() if index in shown]
    yield from (MapLine(depths[index] - 1, f"{id}e{index}", said).text for index, said in lines[:_LINES])
    if len(lines) > _LINES:
        yield f"… {len(lines) - _LINES} further elements are left out"


def _shortened(snapshot: Snapshot) -> tuple[set[int], dict[int, int], dict[int, int]]:
    """Entries of long lists that are left out; first entry → how many there are; what holds a list → the same."""
    skipped: set[int] = set()
    heads: dict[int, int] = {}
    containers: dict[int, int] = {}
    for group in repeated(snapshot, range(len(snapshot.elements)), None):
        members = list(group.members)
        if len(members) > 1 and group.container > 0:
            containers[group.container] = max(len(members), containers.get(group.container, 0))
        heads[members[0]] = len(members)
        if len(members) >= _MANY and any(_has_parts(snapshot, index) for index in members):
            skipped.update(members[_SHOWN:-1])
    return skipped, heads, containers


def _has_parts(snapshot: Snapshot, index: int) -> bool:
    return snapshot.elements[index].end > index + 1


def _is_told(snapshot: Snapshot, element: Element, heads: dict[int, int]) -> bool:
    if not snapshot.presents(element):
        return False
    if element.role == "image" and not element.name and not element.clickable:
        return False
    if element.clickable or element.is_field or element.role in _OUTLINED or element.index in heads:
        return element.role != "label" or bool(snapshot.own_text(element.index))
    return bool(snapshot.own_text(element.index).strip())


def _said(snapshot: Snapshot, element: Element, entries: int) -> str:
    """What is told of an element, in one line: words of the page stand in quotation marks, and are cut."""
    kind = element.role or element.tag
    kind = kind if _PLAIN_KIND.fullmatch(kind) else f"element {string(kind, _NAME)}"
    parts = [f"clickable {kind}" if element.clickable and not element.role else kind]
    own = " ".join(snapshot.own_text(element.index).split())
    if element.name:
        parts.append(string(element.name, _NAME if element.role in _ENTRIES else _TEXT))
    if own and own != element.name:
        parts.append(f"text {string(own, _TEXT)}" if element.name else string(own, _TEXT))
    elif not element.name and not own and element.clickable and (inner := snapshot.text(element.index)):
        parts.append(f"around {string(inner, _TEXT)}")
    if not own and not element.name and element.clickable and (sign := element.icon):
        parts.append(f"icon {string(sign, _TEXT)}")
    if element.placeholder and element.placeholder != element.name:
        parts.append(f"placeholder {string(element.placeholder, _TEXT)}")
    if element.input_type and element.input_type not in ("text", "checkbox", "radio"):
        parts.append(f"type {element.input_type}")
    if element.value:
        parts.append(f"holds {string(element.value, _TEXT)}")
    if element.options:
        names = ", ".join(string(option.text, 40) for option in element.options[:_OPTIONS])
        more = len(element.options) - _OPTIONS
        parts.append(f"options {names}{f' and {more} more' if more > 0 else ''}")
    parts += [state for state in _TOLD_STATES if state in element.states]
    if element.clickable and not element.role:
        parts.append("can be pressed")
    if entries > 1:
        parts.append(f"(first of {entries} alike)")
    return " ".join(parts)


def string(text: str, longest: int) -> str:
    """Within quotation marks, in one line: as in JSON, nothing in it can end them. A long one is cut."""
    words = plain_line(text)
    return json.dumps(words if len(words) <= longest else f"{words[:longest]}…", ensure_ascii=False)


def _called(look: Look) -> str:
    return f"{look.role or look.tag} {' '.join(look.words)}".strip()


def _path(screen: Screen) -> str:
    _, _, rest = screen.snapshot.url.partition("://")
    _, slash, path = rest.partition("/")
    return f"{slash}{path}"


def in_words(screens: Sequence[MappedScreen]) -> Iterator[str]:
    """Screens as one outline, each beneath a line that tells the way to it."""
    for screen in screens:
        way = (
            f"after pressing {', then '.join(string(step, _TEXT) for step in screen.way)}"
            if screen.way
            else "start"
            if screen.id == FIRST
            else "come to while a task was tried"
        )
        new = "" if screen.id == FIRST else "; only what is new on it"
        yield f"Screen {screen.id}: {way}{new}"
        yield from (f"  {line}" for line in screen.lines)

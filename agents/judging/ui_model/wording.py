"""A page in words: a line for all that a person could operate or read, each with a sign by which it is pointed at.

Whatever the page says stands within quotation marks, cut to a length that no flood of words can exceed; what cannot be
seen is not told.
"""

from collections.abc import Iterator
from typing import NamedTuple, get_args

from agents.browser.snapshot import Element, Snapshot
from agents.browser.states import STATES
from agents.gateway.quoting import string
from agents.judging.ui_model.sight import Sight, spaced
from plans.records.targets import Role

LONGEST_PAGE = 14_000
"""Letters of a page."""
LONGEST_LINE = 300
"""Letters of what one element says."""
LONGEST_READ = 4000
"""Letters of one element that the judge asked to read in full."""
_DEEP = 8
"""Levels by which a line is indented at most."""
_OPTIONS = 25
"""Options of a list that are told."""
_WHOLE = frozenset(
    {"button", "link", "option", "tab", "menuitem", "heading", "label", "checkbox", "radio", "switch"}
)
"""Roles of what is told in one line with all that stands in it."""
_SAID = (*STATES, "required")
_BRIEF = 160
"""Letters up to which something to be pressed is told in one line."""


class _Line(NamedTuple):
    depth: int
    text: str
    is_control: bool


def page_in_words(sight: Sight) -> str:
    """The facts of a page and its elements; where it is too long, text that nothing operates is left out first."""
    lines = list(_lines(sight.snapshot))
    kept = _within(lines, LONGEST_PAGE)
    told = [f"{'  ' * line.depth}{line.text}" for line, is_kept in zip(lines, kept, strict=True) if is_kept]
    left = len(lines) - len(told)
    if left:
        told.append(f"({left} more lines are left out; `read` an element to see all that it says)")
    return "\n".join((*sight.facts, "", *(told or ["(nothing is to be seen)"])))


def read_in_full(sight: Sight, index: int) -> str:
    """All that one element says, quoted."""
    return string(sight.snapshot.text(index) or sight.snapshot.elements[index].name, LONGEST_READ)


def named_in_words(snapshot: Snapshot, index: int) -> str:
    """An element for the account of what was done: its kind, and what it says, quoted."""
    element = snapshot.elements[index]
    return f"{kind_of(element)} {string(snapshot.text(index) or element.name, 60)}"


def kind_of(element: Element) -> str:
    """What an element is, in a word of ours: a page may call a role of its own whatever it likes."""
    if element.role in _KNOWN:
        return element.role
    return "clickable" if element.clickable else "text"


def _within(lines: list[_Line], most: int) -> list[bool]:
    """Which lines are kept; what is operated before what is merely read, and earlier before later."""
    left = most
    kept = [False] * len(lines)
    for is_control in (True, False):
        for place, line in enumerate(lines):
            cost = len(line.text) + 2 * line.depth + 1
            if line.is_control is is_control and cost <= left:
                kept[place] = True
                left -= cost
    return kept


def _lines(snapshot: Snapshot) -> Iterator[_Line]:
    depths: dict[int, int] = {}
    swallowed = -1
    for element in snapshot.elements:
        depth = depths.get(element.parent, 0)
        depths[element.index] = depth
        # What takes a file is often hidden behind a button that looks better.
        if element.index < swallowed or not (element.is_shown or element.role == "file"):
            continue
        is_whole = _is_told_whole(snapshot, element)
        words = _words(snapshot, element, whole=is_whole)
        if not words:
            continue
        depths[element.index] = min(depth + 1, _DEEP)
        if is_whole:
            swallowed = element.end
        yield _Line(depth, f"e{element.index} {words}", element.clickable or element.is_field)


def _is_told_whole(snapshot: Snapshot, element: Element) -> bool:
    inside = (snapshot.elements[i] for i in snapshot.inside(element.index))
    has_controls = any(e.is_shown and (e.is_field or (e.clickable and e.role)) for e in inside)
    if element.is_field or has_controls:
        return element.is_field
    if element.role in _WHOLE or element.clickable:
        return len(snapshot.text(element.index)) <= _BRIEF
    return False


def _hidden_states(snapshot: Snapshot, element: Element) -> frozenset[str]:
    """Of a label, what holds of the box inside of it that it stands for, and that cannot be seen itself."""
    if element.role != "label":
        return frozenset()
    inside = (snapshot.elements[index] for index in snapshot.inside(element.index))
    return frozenset[str]().union(*(e.states for e in inside if e.is_field and not e.is_shown))


def _is_called(snapshot: Snapshot, element: Element, text: str) -> bool:
    """Whether its name says more than its text does; of a part of the page it mostly repeats all that stands in it."""
    if not element.name or spaced(element.name) == text:
        return False
    return element.clickable or element.is_field or element.role in _NAMED or not snapshot.text(element.index)


def _words(snapshot: Snapshot, element: Element, *, whole: bool) -> str:
    """What is told of an element; empty where it is a mere box."""
    text = (
        snapshot.text(element.index) if whole and not element.is_field else snapshot.own_text(element.index)
    )
    text = spaced(text)
    is_operated = element.clickable or element.is_field
    if not (text or element.role or is_operated) or (element.role in _MERE and not text and not is_operated):
        return ""
    parts = [kind_of(element)]
    if text:
        parts.append(string(text, LONGEST_LINE))
    if _is_called(snapshot, element, text):
        parts.append(f"called {string(element.name, LONGEST_LINE)}")
    if is_operated and element.title and element.title not in (element.name, text):
        parts.append(f"tooltip {string(element.title, LONGEST_LINE)}")
    if element.icon and not element.name and not text:
        parts.append(f"(its icon: {string(element.icon, LONGEST_LINE)})")
    if element.placeholder and element.placeholder != element.name:
        parts.append(f"placeholder {string(element.placeholder, LONGEST_LINE)}")
    if element.input_type and element.input_type not in ("text", "checkbox", "radio"):
        parts.append(f"type {string(element.input_type, 20)}")
    if element.value is not None and element.role not in ("checkbox", "radio", "switch"):
        parts.append(f"holds {string(element.value, LONGEST_LINE)}")
    if element.options:
        options = ", ".join(string(option.text, 60) for option in element.options[:_OPTIONS])
        more = f", and {len(element.options) - _OPTIONS} more" if len(element.options) > _OPTIONS else ""
        parts.append(f"options {options}{more}")
    known = element.states | _hidden_states(snapshot, element)
    states = [state for state in _SAID if state in known]
    if element.covered:
        states.append("covered by something")
    if states:
        parts.append(f"[{', '.join(states)}]")
    return " ".join(parts)


_KNOWN = frozenset(get_args(Role)) | frozenset(
    {
        "article", "figure", "group", "label", "legend", "listbox", "listitem", "menu", "meter", "radiogroup", "log",
        "status", "tablist", "columnheader", "tabpanel", "tree", "treeitem", "main", "search", "canvas",
    }
)  # fmt: skip
_NAMED = frozenset({"dialog", "form", "navigation", "region", "table", "tablist", "radiogroup"})
"""Roles of parts of a page that have a name of their own."""
_MERE = frozenset(
    {"generic", "group", "presentation", "none", "paragraph", "main", "banner", "contentinfo", "label"}
)
"""Roles that say nothing by themselves."""

"""Where a target stands: inside of something, near something, or holding something."""

import re
from collections.abc import Iterable

from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.words import agreement, says
from agents.browser.snapshot import Box, Element, Snapshot
from plans.records.targets import Role, Target

_NEAR = 260.0
"""CSS pixels beyond which two things are not near each other."""
_LABEL_AGREES = 0.85
_LETTER = re.compile(r"[^\W\d_]")


def placed(snapshot: Snapshot, target: Target, candidates: list[Candidate]) -> list[Candidate]:
    """Candidates that hold what must be inside, weighed by what must be near."""
    if target.containing is not None:
        words = target.containing
        candidates = [c for c in candidates if contains(snapshot, snapshot.elements[c.index], words)]
    if target.near is not None:
        weighed = [(nearness(snapshot, snapshot.elements[c.index], target.near), c) for c in candidates]
        candidates = [
            Candidate(c.index, c.score * (0.7 + 0.3 * near), c.said) for near, c in weighed if near > 0
        ]
    return candidates


def section_of(snapshot: Snapshot, label: int, *, without_buttons: bool = False) -> int:
    """The part of the page that a heading or label names: the smallest one that holds more than the label.

    A number beside the label, as of what it counts, is no more; and what holds another such heading is more than its
    part. With `without_buttons` neither are buttons: those beside a heading act upon what stands beneath both.
    """
    own = snapshot.elements[label]
    part = label
    for ancestor in snapshot.ancestors(label):
        element = snapshot.elements[ancestor]
        if element.tag in ("body", "html") or (part != label and _has_other_heading(snapshot, ancestor, own)):
            break
        wrapper = element.role in ("banner", "button", "link") or (element.box.height <= own.box.height * 1.6)
        if wrapper:
            continue
        if _says_more(snapshot, ancestor, label, without_buttons=without_buttons):
            return ancestor
        part = ancestor
    return part


def _says_more(snapshot: Snapshot, outer: int, label: int, *, without_buttons: bool) -> bool:
    """Whether anything but numbers stands in a container besides the label."""
    passed_over = [label]
    if without_buttons:
        passed_over += [i for i in snapshot.inside(outer) if snapshot.elements[i].role == "button"]
    if any(snapshot.elements[i].is_field for i in snapshot.inside(outer)):
        return True
    element = snapshot.elements[outer]
    pieces = snapshot.pieces[element.first_text : element.last_text]
    return any(
        not p.hidden and not any(snapshot.holds(i, p.owner) for i in passed_over) and _LETTER.search(p.words)
        for p in pieces
    )


def _has_other_heading(snapshot: Snapshot, outer: int, heading: Element) -> bool:
    inner = (snapshot.elements[i] for i in snapshot.inside(outer))
    return heading.role == "heading" and any(
        e.role == "heading" and e.tag == heading.tag and e.index != heading.index for e in inner
    )


def nearness(snapshot: Snapshot, element: Element, words: str) -> float:
    """1 right beside the words, falling to 0 where they are too far or on the wrong side."""
    best = 0.0
    for other in snapshot.elements:
        if not other.is_shown or other.last_text == other.first_text:
            continue
        own = snapshot.own_text(other.index) or (other.name if other.clickable else "")
        if not own or not (says(words, own) or agreement(words, own) >= _LABEL_AGREES):
            continue
        if snapshot.holds(element.index, other.index) or snapshot.holds(other.index, element.index):
            best = max(best, 0.95)
            continue
        if other.box.y >= element.box.bottom - 2:
            # What stands beneath belongs to what follows.
            continue
        best = max(best, 1 - distance(other.box, element.box) / _NEAR)
    return max(best, 0.0)


def distance(first: Box, second: Box) -> float:
    """Gap between two boxes in CSS pixels; things in one row count as nearer than things in a column."""
    across = max(second.x - first.right, first.x - second.right, 0)
    down = max(second.y - first.bottom, first.y - second.bottom, 0)
    return across + 1.4 * down


def contains(snapshot: Snapshot, element: Element, words: str) -> bool:
    """Whether the words stand in an element: in its text, its name, or a field inside."""
    if says(words, snapshot.text(element.index)) or says(words, element.name):
        return True
    for index in snapshot.within(element.index):
        inner = snapshot.elements[index]
        if inner.value and says(words, inner.value):
            return True
        if inner.source in ("aria", "alt", "title") and says(words, inner.name):
            return True
    return False


_COUNTED = re.compile(r"\D{1,40}\(?\d{1,4}\)?\s*", re.DOTALL)
_SHOWN = frozenset({"chart", "list", "table"})
"""Roles of parts that show something: buttons alone are none."""
_PARTS = frozenset({"region", "list", "table", "group", "form", "dialog", "navigation", "main", "article"})
"""Roles of parts themselves: an empty one says no more than its heading, and is no heading all the same."""
_HEAD = 4
"""Elements up to which something may be the head of a part of the page."""


def as_sections(snapshot: Snapshot, role: Role, fitting: Iterable[Candidate]) -> list[Candidate]:
    """The candidates for a role, with the part of the page that a label names in the label's place."""
    listed = role in _SHOWN
    return [
        Candidate(
            section_of(snapshot, candidate.index, without_buttons=listed), candidate.score, candidate.said
        )
        if _is_label(snapshot, snapshot.elements[candidate.index])
        else candidate
        for candidate in fitting
    ]


def _is_label(snapshot: Snapshot, element: Element) -> bool:
    """Whether it says what a part of the page is called, and no more than how much is in it: "Open", "Open 3"."""
    if element.is_field or element.role in _PARTS or element.role in ("image", "canvas"):
        return False
    inner = [snapshot.elements[i] for i in snapshot.inside(element.index)]
    if len(inner) <= 1:
        return True
    is_plain = not any(e.clickable or e.is_field for e in inner)
    return is_plain and len(inner) <= _HEAD and bool(_COUNTED.fullmatch(snapshot.text(element.index)))

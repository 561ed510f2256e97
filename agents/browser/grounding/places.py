"""Where a target stands: inside of something, near something, or holding something."""

from agents.browser.grounding.words import agreement, says
from agents.browser.snapshot import Box, Element, Snapshot

_NEAR = 260.0
"""CSS pixels beyond which two things are not near each other."""
_LABEL_AGREES = 0.85


def section_of(snapshot: Snapshot, label: int) -> int:
    """The part of the page that a heading or label names: the smallest one that holds more than the label."""
    own = snapshot.elements[label]
    own_length = len(snapshot.text(label))
    for ancestor in snapshot.ancestors(label):
        element = snapshot.elements[ancestor]
        if element.tag in ("body", "html"):
            break
        more = len(snapshot.text(ancestor)) > own_length + 1 or any(
            snapshot.elements[i].is_field for i in snapshot.inside(ancestor)
        )
        wrapper = element.role in ("banner", "button", "link") or (element.box.height <= own.box.height * 1.6)
        if more and not wrapper:
            return ancestor
    return label


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

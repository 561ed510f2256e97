"""Values that stand beside their labels."""

from agents.browser.grounding.words import has_words
from agents.browser.snapshot import Element, Snapshot
from plans.records.expressions import number_in

_CLIMB = 4
"""Containers around a label in which its number is looked for."""
_SHORT = 160
"""Letters beyond which a container says too much for its first number to belong to a label in it."""


def number_beside(snapshot: Snapshot, element: Element) -> float | None:
    """The first number after a label in the smallest container that has one, else the last one before it."""
    if (element.clickable and not element.is_field) or element.role == "columnheader":
        return None
    for level, ancestor in enumerate(snapshot.ancestors(element.index)):
        outer = snapshot.elements[ancestor]
        if level >= _CLIMB or len(snapshot.text(ancestor)) > _SHORT:
            return None
        following = [p.words for p in snapshot.pieces[element.last_text : outer.last_text] if not p.hidden]
        before = [p.words for p in snapshot.pieces[outer.first_text : element.first_text] if not p.hidden]
        for words in (*following, *reversed(before)):
            found = number_in(words)
            if found is not None:
                return found
    return None


def value_beside(snapshot: Snapshot, label: Element) -> str:
    """The next run of text in the smallest container that has one, unless it says much more than a value."""
    for level, ancestor in enumerate(snapshot.ancestors(label.index)):
        outer = snapshot.elements[ancestor]
        following = [p.words for p in snapshot.pieces[label.last_text : outer.last_text] if not p.hidden]
        if following and has_words(following[0]):
            return following[0]
        if level >= 2:
            break
    return ""

"""The states of an element as people see them: said by it, by what is inside of it, or by how it stands out."""

from agents.browser.grounding.marked import is_frame
from agents.browser.snapshot import Element, Snapshot

STATES = (
    "checked",
    "disabled",
    "expanded",
    "pressed",
    "selected",
    "focused",
    "invalid",
    "readonly",
    "current",
)
_FEWEST = 3
"""Neighbours that are built alike from which one of them can stand out."""


def states_of(snapshot: Snapshot, element: Element) -> list[str]:
    """Words of ReadKind `state` that hold of an element."""
    states = set(element.states)
    inner = (snapshot.elements[index] for index in snapshot.inside(element.index))
    if any("focused" in e.states for e in inner):
        states.add("focused")
    if not element.is_field and _stands_out(snapshot, element):
        states.add("selected")
    return [state for state in STATES if state in states]


def _stands_out(snapshot: Snapshot, element: Element) -> bool:
    """Whether it alone of neighbours that are built alike has one class more, whatever it is: the one where one is."""
    alike = [
        e
        for i in snapshot.children.get(element.parent, [])
        if (e := snapshot.elements[i]).tag == element.tag
        and e.role == element.role
        and e.is_shown
        and not any(map(is_frame, e.tokens.split()))
    ]
    if len(alike) < _FEWEST or element not in alike:
        return False
    marks = [_own_marks(e, alike) for e in alike]
    return all((len(mark) == 1) == (e is element) for e, mark in zip(alike, marks, strict=True)) and all(
        len(mark) <= 1 for mark in marks
    )


def _own_marks(element: Element, alike: list[Element]) -> set[str]:
    """Classes that none of the others has; those with numbers name an element rather than marking it."""
    others = {token for e in alike if e is not element for token in e.tokens.split()}
    return {t for t in element.tokens.split() if t not in others and not any(map(str.isdigit, t))}

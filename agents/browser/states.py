"""The states of an element as people see them: said by it or by what is inside of it."""

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


def states_of(snapshot: Snapshot, element: Element) -> list[str]:
    """Words of ReadKind `state` that hold of an element."""
    states = set(element.states)
    inner = (snapshot.elements[index] for index in snapshot.inside(element.index))
    if any("focused" in e.states for e in inner):
        states.add("focused")
    return [state for state in STATES if state in states]

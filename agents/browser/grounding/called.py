"""What a part of a page is called by others: a name of its own, or the heading before it."""

from agents.browser.snapshot import Element, Snapshot


def given_name(element: Element) -> str:
    """What an element is called; what it says itself is no name: a report may mention anything."""
    return "" if element.source == "text" else element.name


def heading_before(snapshot: Snapshot, container: Element) -> str:
    """The heading that stands right before a container, among its siblings."""
    siblings = snapshot.children.get(container.parent, [])
    if container.index not in siblings:
        return ""
    for index in reversed(siblings[: siblings.index(container.index)]):
        if snapshot.elements[index].role == "heading":
            return snapshot.text(index)
    return ""

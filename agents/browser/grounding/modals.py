"""What is open over a page and keeps everything else from being operated: a dialog, or a box on a veil.

While such a layer is open, people look in it for what they want to operate, and for nothing beneath it.
"""

from agents.browser.snapshot import Element, Snapshot

_FILLING = 0.9
"""Share of the window's width and height from which a box fills it."""
_MOST = 0.5
"""Share of what can be pressed outside of a layer that it keeps from being pressed."""


def open_layer(snapshot: Snapshot) -> range | None:
    """Indices of the layer that is open on top of all others; None where the page itself can be operated."""
    beneath = [e for e in snapshot.elements if e.clickable and e.is_shown and _is_in_view(snapshot, e)]
    if not any(e.covered for e in beneath):
        return None
    for layer in reversed(_layers(snapshot)):
        inside = snapshot.within(layer.index)
        outside = [e for e in beneath if e.index not in inside and not _is_around(snapshot, e, layer)]
        blocked = sum(e.covered for e in outside)
        if blocked and blocked >= len(outside) * _MOST and _has_what_is_operated(snapshot, layer):
            return inside
    return None


def is_beneath(snapshot: Snapshot, index: int) -> bool:
    """Whether an open layer covers something, so that it offers itself to nobody."""
    if not snapshot.elements[index].covered:
        return False
    layer = open_layer(snapshot)
    return layer is not None and index not in layer


def _layers(snapshot: Snapshot) -> list[Element]:
    """Boxes that stand still and may be layers: dialogs, what fills the window, and what is drawn over a veil."""
    still = [e for e in snapshot.elements if e.fixed and e.is_shown and e.tag not in ("body", "html")]
    veils = [e for e in still if _fills(snapshot, e)]
    outermost = [e for e in still if e.parent < 0 or not snapshot.elements[e.parent].fixed]
    return [
        e
        for e in still
        if e.tag == "dialog"
        or (e.role == "dialog" and veils)
        or (e in outermost and (_fills(snapshot, e) or any(veil.index != e.index for veil in veils)))
    ]


def _has_what_is_operated(snapshot: Snapshot, layer: Element) -> bool:
    inner = (snapshot.elements[i] for i in snapshot.inside(layer.index))
    return any((e.clickable or e.is_field) and e.is_shown and not e.covered for e in inner)


def _is_around(snapshot: Snapshot, element: Element, layer: Element) -> bool:
    """Whether it is a veil that shuts the layer when it is pressed, around it or behind it."""
    return snapshot.holds(element.index, layer.index) or (element.fixed and _fills(snapshot, element))


def _is_in_view(snapshot: Snapshot, element: Element) -> bool:
    x, y = element.box.x + element.box.width / 2, element.box.y + element.box.height / 2
    return 0 <= x < snapshot.width and 0 <= y < snapshot.height


def _fills(snapshot: Snapshot, element: Element) -> bool:
    return element.box.width >= _FILLING * snapshot.width and element.box.height >= _FILLING * snapshot.height

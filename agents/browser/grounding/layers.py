"""What lies over a page: dialogs and boxes on a veil, and the button that closes one."""

from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.submits import said_on
from agents.browser.snapshot import Element, Snapshot

_FILLING = 0.9
"""Share of the window's width and height from which a box fills it."""
_MOST = 0.5
"""Share of what can be pressed outside of a layer that it keeps from being pressed."""
_TICKED = frozenset({"checkbox", "radio", "switch"})


def open_layer(snapshot: Snapshot) -> range | None:
    """Indices of the layer that is open on top of all others; None where the page itself can be operated."""
    beneath = [e for e in snapshot.elements if e.clickable and e.is_shown and _is_in_view(snapshot, e)]
    if not any(e.covered for e in beneath):
        return None
    for layer in reversed(_layers(snapshot)):
        inside = snapshot.within(layer.index)
        outside = [e for e in beneath if e.index not in inside]
        blocked = sum(e.covered for e in outside)
        operated = (
            e for i in inside[1:] if ((e := snapshot.elements[i]).clickable or e.is_field) and e.is_shown
        )
        if blocked and blocked >= len(outside) * _MOST and not all(e.covered for e in operated):
            return inside
    return None


def is_beneath(snapshot: Snapshot, index: int) -> bool:
    """Whether an open layer covers an element."""
    if not snapshot.elements[index].covered:
        return False
    layer = open_layer(snapshot)
    return layer is not None and index not in layer


def fills_window(snapshot: Snapshot, element: Element) -> bool:
    """Whether an element takes up nearly all of the window."""
    return element.box.width >= _FILLING * snapshot.width and element.box.height >= _FILLING * snapshot.height


def _layers(snapshot: Snapshot) -> list[Element]:
    """Fixed boxes that may be layers: dialogs, what fills the window, and what is drawn over a veil."""
    fixed = [e for e in snapshot.elements if e.fixed and e.is_shown and e.tag not in ("body", "html")]
    has_veil = any(fills_window(snapshot, e) for e in fixed)
    outermost = {e.index for e in fixed if e.parent < 0 or not snapshot.elements[e.parent].fixed}
    return [
        e for e in fixed if e.tag == "dialog" or (has_veil and (e.role == "dialog" or e.index in outermost))
    ]


def _is_in_view(snapshot: Snapshot, element: Element) -> bool:
    x, y = element.box.x + element.box.width / 2, element.box.y + element.box.height / 2
    return 0 <= x < snapshot.width and 0 <= y < snapshot.height


def shutter(snapshot: Snapshot, cover: int) -> int | None:
    """The button in a cover that closes it, or agrees to what it says; None where nothing is called so.

    A cover with a field to type in is closed and never agreed to: it may be a form of the app.
    """
    words = lexicon().covers
    inside = [snapshot.elements[index] for index in snapshot.inside(cover)]
    buttons = [
        e
        for e in inside
        if e.clickable and e.is_shown and not (e.covered or e.is_field or "disabled" in e.states)
    ]
    asks = any(e.is_field and e.is_shown and e.role not in _TICKED for e in inside)
    agreeing = None if asks else _first(snapshot, buttons, words["agree"])
    return agreeing if agreeing is not None else _first(snapshot, buttons, words["shut"])


def _first(snapshot: Snapshot, buttons: list[Element], names: tuple[str, ...]) -> int | None:
    """The first button whose text, name or sign begins with a name; a single letter, as an X, has to be all of it."""
    known = [stems(name) for name in names]
    for button in buttons:
        text = said_on(snapshot, button)
        for meaning in (text, button.name, *lexicon().symbols.get(text.strip(), ())):
            said = stems(meaning)
            begins = [name for name in known if said[: len(name)] == name]
            if any(len(said) == 1 or name != ("x",) for name in begins):
                return button.index
    return None

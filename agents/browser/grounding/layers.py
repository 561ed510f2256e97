"""What lies over a page: dialogs and boxes on a veil, and the button that closes one."""

from collections.abc import Sequence

from agents.browser.grounding.lexicon import lexicon, stems
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


_TICKED = frozenset({"checkbox", "radio", "switch"})


def shutter(snapshot: Snapshot, cover: int, *, is_the_apps: bool = False) -> int | None:
    """The button in a cover that shuts it, or agrees to what it says; None where nothing is called so.

    A cover that asks for something to be typed is shut and never agreed to: what it asks for may be the app's own. So
    is one with several answers that `is_the_apps`, opened while it was used: "Delete this? Yes, No" is no notice.
    """
    words = lexicon().covers
    inside = [snapshot.elements[index] for index in snapshot.inside(cover)]
    buttons = [e for e in inside if _can_be_pressed(e)]
    asks = any(e.is_field and e.is_shown and e.role not in _TICKED for e in inside)
    if is_the_apps and len(buttons) > 1:
        return _first(snapshot, buttons, (*words.shut, *lexicon().questions.decline))
    agreeing = None if asks else _first(snapshot, buttons, words.agree)
    return agreeing if agreeing is not None else _first(snapshot, buttons, words.shut)


def _can_be_pressed(element: Element) -> bool:
    is_open = element.clickable and element.is_shown and not element.covered
    return is_open and not element.is_field and "disabled" not in element.states


def _first(snapshot: Snapshot, buttons: Sequence[Element], names: Sequence[str]) -> int | None:
    known = [stems(name) for name in names]
    for button in buttons:
        said = snapshot.text(button.index) or button.name
        meanings = [
            stems(meaning) for meaning in (said, button.name, *lexicon().symbols.says.get(said.strip(), ()))
        ]
        if any(_begins(meaning, name) for meaning in meanings for name in known):
            return button.index
    return None


def _begins(said: Sequence[str], name: Sequence[str]) -> bool:
    """Whether words begin with a name; a single letter, as an X, has to be all that is said."""
    return said[: len(name)] == name and (len(said) == 1 or name != ("x",))

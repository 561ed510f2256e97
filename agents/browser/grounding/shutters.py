"""What is pressed to be rid of what lies over an app: a message, a notice about cookies, a welcome."""

from collections.abc import Sequence

from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.stemming import stems
from agents.browser.snapshot import Element, Snapshot

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

"""Questions that an app asks in the page before it does something: a dialog, or buttons that appear."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from agents.browser.events import Answer
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.snapshot import Element, Snapshot

_FEW = 6
"""More new buttons than these are a new view rather than a question."""


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """A question in the page."""

    confirm: int | None
    """Index of the button that says yes."""
    decline: int | None
    """Index of the button that says no."""
    words: str

    def button(self, answer: Answer) -> int | None:
        """The button that gives an answer."""
        return self.confirm if answer == "confirm" else self.decline


def asked_in_page(before: Snapshot, after: Snapshot) -> PageQuestion | None:
    """The question that appeared between two looks; None when there is none."""
    fresh = _new_buttons(before, after)
    dialog = _new_dialog(before, after)
    if dialog is not None:
        inside = [b for b in _buttons(after) if after.holds(dialog, b.index)]
        if not inside or any(after.elements[i].is_field for i in after.inside(dialog)):
            return None
        fresh = inside
    if not fresh or len(fresh) > _FEW:
        return None
    decline = _first(after, fresh, lexicon().questions.decline)
    confirm = _first(after, [b for b in fresh if b.index != decline], lexicon().questions.confirm)
    asks_again = any(lexicon().questions.again & set(stems(_said(after, button))) for button in fresh)
    if dialog is None and (confirm is None or (decline is None and not asks_again)):
        return None
    if confirm is None:
        # Whatever the button of the deed is called, it is the one that does not decline.
        confirm = next((b.index for b in reversed(fresh) if b.index != decline), None)
    if confirm is None or (decline is None and dialog is not None and len(fresh) < 2):
        return None
    return PageQuestion(
        confirm, decline, after.text(dialog) if dialog is not None else _said(after, fresh[0])
    )


def _buttons(snapshot: Snapshot) -> list[Element]:
    """What is pressed; a box around buttons is none itself, though it takes the focus."""
    pressed = [
        e for e in snapshot.elements if e.clickable and e.is_shown and not e.is_field and e.role != "label"
    ]
    pairs = zip_longest(pressed, pressed[1:])
    return [e for e, after in pairs if e.role == "button" or after is None or after.index >= e.end]


def _new_buttons(before: Snapshot, after: Snapshot) -> list[Element]:
    known = Counter(_said(before, button) for button in _buttons(before))
    fresh: list[Element] = []
    for button in _buttons(after):
        said = _said(after, button)
        if known[said] > 0:
            known[said] -= 1
        else:
            fresh.append(button)
    return fresh


def _new_dialog(before: Snapshot, after: Snapshot) -> int | None:
    known = Counter(before.text(e.index) for e in before.elements if _is_dialog(before, e))
    for element in after.elements:
        if _is_dialog(after, element):
            words = after.text(element.index)
            if known[words] <= 0:
                return element.index
            known[words] -= 1
    return None


def _is_dialog(snapshot: Snapshot, element: Element) -> bool:
    if not element.is_shown:
        return False
    if element.role == "dialog":
        return True
    # A box over the page that nobody called a dialog.
    outer = snapshot.elements[element.parent] if element.parent >= 0 else None
    starts = element.fixed and not (outer is not None and outer.fixed)
    covers = element.box.width >= snapshot.width * 0.9 and element.box.height >= snapshot.height * 0.9
    return starts and covers and element.last_text > element.first_text


def _said(snapshot: Snapshot, element: Element) -> str:
    return snapshot.text(element.index) or element.name


def _first(snapshot: Snapshot, buttons: Iterable[Element], words: tuple[str, ...]) -> int | None:
    for button in buttons:
        said = stems(_said(snapshot, button))
        if any(said[: len(stems(word))] == stems(word) for word in words):
            return button.index
    return None

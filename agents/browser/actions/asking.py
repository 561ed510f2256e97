"""Questions that an app asks in the page before it does something: a dialog, or buttons that appear."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from agents.browser.events import Answer
from agents.browser.grounding.layers import fills_window
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.submits import begins_with, said_on
from agents.browser.snapshot import Element, Snapshot

_FEW = 6
"""More new buttons than these are a new view rather than a question."""


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """A question in the page."""

    confirm: int
    """Index of the button that says yes."""
    decline: int | None
    """Index of the button that says no."""
    words: str

    def button(self, answer: Answer) -> int | None:
        """The button that gives an answer."""
        return self.confirm if answer == "confirm" else self.decline


def asked_in_page(before: Snapshot, after: Snapshot) -> PageQuestion | None:
    """The question that the page asked between two snapshots; None if it asked none."""
    fresh = _fresh(before, after, _buttons)
    dialog = next(iter(_fresh(before, after, _dialogs)), None)
    if dialog is not None:
        fresh = [b for b in _buttons(after) if after.holds(dialog.index, b.index)]
        if after.holds_field(dialog.index):
            return None
    if not fresh or len(fresh) > _FEW:
        return None
    known = lexicon().questions
    decline = _first(after, fresh, known.decline)
    confirm = _first(after, [b for b in fresh if b.index != decline], known.confirm)
    if dialog is None:
        words = said_on(after, fresh[0])
        asks_again = any(known.again & set(stems(said_on(after, button))) for button in fresh)
        is_question = decline is not None or asks_again
    else:
        words = after.text(dialog.index)
        is_question = decline is not None or len(fresh) > 1
        if confirm is None:
            # Whatever the button of the action is called, it is the one that does not decline.
            confirm = next((b.index for b in reversed(fresh) if b.index != decline), None)
    return PageQuestion(confirm, decline, words) if is_question and confirm is not None else None


def _fresh(before: Snapshot, after: Snapshot, kind: Callable[[Snapshot], Sequence[Element]]) -> list[Element]:
    """Elements of a kind that say something else than all those before."""
    known = Counter(said_on(before, element) for element in kind(before))
    fresh: list[Element] = []
    for element in kind(after):
        said = said_on(after, element)
        if known[said] > 0:
            known[said] -= 1
        else:
            fresh.append(element)
    return fresh


def _buttons(snapshot: Snapshot) -> list[Element]:
    """The pressable elements, without containers of buttons that only take the focus."""
    pressed = [
        e for e in snapshot.elements if e.clickable and e.is_shown and not e.is_field and e.role != "label"
    ]
    pairs = zip_longest(pressed, pressed[1:])
    return [e for e, after in pairs if e.role == "button" or after is None or after.index >= e.end]


def _dialogs(snapshot: Snapshot) -> list[Element]:
    """Dialogs, and boxes over the whole page that nothing marks as dialogs."""

    def is_outermost(element: Element) -> bool:
        return element.fixed and (element.parent < 0 or not snapshot.elements[element.parent].fixed)

    return [
        e
        for e in snapshot.elements
        if e.is_shown
        and (
            e.role == "dialog"
            or (is_outermost(e) and fills_window(snapshot, e) and e.last_text > e.first_text)
        )
    ]


def _first(snapshot: Snapshot, buttons: Sequence[Element], words: Sequence[str]) -> int | None:
    return next((b.index for b in buttons if begins_with(said_on(snapshot, b), words)), None)

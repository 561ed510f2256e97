"""The button that leads on from a question that was answered, where it says so in words of the app's own."""

from collections.abc import Iterator

from agents.browser.grounding.answers import find_answers, means_answers
from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.items import find_items
from agents.browser.grounding.known import Lists
from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.stemming import stems
from agents.browser.grounding.submits import PLACED
from agents.browser.snapshot import Snapshot

_CLIMB = 4
"""Containers around the answers in which the way on is looked for."""
_LONG = 40
"""Letters beyond which what is pressed is content rather than a button."""
_NO_BUTTONS = frozenset({"tab", "label", "option", "radio", "menuitem"})


def means_way_on(name: str) -> bool:
    """Whether the way on to the next question is looked for."""
    return lexicon().leads.way_on <= set(stems(name))


def ways_on(snapshot: Snapshot, lists: Lists, scope: range) -> Iterator[Candidate]:
    """The one thing to press behind the answers, where the task has seen any."""
    index = _behind(snapshot, _answers(snapshot, lists))
    if index is not None and index in scope:
        yield Candidate(index, PLACED, snapshot.text(index)[:_LONG])


def _answers(snapshot: Snapshot, lists: Lists) -> tuple[int, ...]:
    """The answers that the task chooses from, as far as it has seen any."""
    everywhere = range(len(snapshot.elements))
    for kind in lists.kinds:
        if means_answers(kind):
            return find_items(snapshot, kind, lists, everywhere).members
    return find_answers(snapshot, everywhere, begun=True) if lists.answers else ()


def _behind(snapshot: Snapshot, answers: tuple[int, ...]) -> int | None:
    """The one thing to press that stands behind the answers and is none of them; None where there are several.

    What ends the round, or leads back, leads not on.
    """
    if not answers:
        return None
    behind = snapshot.elements[answers[-1]].end
    for level, ancestor in enumerate(snapshot.ancestors(answers[0])):
        if level >= _CLIMB:
            return None
        pressed = [i for i in range(behind, snapshot.elements[ancestor].end) if _is_pressed(snapshot, i)]
        pressed = [i for i in pressed if not any(o != i and snapshot.holds(o, i) for o in pressed)]
        if pressed:
            return pressed[0] if len(pressed) == 1 and _may_lead_on(snapshot, pressed[0]) else None
    return None


def _is_pressed(snapshot: Snapshot, index: int) -> bool:
    element = snapshot.elements[index]
    is_open = element.clickable and not element.is_field and element.is_shown
    return is_open and "disabled" not in element.states and element.role not in _NO_BUTTONS


def _may_lead_on(snapshot: Snapshot, index: int) -> bool:
    text = snapshot.text(index) or snapshot.elements[index].name
    said = stems(text)
    away = {word for word in lexicon().doors.back if word != "next"} | lexicon().leads.ends
    return len(text) <= _LONG and not away & set(said) and not (said and said[0] in lexicon().buttons.deeds)

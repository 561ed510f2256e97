"""Views to switch to that a list offers, or one switch turns to and back, where others have tabs for them."""

from typing import NamedTuple

from agents.browser.grounding.contract import Found
from agents.browser.grounding.words import agreement, word_agreement
from agents.browser.memory.chosen import Face, Switched
from agents.browser.memory.context import Context
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Role, Target

_AGREES = 0.8
_SURER = 0.9
"""Share of an option's agreement from which something to press that is called so is meant."""
_SAYS_SO = 0.7
"""Agreement word by word from which something is called like the other view."""
_SWITCHED: frozenset[Role] = frozenset({"tab", "radio"})


class Offered(NamedTuple):
    """An option of a native list."""

    control: int
    """Index of the list."""
    place: int
    """Place among its options."""


def offered_in(snapshot: Snapshot, target: Target, context: Context) -> Offered | None:
    """The option that a tab or a radio button is called like, in the one list that offers it.

    None where something else on the page is called so as well, or where a part of the page is meant.
    """
    if target.role not in _SWITCHED or target.within is not None:
        return None
    offered: list[tuple[float, Offered]] = []
    for element in snapshot.elements:
        if element.tag != "select" or not element.is_shown or "disabled" in element.states:
            continue
        fitting = [
            (_agrees(target, option.text), -place)
            for place, option in enumerate(element.options)
            if not option.disabled
        ]
        score, place = max(fitting, default=(0.0, 0))
        if score >= _AGREES:
            offered.append((score, Offered(element.index, -place)))
    if len(offered) != 1:
        return None
    [(score, option)] = offered
    other = context.recognise(snapshot, target)
    return option if other.found is Found.MISSING or other.candidates[0].score < score * _SURER else None


def turned_back(snapshot: Snapshot, target: Target, context: Context) -> int | None:
    """What is pressed to switch back, where nothing is called like the other view: the other one of two side by side,
    or a switch for the first alone once more. None where something is, or where nothing was switched.
    """
    if target.role not in _SWITCHED or target.within is not None or context.chosen.switched is None:
        return None
    other = context.recognise(snapshot, target)
    said = other.candidates[0].said if other.found is not Found.MISSING else ""
    names = [name for name in (target.name, *target.synonyms) if name]
    if any(word_agreement(name, said) >= _SAYS_SO for name in names):
        return None
    if (beside := _other_of_two(snapshot, context.chosen.switched)) is not None:
        return beside
    alike = [e.index for e in snapshot.elements if e.is_shown and _build(e) == context.chosen.switched.build]
    return alike[0] if len(alike) == 1 else None


def note_switched(target: Target, snapshot: Snapshot, pressed: int, context: Context) -> None:
    """Bear in mind what was pressed to switch to another view."""
    if target.role in _SWITCHED:
        element = snapshot.elements[pressed]
        context.chosen = context.chosen.with_switched(_build(element), _called(snapshot, element))


def _other_of_two(snapshot: Snapshot, switched: Switched) -> int | None:
    """What stands beside what was pressed to switch, and is built like it; None unless those two are all."""
    if not switched.called:
        return None
    alike = [e for e in snapshot.elements if e.is_shown and (e.tag, e.role) == switched.build[:2]]
    pressed = [e for e in alike if _called(snapshot, e) == switched.called]
    if len(pressed) != 1:
        return None
    beside = [e for e in alike if e.parent == pressed[0].parent and e is not pressed[0]]
    return beside[0].index if len(beside) == 1 and beside[0].clickable else None


def _called(snapshot: Snapshot, element: Element) -> str:
    return snapshot.text(element.index) or element.name


def _build(element: Element) -> Face:
    return element.tag, element.role, next(iter(element.tokens.split()), "")


def _agrees(target: Target, text: str) -> float:
    return max(agreement(name, text) for name in (target.name, *target.synonyms) if name)

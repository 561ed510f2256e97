"""Views to switch to that a list offers, or one switch turns to and back, where others have tabs for them."""

from typing import NamedTuple

from agents.browser.grounding.contract import Context, Found
from agents.browser.grounding.ground import ground
from agents.browser.grounding.words import agreement, word_agreement
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
    other = ground(snapshot, target, context)
    return option if other.found is Found.MISSING or other.candidates[0].score < score * _SURER else None


def turned_back(snapshot: Snapshot, target: Target, context: Context) -> int | None:
    """What is pressed once more to switch back, where nothing is called like the other view: a switch for the first
    alone. None where something is, or where nothing was switched.
    """
    if target.role not in _SWITCHED or target.within is not None or context.switched is None:
        return None
    other = ground(snapshot, target, context)
    said = other.candidates[0].said if other.found is not Found.MISSING else ""
    names = [name for name in (target.name, *target.synonyms) if name]
    if any(word_agreement(name, said) >= _SAYS_SO for name in names):
        return None
    alike = [e.index for e in snapshot.elements if e.is_shown and _build(e) == context.switched]
    return alike[0] if len(alike) == 1 else None


def note_switched(target: Target, pressed: Element, context: Context) -> None:
    """Bear in mind what was pressed to switch to another view."""
    if target.role in _SWITCHED:
        context.switched = _build(pressed)


def _build(element: Element) -> tuple[str, str, str]:
    return element.tag, element.role, next(iter(element.tokens.split()), "")


def _agrees(target: Target, text: str) -> float:
    return max(agreement(name, text) for name in (target.name, *target.synonyms) if name)

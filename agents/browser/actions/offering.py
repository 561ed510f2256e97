"""Views to switch to that a list offers, where others have tabs for them."""

from typing import NamedTuple

from agents.browser.grounding.contract import Context, Found
from agents.browser.grounding.ground import ground
from agents.browser.grounding.words import agreement
from agents.browser.snapshot import Snapshot
from plans.records.targets import Role, Target

_AGREES = 0.8
_SURER = 0.9
"""Share of an option's agreement from which something to press that is called so is meant."""
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


def _agrees(target: Target, text: str) -> float:
    return max(agreement(name, text) for name in (target.name, *target.synonyms) if name)

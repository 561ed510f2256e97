"""Where else is looked for what a look at the page does not find, and in which order."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Literal

from agents.browser.actions.going import go
from agents.browser.actions.revealing import reveal
from agents.browser.actions.wandering import wander
from agents.browser.grounding.contract import Grounding, Purpose
from agents.browser.memory.context import Context
from agents.browser.page import LivePage
from plans.records.targets import Target

_Way = Callable[[LivePage, Target, Context, Purpose], Awaitable[Grounding | None]]
"""Brings a target to light; None when it did not, whatever it did to the page."""

_WAYS: Mapping[Literal["at home", "in an item", "on this page"], tuple[_Way, ...]] = {
    "at home": (reveal, wander, go),
    # What an item led to is looked at before anything is pressed there.
    "in an item": (wander, reveal, go),
    "on this page": (reveal, go),
}
"""Where the task is → what is tried there, the ways that change least first. Staying on a page means going into none
of its items."""


async def look_elsewhere(
    page: LivePage, target: Target, context: Context, purpose: Purpose, *, stays: bool
) -> Grounding | None:
    """A target that is not on the page as it is, by the first way that leads to it; None when none does."""
    place = "on this page" if stays else "at home" if context.visits.now is None else "in an item"
    for way in _WAYS[place]:
        found = await way(page, target, context, purpose)
        if found is not None:
            return found
    return None

"""A limit that is chosen from a list where others have a field for it: "Any", "€25", "€40"."""

import math

from agents.browser.actions.outcome import NotOperable
from agents.browser.actions.picking import pick_option
from agents.browser.actions.sliding import Slid, said_limits
from agents.browser.page import LivePage
from agents.browser.snapshot import Element
from plans.records.values import number_in

_FEWEST = 2
"""Numbers from which a list offers limits."""


def offers_limits(field: Element, looked_for: str) -> bool:
    """Whether a list offers numbers for what is an upper or a lower limit."""
    is_upper, is_lower = said_limits(looked_for)
    return is_upper != is_lower and len(_numbers(field)) >= _FEWEST


async def choose_limit(page: LivePage, field: Element, value: str, looked_for: str) -> Slid | None:
    """Choose the limit nearest to a value that leaves out no more than it would; nothing for a value means no limit.

    Returns where it stands instead. Raises NotOperable where nothing that is offered comes to that.
    """
    wanted = number_in(value)
    free = next((place for place, o in enumerate(field.options) if number_in(o.text) is None), None)
    if wanted is None and free is None:
        raise NotOperable(looked_for, "none of what it offers means no limit")
    if wanted is None and free is not None:
        await pick_option(page, field.index, free)
        return None
    assert wanted is not None
    is_upper, _ = said_limits(looked_for)
    numbers = _numbers(field)
    wide = [(n, place) for n, place in numbers if (n >= wanted if is_upper else n <= wanted)]
    if not wide:
        if free is None:
            at, place = (max if is_upper else min)(numbers)
            await pick_option(page, field.index, place)
            return Slid(at, is_short=False)
        await pick_option(page, field.index, free)
        return None
    at, place = (min if is_upper else max)(wide)
    await pick_option(page, field.index, place)
    ends = [n for n, _ in numbers]
    is_short = wanted < min(ends) if is_upper else wanted > max(ends)
    return None if math.isclose(at, wanted) else Slid(at, is_short)


def _numbers(field: Element) -> list[tuple[float, int]]:
    said = ((number_in(option.text), place) for place, option in enumerate(field.options))
    return [(number, place) for number, place in said if number is not None]

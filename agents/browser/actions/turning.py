"""Bringing a number of the app's own making to a value: one that takes no letters and follows the arrow keys."""

import math

from agents.browser.actions.outcome import NotOperable
from agents.browser.actions.sliding import Slid, said_limits
from agents.browser.page import LivePage
from agents.browser.snapshot import Element
from plans.records.values import number_in

_MOST_KEYS = 60
"""Steps that are gone at most."""
_AT_ONCE = 12
"""Keys after which it is looked whether it still moves."""
_UP, _DOWN = "ArrowUp", "ArrowDown"
_EXACT = 1e-6


def is_turned(field: Element) -> bool:
    """Whether a field holds a number and takes no letters, as far as can be seen."""
    return field.role == "spinbutton" and field.tag not in ("input", "textarea", "select")


async def turn_to(page: LivePage, field: Element, value: str, looked_for: str) -> Slid | None:
    """Bring it to a value, or past it where its steps are wide: a highest value to the step above, a lowest below.

    Nothing for a value takes a limit away: a highest value goes to its upper end. Returns where it stands instead of at
    the value. Raises NotOperable where it does not follow the keys, or the value is no number.
    """
    is_upper, is_lower = said_limits(f"{looked_for} {field.name}")
    await page.operate("attend", field.index)
    page.touch()
    if not value:
        if is_upper == is_lower:
            raise NotOperable(looked_for, "nothing says which of its ends means no limit")
        await _to_end(page, field, _UP if is_upper else _DOWN, looked_for)
        return None
    wanted = number_in(value)
    if wanted is None:
        raise NotOperable(looked_for, f"it holds a number, and {value!r} is none")
    now = await _held(page, field, looked_for)
    if math.isclose(now, wanted):
        return None
    key = _UP if wanted > now else _DOWN
    after = await _press(page, field, key, 1, looked_for)
    step = abs(after - now)
    if step < _EXACT:
        if abs(await _press(page, field, _DOWN if key == _UP else _UP, 1, looked_for) - now) < _EXACT:
            raise NotOperable(looked_for, "it does not follow the arrow keys")
        return _slid(await _press(page, field, key, 1, looked_for), wanted, is_upper, is_lower)
    rest = abs(wanted - after) / step * (1 if (wanted > after) == (key == _UP) else -1)
    goes_beyond = is_upper == (key == _UP) if is_upper != is_lower else rest - math.floor(rest) >= 0.5
    steps = math.ceil(rest - _EXACT) if goes_beyond else math.floor(rest + _EXACT)
    if abs(steps) > _MOST_KEYS:
        raise NotOperable(looked_for, f"{value} is more than {_MOST_KEYS} steps away")
    towards = key if steps > 0 else _DOWN if key == _UP else _UP
    return _slid(await _press(page, field, towards, abs(steps), looked_for), wanted, is_upper, is_lower)


def _slid(at: float, wanted: float, is_upper: bool, is_lower: bool) -> Slid | None:
    if math.isclose(at, wanted):
        return None
    is_short = (at > wanted and not is_upper) or (at < wanted and not is_lower)
    return Slid(at, is_short)


async def _to_end(page: LivePage, field: Element, key: str, looked_for: str) -> None:
    held = await _held(page, field, looked_for)
    for _ in range(_MOST_KEYS // _AT_ONCE):
        after = await _press(page, field, key, _AT_ONCE, looked_for)
        if after == held:
            return
        held = after


async def _press(page: LivePage, field: Element, key: str, times: int, looked_for: str) -> float:
    for _ in range(times):
        await page.key(key)
    page.touch()
    return await _held(page, field, looked_for)


async def _held(page: LivePage, field: Element, looked_for: str) -> float:
    elements = (await page.look()).elements
    alike = [e for e in elements if is_turned(e) and e.name == field.name]
    here = next((e for e in alike if "focused" in e.states), alike[0] if alike else None)
    held = number_in(here.value or "") if here is not None else None
    if held is None:
        raise NotOperable(looked_for, "it does not say what it holds")
    return held

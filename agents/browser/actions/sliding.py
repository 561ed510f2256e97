"""Bringing a slider to a value: one of the browser's own, or one of the app's that follows the keys."""

import math
from dataclasses import dataclass

from agents.browser.actions.outcome import NotOperable
from agents.browser.actions.picking import slide_to
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.page import LivePage
from agents.browser.snapshot import Element
from plans.records.values import number_in

_MOST_KEYS = 60
"""Steps that are gone by keys at most."""
_EXACT = 1e-6


@dataclass(frozen=True, slots=True)
class Slid:
    """Where a slider stands that cannot stand at the value it was to be given."""

    at: float
    is_short: bool
    """It stands at an end of its range, and the value lies beyond."""


async def slide(page: LivePage, slider: Element, value: str, looked_for: str) -> Slid | None:
    """Bring a slider to a value, else to an end of its range, or to the step beside it that is nearer to an end.

    A highest value rounds up, and a lowest one down, so that what lies at the ends of a range stays on its side.

    Returns where it stands instead of at the value; None when it stands there. Raises NotOperable where it does not
    follow the keys, or the value is no number.
    """
    wanted = number_in(value)
    if wanted is None:
        raise NotOperable(looked_for, f"it is a slider, and {value!r} is no number")
    if slider.input_type != "range":
        at, low, high = await _walk(page, slider, wanted, looked_for)
    else:
        limits = {"min": "0", "max": "100", "step": "1"} | dict(slider.limits)
        low, high = float(limits["min"]), float(limits["max"])
        step = number_in(limits["step"]) or 0.0
        at = low + _steps(wanted, low, high, step) * step if step else wanted
        at = round(min(max(at, low), high), 6)
        await slide_to(page, slider.index, f"{at:g}")
    is_upper, is_lower = said_limits(looked_for)
    # An upper limit above all leaves nothing out, wherever it stands there.
    is_short = (wanted < low and (is_upper or not is_lower)) or (wanted > high and (is_lower or not is_upper))
    return None if math.isclose(at, wanted) else Slid(at, is_short)


async def slide_back(page: LivePage, slider: Element, looked_for: str) -> None:
    """Take a slider to where it limits nothing: a maximum to its upper end, a minimum to its lower one.

    A native slider that is neither goes back to the value its markup gives it. Raises NotOperable where nothing says
    which place means no limit.
    """
    is_upper, is_lower = said_limits(f"{looked_for} {slider.name}")
    page.touch()
    if is_upper == is_lower:
        if not (await page.operate("restore", slider.index)).get("restored"):
            raise NotOperable(looked_for, "it is a slider, and nothing says which of its ends means no limit")
    elif slider.input_type == "range":
        limits = {"min": "0", "max": "100"} | dict(slider.limits)
        await slide_to(page, slider.index, limits["max" if is_upper else "min"])
    else:
        await page.operate("attend", slider.index)
        await page.key("End" if is_upper else "Home")


def said_limits(said: str) -> tuple[bool, bool]:
    """Whether words speak of an upper and of a lower limit."""
    words = set(stems(said))
    limits = lexicon().limits
    return bool(words & limits.upper), bool(words & limits.lower)


def _steps(wanted: float, low: float, high: float, step: float) -> int:
    """How many steps from its lower end a slider is to stand."""
    goal = min(max(wanted, low), high)
    steps = (goal - low) / step
    if abs(steps - round(steps)) < _EXACT:
        return round(steps)
    return math.ceil(steps) if goal >= (low + high) / 2 else math.floor(steps)


async def _walk(
    page: LivePage, slider: Element, wanted: float, looked_for: str
) -> tuple[float, float, float]:
    """Go by keys from one end, as people do who have no mouse; returns where it then stands, and its two ends."""
    await page.operate("attend", slider.index)
    high = await _at(page, slider.index, "End", looked_for)
    low = await _at(page, slider.index, "Home", looked_for)
    step = await _at(page, slider.index, "ArrowRight", looked_for) - low
    if step <= 0:
        raise NotOperable(looked_for, "it is a slider that does not follow the arrow keys")
    steps = _steps(wanted, low, high, step)
    if min(steps, round((high - low) / step) - steps) > _MOST_KEYS:
        raise NotOperable(looked_for, f"{wanted:g} is more than {_MOST_KEYS} steps from either end")
    from_top = steps > _MOST_KEYS
    await _at(page, slider.index, "End" if from_top else "Home", looked_for)
    for _ in range(round((high - low) / step) - steps if from_top else steps):
        await page.key("ArrowLeft" if from_top else "ArrowRight")
    page.touch()
    return await _stands_at(page, slider.index, looked_for), low, high


async def _at(page: LivePage, index: int, key: str, looked_for: str) -> float:
    page.touch()
    await page.key(key)
    return await _stands_at(page, index, looked_for)


async def _stands_at(page: LivePage, index: int, looked_for: str) -> float:
    """What the slider that has the focus says that it holds."""
    elements = (await page.look()).elements
    here = next((e for e in elements if e.role == "slider" and "focused" in e.states), None)
    here = here or next((e for e in elements if e.index == index), None)
    held = number_in(here.value or "") if here is not None else None
    if held is None:
        raise NotOperable(looked_for, "it is a slider that does not say what it holds")
    return held

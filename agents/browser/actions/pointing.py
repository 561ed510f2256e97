"""Pressing and pointing: click, check, hover, drag."""

import asyncio
from typing import Any

from agents.browser.actions.finding import Disabled, NotOperable, clear_way, find, point_at, press, put_away
from agents.browser.context import Context
from agents.browser.grounding.ground import describe
from agents.browser.grounding.layers import shutter
from agents.browser.page import LivePage
from agents.browser.snapshot import Element
from plans.records.steps import Check, Drag, Hover
from plans.records.targets import Target

_DRAG_STEPS = 10
"""Moves of one drag; libraries with a threshold miss a single one."""
_NUDGE = 6
"""CSS pixels of the move that begins a drag."""
_MESSAGE_STEP = 0.2
"""Seconds between two looks whether a message went away from what it covers."""
_MESSAGE_BRIEF = 1.0
"""Seconds that a message gets before it is closed, or passed over if its kind is known to go away."""
MESSAGE_LONGEST = 8.0
"""Seconds in which a message goes away by itself; one that does not is there to stay."""


async def click_target(page: LivePage, target: Target, context: Context) -> Element:
    """Press what a target means; returns what was pressed."""
    index = await find(page, target, context)
    if await clear_way(page, index):
        index = await find(page, target, context)
    snapshot = await page.look()
    await click_element(page, index, describe(target))
    return snapshot.elements[index]


async def click_element(page: LivePage, index: int, looked_for: str) -> None:
    """Press an element of the last look; raises NotOperable when it is covered, disabled or gone."""
    aim = await _aim_past_messages(page, index)
    if "cover" in aim and await put_away(page):
        aim = await _aim_past_messages(page, index)
    if aim.get("message") and not aim["disabled"]:
        page.touch()
        await page.operate("press", index)
        return
    x, y = _point(aim, looked_for)
    before = None if aim.get("isSure", True) else await page.operate("held", index)
    page.touch()
    await page.mouse("click", x, y)
    if before is not None:
        await page.rest(page.settings.quiet)
        if await page.operate("held", index) in (before, {"gone": True}):
            raise NotOperable(looked_for, "it is covered, and pressing what covers it changed nothing in it")


async def _aim_past_messages(page: LivePage, index: int) -> dict[str, Any]:
    """Aim at an element. A message that covers it is given time to go, and closed where it can be.

    The answer says `message` only where such a message was seen to go away before.
    """
    aim = await _aim_after(page, index, await page.operate("aim", index), _MESSAGE_BRIEF)
    if aim.get("message") and await _close(page, aim["over"]):
        aim = await page.operate("aim", index)
    kind = aim.get("message")
    if not kind or kind in page.overlays.passing:
        return aim
    # Many messages stay for as long as the pointer rests on them.
    await page.mouse("move", *aim["aside"])
    aim = await _aim_after(page, index, aim, MESSAGE_LONGEST - _MESSAGE_BRIEF)
    if aim.get("message"):
        return {**aim, "message": None}
    page.overlays.passing.add(kind)
    return aim


async def _aim_after(page: LivePage, index: int, aim: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Aim until no message is in the way."""
    for _ in range(round(seconds / _MESSAGE_STEP)):
        if not aim.get("message"):
            break
        await asyncio.sleep(_MESSAGE_STEP)
        aim = await page.operate("aim", index)
    return aim


async def _close(page: LivePage, message: int) -> bool:
    """Press the button of a message that shuts it; False where the last look knows of none."""
    snapshot = page.last_look
    button = None if snapshot is None or message < 0 else shutter(snapshot, message)
    return button is not None and await press(page, button)


def _point(aim: dict[str, Any], looked_for: str) -> tuple[float, float]:
    if aim.get("gone"):
        raise NotOperable(looked_for, "it went away before it could be operated")
    if aim.get("disabled"):
        raise Disabled(looked_for, "it is disabled")
    if "x" not in aim:
        raise NotOperable(looked_for, f"it is covered by {aim.get('cover') or 'something'}")
    return float(aim["x"]), float(aim["y"])


async def check_target(page: LivePage, step: Check, context: Context) -> None:
    """Tick or untick; what already is as wanted is left alone."""
    index = await find(page, step.target, context)
    element = (await page.look()).elements[index]
    is_on = bool({"checked", "pressed", "selected"} & element.states)
    if is_on != step.on:
        await click_element(page, index, describe(step.target))


async def hover_target(page: LivePage, step: Hover, context: Context) -> None:
    """Point at what a target means."""
    index = await find(page, step.target, context)
    if not await point_at(page, index):
        raise NotOperable(describe(step.target), "it is covered or gone")


async def drag_target(page: LivePage, step: Drag, context: Context) -> None:
    """Drag one thing onto another, in many small moves; native and pointer-made dragging both hear it."""
    start = await find(page, step.target, context)
    goal = await find(page, step.to, context)
    await page.operate("bring", start, goal)
    from_x, from_y = await _aim_in_view(page, start, describe(step.target))
    await page.mouse("move", from_x, from_y)
    page.touch()
    await page.mouse("down")
    try:
        # What is dragged has to follow before the page may scroll beneath it.
        await page.mouse("move", from_x + _NUDGE, from_y + _NUDGE)
        to_x, to_y = await _aim_in_view(page, goal, describe(step.to))
        for number in range(1, _DRAG_STEPS + 1):
            share = number / _DRAG_STEPS
            await page.mouse("move", from_x + (to_x - from_x) * share, from_y + (to_y - from_y) * share)
    finally:
        await page.mouse("up")


async def _aim_in_view(page: LivePage, index: int, looked_for: str) -> tuple[float, float]:
    """A point of what can be seen of an element, which is scrolled only when none can."""
    aim = await page.operate("aim", index, True)
    return _point(aim if "x" in aim else await _aim_past_messages(page, index), looked_for)

"""Pressing and pointing: click, check, hover, drag."""

from agents.browser.actions.finding import find
from agents.browser.actions.outcome import NotOperable
from agents.browser.actions.revealing import point_at
from agents.browser.grounding.contract import Context
from agents.browser.grounding.ground import describe
from agents.browser.page import LivePage
from agents.browser.snapshot import Element
from plans.records.steps import Check, Drag, Hover, Target

_DRAG_STEPS = 10
"""Moves of one drag; libraries with a threshold miss a single one."""


async def click_target(page: LivePage, target: Target, context: Context) -> Element:
    """Press what a target means; returns what was pressed."""
    index = await find(page, target, context)
    element = (await page.look()).elements[index]
    await click_element(page, index, describe(target))
    return element


async def click_element(page: LivePage, index: int, looked_for: str) -> None:
    """Press an element of the last look; raises NotOperable when it is covered, disabled or gone."""
    x, y = await aim_at(page, index, looked_for)
    page.touch()
    await page.mouse("click", x, y)


async def aim_at(page: LivePage, index: int, looked_for: str) -> tuple[float, float]:
    """A point where a press reaches the element; raises NotOperable when there is none."""
    aim = await page.operate("aim", index)
    if aim.get("gone"):
        raise NotOperable(looked_for, "it went away before it could be operated")
    if aim.get("disabled"):
        raise NotOperable(looked_for, "it is disabled")
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
    from_x, from_y = await aim_at(page, start, describe(step.target))
    await page.mouse("move", from_x, from_y)
    page.touch()
    await page.mouse("down")
    try:
        to_x, to_y = await aim_at(page, goal, describe(step.to))
        for number in range(1, _DRAG_STEPS + 1):
            share = number / _DRAG_STEPS
            await page.mouse("move", from_x + (to_x - from_x) * share, from_y + (to_y - from_y) * share)
    finally:
        await page.mouse("up")

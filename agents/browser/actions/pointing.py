"""Opening an app, and pressing and pointing in it: click, check, hover, drag."""

import asyncio
from typing import Any

from agents.browser.actions.finding import Disabled, NotOperable, find, point_at, press
from agents.browser.context import Context
from agents.browser.grounding.ground import describe
from agents.browser.grounding.layers import open_layer, shutter
from agents.browser.grounding.names import agreement
from agents.browser.page import LivePage
from plans.records.steps import Check, Drag, Hover
from plans.records.targets import Target

_MOST_NOTICES = 3
"""Notices that are put away one after another."""
_SAME = 0.9
"""Agreement from which a button is the one that is meant."""
_STEP = 0.2
"""Seconds between two tries whether something still covers an element or the window."""
MESSAGE_LONGEST = 8.0
"""Seconds in which a message or a splash screen goes away by itself; one that does not is there to stay."""
_DRAG_STEPS = 10
"""Moves of one drag; libraries with a threshold miss a single one."""
_NUDGE = 6
"""CSS pixels of the move that begins a drag."""


async def open_app(page: LivePage, start: str, first_press: Target | None = None) -> None:
    """Load an address, and put notices away. Raises as `LivePage.goto` and `uncover` do."""
    await page.goto(start)
    await uncover(page, first_press)


async def uncover(page: LivePage, first_press: Target | None = None) -> None:
    """Put away notices that keep an app from being operated that was just loaded, as about cookies, by their buttons.

    That is no step of a task. A notice that the task's own first press would close is left to the task, as is a dialog
    that has no such button. Raises NotOperable when something hides all of the window and stays.
    """
    for _ in range(_MOST_NOTICES):
        snapshot = await page.look()
        layer = open_layer(snapshot)
        button = shutter(snapshot, layer.start) if layer is not None else None
        if button is None:
            break
        said = snapshot.elements[button].name or snapshot.text(button)
        names = first_press.names if first_press else ()
        if any(agreement(name, said) >= _SAME for name in names if name) or not await press(page, button):
            return
    await _wait_for_view(page)


async def _wait_for_view(page: LivePage) -> None:
    """Wait while boxes that stand still, with nothing to press in them, hide the page and all of the window."""
    hiding = ""
    for _ in range(round(MESSAGE_LONGEST / _STEP)):
        snapshot = await page.look()
        elements = snapshot.elements
        boxes = [
            e for e in elements if e.fixed and e.is_shown and e.parent >= 0 and not elements[e.parent].fixed
        ]
        inside = {index for box in boxes for index in snapshot.within(box.index)}
        is_page_covered = any(e.covered and e.index not in inside for e in elements)
        can_press = any(
            elements[i].clickable and elements[i].is_shown and not elements[i].covered for i in inside
        )
        if not is_page_covered or can_press:
            return
        hiding = (await page.operate("wall", *(box.index for box in boxes)))["words"]
        if not hiding:
            return
        await asyncio.sleep(_STEP)
        page.touch()
    raise NotOperable("the app", f"all of the window is covered by {hiding!r}, which stays")


async def click_target(page: LivePage, target: Target, context: Context) -> None:
    """Press what a target means; of something that takes no press itself, the one thing in it that does."""
    index = await find(page, target, context)
    snapshot = await page.look()
    element = snapshot.elements[index]
    if not (element.clickable or element.is_field):
        inner = (snapshot.elements[i] for i in snapshot.inside(index))
        pressable = [e.index for e in inner if e.clickable and e.is_shown and not e.is_field]
        index = pressable[0] if len(pressable) == 1 else index
    await click_element(page, index, describe(target))


async def click_element(page: LivePage, index: int, looked_for: str) -> None:
    """Press an element of the last look; raises NotOperable when it is covered, disabled or gone."""
    aim = await _aim(page, index, looked_for)
    before = None if aim.get("isSure", True) else await page.operate("held", index)
    page.touch()
    await page.mouse("click", aim["x"], aim["y"])
    if before is not None:
        await page.rest(page.settings.quiet)
        if await page.operate("held", index) in (before, {"gone": True}):
            raise NotOperable(looked_for, "it is covered, and pressing what covers it changed nothing in it")


async def press_disabled(page: LivePage, target: Target, context: Context) -> None:
    """Press what only says that it is disabled (aria-disabled): a page that acts on the press all the same shows it."""
    aim = await page.operate("aim", await find(page, target, context))
    if aim.get("takesPress"):
        page.touch()
        await page.mouse("click", aim["x"], aim["y"])


async def _aim(page: LivePage, index: int, looked_for: str, *, stay: bool = False) -> dict[str, Any]:
    """The answer of `bench.aim` to where an element can be pressed; waits for a message that covers it to go away.

    With `stay` the page is scrolled only when nothing of the element can be seen. Raises NotOperable and Disabled.
    """
    aim = await page.operate("aim", index, stay)
    if stay and "x" not in aim:
        aim = await page.operate("aim", index)
    if aim.get("aside"):
        # Many messages stay for as long as the pointer rests on them.
        await page.mouse("move", *aim["aside"])
    for _ in range(round(MESSAGE_LONGEST / _STEP)):
        if not aim.get("aside"):
            break
        await asyncio.sleep(_STEP)
        aim = await page.operate("aim", index)
    if aim.get("gone"):
        raise NotOperable(looked_for, "it went away before it could be operated")
    if aim.get("disabled"):
        raise Disabled(looked_for, "it is disabled")
    if "x" not in aim:
        raise NotOperable(looked_for, f"it is covered by {aim.get('cover') or 'something'}")
    return aim


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
    aim = await _aim(page, start, describe(step.target), stay=True)
    from_x, from_y = aim["x"], aim["y"]
    await page.mouse("move", from_x, from_y)
    page.touch()
    await page.mouse("down")
    try:
        # What is dragged has to follow before the page may scroll beneath it.
        await page.mouse("move", from_x + _NUDGE, from_y + _NUDGE)
        aim = await _aim(page, goal, describe(step.to), stay=True)
        for number in range(1, _DRAG_STEPS + 1):
            share = number / _DRAG_STEPS
            await page.mouse(
                "move", from_x + (aim["x"] - from_x) * share, from_y + (aim["y"] - from_y) * share
            )
    finally:
        await page.mouse("up")

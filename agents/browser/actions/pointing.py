"""Opening an app, and pressing and pointing in it: click, check, hover, drag."""

import asyncio
from typing import Any

from agents.browser.actions.finding import Disabled, NotOperable, find, point_at
from agents.browser.context import Context
from agents.browser.grounding.buttons import PageQuestion, asked_in_page, outermost_fixed
from agents.browser.grounding.ground import describe
from agents.browser.page import LivePage
from plans.records.steps import Check, Click, Drag, Hover, Target

_STEP = 0.2
"""Seconds between two tries whether something still covers an element or the window."""
MESSAGE_LONGEST = 5.0
"""Seconds in which a message or a splash screen goes away by itself; one that does not is there to stay."""
_DRAG_STEPS = 10
"""Moves of one drag; libraries with a threshold miss a single one."""
_NUDGE = 6
"""CSS pixels of the move that begins a drag."""


async def open_app(page: LivePage, start: str) -> None:
    """Load an address. Raises as `LivePage.goto` and `outwait_splash` do."""
    await page.goto(start)
    await outwait_splash(page)


async def outwait_splash(page: LivePage) -> None:
    """Wait while something hides all of the window and cannot be operated; raises NotOperable when it stays."""
    hiding = ""
    for _ in range(round(MESSAGE_LONGEST / _STEP)):
        snapshot = await page.look()
        boxes = outermost_fixed(snapshot)
        inside = [snapshot.elements[i] for box in boxes for i in snapshot.within(box.index)]
        # What can be operated hides nothing: it is the view itself.
        is_view = not boxes or any(e.clickable and e.is_shown and not e.covered for e in inside)
        hiding = "" if is_view else (await page.operate("wall", *(box.index for box in boxes)))["words"]
        if not hiding:
            return
        await asyncio.sleep(_STEP)
        page.touch()
    raise NotOperable("the app", f"all of the window is covered by {hiding!r}, which stays")


async def click_and_answer(page: LivePage, step: Click, context: Context) -> tuple[PageQuestion | None, bool]:
    """Press what a step means, and answer the question that follows where the step says how.

    Returns the question, and whether the control refused: it is disabled, or says so (aria-disabled) and nothing was
    asked. In the latter case it is pressed all the same, since a page that acts on the press shows it.
    """
    before, is_disabled, question = await page.look(), False, None
    try:
        try:
            await _click_target(page, step.target, context)
        except NotOperable:
            # What cannot be pressed yet gets a second try when the page is done with its work.
            if not await page.patience.outlast():
                raise
            await _click_target(page, step.target, context)
    except Disabled:
        is_disabled = True
        aim = await page.operate("aim", await find(page, step.target, context))
        if aim.get("takesPress"):
            page.touch()
            await page.mouse("click", aim["x"], aim["y"])
    if step.then is not None:
        question = asked_in_page(before, await page.look())
        if question is None and not page.events.questions and await page.patience.outlast():
            question = asked_in_page(before, await page.look())
    if question is None or page.events.questions:
        return None, is_disabled and not page.events.questions
    button = question.confirm if step.then == "confirm" else question.decline
    if button is not None:
        await click_element(page, button, f"the button to {step.then}")
    else:
        page.touch()
        await page.key("Escape")
    return question, False


async def _click_target(page: LivePage, target: Target, context: Context) -> None:
    """Press what a target means; of something that takes no press itself, the one thing in it that does."""
    index = await find(page, target, context)
    snapshot = await page.look()
    if not (snapshot.elements[index].clickable or snapshot.elements[index].is_field):
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


async def _aim(page: LivePage, index: int, looked_for: str, *, stay: bool = False) -> dict[str, Any]:
    """The answer of `bench.aim` to where an element can be pressed; waits for what covers it to go away.

    With `stay` the page is scrolled only when nothing of the element can be seen. Raises NotOperable and Disabled.
    """
    aim = await page.operate("aim", index, stay)
    for _ in range(round(MESSAGE_LONGEST / _STEP)):
        if "x" in aim or aim.get("gone") or aim.get("disabled"):
            break
        await asyncio.sleep(0 if stay else _STEP)
        stay = False
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
    states = (await page.look()).elements[index].states
    if step.on is states.isdisjoint({"checked", "pressed", "selected"}):
        await click_element(page, index, describe(step.target))


async def hover_target(page: LivePage, step: Hover, context: Context) -> None:
    """Point at what a target means."""
    if not await point_at(page, await find(page, step.target, context)):
        raise NotOperable(describe(step.target), "it is covered or gone")


async def drag_target(page: LivePage, step: Drag, context: Context) -> None:
    """Drag one thing onto another, in many small moves; native and pointer-made dragging both hear it."""
    start = await find(page, step.target, context)
    goal = await find(page, step.to, context)
    await page.operate("bring", start, goal)
    aim = await _aim(page, start, describe(step.target), stay=True)
    x, y = aim["x"], aim["y"]
    await page.mouse("move", x, y)
    page.touch()
    await page.mouse("down")
    try:
        # What is dragged has to follow before the page may scroll beneath it.
        await page.mouse("move", x + _NUDGE, y + _NUDGE)
        aim = await _aim(page, goal, describe(step.to), stay=True)
        for number in range(1, _DRAG_STEPS + 1):
            share = number / _DRAG_STEPS
            await page.mouse("move", x + (aim["x"] - x) * share, y + (aim["y"] - y) * share)
    finally:
        await page.mouse("up")

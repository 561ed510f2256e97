"""Finding and revealing a target on a live page, and pressing it: open, click, check, hover, drag."""

import asyncio
from dataclasses import replace
from typing import Any, Literal

from agents.browser.grounding.buttons import PageQuestion, asked_in_page, outermost_fixed
from agents.browser.grounding.candidates import Grounding, Presence, look_of
from agents.browser.grounding.ground import Knowledge
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.app_map import Fingerprint
from plans.records.steps import Click, Drag, Target
from plans.step_words import Purpose, describe

_MENU_SIGNS = ("☰", "⋮", "⋯", "…", "≡", "•••")


_STEP = 0.2
"""Seconds between two tries whether something still covers an element or the window."""
MESSAGE_LONGEST = 5.0
"""Seconds in which a message or a splash screen goes away by itself; one that does not is there to stay."""
_DRAG_STEPS = 10
"""Moves of one drag; libraries with a threshold miss a single one."""
_NUDGE = 6
"""CSS pixels of the move that begins a drag."""


class _Stopped(Exception):
    """What was looked for and what was seen instead, where an action could not be performed."""

    def __init__(self, looked_for: str, saw: str, target: Target | None = None) -> None:
        self.looked_for, self.saw, self.target = looked_for, saw, target
        super().__init__(f"looked for {looked_for}; {saw}")


class NotOperable(_Stopped):
    """The target of an action is on the page but cannot be operated, or several elements fit it equally well."""


class NotThere(_Stopped):
    """The target of an action is not on the page."""


class Disabled(NotOperable):
    """The target of an action is unambiguous and disabled."""


async def find(page: LivePage, target: Target, context: Knowledge) -> int:
    """The index of the element to operate; raises NotThere and NotOperable with what was seen instead."""
    grounding = await locate(page, target, context, "act")
    if grounding.found is Presence.MISSING:
        raise NotThere(describe(target), seen(grounding), target)
    if grounding.found is Presence.AMBIGUOUS:
        raise NotOperable(describe(target), f"several fit equally well: {candidates(grounding)}")
    return grounding.index


async def locate(page: LivePage, target: Target, context: Knowledge, purpose: Purpose) -> Grounding:
    """Ground a target on the page as it is now; if nothing fits, try to reveal it."""
    grounding = await in_time(page, target, context, purpose)
    if grounding.found is not Presence.MISSING or purpose == "absent":
        return grounding
    return await _reveal(page, target, context, purpose) or grounding


async def in_time(page: LivePage, target: Target, context: Knowledge, purpose: Purpose) -> Grounding:
    """Ground a target now, and once more when pending work of the page has ended; reveal nothing."""
    grounding = context.recognise(await page.look(), target, purpose)
    is_there = grounding.found is not Presence.MISSING or purpose == "absent"
    if is_there or not await page.patience.outlast():
        return grounding
    return context.recognise(await page.look(), target, purpose)


async def _reveal(page: LivePage, target: Target, context: Knowledge, purpose: Purpose) -> Grounding | None:
    """Point at the entry that holds a missing target, or open the only closed menu there; None if that is no help."""

    async def met(wanted: Target, purpose: Purpose) -> Grounding | None:
        grounding = context.recognise(await page.look(), wanted, purpose)
        return None if grounding.found is Presence.MISSING else grounding

    outer = target.within
    around = await met(outer, "see") if outer else None
    if around and outer and outer.role in ("item", "row", "list") and await point_at(page, around.index):
        if grounding := await met(target, purpose):
            return grounding
        around = await met(outer, "see")
    if outer and not around:
        return None
    snapshot = await page.look()
    scope = snapshot.within(around.index) if around else range(len(snapshot.elements))
    menus = [index for index in scope if _is_closed_menu(snapshot, snapshot.elements[index])]
    if len(menus) != 1 or not await press(page, menus[0]):
        return None
    if not (found := await met(target, purpose)) and not await _close(page, snapshot, menus[0]):
        context.note_guess("the page before a menu was opened", "what is left of that menu")
    return found


async def _close(page: LivePage, before: Snapshot, menu: int) -> bool:
    """Close a menu that was of no help, as people do; whether the page is built as it was before."""

    def built(page: Snapshot) -> list[object]:
        return [page.url, *((e.tag, e.is_shown, e.end) for e in page.elements)]

    now = await page.look()
    if built(now) != built(before) and [e.name for e in now.elements[menu : menu + 1]] == [
        before.elements[menu].name
    ]:
        await press(page, menu)
    if built(await page.look()) != built(before):
        page.touch()
        await page.key("Escape")
    return built(await page.look()) == built(before)


def _is_closed_menu(snapshot: Snapshot, element: Element) -> bool:
    """True for a control that opens a menu, as its markup or its sign says, and is not open."""
    if not element.clickable or not element.is_shown or element.is_field or "expanded" in element.states:
        return False
    if element.tag == "summary":
        return "expanded" not in snapshot.elements[element.parent].states
    says_so = element.has_popup or snapshot.text(element.index).strip() in _MENU_SIGNS
    return says_so and element.role != "link"


async def point_at(page: LivePage, index: int) -> bool:
    """Move the pointer onto an element; False when it is covered or gone."""
    return await press(page, index, "move")


async def press(page: LivePage, index: int, verb: Literal["click", "move"] = "click") -> bool:
    """Press an element without saying that this was an action of the task; False when it is covered or gone."""
    aim = await page.operate("aim", index)
    if "x" not in aim:
        return False
    await page.mouse(verb, aim["x"], aim["y"])
    page.touch()
    return True


def standing(snapshot: Snapshot, look: Fingerprint) -> int | None:
    """The first pressable element with this look; None if there is none."""
    alike = (e for e in snapshot.elements if (e.tag, e.role) == (look.tag, look.role))
    pressable = (e.index for e in alike if e.is_shown and not e.covered)
    # A link that counts says another number another time.
    plain = replace(look, numbers=())
    return next((i for i in pressable if replace(look_of(snapshot, i), numbers=()) == plain), None)


def seen(grounding: Grounding) -> str:
    """Why the target was not found, with the nearest candidates, for an observation."""
    if not grounding.candidates:
        return grounding.note or "nothing like it on the page"
    note = f"{grounding.note}; " if grounding.note else ""
    return f"{note}nearest: {candidates(grounding)}"


def candidates(grounding: Grounding) -> str:
    """The best candidates with their scores."""
    return ", ".join(f"{c.said[:40]!r} ({c.score:.2f})" for c in grounding.candidates[:4])


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


async def click_and_answer(
    page: LivePage, step: Click, context: Knowledge
) -> tuple[PageQuestion | None, bool]:
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


async def _click_target(page: LivePage, target: Target, context: Knowledge) -> None:
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


async def drag_target(page: LivePage, step: Drag, context: Knowledge) -> None:
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

"""Finding a target on a live page, and bringing it to light where it is missing."""

from dataclasses import replace
from typing import Literal

from agents.browser.context import Context
from agents.browser.grounding.candidates import Found, Grounding, Purpose, look_of
from agents.browser.grounding.ground import describe
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.findings import Look
from plans.records.targets import Target

_MENU_SIGNS = ("☰", "⋮", "⋯", "…", "≡", "•••")


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


async def find(page: LivePage, target: Target, context: Context) -> int:
    """The index of the element to operate; raises NotThere and NotOperable with what was seen instead."""
    grounding = await locate(page, target, context, "act")
    if grounding.found is Found.MISSING:
        raise NotThere(describe(target), seen(grounding), target)
    if grounding.found is Found.AMBIGUOUS:
        raise NotOperable(describe(target), f"several fit equally well: {candidates(grounding)}")
    return grounding.index


async def locate(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding:
    """Ground a target on the page as it is now; if nothing fits, try to reveal it."""
    grounding = await in_time(page, target, context, purpose)
    if grounding.found is not Found.MISSING or purpose == "absent":
        return grounding
    return await _reveal(page, target, context, purpose) or grounding


async def in_time(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding:
    """Ground a target now, and once more when pending work of the page has ended; reveal nothing."""
    grounding = context.recognise(await page.look(), target, purpose)
    is_there = grounding.found is not Found.MISSING or purpose == "absent"
    if is_there or not await page.patience.outlast():
        return grounding
    return context.recognise(await page.look(), target, purpose)


async def _reveal(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding | None:
    """Point at the entry that holds a missing target, or open the only closed menu there; None if that is no help."""

    async def met(wanted: Target, purpose: Purpose) -> Grounding | None:
        grounding = context.recognise(await page.look(), wanted, purpose)
        return None if grounding.found is Found.MISSING else grounding

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


def standing(snapshot: Snapshot, look: Look) -> int | None:
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

"""Finding a target on a live page.

One look decides. Where the target is missing, the row that holds it is pointed at or the one closed menu is opened.
"""

from agents.browser.context import Context
from agents.browser.grounding.contract import Found, Grounding, Purpose
from agents.browser.grounding.ground import describe
from agents.browser.grounding.layers import open_layer, shutter
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.looks import look_of
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.findings import Look
from plans.records.targets import Role, Target


class NotThere(Exception):
    """What was to be operated is not on the page."""

    def __init__(self, looked_for: str, saw: str, role: Role = "any", within: Target | None = None) -> None:
        self.looked_for = looked_for
        self.saw = saw
        self.role: Role = role
        self.within = within
        """What it was looked for in."""
        super().__init__(f"looked for {looked_for}; {saw}")


class NotOperable(Exception):
    """What was to be operated is there, but could not be operated, or it is not clear which of several is meant."""

    def __init__(self, looked_for: str, saw: str) -> None:
        self.looked_for = looked_for
        self.saw = saw
        super().__init__(f"looked for {looked_for}; {saw}")


class Disabled(NotOperable):
    """What was to be operated is there and clear, and is disabled."""


_MENU_SIGNS = ("☰", "⋮", "⋯", "…", "≡", "•••")


async def reveal(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding | None:
    """Point at what the target is inside of, else open the one obvious menu there; None when that shows it not."""
    if not await _bring_to_light(page, target, context):
        return None
    grounding = context.recognise(await page.look(), target, purpose)
    if grounding.found is Found.MISSING:
        return None
    page.overlays.is_unveiled = False
    return grounding


async def put_away(page: LivePage) -> bool:
    """Shut what was opened in vain and may lie over the page; False where nothing was."""
    if not page.overlays.is_unveiled:
        return False
    page.overlays.is_unveiled = False
    page.touch()
    await page.key("Escape")
    return True


async def point_at(page: LivePage, index: int) -> bool:
    """Move the pointer onto an element; False when it is covered or gone."""
    aim = await page.operate("aim", index)
    if "x" not in aim:
        return False
    await page.mouse("move", aim["x"], aim["y"])
    page.touch()
    return True


async def press(page: LivePage, index: int) -> bool:
    """Press an element without saying that this was an action of the task."""
    aim = await page.operate("aim", index)
    if "x" not in aim:
        return False
    await page.mouse("click", aim["x"], aim["y"])
    page.touch()
    return True


async def _bring_to_light(page: LivePage, target: Target, context: Context) -> bool:
    """Whether anything was there that may bring it to light."""
    snapshot = await page.look()
    scope = range(0, len(snapshot.elements))
    if target.within is not None:
        outer = context.recognise(snapshot, target.within, "see")
        if outer.found is Found.MISSING:
            return False
        scope = snapshot.within(outer.index)
        if target.within.role in ("item", "row", "list"):
            await point_at(page, outer.index)
            now = context.recognise(await page.look(), target, "act")
            if now.found is not Found.MISSING:
                return True
    closed = [e for e in snapshot.elements if e.index in scope and _is_closed_menu(snapshot, e)]
    # What a bar at an edge of the window covers is scrolled from beneath it when it is pressed.
    menus = [e for e in closed if not e.covered] or closed
    if len(menus) != 1:
        return False
    page.overlays.is_unveiled = await press(page, menus[0].index)
    return page.overlays.is_unveiled


def _is_closed_menu(snapshot: Snapshot, element: Element) -> bool:
    if not element.clickable or not element.is_shown or element.is_field or "expanded" in element.states:
        return False
    if element.role == "link":
        return False
    if element.tag == "summary":
        return "expanded" not in snapshot.elements[element.parent].states
    if element.has_popup:
        # Of a row's menu its name often says the whole row: "More for the redesign of the shop".
        return True
    said = " ".join(dict.fromkeys((element.name, snapshot.text(element.index), element.title))).strip()
    if snapshot.text(element.index).strip() in _MENU_SIGNS:
        return True
    if len(said) > 40:
        return False
    if set(stems(said)[:1]) & lexicon().buttons.deeds:
        # "Clear filters" opens nothing.
        return False
    return any(sign in said for sign in _MENU_SIGNS) or bool(
        _menu_words(stems(said)) | _menu_words(stems(element.icon))
    )


def _menu_words(said: tuple[str, ...]) -> set[str]:
    """The words of a menu among those of a control; "One more round" says how many, and opens nothing."""
    known = lexicon().buttons
    is_about_more = said[:1] == ("more",) or set(said[:1]) <= known.opens
    return {word for word in said if word in known.menu and (word != "more" or is_about_more)}


def standing(snapshot: Snapshot, look: Look) -> int | None:
    """What looks so and can be pressed; None when it is not here."""
    return next(
        (
            e.index
            for e in snapshot.elements
            if (e.tag, e.role) == (look.tag, look.role)
            and e.is_shown
            and not e.covered
            and look_of(snapshot, e.index) == look
        ),
        None,
    )


async def find(page: LivePage, target: Target, context: Context) -> int:
    """The index of the element to operate; raises NotThere and NotOperable with what was seen instead."""
    grounding = await locate(page, target, context, "act")
    if grounding.found is Found.MISSING:
        raise NotThere(describe(target), seen(grounding), target.role, target.within)
    if grounding.found is Found.AMBIGUOUS:
        raise NotOperable(describe(target), f"several fit equally well: {candidates(grounding)}")
    return grounding.index


async def locate(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding:
    """What a target means now; when nothing fits, it is brought to light."""
    grounding = await in_time(page, target, context, purpose)
    if grounding.found is not Found.MISSING or purpose == "absent":
        return grounding
    return await reveal(page, target, context, purpose) or grounding


async def in_time(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding:
    """What a target means now, or when the page is done with its work; nothing is brought to light for it."""
    grounding = context.recognise(await page.look(), target, purpose)
    is_there = grounding.found is not Found.MISSING or purpose == "absent"
    if is_there or not await page.patience.outlast():
        return grounding
    return context.recognise(await page.look(), target, purpose)


def seen(grounding: Grounding) -> str:
    """What was there instead, in words."""
    note = f"{grounding.note}; " if grounding.note else ""
    if not grounding.candidates:
        return grounding.note or "nothing like it on the page"
    return f"{note}nearest: {candidates(grounding)}"


def candidates(grounding: Grounding) -> str:
    """The best candidates with their scores."""
    return ", ".join(f"{c.said[:40]!r} ({c.score:.2f})" for c in grounding.candidates[:4])


async def clear_way(page: LivePage, index: int) -> bool:
    """Shut the dialog that keeps an element of the last look from being pressed, as people do who have read it.

    One that asks for something to be typed is left to the task. Returns whether anything was pressed, after which the
    element has to be looked for anew.
    """
    snapshot = await page.look()
    layer = open_layer(snapshot) if snapshot.elements[index].covered else None
    if layer is None or index in layer or any(snapshot.elements[i].is_field for i in layer):
        return False
    button = shutter(snapshot, layer.start, is_the_apps=True)
    if button is None:
        await page.key("Escape")
        page.touch()
        return True
    return await press(page, button)

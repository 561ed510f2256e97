"""Bringing to light what is not shown at once: controls of a row under the pointer, an obvious menu."""

from agents.browser.grounding.contract import Found, Grounding, Purpose
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.memory.context import Context
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Target

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

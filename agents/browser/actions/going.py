"""Going to the screen of an app that holds what is not found on this one, by a way that exploring it found."""

from collections.abc import Sequence

from agents.browser.actions.revealing import press
from agents.browser.grounding.contract import Found, Grounding, Purpose
from agents.browser.grounding.ground import ground
from agents.browser.grounding.known import Prior
from agents.browser.grounding.looks import look_of
from agents.browser.grounding.roles import CONTAINERS
from agents.browser.memory.context import Context
from agents.browser.page import LivePage
from agents.browser.snapshot import Snapshot
from plans.records.findings import Look
from plans.records.targets import Target


async def go(page: LivePage, target: Target, context: Context, purpose: Purpose) -> Grounding | None:
    """Go where a target is known to stand; None when no way is known, it cannot be gone, or the target is not there."""
    if not await _go(page, target, context):
        return None
    grounding = context.recognise(await page.look(), target, purpose)
    return grounding if grounding.found is not Found.MISSING else None


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


def may_be_elsewhere(snapshot: Snapshot, target: Target, known: Prior) -> bool:
    """Whether what is missing here may be on another screen: it is called something, and what holds it is not here."""
    if not target.name or target.role in ("item", "row", "option"):
        return False
    outer = target.within
    if outer is None:
        return True
    return outer.role in CONTAINERS and ground(snapshot, outer, known, "see").found is Found.MISSING


async def _go(page: LivePage, target: Target, context: Context) -> bool:
    """Whether the way was gone; what lies over its beginning is put away, as people do before they look around."""
    way = context.screens.ways.get(target, ())
    here = (await page.look()).url
    if not await _press_each(page, way):
        now = await page.look()
        if not any(_is_here(now, look) for look in way):
            return False
        await page.key("Escape")
        page.touch()
        if not await _press_each(page, way):
            return False
    context.screens = context.screens.left(here)
    return True


async def _press_each(page: LivePage, way: Sequence[Look]) -> bool:
    """Whether all could be pressed, begun with the last one that is here."""
    here = await page.look()
    begin = next((n for n in reversed(range(len(way))) if standing(here, way[n]) is not None), None)
    if begin is None:
        return False
    for look in way[begin:]:
        index = standing(await page.look(), look)
        if index is None or not await press(page, index):
            return False
    return True


def _is_here(snapshot: Snapshot, look: Look) -> bool:
    return any(
        look_of(snapshot, e.index) == look for e in snapshot.elements if e.tag == look.tag and e.is_shown
    )

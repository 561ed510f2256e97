"""Opening an app as a person would: what lies over it at the beginning is put away, and is no step of any task.

That is a notice about cookies, a welcome, a newsletter: a box that stands still in the window and keeps controls from
being pressed. Only a button that says so puts it away, so that a dialog that an app begins with, as to start a game, is
left to the task. Where there is nothing to press, Escape is tried, and the cover is given time to go, as a splash
screen does; one that then still hides all of the window is there to stay, and nothing beneath it can be seen.
"""

import asyncio

from agents.browser.actions.finding import NotOperable
from agents.browser.actions.pointing import click_element
from agents.browser.grounding.layers import shutter
from agents.browser.grounding.words import agreement
from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from plans.records.targets import Target

_MOST = 3
"""Covers that are put away one after another."""
_FILLING = 0.9
"""Share of the window from which a cover fills it."""
_SAME = 0.9
"""Agreement from which a button is the one that is meant."""
_STEP = 0.25
"""Seconds between two looks whether a cover went away."""
_LONGEST = 8.0
"""Seconds in which a cover goes away by itself; one that does not is there to stay."""


async def open_app(page: LivePage, start: str, first_press: Target | None = None) -> None:
    """Load an address, and uncover what it shows. Raises as `LivePage.goto` and `uncover` do."""
    await page.goto(start)
    await uncover(page, first_press)


async def uncover(page: LivePage, first_press: Target | None = None) -> None:
    """Put away what lies over an app that was just loaded; raises NotOperable where it hides all and stays.

    What would be put away by the very button that the task presses first is left to the task.
    """
    for _ in range(_MOST):
        snapshot = await page.look()
        covers = _covers(snapshot)
        if not covers:
            return
        button = next((found for c in covers if (found := shutter(snapshot, c.index)) is not None), None)
        if button is None:
            await _wait_out(page, covers)
            return
        said = snapshot.elements[button].name or snapshot.text(button)
        names = first_press.names if first_press else ()
        if any(agreement(name, said) >= _SAME for name in names if name):
            return
        try:
            await click_element(page, button, "the button that shuts what lies over the app")
        except NotOperable:
            return


def _covers(snapshot: Snapshot) -> list[Element]:
    """What stands still in the window and keeps something else from being pressed; the topmost first."""
    hidden = [e for e in snapshot.elements if e.covered]
    if not hidden:
        return []
    covers = [e for e in snapshot.elements if _stands_still(snapshot, e)]
    over = [c for c in covers if any(_lies_over(snapshot, c, e) for e in hidden)]
    # A box is often drawn over a veil that is no part of it.
    boxes = [c for c in covers if any(_fills(snapshot, veil) and veil.index < c.index for veil in over)]
    return list({c.index: c for c in (*reversed(boxes), *reversed(over))}.values())


def _stands_still(snapshot: Snapshot, element: Element) -> bool:
    """Whether it is fixed, and the outermost of what is fixed, or a dialog."""
    if not element.fixed or not element.is_shown or element.parent < 0:
        return False
    return element.role == "dialog" or not snapshot.elements[element.parent].fixed


def _lies_over(snapshot: Snapshot, cover: Element, other: Element) -> bool:
    """Whether the middle of something else is where a cover is; what is modal lies over everything."""
    if snapshot.holds(cover.index, other.index) or snapshot.holds(other.index, cover.index):
        return False
    if cover.tag == "dialog" and other.covered:
        return True
    x, y = other.box.x + other.box.width / 2, other.box.y + other.box.height / 2
    return cover.box.x <= x <= cover.box.right and cover.box.y <= y <= cover.box.bottom


async def _wait_out(page: LivePage, covers: list[Element]) -> None:
    """Try Escape on what has nothing to press, and wait until it leaves something of the window to be seen."""
    snapshot = await page.look()
    inside = (snapshot.elements[i] for c in covers for i in snapshot.inside(c.index))
    if any(e.clickable and e.is_shown for e in inside):
        return
    if any(c.tag == "dialog" or _fills(snapshot, c) for c in covers):
        await page.key("Escape")
    hiding = ""
    for _ in range(round(_LONGEST / _STEP)):
        page.touch()
        snapshot = await page.look()
        covers = [e for e in snapshot.elements if _stands_still(snapshot, e)] if _covers(snapshot) else []
        hiding = (await page.operate("wall", *(c.index for c in covers)))["words"]
        if not hiding:
            return
        await asyncio.sleep(_STEP)
    raise NotOperable("the app", f"all of the window is covered by {hiding!r}, which stays")


def _fills(snapshot: Snapshot, cover: Element) -> bool:
    return cover.box.area >= _FILLING * snapshot.width * snapshot.height

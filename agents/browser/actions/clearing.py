"""Putting away what an app opened over itself, where a task goes on beneath it: a dialog that merely says something."""

from agents.browser.actions.revealing import press
from agents.browser.grounding.layers import open_layer, shutter
from agents.browser.page import LivePage


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

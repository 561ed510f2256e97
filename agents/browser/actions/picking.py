"""Picking a value with real keys: from a native list, or on a native slider.

A page tells events of a person's keys from events that a script makes (`isTrusted`), and may answer to one of them
alone. What the keyboard does not reach, such as a list that stands hidden behind one of the app's own, is set by a
script.
"""

from agents.browser.page import LivePage

_MOST_KEYS = 60
"""Options that are walked past at most; beyond, the choice takes longer than it tells."""


async def pick_option(page: LivePage, index: int, place: int) -> None:
    """Choose the option at a place of a native select, with one change that the page hears of."""
    page.touch()
    down = (await page.operate("offer", index, place)).get("down")
    if down is not None and down <= _MOST_KEYS:
        for key in ("Alt+ArrowDown", "Home", *["ArrowDown"] * down, "Enter"):
            await page.key(key)
    await page.operate("choose", index, place)


async def slide_to(page: LivePage, index: int, value: str) -> None:
    """Bring a native slider to a value, or as near as its steps allow."""
    page.touch()
    beside = await page.operate("beside", index, value)
    if "key" in beside:
        await page.key(beside["key"])
    await page.operate("set", index, value, beside.get("goal", ""))

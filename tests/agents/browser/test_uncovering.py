"""Splash screens and messages that pass are waited for; what stays covers, and the judge presses nothing of it."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from agents.browser.actions import pointing
from agents.browser.actions.perform import perform
from agents.browser.actions.pointing import NotOperable
from agents.browser.grounding.ground import Knowledge
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Action
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_STEP: TypeAdapter[Action] = TypeAdapter(Action)
SHOP = "<h1>Shop</h1><button onclick='done = (window.done ?? 0) + 1'>Buy</button><p>Eleven plants</p>"
VEIL = "position:fixed; inset:0; background:#000a"
CORNER = "position:fixed; left:0; top:0; width:300px; height:150px; background:tan"


async def do(page: LivePage, verb: str, **said: Any) -> None:
    """One step, on a page that is open."""
    step = _STEP.validate_python({"do": verb, **said})
    await perform(page, step, page.page.url, Knowledge(), MadeUp(0, page.settings.today))


async def buy(page: LivePage) -> int:
    """How often the button was heard that is pressed once, after the app was loaded."""
    await do(page, "reload")
    await do(page, "click", target={"role": "button", "name": "Buy"})
    return int(await page.page.evaluate("window.done ?? 0"))


async def test_a_splash_screen_is_waited_for(open_app: OpenApp) -> None:
    splash = "<div class=s style='position:fixed; inset:0; background:teal'>Plants</div>"
    goes = "<script>setTimeout(() => document.querySelector('.s').remove(), 1500)</script>"
    assert await buy(await open_app(html=SHOP + splash + goes)) == 1


async def test_a_notice_over_an_app_is_left_alone(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pointing, "MESSAGE_LONGEST", 1.0)
    page = await open_app(
        html=f"{SHOP}<div style='{VEIL}'>Quiz<button onclick='done = 7'>Start</button></div>"
    )
    with pytest.raises(NotOperable, match="covered by div Quiz"):
        await buy(page)
    assert await page.page.evaluate("window.done ?? 0") == 0


async def test_an_app_under_a_wall_cannot_be_used(open_app: OpenApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pointing, "MESSAGE_LONGEST", 1.0)
    tiles = "".join(
        f"<div class=toast role=status style='position:fixed; left:{x}%; top:{y}%; width:50%; height:50%;"
        "background:#fff'>Saved</div>"
        for x in (0, 50)
        for y in (0, 50)
    )
    page = await open_app(html=SHOP + tiles)
    with pytest.raises(NotOperable, match="all of the window is covered by 'div Saved'"):
        await do(page, "open")


def toast(gone: str) -> str:
    return f"<div class=x7 style='{CORNER}'>Added</div><script>{gone}</script>"


AFTER = "const t = document.querySelector('.x7'); setTimeout(() => t.remove(), %d)"


@pytest.mark.parametrize(
    "message",
    [
        toast(AFTER % 400),
        toast(AFTER % 1500),
    ],
    ids=["brief", "long"],
)  # fmt: skip
async def test_a_message_over_a_button_is_waited_for(open_app: OpenApp, message: str) -> None:
    page = await open_app(html=SHOP + message)
    await page.mouse("move", 100, 120)
    await do(page, "click", target={"role": "button", "name": "Buy"})
    assert await page.page.evaluate("done") == 1
    assert await page.page.evaluate("document.querySelector('.x7')") is None


async def test_a_message_that_stays_covers_until_it_goes(
    open_app: OpenApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pointing, "MESSAGE_LONGEST", 3.0)
    page = await open_app(html=SHOP + toast(""))
    with pytest.raises(NotOperable, match="covered by div Added"):
        await do(page, "click", target={"role": "button", "name": "Buy"})
    await page.page.evaluate("setTimeout(() => document.querySelector('.x7').remove(), 1500)")
    await do(page, "click", target={"role": "button", "name": "Buy"})
    assert await page.page.evaluate("done") == 1

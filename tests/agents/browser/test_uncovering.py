"""Notices over an app are put away by their buttons, and messages that pass are waited for; what stays covers."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from agents.browser.actions import pointing
from agents.browser.actions.finding import NotOperable
from agents.browser.actions.perform import perform
from agents.browser.context import Context
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from plans.records.steps import Action
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

_STEP: TypeAdapter[Action] = TypeAdapter(Action)
SHOP = "<h1>Shop</h1><button onclick='done = (window.done ?? 0) + 1'>Buy</button><p>Eleven plants</p>"
VEIL = "position:fixed; inset:0; background:#000a"
BOX = "background:#fff; margin:60px auto; width:300px"
SHUTS = "onclick='this.closest(\".cover\").remove()'"
CORNER = "position:fixed; left:0; top:0; width:300px; height:150px; background:tan"


async def do(page: LivePage, verb: str, **said: Any) -> None:
    """One step, on a page that is open."""
    step = _STEP.validate_python({"do": verb, **said})
    await perform(page, step, page.page.url, Context(), MadeUp(0, page.settings.today))


async def buy(page: LivePage) -> int:
    """How often the button was heard that is pressed once, after the app was loaded."""
    await do(page, "reload")
    await do(page, "click", target={"role": "button", "name": "Buy"})
    return int(await page.page.evaluate("window.done ?? 0"))


def cover(inside: str, style: str = VEIL) -> str:
    return f"<div class=cover style='{style}'><div style='{BOX}'>{inside}</div></div>"


COVERS = {
    "cookies": cover(f"<p>We use cookies</p><a href=#policy>Policy</a><button {SHUTS}>Accept all</button>"),
    "a choice": cover(f"<p>Cookies</p><label><input type=checkbox>Ads</label><button {SHUTS}>OK</button>"),
    "newsletter": cover(
        f"<input placeholder=Email><button>Continue</button><button {SHUTS}>No thanks</button>"
    ),
    "a sign": cover(f"<p>Welcome</p><button aria-label='×' {SHUTS}>×</button>"),
    "beside its veil": f"<div class=v style='{VEIL}'></div><div style='{CORNER}; top:300px'>Welcome"
    "<button onclick='this.parentElement.remove(); document.querySelector(\".v\").remove()'>Got it</button></div>",
    "modal": "<dialog class=cover><p>Welcome</p>"
    f"<button {SHUTS}>Get started</button></dialog><script>document.querySelector('dialog').showModal()</script>",
    "late": f"<template>{cover(f'<button {SHUTS}>Skip</button>')}</template><script>setTimeout(() => "
    "document.body.append(document.querySelector('template').content), 300)</script>",
    "two": cover(f"<button {SHUTS}>Accept</button>") + cover(f"<button {SHUTS}>Close</button>"),
    "splash": "<div class=s style='position:fixed; inset:0; background:teal'>Plants</div>"
    "<script>setTimeout(() => document.querySelector('.s').remove(), 1500)</script>",
}


@pytest.mark.parametrize("kind", COVERS)
async def test_what_lies_over_an_app_at_the_beginning_is_put_away(open_app: OpenApp, kind: str) -> None:
    page = await open_app(html=SHOP + COVERS[kind])
    assert await buy(page) == 1


LEFT = {
    "what an app begins with": cover("<h2>Quiz</h2><button onclick='done = 7'>Start quiz</button>"),
    "what it asks for": cover("<label>Your name<input></label><button onclick='done = 7'>Continue</button>"),
    "what covers nothing": f"<div style='{CORNER}; top:600px'>Cookies<button onclick='done = 7'>OK</button></div>",
}


@pytest.mark.parametrize("kind", LEFT)
async def test_what_a_task_may_be_about_is_left_alone(open_app: OpenApp, kind: str) -> None:
    page = await open_app(html=SHOP + LEFT[kind])
    await do(page, "open")
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


async def test_what_the_task_itself_puts_away_is_left_to_it(open_app: OpenApp) -> None:
    """A welcome over the app was shut before the task could look at it."""
    page = await open_app(html=SHOP + COVERS["beside its veil"])
    understood = Target(role="button", name="Got it")
    await pointing.uncover(page, understood)
    assert "Welcome" in (await page.look()).content
    await pointing.uncover(page, Target(role="button", name="Buy"))
    assert "Welcome" not in (await page.look()).content

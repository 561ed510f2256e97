"""Menus of a row, and what a list of the app's own shows."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.grounding.candidates import Presence
from agents.browser.grounding.ground import Knowledge, ground
from agents.browser.grounding.values import read
from plans.made_up import MadeUp
from plans.records.steps import Click, Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROWS = """
<ul id=l></ul><script>
let leads = ['Seed catalogue for Hazel & Thorn', 'Investor deck, Polar Robotics, second round of it'], shown = -1;
function draw() { l.innerHTML = leads.map((t, i) => `<li><b>${t}</b> <button aria-label="%s ${t}" %s
  onclick="shown=${i};draw()">⋯</button>${shown === i ? `<div role=menu><div role=menuitem tabindex=0
  onclick="leads.splice(${i},1);shown=-1;draw()">Delete</div></div>` : ''}</li>`).join(''); }
draw();</script>
"""
TALL = "<p style='height:3000px'>More</p>"
OWN = """
<button role=combobox aria-haspopup=listbox aria-expanded=false aria-label=Treatment>
<span>Gait analysis</span> ▾</button>
"""


@pytest.mark.parametrize("popup", ["aria-haspopup=menu", ""], ids=["says so", "by its sign"])
async def test_a_menu_is_opened_that_names_the_whole_row(open_app: OpenApp, popup: str) -> None:
    """More for a row with a long title was too long to be a menu, and the row had nothing that deletes."""
    page, context = await open_app(html=ROWS % ("More for", popup)), Knowledge()
    item = Target(role="item", name="lead", nth=2)
    step = Click(do="click", target=Target(role="button", name="Delete", within=item))
    await perform(page, step, page.page.url, context, MadeUp(0, page.settings.today))
    assert "Investor" not in (await page.look()).content


async def test_a_menu_beneath_a_bar_is_scrolled_to(open_app: OpenApp) -> None:
    """The row stood just behind a bar at the foot of the window, and had nothing that deletes."""
    bar = (
        "<style>ul{margin-top:calc(100vh - 190px)}li{height:90px}"
        ".bar{position:fixed;left:0;right:0;bottom:0;height:150px;background:#fff}</style>"
    )
    page, context = (
        await open_app(html=f"{bar}{ROWS % ('More for', '')}<div class=bar>Undo</div>{TALL}"),
        Knowledge(),
    )
    item = Target(role="item", name="lead", nth=2)
    step = Click(do="click", target=Target(role="button", name="Delete", within=item))
    await perform(page, step, page.page.url, context, MadeUp(0, page.settings.today))
    assert "Investor" not in (await page.look()).content


async def test_a_list_of_the_apps_own_holds_what_it_shows(open_app: OpenApp) -> None:
    snapshot = await (await open_app(html=OWN)).look()
    target = Target(role="combobox", name="Treatment")
    grounding = ground(snapshot, target, purpose="see")
    assert grounding.found is Presence.FOUND
    assert "Gait analysis" in str(read(snapshot, "value", grounding, ("Treatment",)))

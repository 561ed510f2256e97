"""Lists to choose from that are called by what they offer or show, and titles with more beneath them."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.grounding.contract import Context
from agents.browser.grounding.ground import ground
from agents.browser.made_up import MadeUp
from agents.browser.reading import read
from plans.records.steps import Select
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = pytest.mark.browser

KIND = Target(role="combobox", name="Category", synonyms=("All category",))
OWN = """
<style>.face,.opt{cursor:pointer}</style><div class=drop><div class=face onclick="list.hidden=!list.hidden"></div>
<div id=list hidden></div></div><div class=row>Tea <b>Drinks</b></div><div class=row>Loaf <b>Bakery</b></div>
<script>const face = document.querySelector('.face'); let now = '';
function draw() { face.textContent = now || 'Any category'; list.hidden = true;
  list.innerHTML = ['', 'Drinks', 'Bakery'].map(k => `<div class=opt>${k || 'Any category'}</div>`).join('');
  list.querySelectorAll('.opt').forEach((o, i) => o.onclick = () => { now = ['', 'Drinks', 'Bakery'][i]; draw(); }); }
draw();</script>
"""
LOOK_AT = """
<label>Look at <select><option value="">All categories</option><option>Drinks</option><option>Bakery</option></select>
</label><label>Order <select><option>By price</option><option>By title</option></select></label>
"""


async def test_a_list_that_shows_its_choice_is_known_again(open_app: OpenApp) -> None:
    """Options that rows say as well were taken for old, and "Drinks" on its face for another control."""
    page, context = await open_app(html=OWN), Context()
    for place, kind in ((1, "Drinks"), (2, "Bakery")):
        step = Select(do="select", target=KIND, position=place)
        await perform(page, step, page.page.url, context, MadeUp(0, page.settings.today))
        assert (await page.look()).content.startswith(kind)


async def test_all_categories_says_what_a_list_is_for(open_app: OpenApp) -> None:
    snapshot = await (await open_app(html=LOOK_AT)).look()
    assert snapshot.elements[ground(snapshot, KIND, Context()).index].name == "Look at"


async def test_a_title_ends_where_a_box_beneath_it_begins(open_app: OpenApp) -> None:
    rows = "".join(
        f"<div class=row><div class=what>{title}<div class=who>paid by {who}</div></div></div>"
        for title, who in (("Light bulbs", "Ines"), ("Oat milk", "Jo"))
    )
    snapshot = await (await open_app(html=rows)).look()
    titles = Target(role="heading", within=Target(role="item", name="row"))
    assert read(snapshot, "texts", ground(snapshot, titles, Context(), "see"), ("",)) == [
        "Light bulbs",
        "Oat milk",
    ]

"""Controls that are called by what they offer or show, by the part of a block that they are, or by where they stand."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.grounding.ground import Knowledge, ground
from plans.made_up import MadeUp
from plans.records.steps import Click, Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

KIND = Target(role="combobox", name="Category", synonyms=("All category",))
LOOK_AT = """
<label>Look at <select><option value="">All categories</option><option>Drinks</option><option>Bakery</option></select>
</label><label>Order <select><option>By price</option><option>By title</option></select></label>
"""


async def test_all_categories_says_what_a_list_is_for(open_app: OpenApp) -> None:
    snapshot = await (await open_app(html=LOOK_AT)).look()
    assert snapshot.elements[ground(snapshot, KIND).index].name == "Look at"


SHOWS = """
<style>span,.show__go{cursor:pointer}</style><div class=sort><span class="way is-on">By title</span>
<span class=way>Cheap first</span><span class=way>Dear first</span></div>
<div class=show><b>Fado</b> <div class=show__go>Off</div></div>
<div class="show is-here"><b>Macbeth</b> <div class=show__go>Off</div>
<div class=strip><p>And when?</p><div class=strip__times>
<span class=slot onclick="told.textContent='at '+this.textContent">10:00</span>
<span class=slot onclick="told.textContent='at '+this.textContent">12:30</span></div></div></div><p id=told></p>
"""
ENTRY = Target(role="item", name="show")


async def test_an_entry_that_folds_is_unfolded_for_what_it_hides(open_app: OpenApp) -> None:
    """Its head says more than a menu's button would, and was not taken for what opens it."""
    shows = "".join(
        f'<details><summary>{name}, a comedy in five acts <b>14 €</b></summary><button onclick="told.textContent='
        f"'{name}'\">Book</button></details>"
        for name in ("The cherry thief", "Clowns without trousers", "Macbeth, abridged")
    )
    page, context = await open_app(html=f"<main>{shows}</main><p id=told></p>"), Knowledge()
    book = Target(role="button", name="Book", within=ENTRY.model_copy(update={"nth": 2}))
    await perform(
        page, Click(do="click", target=book), page.page.url, context, MadeUp(0, page.settings.today)
    )
    assert (await page.look()).content.endswith("Clowns without trousers")


async def test_chips_named_for_a_kind_of_thing_are_none_of_the_things(open_app: OpenApp) -> None:
    """Five chips of a group called "Kind of plant" were the plants, and all that is listed was missed."""
    chips = "".join(f"<button aria-pressed=false>{kind}</button>" for kind in ("All", "Fern", "Palm", "Herb"))
    rows = "".join(
        f"<div class=row><strong>{n}</strong> <span>{p} €</span></div>" for n, p in (("Fern", 4), ("Fig", 9))
    )
    page = await open_app(
        html=f"<p><span role=group aria-label='Kind of plant'>{chips}</span></p><div>{rows}</div>"
    )
    snapshot = await page.look()
    plants = ground(snapshot, Target(role="item", name="plant", synonyms=("plants",)), purpose="see")
    assert [snapshot.text(index) for index in plants.matches] == ["Fern 4 €", "Fig 9 €"]


async def test_what_goes_by_the_name_itself_is_meant_rather_than_by_another_wording(
    open_app: OpenApp,
) -> None:
    page = await open_app(html="<button role=tab>Key figures</button><button role=tab>Bars</button>")
    chart = Target(role="link", name="Chart", synonyms=("Graph", "Statistics"))
    snapshot = await page.look()
    assert snapshot.text(ground(snapshot, chart).index) == "Bars"

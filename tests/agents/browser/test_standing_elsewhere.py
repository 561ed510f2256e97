"""What strangers' apps put otherwise: views in a list, orders that turn, quizzes that ask without a question mark."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.context import Context
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from agents.browser.reading import read
from agents.browser.settings import BrowserSettings
from plans.records.steps import Action, Select
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AVERAGE = Target(role="tab", name="Average amount", synonyms=("Mean amount", "Average"))
MEASURE = """<nav><a href="#/s">Statistics</a></nav><label>Measure <select onchange="out.textContent = this.value">
<option>Number of expenses</option><option>Average amount</option></select></label><p id=out></p>"""
SORTS = """<p>Sort by: <button id=b>Price ↑ lowest first</button> <button>Title</button> <button>Default order</button>
<script>b.onclick = () => { b.textContent = 'Price ↓ highest first' }</script>"""
FOLDED = """<form style="visibility:hidden"><label>Type <select><option>Fern<option>Herb</select></label></form>
<fieldset><legend>Type</legend>%s</fieldset>"""
RATED = """<article><h2>Spanish</h2><p>★ 4.3 average · 12 ratings</p>
<button aria-label="Rate with 1 star">★</button><button aria-label="Rate with 2 stars">★</button></article>
<article><h2>Italian</h2><p>★ 3.1 average · 9 ratings</p>
<button aria-label="Rate with 1 star">★</button><button aria-label="Rate with 2 stars">★</button></article>"""
REPORT = """<ul class=cards>%s</ul><section><h2>Import</h2><div role=status><p>1 expense imported.</p>
<ul><li>Line 3: no amount</li><li>Line 4: no title</li></ul></div></section>"""


async def do(page: LivePage, step: Action) -> None:
    await perform(page, step, page.page.url, Context(), MadeUp(1, BrowserSettings().today))


async def test_an_order_that_says_the_other_way_round_is_turned_by_pressing_it(open_app: OpenApp) -> None:
    page = await open_app(html=SORTS)
    target = Target(role="combobox", name="Sort by", synonyms=("Sort",))
    await do(page, Select(do="select", target=target, value="Price: highest first"))
    assert "highest first" in (await page.look()).content


async def test_a_list_that_is_folded_away_is_not_the_filter(open_app: OpenApp) -> None:
    kinds = "".join(f"<label><input type=radio name=t> {kind}</label>" for kind in ("All", "Fern", "Herb"))
    snapshot = await (await open_app(html=FOLDED % kinds)).look()
    found = ground(snapshot, Target(role="combobox", name="Type"))
    assert snapshot.elements[found.index].tag == "fieldset"


async def test_a_list_that_begins_with_all_filters_whatever_it_is_called(open_app: OpenApp) -> None:
    snapshot = await (
        await open_app(
            html="<label>Look at <select><option>All<option>Food</select></label>"
            "<label>Order <select><option>Price<option>Title</select></label>"
        )
    ).look()
    found = ground(snapshot, Target(role="combobox", name="Category", synonyms=("Filter",)))
    assert found.found is Found.FOUND
    assert snapshot.elements[found.index].options[0].text == "All"


async def test_a_star_to_press_is_no_rating_and_a_number_of_ratings_neither(open_app: OpenApp) -> None:
    snapshot = await (await open_app(html=RATED)).look()
    course = Target(role="item", name="course")
    rating = Target(role="text", name="Rating", synonyms=("Average rating", "★"), within=course)
    names = (rating.name, *rating.synonyms)
    assert read(snapshot, "numbers", ground(snapshot, rating, purpose="number"), names) == [4.3, 3.1]


async def test_a_report_of_what_was_left_out_is_no_list_of_what_it_mentions(open_app: OpenApp) -> None:
    rows = "".join(f"<li><h3>{t}</h3><p>€4.00</p></li>" for t in ("Rent", "Bread", "Petrol"))
    snapshot = await (await open_app(html=REPORT % rows)).look()
    found = ground(snapshot, Target(role="item", name="expense", synonyms=("expenses",)), purpose="see")
    assert len(found.matches) == 3


async def test_typographic_apostrophes_are_apostrophes(open_app: OpenApp) -> None:
    snapshot = await (await open_app(html="<p>Time’s up! Well done.</p>")).look()
    told = Target(role="text", name="Time is up", synonyms=("time's up",))
    assert ground(snapshot, told, purpose="see").found is Found.FOUND

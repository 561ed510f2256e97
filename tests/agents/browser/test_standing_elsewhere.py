"""What strangers' apps put otherwise: views in a list, orders that turn, quizzes that ask without a question mark."""

import pytest

from agents.browser.grounding.candidates import Presence
from agents.browser.grounding.ground import ground
from agents.browser.grounding.values import read
from plans.records.steps import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AVERAGE = Target(role="tab", name="Average amount", synonyms=("Mean amount", "Average"))
MEASURE = """<nav><a href="#/s">Statistics</a></nav><label>Measure <select onchange="out.textContent = this.value">
<option>Number of expenses</option><option>Average amount</option></select></label><p id=out></p>"""
RATED = """<article><h2>Spanish</h2><p>★ 4.3 average · 12 ratings</p>
<button aria-label="Rate with 1 star">★</button><button aria-label="Rate with 2 stars">★</button></article>
<article><h2>Italian</h2><p>★ 3.1 average · 9 ratings</p>
<button aria-label="Rate with 1 star">★</button><button aria-label="Rate with 2 stars">★</button></article>"""
REPORT = """<ul class=cards>%s</ul><section><h2>Import</h2><div role=status><p>1 expense imported.</p>
<ul><li>Line 3: no amount</li><li>Line 4: no title</li></ul></div></section>"""


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
    assert ground(snapshot, told, purpose="see").found is Presence.FOUND

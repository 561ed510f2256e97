"""Dates in three parts: a field each for day, month and year."""

from datetime import date

import pytest

from agents.browser.actions.perform import perform
from agents.browser.context import Context
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from agents.browser.made_up import MadeUp
from plans.records.steps import Fill
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DATE = Target(role="textbox", name="Date", synonyms=("Day", "When"))


def a_list(name: str, options: list[str]) -> str:
    offered = "".join(f"<option>{option}</option>" for option in options)
    return f"<label>{name}<select><option value=''>–</option>{offered}</select></label>"


MONTHS = [date(2026, month, 1).strftime("%B") for month in range(1, 13)]
LISTS = (
    "<div>Date</div><div>"
    + a_list("Day", [str(day) for day in range(1, 32)])
    + a_list("Month", MONTHS)
    + a_list("Year", ["2025", "2026", "2027"])
    + "</div><label>Name <input></label>"
)
FIELDS = "<fieldset><legend>Due</legend><input placeholder=DD><input placeholder=MM><input placeholder=YYYY></fieldset>"
TIMES = f"<p>When</p>{a_list('Hour', ['9', '10', '11'])}{a_list('Minute', ['0', '30'])}{a_list('Room', ['1', '2'])}"


@pytest.mark.parametrize(
    ("html", "held"), [(LISTS, ["7", "July", "2026"]), (FIELDS, ["7", "7", "2026"])], ids=["lists", "fields"]
)
async def test_a_date_is_given_part_by_part(open_app: OpenApp, html: str, held: list[str]) -> None:
    """The list for the day was taken for the date, and offers no 2026-07-07."""
    page = await open_app(html=html)
    assert ground(await page.look(), DATE, purpose="absent").found is Found.FOUND
    step = Fill(do="fill", target=DATE, value="2026-07-07")
    await perform(page, step, page.page.url, Context(), MadeUp(0, page.settings.today))
    assert [e.value for e in (await page.look()).elements if e.is_field][:3] == held


async def test_other_lists_are_no_date(open_app: OpenApp) -> None:
    page = await open_app(html=TIMES)
    assert ground(await page.look(), DATE, purpose="absent").found is Found.MISSING

"""Dates that are typed: in the format that a field spells out."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.actions.pointing import NotOperable
from agents.browser.grounding.ground import Knowledge
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Fill, Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]


async def fill(page: LivePage, target: Target, value: str) -> None:
    step = Fill(do="fill", target=target, value=value)
    await perform(page, step, page.page.url, Knowledge(), MadeUp(0, page.settings.today))


@pytest.mark.parametrize(
    ("value", "typed"),
    [
        ("2026-02-03", "03/02/2026"),
        ("2026-99-90", "2026-99-90"),
        ("2026-02-30", "2026-02-30"),
        ("0000-01-01", "0000-01-01"),
    ],
)
async def test_a_date_is_typed_in_the_format_of_its_field_and_what_is_no_date_as_it_is(
    open_app: OpenApp, value: str, typed: str
) -> None:
    """A day that is in no calendar ended the judgement of the task."""
    page = await open_app(html="<label>Date <input id=d placeholder=dd/mm/yyyy></label>")
    await fill(page, Target(role="textbox", name="Date"), value)
    assert await page.page.evaluate("d.value") == typed


async def test_what_a_list_does_not_offer_cannot_be_chosen(open_app: OpenApp) -> None:
    """More than 4,300 digits are refused by `int`, which ended the judgement of the task."""
    page = await open_app(html="<label>Seats <select><option>1</option><option>2</option></select></label>")
    for value in ("3", "3" * 5000):
        with pytest.raises(NotOperable, match="offers no"):
            await fill(page, Target(role="combobox", name="Seats"), value)

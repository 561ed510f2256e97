"""Sliders: known by what stands beside them, and true about where they stand."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.actions.pointing import NotOperable
from agents.browser.grounding.ground import Knowledge
from agents.browser.page import LivePage
from plans.made_up import MadeUp
from plans.records.steps import Fill, Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIMIT = Target(role="spinbutton", name="Maximum price", synonyms=("Price up to",))
SLIDER = "<input id=s type=range min=10 max=90 step=5 aria-label='Maximum price'>"


async def fill(page: LivePage, value: str) -> float | None:
    step = Fill(do="fill", target=LIMIT, value=value)
    done = await perform(page, step, page.page.url, Knowledge(), MadeUp(0, page.settings.today))
    return done.slid


@pytest.mark.parametrize(
    ("value", "slid"),
    [("35", None), ("87.5", 90), ("86", 85), ("12", 10), ("99", 90), ("4", 10)],
)
async def test_a_slider_says_where_it_stands_when_its_steps_leave_a_value_out(
    open_app: OpenApp, value: str, slid: float | None
) -> None:
    page = await open_app(html=SLIDER)
    assert await fill(page, value) == slid
    stands = await page.page.evaluate("Number(s.value)")
    assert stands == (slid or float(value))


@pytest.mark.parametrize("held", ["50", "1" + "0" * 400])
async def test_a_slider_of_the_apps_own_making_cannot_be_worked(open_app: OpenApp, held: str) -> None:
    own = f"<div role=slider tabindex=0 aria-label='Maximum price' aria-valuenow={held}></div>"
    page = await open_app(html=own)
    with pytest.raises(NotOperable):
        await fill(page, "35")


async def test_a_slider_that_the_page_sets_elsewhere_is_said_to_stand_there(open_app: OpenApp) -> None:
    html = "<input id=s type=range min=0 max=90 aria-label='Maximum price' onchange='s.value = 20'>"
    assert await fill(await open_app(html=html), "35") == 20


@pytest.mark.parametrize(
    ("attributes", "value", "stands"),
    [
        ("min=0 max=90 step=1e-320", "35.5", 35.5),
        ("min=0 max=90 step=-5", "37", 37),
        ("min=0 max=90 step=any", "35.25", 35.25),
        ("min=0 max=5000000 step=1", "1234567", 1234567),
    ],
)
async def test_a_slider_with_odd_limits_is_set_all_the_same(
    open_app: OpenApp, attributes: str, value: str, stands: float
) -> None:
    """A step of almost nothing ended the judgement of the task."""
    page = await open_app(html=f"<input id=s type=range aria-label='Maximum price' {attributes}>")
    await fill(page, value)
    assert await page.page.evaluate("Number(s.value)") == stands

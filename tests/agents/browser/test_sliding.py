"""Sliders: known by what stands beside them, moved by keys, and true about where they stand."""

import pytest

from agents.browser.actions.filling import Slid
from agents.browser.actions.finding import NotOperable
from agents.browser.actions.perform import perform
from agents.browser.context import Context
from agents.browser.made_up import MadeUp
from agents.browser.page import LivePage
from plans.records.steps import Fill
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIMIT = Target(role="spinbutton", name="Maximum price", synonyms=("Price up to",))
OWN = """<div id=s role=slider tabindex=0 aria-label="Maximum price" aria-valuemin=10 aria-valuemax=90
 aria-valuenow=50>50</div><script>s.onkeydown = ({ key }) => { const now = Number(s.ariaValueNow);
 const to = { Home: 10, End: 90, ArrowRight: now + 5, ArrowLeft: now - 5 }[key];
 s.ariaValueNow = s.textContent = Math.min(90, Math.max(10, to)); };</script>"""


async def fill(page: LivePage, value: str) -> Slid | None:
    step = Fill(do="fill", target=LIMIT, value=value)
    done = await perform(page, step, page.page.url, Context(), MadeUp(0, page.settings.today))
    return done.slid


@pytest.mark.parametrize(
    "slider", [OWN, "<input id=s type=range min=10 max=90 step=5 aria-label='Maximum price'>"]
)
@pytest.mark.parametrize(
    ("value", "slid"),
    [
        ("35", None),
        ("87.5", Slid(90, True)),
        ("12", Slid(10, True)),
        ("99", Slid(90, False)),
        ("4", Slid(10, True)),
    ],
)
async def test_a_slider_says_where_it_stands_when_its_steps_leave_a_value_out(
    open_app: OpenApp, slider: str, value: str, slid: Slid | None
) -> None:
    page = await open_app(html=slider)
    assert await fill(page, value) == slid
    stands = await page.page.evaluate("Number(s.value ?? s.ariaValueNow)")
    assert stands == (slid.at if slid else float(value))


@pytest.mark.parametrize("says", ["Any price", "up to €{}"])
async def test_what_a_slider_says_of_its_place_may_be_no_number(open_app: OpenApp, says: str) -> None:
    """At its end a slider said "Any price": no number was read off it, and the filter could not be worked."""
    told = OWN.replace(
        "const to =", "const said = (at) => s.ariaValueText = at < 90 ? `€${at}` : SAYS; const to ="
    )
    told = told.replace("to)); };", "to)); said(Number(s.ariaValueNow)); }; s.ariaValueText = SAYS;")
    page = await open_app(html=told.replace("SAYS", f"'{says.format(90)}'"))
    assert await fill(page, "35") is None
    assert await page.page.evaluate("s.ariaValueNow") == "35"
    assert await fill(page, "99") == Slid(90, False)


async def test_a_slider_of_the_app_that_follows_no_key_cannot_be_worked(open_app: OpenApp) -> None:
    page = await open_app(html=OWN.replace("onkeydown", "onwheel"))
    with pytest.raises(NotOperable, match="arrow keys"):
        await fill(page, "35")


async def test_a_field_in_a_closed_drawer_is_filled_once_the_drawer_is_open(open_app: OpenApp) -> None:
    page = await open_app(
        html="<button title=Filter onclick=\"d.style.visibility='visible'\">▽</button>"
        "<aside id=d style='visibility:hidden; position:fixed; right:0; top:0'>"
        "<label>Maximum price <input id=s></label></aside>"
    )
    assert await fill(page, "30") is None
    assert await page.page.evaluate("s.value") == "30"

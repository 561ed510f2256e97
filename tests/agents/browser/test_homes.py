"""The way to the start page is the app's name at its top, where no link says it."""

import pytest

from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOATS = Target(role="link", name="Boats", synonyms=("List", "Home", "Overview"))
MAP = "<nav><a href='#/map'>Map</a></nav><h1>The map</h1>"
TITLE = "<title>Harbour Hands</title>"


@pytest.mark.parametrize(
    "top",
    [
        "<a class='site-logo' href='#/'><svg width=20 height=20><circle r=8 cx=9 cy=9 /></svg></a>",
        "<div style='cursor:pointer' onclick='1'>Harbour <b>Hands</b></div>",
        "<a class=brand href='#/'>HH</a>",
    ],
)
async def test_the_name_of_the_app_leads_home(top: str, open_app: OpenApp) -> None:
    snapshot = await (await open_app(html=TITLE + top + MAP)).look()
    found = ground(snapshot, BOATS)
    assert found.found is Found.FOUND
    assert "Map" not in snapshot.text(found.index)


async def test_the_page_that_is_open_is_no_way_home(open_app: OpenApp) -> None:
    here = (
        "<title>Map - Hands</title><a class=logo href='#/'>Hands</a><a href='#/map' aria-current=page>Map</a>"
    )
    snapshot = await (await open_app(html=here)).look()
    assert snapshot.text(ground(snapshot, BOATS).index) == "Hands"


async def test_a_link_that_says_it_is_better(open_app: OpenApp) -> None:
    snapshot = await (
        await open_app(html=f"{TITLE}<a class=logo href='#/'>Harbour Hands</a><a href='#/'>Boats</a>{MAP}")
    ).look()
    assert snapshot.text(ground(snapshot, BOATS).index) == "Boats"


@pytest.mark.parametrize(
    "top",
    [
        "<div class=logo>Harbour Hands</div>",
        "<a class=logo href='#/'>Harbour Hands</a><a class=brand href='#/x'>HH</a>",
        "<div style='height:900px'></div><a class=logo href='#/'>Harbour Hands</a>",
        "",
    ],
)
async def test_a_name_that_leads_nowhere_or_is_not_the_only_one_is_no_way(
    top: str, open_app: OpenApp
) -> None:
    snapshot = await (await open_app(html=TITLE + top + MAP)).look()
    assert ground(snapshot, BOATS).found is Found.MISSING
    assert ground(snapshot, Target(role="link", name="Chart")).found is Found.MISSING

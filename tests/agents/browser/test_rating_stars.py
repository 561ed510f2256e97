"""Stars are told from the giving of a rating, by their own numbers, and the rating from how many have given one."""

import pytest

from agents.browser.actions.perform import perform
from agents.browser.grounding.contract import Found
from agents.browser.grounding.ground import ground
from agents.browser.grounding.stars import star_groups
from agents.browser.made_up import MadeUp
from agents.browser.memory.context import Context
from agents.browser.reading import number_of
from plans.records.steps import Click
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STARS = "".join(
    f"<button class=star title='{{}}' onclick='document.title={n}'><svg width=9 height=9></svg></button>".format(
        f"{n} of 5"
    )
    for n in range(1, 6)
)
BOAT = f"<article><h3>Heron</h3><b>4.3</b> <i></i> <span>27 ratings</span><div class=stars>{STARS}</div></article>"
ITEM = Target(role="item", name="boat", nth=1)


async def test_the_third_of_five_is_not_the_fifth(open_app: OpenApp) -> None:
    """Each star was called "3 of 5", and all of them said five."""
    page = await open_app(html=BOAT * 2)
    click = Click(do="click", target=Target(role="button", name="5 stars", synonyms=("Rate 5",)))
    await perform(page, click, page.page.url, Context(), MadeUp(0, page.settings.today))
    assert (await page.look()).title == "5"


async def test_no_single_star_is_the_giving_of_a_rating(open_app: OpenApp) -> None:
    page = await open_app(html=BOAT * 2)
    rate = Target(role="button", name="Rate", synonyms=("Give stars", "★"), within=ITEM)
    snapshot = await page.look()
    found = ground(snapshot, rate)
    assert found.found is Found.FOUND
    assert snapshot.elements[found.index].tokens == "stars"


async def test_what_only_the_code_numbers_is_no_star(open_app: OpenApp) -> None:
    page = await open_app(html="<button id=rate-1>Rate Heron</button><button id=rate-2>Rate Otter</button>")
    star = Target(role="button", name="1 star", synonyms=("Rate 1",))
    assert ground(await page.look(), star).found is Found.MISSING


@pytest.mark.parametrize(("name", "number"), [("Rating", 4.3), ("Votes", 27)])
async def test_how_many_have_rated_is_not_the_rating(open_app: OpenApp, name: str, number: float) -> None:
    page = await open_app(html=BOAT * 2)
    snapshot = await page.look()
    found = ground(snapshot, Target(role="text", name=name, synonyms=("★",), within=ITEM), purpose="number")
    assert number_of(snapshot, snapshot.elements[found.index], (name, "★")) == number


@pytest.mark.parametrize(
    ("label", "number"), [("Your stars for Pixel 3", 2), ("Rate Pixel 4 from 1 to 5", 2), ("Rated 4 of 5", 4)]
)
async def test_a_number_in_the_name_of_what_is_rated_is_no_rating(
    open_app: OpenApp, label: str, number: float
) -> None:
    """Two stars given to a "Pixel 3" once counted as three."""
    stars = "".join(
        f"<button class=star aria-label='{n} stars' aria-pressed={str(n == 2).lower()}>★</button>"
        for n in range(1, 6)
    )
    page = await open_app(html=f"<p>You gave <span role=group aria-label='{label}'>{stars}</span></p>")
    snapshot = await page.look()
    found = ground(snapshot, Target(role="text", name="You gave"), purpose="number")
    assert number_of(snapshot, snapshot.elements[found.index], ("You gave",)) == number


RADIOS = "".join(f"<label><input type=radio name=s value={n}> {n}</label>" for n in range(1, 6))
TWO = Target(role="button", name="2 stars", synonyms=("Rate 2",))


@pytest.mark.parametrize(
    "radios",
    [
        f"<fieldset><legend>How good was it?</legend>{RADIOS}</fieldset>",
        "<div>" + "".join(f"<input type=radio name=s aria-label={n}>" for n in range(1, 6)) + "</div>",
    ],
)
async def test_numbers_to_choose_from_are_stars_and_ok_gives_them(open_app: OpenApp, radios: str) -> None:
    """An app that asked for a number from 1 to 5 was said to have no stars: nothing drew or called them so."""
    ok = "<button onclick=\"document.title = [...document.querySelectorAll('input')].findIndex((r) => r.checked)\">OK"
    page, context = await open_app(html=f"<article><h3>Heron</h3>{radios}{ok}</button></article>"), Context()
    give = Target(role="button", name="Save rating", synonyms=("Save", "Submit", "OK"))
    for target in (TWO, give):
        click = Click(do="click", target=target)
        await perform(page, click, page.page.url, context, MadeUp(0, page.settings.today))
    assert (await page.look()).title == "1"


@pytest.mark.parametrize(
    "numbers",
    [
        "".join(f"<button>{n}</button>" for n in range(1, 6)),
        "".join(f"<label><input type=radio name=s> {n}</label>" for n in (1, 2, 4, 5, 6)),
        "".join(f"<label><input type=checkbox> {n}</label>" for n in range(1, 6)),
    ],
    ids=["pages", "amounts", "several at once"],
)
async def test_other_numbers_in_a_row_are_no_stars(open_app: OpenApp, numbers: str) -> None:
    page = await open_app(html=f"<article><h3>Heron</h3><p>{numbers}</p></article>")
    snapshot = await page.look()
    assert list(star_groups(snapshot, range(len(snapshot.elements)))) == []

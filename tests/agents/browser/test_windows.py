"""A window that a page opened is gone on in, and when it is closed the one beneath it, as by a visitor."""

import pytest

from agents.browser.page import LivePage
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CHOOSER = "<title>Pick</title><h1>Pick</h1><button onclick='{then}'>Red</button>"
SHOP = (
    "<title>Shop</title><h1>Shop</h1><button id=go>Pick colour</button><p id=w></p>"
    "<script>onmessage = (event) => { w.textContent = 'Chosen ' + event.data };"
    "go.onclick = () => { const other = window.open('about:blank'); other.document.write(`%s`) }</script>"
)
TELLS = 'opener.postMessage("Red", "*"); '


async def press(page: LivePage, name: str) -> None:
    button = next(element for element in (await page.look()).elements if element.name == name)
    page.begin_action()
    await page.mouse("click", button.box.x + 5, button.box.y + 5)
    page.touch()


@pytest.mark.parametrize(
    "then",
    [
        f"{TELLS}window.close()",
        f"{TELLS}setTimeout(() => window.close(), 300)",
        f"window.close(); {TELLS}",
    ],
)
async def test_when_a_window_closes_itself_the_one_that_opened_it_is_gone_on_in(
    open_app: OpenApp, then: str
) -> None:
    """The page was lost with it, so that a right app was unresolved as a browser that was lost."""
    page = await open_app(html=SHOP % CHOOSER.format(then=then))
    for _ in range(2):
        await press(page, "Pick colour")
        assert (await page.look()).content == "Pick\nRed"
        await press(page, "Red")
        await page.rest(0.4)
        page.touch()
        assert (await page.look()).content == "Shop\nPick colour\nChosen Red"
        await page.reload()
        assert (await page.look()).content == "Shop\nPick colour"


@pytest.mark.parametrize("after", [0, 30, 60, 120, 400])
async def test_a_window_that_is_closed_whenever_it_was_looked_at_loses_nothing(
    open_app: OpenApp, after: int
) -> None:
    page = await open_app(
        html="<h1>Shop</h1><button onclick=\"const other = window.open('about:blank');"
        f'setTimeout(() => other.close(), {after})">Add to cart</button>'
    )
    await press(page, "Add to cart")
    for _ in range(12):
        await page.look()
        await page.screenshot()
        page.touch()
    assert (await page.look()).content == "Shop\nAdd to cart"


async def test_a_window_keeps_its_size_while_another_is_over_it(open_app: OpenApp) -> None:
    page = await open_app(html=SHOP % CHOOSER.format(then="window.close()"))
    await page.resize(390, 700)
    await press(page, "Pick colour")
    widths = [(await page.look()).width]
    await press(page, "Red")
    await page.rest(0.1)
    assert [*widths, (await page.look()).width] == [page.settings.width, 390]


async def test_what_was_seen_in_a_window_that_closed_is_gone(open_app: OpenApp) -> None:
    page = await open_app(html=SHOP % CHOOSER.format(then="window.close()"))
    await press(page, "Pick colour")
    button = next(element for element in (await page.look()).elements if element.name == "Red")
    await page.page.close()
    assert await page.operate("aim", button.index) == {"gone": True}
    assert (await page.look()).title == "Shop"

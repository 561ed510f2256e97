"""A document that is emptied or written anew is looked at as any other."""

import pytest

from agents.browser.page import LivePage
from plans.errors import JudgeError
from tests.agents.browser.conftest import OpenApp

pytestmark = pytest.mark.browser


async def press(page: LivePage, name: str) -> None:
    button = next(element for element in (await page.look()).elements if element.name == name)
    page.begin_action()
    await page.mouse("click", button.box.x + 5, button.box.y + 5)
    page.touch()


@pytest.mark.parametrize("empties", ["document.documentElement.remove()", "open('shop.html')"])
async def test_a_page_without_a_root_element_is_an_empty_page(open_app: OpenApp, empties: str) -> None:
    """The judge's own script failed on it, so that an app that does this was unresolved instead of failed.

    In an attribute of an element `open` is the document's own, which empties it.
    """
    page = await open_app(html=f'<h1>Shop</h1><button onclick="{empties}">Go</button>')
    await press(page, "Go")
    seen = await page.look()
    assert (seen.content, seen.brightness) == ("", 1)


async def test_a_frame_without_a_root_element_shows_nothing(open_app: OpenApp) -> None:
    page = await open_app(
        html="<h1>Shop</h1><iframe id=f srcdoc='<p>Framed</p>'></iframe>"
        "<script>f.onload = () => f.contentDocument.documentElement.remove()</script>"
    )
    assert (await page.look()).content == "Shop"


async def test_of_a_script_that_failed_readers_get_what_failed_without_the_stack(open_app: OpenApp) -> None:
    page = await open_app(html="<h1>Shop</h1>")
    with pytest.raises(JudgeError, match=r"failed in the page: TypeError: bench\.nothing is not a function$"):
        await page.call("bench.nothing()")

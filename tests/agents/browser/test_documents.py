"""A document that is emptied or written anew is looked at as any other."""

import pytest

from agents.browser.page import LivePage
from plans.errors import JudgeError
from tests.agents.browser.conftest import OpenApp

pytestmark = pytest.mark.browser


async def press(page: LivePage, name: str) -> None:
    button = next(element for element in (await page.look()).elements if element.name == name)
    page.begin_action()
    await page.operate("aim", button.index)
    await page.mouse("click", button.box.x + 5, button.box.y + 5)
    page.touch()


@pytest.mark.slow
@pytest.mark.parametrize("empties", ["document.documentElement.remove()", "open('shop.html')"])
async def test_a_page_without_a_root_element_is_an_empty_page(open_app: OpenApp, empties: str) -> None:
    """The judge's own script failed on it, so that an app that does this was unresolved instead of failed.

    In an attribute of an element `open` is the document's own, which empties it.
    """
    page = await open_app(html=f'<h1>Shop</h1><button onclick="{empties}">Go</button>')
    await press(page, "Go")
    seen = await page.look()
    assert (seen.content, seen.brightness) == ("", 1)


async def test_of_a_script_that_failed_readers_get_what_failed_without_the_stack(open_app: OpenApp) -> None:
    page = await open_app(html="<h1>Shop</h1>")
    with pytest.raises(JudgeError, match=r"failed in the page: TypeError: bench\.nothing is not a function$"):
        await page.call("bench.nothing()")


WRITTEN = "<title>App</title><h1>Shop</h1><button id=b>Add</button><p id=w></p>"
LATER = (
    "const [b, w] = ['b', 'w'].map((id) => document.getElementById(id));"
    "b.onclick = () => setTimeout(() => {{ w.textContent = '1 item' }}, {after})"
)


@pytest.mark.slow
@pytest.mark.parametrize("after", [600, 2000])
@pytest.mark.parametrize(
    "write",
    [
        f"document.open(); document.write('{WRITTEN}'); document.close()",
        f"document.write('{WRITTEN}'); document.close()",
        f"document.writeln('{WRITTEN}'); document.close()",
        f"Document.prototype.write.call(document, '{WRITTEN}'); document.close()",
    ],
    ids=["open", "write", "writeln", "by its prototype"],
)
async def test_a_document_that_is_written_anew_is_waited_for_as_any_other(
    open_app: OpenApp, write: str, after: int
) -> None:
    """All listeners go with what was in it, and with them the judge's: what came after 600 ms was not waited for."""
    page = await open_app(html=f"<script>onload = () => {{ {write}; {LATER.format(after=after)} }}</script>")
    await press(page, "Add")
    await page.look()
    if after > 800:
        assert await page.patience.outlast()
    assert (await page.look()).content == "Shop\nAdd\n1 item"


async def test_what_is_pressed_in_a_document_written_anew_is_heeded(open_app: OpenApp) -> None:
    page = await open_app(
        html="<button id=a>Start</button><script>document.getElementById('a').onclick = () => {"
        "document.open(); document.write('<form><input required><button id=b>Go</button></form>');"
        "document.close(); const b = document.getElementById('b'); let tries = 0;"
        "b.onclick = () => { if (tries++) { b.disabled = true; setTimeout(() => { b.disabled = false }, 2000) } } }"
        "</script>"
    )
    await press(page, "Start")
    await press(page, "Go")
    assert len((await page.look()).invalid) == 1
    await press(page, "Go")
    await page.look()
    assert page.held == ("pressed",)

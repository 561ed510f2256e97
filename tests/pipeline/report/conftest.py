"""A real browser that opens reports from disk."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from plans.settings import read_settings
from tests.sharing import share_loops

Opens = Callable[..., Coroutine[Any, Any, Page]]


class Watched:
    """What a page asked for and complained about."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []

    def follow(self, page: Page) -> None:
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    share_loops(items, Path(__file__).parent)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    binary = read_settings().chromium
    assert binary is not None, "these stories need a Chromium: run `make setup`"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=binary)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="module")
async def opened(watched: Watched, chromium: Browser) -> AsyncIterator[Opens]:
    """Opens a file in a window of its own."""
    async with AsyncExitStack() as contexts:

        async def opens(path: Path, *, width: int = 1280, script: bool = True) -> Page:
            context = await chromium.new_context(
                viewport={"width": width, "height": 900}, java_script_enabled=script
            )
            contexts.push_async_callback(context.close)
            page = await context.new_page()
            watched.follow(page)
            await page.goto(path.resolve().as_uri())
            return page

        yield opens

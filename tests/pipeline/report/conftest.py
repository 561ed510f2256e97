"""A real browser that opens reports from disk."""

from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, async_playwright

from plans.settings import read_settings

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


@pytest.fixture
async def opened(watched: Watched) -> AsyncIterator[Opens]:
    """Opens a file in a window of its own."""
    chromium = read_settings().chromium
    assert chromium is not None, "these stories need a Chromium: run `make setup`"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium)

        async def opens(path: Path, *, width: int = 1280, script: bool = True) -> Page:
            context = await browser.new_context(
                viewport={"width": width, "height": 900}, java_script_enabled=script
            )
            page = await context.new_page()
            watched.follow(page)
            await page.goto(path.resolve().as_uri())
            return page

        yield opens
        await browser.close()

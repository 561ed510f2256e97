"""Real pages in a real browser."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from agents.browser.launching import browser
from agents.browser.page import LivePage
from agents.browser.settings import BrowserSettings
from agents.browser.visiting import visit
from agents.sandbox.serving import serve_files
from plans.settings import read_settings

APPS = Path(__file__).parent / "apps"

OpenApp = Callable[..., Awaitable[LivePage]]


@pytest.fixture
async def open_app(tmp_path: Path) -> AsyncIterator[OpenApp]:
    """Opens one of the apps by name, or a page given as HTML."""
    settings = BrowserSettings()
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(browser(read_settings().chromium, settings))

        async def open_it(app: str = "", *, html: str = "", clock: bool = False) -> LivePage:
            if html:
                (tmp_path / "index.html").write_text(
                    f"<!doctype html><meta charset=utf-8>{html}", encoding="utf-8"
                )
            url = stack.enter_context(serve_files(tmp_path if html else APPS))
            page = await stack.enter_async_context(visit(running, settings, seed=1, clock=clock))
            await page.goto(f"{url}{'' if html else f'{app}.html'}")
            return page

        yield open_it

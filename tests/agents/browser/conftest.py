"""Real pages in a real browser."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from agents.browser.page import LivePage
from agents.browser.settings import BrowserSettings
from agents.browser.visits import browser, visit
from agents.sandbox.serving import serve_files
from plans.settings import read_settings
from tests.sharing import share_loops

APPS = Path(__file__).parent / "apps"

OpenApp = Callable[..., Awaitable[LivePage]]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    share_loops(items, APPS.parent)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_browser() -> AsyncIterator[Browser]:
    async with browser(read_settings().chromium, BrowserSettings()) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def open_app(tmp_path: Path, shared_browser: Browser) -> AsyncIterator[OpenApp]:
    """Opens one of the apps by name, or a page given as HTML, as somebody who was never there."""
    settings = BrowserSettings()
    async with AsyncExitStack() as stack:

        async def open_it(app: str = "", *, html: str = "", clock: bool = False) -> LivePage:
            if html:
                (tmp_path / "index.html").write_text(
                    f"<!doctype html><meta charset=utf-8>{html}", encoding="utf-8"
                )
            url = stack.enter_context(serve_files(tmp_path if html else APPS))
            page = await stack.enter_async_context(visit(shared_browser, settings, seed=1, clock=clock))
            await page.goto(f"{url}{'' if html else f'{app}.html'}")
            return page

        yield open_it

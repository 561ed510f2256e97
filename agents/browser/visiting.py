"""A visit: one fresh context with one page, made to see the same date and the same random numbers each time."""

import re
import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, BrowserContext, Route, WebSocketRoute
from playwright.async_api import Error as PlaywrightError

from agents.browser.bounded import bounded
from agents.browser.events import Events
from agents.browser.launching import plain_user_agent, visitor_metadata
from agents.browser.listening import listen
from agents.browser.page import LivePage
from agents.browser.scripts import page_script, world_script
from agents.browser.settings import MOST_STRETCHED, BrowserSettings
from plans.errors import BrowserLost, PageUnresponsive

_OUTSIDE = re.compile(r"^(?!(?:https?|wss?)://127\.0\.0\.1[:/]|data:|blob:|about:)")


@asynccontextmanager
async def visit(
    browser: Browser, settings: BrowserSettings, *, seed: int, clock: bool = False, isolated: bool = False
) -> AsyncGenerator[LivePage]:
    """An empty page in a fresh context; closed at the end, whatever state it is in.

    Args:
        browser: A running browser.
        settings: Limits and the fixed date.
        seed: Of the page's Math.random.
        clock: Install Playwright's clock, so that time can be moved; it goes on by itself meanwhile.
        isolated: The process has a network namespace of its own, so that requests need not be watched.
    """
    began = time.perf_counter()
    try:
        context = await bounded(_context(browser, settings), settings.launch_limit, "opening a context")
    except (PlaywrightError, PageUnresponsive) as error:
        raise BrowserLost(f"The browser opened no new context: {str(error).splitlines()[0]}") from error
    try:
        if not isolated:
            await _fence(context)
        opening = _page(context, browser.version, settings, seed, clock)
        page = await bounded(opening, settings.launch_limit, "opening a page")
        page.slowness = settings.slowness(time.perf_counter() - began)
        page.settings = settings.stretched(page.slowness)
        yield page
    finally:
        await _close(context, settings)


async def _context(browser: Browser, settings: BrowserSettings) -> BrowserContext:
    return await browser.new_context(
        viewport={"width": settings.width, "height": settings.height},
        locale="en-US",
        timezone_id="UTC",
        service_workers="block",
        reduced_motion="reduce",
        color_scheme="light",
        user_agent=plain_user_agent(browser.version),
        accept_downloads=True,
    )


async def _page(
    context: BrowserContext, version: str, settings: BrowserSettings, seed: int, clock: bool
) -> LivePage:
    busy_event = secrets.token_hex(8)
    if clock:
        await context.clock.install(time=settings.today)
    script = page_script(busy_event, settings, seed=seed, started=time.time(), clock=clock)
    await context.add_init_script(script)
    page = await context.new_page()
    events = Events()
    ours = secrets.token_hex(8)
    listen(context, page, events, settings, ours)
    wire = await context.new_cdp_session(page)
    agent = {"userAgent": plain_user_agent(version), "userAgentMetadata": visitor_metadata(version)}
    await wire.send("Emulation.setUserAgentOverride", agent)
    live = LivePage(page, wire, events, world_script(busy_event, settings, ours), settings)
    await live.prepare()
    return live


async def _fence(context: BrowserContext) -> None:
    """Where there is no namespace, requests that leave loopback are cut here."""

    async def abort(route: Route) -> None:
        await route.abort()

    async def hang_up(route: WebSocketRoute) -> None:
        await route.close()

    await context.route(_OUTSIDE, abort)
    await context.route_web_socket(_OUTSIDE, hang_up)


async def _close(context: BrowserContext, settings: BrowserSettings) -> None:
    try:
        await bounded(context.close(), settings.close_limit * MOST_STRETCHED, "closing a context")
    except (PlaywrightError, PageUnresponsive) as error:
        raise BrowserLost(f"A page could not be closed: {str(error).splitlines()[0]}") from error

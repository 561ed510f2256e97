"""A browser and visits in it: each a fresh context with one page, which sees the same date and random numbers."""

import json
import re
import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError
from pydantic import JsonValue

from agents.browser.events import Events, listen
from agents.browser.grounding.names import lexicon
from agents.browser.page import LivePage, bounded, package_script
from agents.browser.settings import MOST_STRETCHED, BrowserSettings
from plans.errors import BrowserLost, BrowserMissing, PageUnresponsive

_FLAGS = (
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    # Without a graphics card the process for it only draws bitmaps and passes them on: 4% of the time of a task.
    "--in-process-gpu",
    # Pages are not told that a program is at the wheel, so that none behaves otherwise for the judge than for people.
    "--disable-blink-features=AutomationControlled",
)
_AGENT = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{}.0.0.0 Safari/537.36"
)
"""What a Chromium of a version says of itself in a window; headless it would say that there is none."""
_NO_ROOM = ("ENOSPC", "EDQUOT", "No space left on device", "Disk quota exceeded")
"""How Playwright, or the browser in the log that it passes on, says that a disk takes no more."""
_OUTSIDE = re.compile(r"^(?!(?:https?|wss?)://127\.0\.0\.1[:/]|data:|blob:|about:)")
"""Addresses beyond loopback."""


def require_chromium(chromium: Path | None) -> Path:
    """The browser's binary; raises BrowserMissing with what to install when there is none."""
    if chromium is None or not chromium.is_file():
        raise BrowserMissing(
            f"No Chromium was found ({chromium or 'no place is named'}), and pages are judged in a real browser. "
            "Install Debian's chromium-headless-shell (or chromium), or name a binary in BENCHWRIGHT_CHROMIUM."
        )
    return chromium


@asynccontextmanager
async def browser(chromium: Path | None, settings: BrowserSettings) -> AsyncGenerator[Browser]:
    """A headless Chromium that reaches loopback alone; raises BrowserMissing and BrowserLost."""
    binary = require_chromium(chromium)
    async with async_playwright() as playwright:
        running = await _launch(playwright, binary, settings)
        try:
            yield running
        finally:
            await bounded(running.close(), settings.close_limit * 5, "closing the browser")


async def _launch(playwright: Playwright, binary: Path, settings: BrowserSettings, tries: int = 2) -> Browser:
    try:
        return await playwright.chromium.launch(
            executable_path=binary,
            args=[*_FLAGS, f"--js-flags=--max-old-space-size={settings.heap_megabytes}"],
            timeout=settings.launch_limit * 1000,
        )
    except PlaywrightError as error:
        # A busy machine is slow to start a browser now and then; a second failure is one to report.
        if tries > 1:
            return await _launch(playwright, binary, settings, tries - 1)
        remedy = "Run it by hand with --version; where it lacks libraries, reinstall it."
        if any(sign in error.message for sign in _NO_ROOM):
            remedy = (
                "The disk of its temporary files is full: free some space, or name another place in TMPDIR."
            )
        first = error.message.splitlines()[0]
        raise BrowserLost(f"{binary} did not start, so nothing can be judged: {first} {remedy}") from error


@asynccontextmanager
async def visit(
    browser: Browser, settings: BrowserSettings, *, seed: int, clock: bool = False, isolated: bool = False
) -> AsyncGenerator[LivePage]:
    """An empty page in a fresh context; closed at the end, whatever state it is in.

    `seed` is of the page's Math.random. With `clock`, Playwright's is installed, so that time can be moved; it goes on
    by itself meanwhile. An `isolated` process has a network namespace of its own: requests need not be watched.
    """
    began, version = time.perf_counter(), browser.version.partition(".")[0]
    creating = browser.new_context(
        viewport={"width": settings.width, "height": settings.height},
        locale="en-US",
        timezone_id="UTC",
        service_workers="block",
        reduced_motion="reduce",
        color_scheme="light",
        user_agent=_AGENT.format(version),
        accept_downloads=True,
    )
    try:
        context = await bounded(creating, settings.launch_limit, "opening a context")
    except (PlaywrightError, PageUnresponsive) as error:
        raise BrowserLost(f"The browser opened no new context: {str(error).splitlines()[0]}") from error
    try:
        if not isolated:
            # Requests that leave loopback are cut.
            await context.route(_OUTSIDE, lambda route: route.abort())
            await context.route_web_socket(_OUTSIDE, lambda socket: socket.close())
        opening = _open_page(context, version, settings, seed, clock)
        page = await bounded(opening, settings.launch_limit, "opening a page")
        page.slowness = settings.slowness(time.perf_counter() - began)
        page.settings = settings.stretched(page.slowness)
        yield page
    finally:
        try:
            await bounded(context.close(), settings.close_limit * MOST_STRETCHED, "closing a context")
        except (PlaywrightError, PageUnresponsive) as error:
            raise BrowserLost(f"A page could not be closed: {str(error).splitlines()[0]}") from error


async def _open_page(
    context: BrowserContext, version: str, settings: BrowserSettings, seed: int, clock: bool
) -> LivePage:
    busy_event, ours = secrets.token_hex(8), secrets.token_hex(8)
    if clock:
        await context.clock.install(time=settings.today)
    script = page_script(busy_event, settings, seed=seed, started=time.time(), clock=clock)
    await context.add_init_script(script)
    page = await context.new_page()
    events = Events()
    listen(context, page, events, settings, ours)
    wire = await context.new_cdp_session(page)
    # Apps that treat a judge otherwise than people look at these.
    metadata = {
        "brands": [{"brand": "Chromium", "version": version}, {"brand": "Not=A?Brand", "version": "24"}],
        "platform": "Linux", "platformVersion": "6.1.0", "architecture": "x86", "model": "", "mobile": False,
    }  # fmt: skip
    agent = {"userAgent": _AGENT.format(version), "userAgentMetadata": metadata}
    await wire.send("Emulation.setUserAgentOverride", agent)
    live = LivePage(page, wire, events, world_script(busy_event, settings, ours), settings)
    await live.prepare()
    return live


def world_script(busy_event: str, settings: BrowserSettings, name: str) -> str:
    """Source of our own world: observing, looking and operating; loading it twice does nothing.

    `busy_event` is the event by which the page's world is asked whether work is under way. `name` is what stack traces
    call the script, by which its errors are told from the page's: one that no page knows.
    """
    messages = lexicon().messages
    watching: JsonValue = {
        "busyEvent": busy_event,
        "lateEvent": f"{busy_event}-late",
        "late": list(messages["late"]),
        "working": list(messages["working"]),
    }
    looking: JsonValue = {
        "limits": {
            "elements": settings.element_limit,
            "letters": settings.letter_limit,
            "text": settings.text_limit,
            "milliseconds": settings.look_limit * 1000,
        }
    }
    given = {"observe": watching, "snapshot": looking}
    parts = ("trees", "names", "seeing", "observe", "snapshot", "operate")
    script = ";".join(_call(part, given.get(part)) for part in parts)
    return f"{script}\n//# sourceURL={name}"


def page_script(busy_event: str, settings: BrowserSettings, *, seed: int, started: float, clock: bool) -> str:
    """Source for the page's own world, run before any script of the page.

    `busy_event` is as in `world_script`, `seed` of Math.random; `started` is the real time at which the task began, in
    seconds since the epoch. Where Playwright's `clock` is installed the date is left to it; it has to be installed
    first, as timers are counted above its own.
    """
    date: JsonValue = {"epoch": settings.today.timestamp() * 1000, "started": started * 1000}
    natives: JsonValue = {
        "consoleCalls": settings.console_calls,
        "dialogs": settings.dialogs,
        "seed": seed,
        "date": None if clock else date,
        "busy": busy_event,
        "late": f"{busy_event}-late",
        "short": settings.short_timer * 1000,
        "long": settings.late_wait * 1000,
    }
    return _call("natives", natives)


def _call(name: str, argument: JsonValue = None) -> str:
    return f"({package_script(f'javascript/{name}.js')})({json.dumps(argument)})"

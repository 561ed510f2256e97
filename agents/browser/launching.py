"""Starting the browser."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from agents.browser.bounded import bounded
from agents.browser.settings import BrowserSettings
from plans.errors import BrowserLost, BrowserMissing

_OFFLINE = (
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
)
_LIKE_A_VISITOR = ("--disable-blink-features=AutomationControlled",)
"""Pages are not told that a program is at the wheel, so that none behaves otherwise for the judge than for people."""
_LEAN = ("--in-process-gpu",)
"""Without a graphics card the process for it only draws bitmaps and passes them on: 4% of the time of a task."""
_NO_ROOM = ("ENOSPC", "EDQUOT", "No space left on device", "Disk quota exceeded")
"""How Playwright, or the browser in the log that it passes on, says that a disk takes no more."""


def plain_user_agent(version: str) -> str:
    """What a Chromium of this version says of itself in a window; headless it would say that there is none."""
    major = version.partition(".")[0]
    return (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
        f"Chrome/{major}.0.0.0 Safari/537.36"
    )


def visitor_metadata(version: str) -> dict[str, object]:
    """The same as `navigator.userAgentData` has it, in the words of the browser's own protocol."""
    major = version.partition(".")[0]
    brands = [{"brand": "Chromium", "version": major}, {"brand": "Not=A?Brand", "version": "24"}]
    return {
        "brands": brands,
        "platform": "Linux",
        "platformVersion": "6.1.0",
        "architecture": "x86",
        "model": "",
        "mobile": False,
    }


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


async def _launch(playwright: Playwright, binary: Path, settings: BrowserSettings) -> Browser:
    try:
        return await _launch_once(playwright, binary, settings)
    except PlaywrightError:
        # A busy machine is slow to start a browser now and then; a second failure is one to report.
        try:
            return await _launch_once(playwright, binary, settings)
        except PlaywrightError as error:
            raise BrowserLost(
                f"{binary} did not start, so nothing can be judged: {error.message.splitlines()[0]} "
                f"{_mend(error)}"
            ) from error


def _mend(error: PlaywrightError) -> str:
    if any(sign in error.message for sign in _NO_ROOM):
        return "The disk of its temporary files is full: free some space, or name another place in TMPDIR."
    return "Run it by hand with --version; where it lacks libraries, reinstall it."


async def _launch_once(playwright: Playwright, binary: Path, settings: BrowserSettings) -> Browser:
    return await playwright.chromium.launch(
        executable_path=binary,
        args=[
            *_OFFLINE,
            *_LEAN,
            *_LIKE_A_VISITOR,
            f"--js-flags=--max-old-space-size={settings.heap_megabytes}",
        ],
        timeout=settings.launch_limit * 1000,
    )

"""Events of a page: dialogs, downloads, errors and new windows, in bounded numbers."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, ConsoleMessage, Dialog, Download, Page
from playwright.async_api import Error as PlaywrightError

from agents.browser.settings import BrowserSettings
from plans.plain_text import well_formed

DialogAnswer = Literal["confirm", "decline"]

_KEPT = 100
"""Errors and questions that are kept of each."""
_DOWNLOADS = 20
"""Downloads of one page; further ones are cancelled, as are those that come before anything was done."""
_WINDOWS = 3
"""Windows that a page may open; further ones are closed at once."""
_SHORT = 500
"""Letters of an error or a question that are kept."""


@dataclass(frozen=True, slots=True)
class NativeDialog:
    """A native dialog that the page opened."""

    kind: str
    """alert, confirm, prompt or beforeunload."""
    message: str


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file that the page gave for download."""

    filename: str
    text: str


@dataclass(slots=True)
class Events:
    """What has happened, since the page was opened and since the last action."""

    errors: list[str] = field(default_factory=list[str])
    """Console errors and uncaught errors since the page was opened."""
    faults: list[str] = field(default_factory=list[str])
    """Uncaught errors of our own scripts since the page was opened."""
    questions: list[NativeDialog] = field(default_factory=list[NativeDialog])
    """Native dialogs since the last action."""
    downloads: list[Fetched] = field(default_factory=list[Fetched])
    """Downloads since the last action."""
    answer: DialogAnswer | None = None
    """How the next native question is answered; None declines."""
    operated: bool = False
    """Something was done since the page was loaded: only then may it open windows, as in a visitor's browser."""
    windows: list[Page] = field(default_factory=list[Page])
    """Windows that were opened and not used yet."""
    asked_for: int = 0
    """Downloads that the page began."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    """Downloads, answers and closings that are under way."""
    lost: str | None = None
    """Why nothing more can be seen of the page, where its process has died or was ended."""


def listen(
    context: BrowserContext, first: Page, events: Events, settings: BrowserSettings, ours: str
) -> None:
    """Note everything that the windows of a context do in `events`, and answer their questions.

    `first` is the window that is there already; `ours` is what stack traces call our own script in the pages.
    """

    async def quietly(work: Awaitable[None]) -> None:
        # Where the window has gone away, there is nobody left to answer.
        with suppress(PlaywrightError):
            await work

    def spawn(work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(quietly(work))
        events.tasks.add(task)
        task.add_done_callback(events.tasks.discard)

    def on_dialog(dialog: Dialog) -> None:
        if len(events.questions) < _KEPT:
            events.questions.append(NativeDialog(dialog.type, well_formed(dialog.message)[:_SHORT]))
        spawn(_answer(dialog, events))

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error" and not _is_no_script(message):
            _note(events.errors, message.text)

    def on_error(error: PlaywrightError) -> None:
        # What a page throws when our script presses something is the page's: the innermost call decides.
        calls = (line.strip() for line in (error.stack or "").splitlines())
        innermost = next((line for line in calls if line.startswith("at ")), "")
        kept = events.faults if ours in innermost else events.errors
        _note(kept, f"Uncaught {error.name}: {error.message}")

    def on_crash(_: Page) -> None:
        events.lost = events.lost or "The page crashed; nothing more can be seen of it."

    def on_page(page: Page) -> None:
        page.on("dialog", on_dialog)
        page.on("console", on_console)
        page.on("pageerror", on_error)
        page.on("crash", on_crash)
        page.on("download", lambda download: spawn(_fetch(download, events, settings)))

    def on_window(page: Page) -> None:
        if page is first:
            return
        if not events.operated or len(context.pages) > _WINDOWS + 1:
            spawn(page.close())
            return
        on_page(page)
        events.windows.append(page)

    on_page(first)
    context.on("page", on_window)


def _note(kept: list[str], message: str) -> None:
    if len(kept) < _KEPT:
        kept.append(well_formed(message)[:_SHORT])


def _is_no_script(message: ConsoleMessage) -> bool:
    """True when the error comes from judging offline, or from a picture, font or the like that is not there."""
    path = urlsplit(message.location.get("url", "")).path
    is_script = path.endswith((".js", ".mjs", ".json", ".wasm"))
    return message.text.startswith("Failed to load resource") and (
        "net::ERR_" in message.text or not is_script
    )


async def _answer(dialog: Dialog, events: Events) -> None:
    if dialog.type == "beforeunload" or events.answer == "confirm":
        await dialog.accept(dialog.default_value if dialog.type == "prompt" else None)
    else:
        await dialog.dismiss()


async def _fetch(download: Download, events: Events, settings: BrowserSettings) -> None:
    events.asked_for += 1
    if events.asked_for > _DOWNLOADS or not events.operated:
        await download.cancel()
        return
    path = await download.path()
    with path.open("rb") as file:
        text = file.read(settings.download_bytes).decode("utf-8", "replace")
    events.downloads.append(Fetched(well_formed(download.suggested_filename), text))
    await download.delete()

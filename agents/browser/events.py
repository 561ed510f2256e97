"""Events of a page (dialogs, downloads, errors, windows), in bounded numbers, and the messages after an action."""

import asyncio
import re
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, ConsoleMessage, Dialog, Download, Page
from playwright.async_api import Error as PlaywrightError

from agents.browser.grounding.names import added, lexicon, says
from agents.browser.settings import BrowserSettings
from agents.browser.snapshot import Snapshot, TextRun
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
_SENTENCE = 3
"""Words from which a text that nothing marks as a message may be one."""
_LONG = 160
"""Letters beyond which a container says more than one message."""
_CLIMB = 4
"""Containers around a run of text that may mark it as a message."""
_TYPED = ("textbox", "spinbutton", "combobox")
"""Roles of fields that are typed in."""


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


class _Said(NamedTuple):
    """A text that appeared."""

    whole: str
    fresh: str
    """Those of its words that are new; the form around it may say others."""
    is_marked: bool = True
    """A live region or a native dialog says it, or it stands beside one field that is marked as invalid."""


def new_messages(
    before: Snapshot, after: Snapshot, events: Events, words: tuple[str, ...], values: Iterable[str] = ()
) -> list[str]:
    """Texts that appeared with the last action and read as messages.

    With `words`, any new text that has one of them and does not merely repeat one of the `values` or of a field.
    """
    said = [*_native(after, events), *_appeared(before, after, any_text=bool(words))]
    if not words:
        return [one.whole for one in said]
    said += [_Said(text, text) for text in after.flashes if text not in before.content]
    typed = _typed(before, values)
    return [one.whole for one in said if _has_one(one.fresh, words, typed)]


def announced(
    before: Snapshot, after: Snapshot, words: tuple[str, ...], values: Iterable[str] = ()
) -> list[str]:
    """Messages that are marked as such and were not there `before`; with `words` as in `new_messages`."""
    typed = _typed(after, values)
    marked = (one for one in _appeared(before, after, any_text=False) if one.is_marked)
    return [one.whole for one in marked if not words or _has_one(one.fresh, words, typed)]


def in_other_words(
    before: Snapshot, after: Snapshot, events: Events, words: tuple[str, ...], values: Iterable[str] = ()
) -> list[str]:
    """New texts that have none of the `words` and may mean the same: what is marked as a message, and sentences.

    Unless the words say so too, a text that something was done means something else, as does any text when the form
    went away: what was typed was taken.
    """
    done, typed = lexicon().messages["done"], _typed(before, values)
    is_of_success = any(says(one, word) for one in done for word in words)
    fields = [sum(e.role in _TYPED and e.is_shown for e in s.elements) for s in (before, after)]
    if not is_of_success and fields[1] < fields[0]:
        return []
    return [
        one.fresh
        for one in (*_native(after, events), *_appeared(before, after, any_text=True))
        if sum(map(_has_letter, _without(typed, one.fresh).split())) >= (1 if one.is_marked else _SENTENCE)
        and (is_of_success or not any(says(word, one.fresh) for word in done))
    ]


def new_texts(before: Snapshot, after: Snapshot) -> list[str]:
    """Visible runs of text that were not there before."""
    return [piece.words for piece in _new_pieces(before, after)]


def _new_pieces(before: Snapshot, after: Snapshot) -> list[TextRun]:
    was, now = ([(p.words, p) for p in page.pieces if not p.hidden] for page in (before, after))
    return added(was, now)


def _typed(snapshot: Snapshot, values: Iterable[str]) -> set[str]:
    """Values of a task, and those that stand in the fields of a page, as one line of small letters each."""
    held = (e.value for e in snapshot.elements if e.role in _TYPED and e.value)
    return {" ".join(value.split()).casefold() for value in (*values, *held)} - {""}


def _without(values: Iterable[str], text: str) -> str:
    text = " ".join(text.split()).casefold()
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, "")
    return text


def _has_one(text: str, words: Iterable[str], typed: set[str]) -> bool:
    """Whether a text has one of some words other than by merely repeating what was typed."""
    for word in map(str.casefold, words):
        rest = _without((value for value in typed if word in value), text)
        begins = re.compile(rf"(?<!\w){re.escape(word)}")
        if begins.search(rest) or (word in typed and begins.search(text.casefold()) and _has_letter(rest)):
            return True
    return False


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


def _native(after: Snapshot, events: Events) -> list[_Said]:
    texts = [*(question.message for question in events.questions), *filter(None, after.invalid)]
    return [_Said(text, text) for text in texts]


def _appeared(before: Snapshot, after: Snapshot, *, any_text: bool) -> Iterator[_Said]:
    """New messages, or any new texts."""
    fresh = _new_pieces(before, after)
    texts, known, again = {piece.words for piece in fresh}, set(fresh), set(after.flashes)
    for piece in fresh:
        kind = _kind(after, piece)
        if any_text or kind:
            parent = after.elements[piece.owner].parent
            is_brief = parent >= 0 and len(after.text(parent)) <= _LONG
            block = after.elements[parent if is_brief else piece.owner]
            inside = after.pieces[block.first_text : block.last_text]
            new = " ".join(p.words for p in inside if not p.hidden and p.words in texts)
            yield _Said(after.text(block.index), new, kind == "marked")
    # The same message once more: it was written anew although it reads as before.
    for piece in after.pieces:
        is_again = not piece.hidden and piece.words in again and piece not in known
        if is_again and _kind(after, piece) == "marked":
            yield _Said(piece.words, piece.words)


def _kind(snapshot: Snapshot, piece: TextRun) -> Literal["marked", "message", ""]:
    """What markup says of a run of text: marked by a live region or an invalid field, or by a box or a class."""
    around = [snapshot.elements[i] for i in (piece.owner, *islice(snapshot.ancestors(piece.owner), _CLIMB))]
    if any(element.live for element in around):
        return "marked"
    for container in around[1:]:
        inside = (snapshot.elements[i] for i in snapshot.field_order if snapshot.holds(container.index, i))
        if fields := [e for e in inside if e.role in _TYPED]:
            is_label = around[0].clickable or around[0].role in ("heading", "label")
            if len(fields) == 1 and "invalid" in fields[0].states and not is_label:
                return "marked"
            break
    classes = lexicon().message_class
    is_message = any(e.fixed or e.role == "dialog" or classes.search(e.tokens) for e in around)
    return "message" if is_message else ""

"""A look at a page as it is kept for a judge by model: what was seen, and what the judge had done until then."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlsplit

from agents.browser.page import LivePage
from agents.browser.snapshot import Element, Snapshot
from agents.gateway.quoting import string
from agents.judging.ui_model.moves import PASSIVE, Do, Move
from plans.records.findings import Look
from plans.untrusted_text import lines_of


def spaced(text: str) -> str:
    """The words with one blank wherever there is white space."""
    return " ".join(text.split())


_SHORT = 200
"""Letters of what is told of a page beside its elements."""
_FEW = 5
"""Things of a kind that are told."""
_WINDOW = 0.5
"""CSS pixels by which rounding may make a page wider than its window."""
_TYPES: frozenset[Do] = frozenset({"fill", "upload"})
_IN_FORMS: frozenset[Do] = frozenset({"fill", "choose", "check", "uncheck"})
"""Moves after which a form still waits to be handed in."""
PAGE, DIALOG, DOWNLOAD = "page", "dialog", "download"
"""Signs of what is no element."""


@dataclass(frozen=True)
class Done:
    """What the judge has done to an app so far."""

    acts: tuple[Do, ...] = ()
    """Its moves that did something to the page."""
    typed: tuple[str, ...] = ()
    """What it has put into fields."""
    unsent: tuple[str, ...] = ()
    """Those of them after which nothing was pressed."""
    presses: tuple[Look, ...] | None = ()
    """What was pressed since the app was opened last; None where something else was done too."""

    clicks: tuple[Look | None, ...] = ()
    """What was clicked, in order; None for what is nothing to be clicked."""

    def then(self, move: Move, pressed: Look | None, *, is_operated: bool = False) -> "Done":
        """With one more move; `pressed` is what it was done to, and whether that is there to be operated."""
        if move.do == "open":
            return replace(self, unsent=(), presses=())
        if move.do in PASSIVE:
            return self
        text = (move.text,) if move.do in _TYPES and move.text else ()
        is_pressed = move.do == "click" and pressed is not None and self.presses is not None
        return Done(
            acts=(*self.acts, move.do),
            typed=(*self.typed, *text),
            unsent=(*self.unsent, *text) if move.do in _IN_FORMS else (),
            presses=(*(self.presses or ()), pressed) if is_pressed and pressed else None,
            clicks=(*self.clicks, pressed if is_operated else None) if move.do == "click" else self.clicks,
        )


@dataclass(frozen=True)
class Sight:
    """One look, by the number that a model knows it by."""

    number: int
    snapshot: Snapshot
    done: "Done"
    """What the judge had done until then."""
    errors: tuple[str, ...]
    """Console errors so far."""
    dialogs: tuple[str, ...]
    """What native dialogs said since the last move."""
    downloads: tuple[str, ...]
    """Name and text of the files that the page gave since the last move."""

    @property
    def facts(self) -> tuple[str, ...]:
        """What is told of the window and the page as a whole, each in a line; words of the page are quoted."""
        page = self.snapshot
        wider = "no" if page.sideways <= _WINDOW else f"yes, by {page.sideways:.0f} px"
        lines = [
            f"window {page.width} x {page.height} px; scrolls sideways: {wider}; background brightness "
            f"{page.brightness:.2f} of 1; console errors: {len(self.errors)}",
            f"title {string(page.title, _SHORT)}; address {string(_path(page.url), _SHORT)}",
        ]
        lines += [f"console error: {string(said, _SHORT)}" for said in self.errors[-_FEW:]]
        lines += [f"native dialog said: {string(said, _SHORT)}" for said in self.dialogs[:_FEW]]
        lines += [f"file given: {string(said, 2 * _SHORT)}" for said in self.downloads[:_FEW]]
        lines += [f"a field's own complaint: {string(said, _SHORT)}" for said in page.invalid[:_FEW] if said]
        came = [said for said in page.flashes if said.strip() and not self._still_says(said)]
        lines += [f"came and went since the last move: {string(said, _SHORT)}" for said in came[:_FEW]]
        if not page.settled:
            lines.append("the page has not come to rest")
        if page.left_out:
            lines.append(f"not all of the page was seen: {'; '.join(page.obstacles)}")
        return tuple(lines)

    @cached_property
    def words(self) -> str:
        """All that can be read on the page: its text, and what its controls hold, offer and are called."""
        page = self.snapshot
        operated = (said for e in page.elements if e.is_shown for said in _operated(e))
        return "\n".join(map(spaced, (page.content, *operated)))

    def _still_says(self, text: str) -> bool:
        """Whether the page says it; what was added in one piece may stand in several lines."""
        return "".join(text.split()) in "".join(self.words.split())

    @cached_property
    def lines(self) -> frozenset[str]:
        """The lines of its text."""
        return frozenset(filter(None, map(spaced, lines_of(self.snapshot.content))))

    def said_at(self, sign: str) -> tuple[str, ...] | None:
        """All that can be read at an element, or at what is no element, each in one line; None: nothing to be seen
        goes by that sign.
        """
        if sign == PAGE:
            return (*map(spaced, self.facts), *map(spaced, (*self.snapshot.flashes, *self.snapshot.invalid)))
        if sign == DIALOG:
            return tuple(map(spaced, self.dialogs))
        if sign == DOWNLOAD:
            return tuple(map(spaced, self.downloads))
        index = self.index_of(sign)
        if index is None or not self.snapshot.elements[index].is_shown:
            return None
        said = (self.snapshot.text(index), *_operated(self.snapshot.elements[index]))
        return tuple(spaced(words) for words in said if spaced(words))

    def index_of(self, sign: str) -> int | None:
        """The element that a sign such as e12 means here; None where it means none."""
        number = sign.strip().strip("[]").removeprefix("e")
        if not (number.isascii() and number.isdigit() and len(number) < 8):
            return None
        return int(number) if int(number) < len(self.snapshot.elements) else None


def _operated(element: Element) -> Iterator[str]:
    """What a control holds, offers and is called; of what is merely read, nothing but what it holds."""
    yield element.value or ""
    if element.clickable or element.is_field:
        yield element.name
        yield element.placeholder
        yield element.title
        yield from (option.text for option in element.options)


def _path(url: str) -> str:
    """What of an address is the app's: its port is drawn anew each time."""
    parts = urlsplit(url)
    return parts.path + (f"#{parts.fragment}" if parts.fragment else "")


async def sight_of(page: LivePage, number: int, done: Done) -> Sight:
    """A look at the page as it is now."""
    snapshot = await page.look()
    events = page.events
    return Sight(
        number=number,
        snapshot=snapshot,
        done=done,
        errors=tuple(events.errors),
        dialogs=tuple(question.message for question in events.questions),
        downloads=tuple(f"{got.filename}: {got.text}" for got in events.downloads),
    )

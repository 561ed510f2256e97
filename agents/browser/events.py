"""What a page does besides showing things: dialogs, downloads, errors, new windows."""

import asyncio
from dataclasses import dataclass, field
from typing import Literal

from playwright.async_api import Page

Answer = Literal["confirm", "decline"]


@dataclass(frozen=True, slots=True)
class Question:
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
    questions: list[Question] = field(default_factory=list[Question])
    """Native dialogs since the last action."""
    downloads: list[Fetched] = field(default_factory=list[Fetched])
    """Downloads since the last action."""
    answer: Answer | None = None
    """How the next native question is answered; None declines."""
    operated: bool = False
    """Something was done since the page was loaded: only then may it open windows, as in a visitor's browser."""
    windows: list[Page] = field(default_factory=list[Page])
    """Windows that were opened and not used yet."""
    fetching: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    """Downloads and answers that are under way."""
    lost: str | None = None
    """Why nothing more can be seen of the page, where its process has died or was ended."""

    def begin_action(self, answer: Answer | None) -> None:
        """Forget what the action before did."""
        self.questions.clear()
        self.downloads.clear()
        self.answer = answer
        self.operated = True

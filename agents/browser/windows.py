"""The windows of one visit: what a page opens lies on top, and what is closed shows what is beneath it."""

import asyncio

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

Size = tuple[int, int]

_STEP = 0.02
_STEPS = 25
"""How many seconds apart, and how often, to check whether Playwright reports a window closed after an error said so."""


class Windows:
    """Which window a visitor has before them."""

    def __init__(self, first: Page, opened: list[Page], size: Size) -> None:
        """`opened` fills up with windows that were opened since; `size` is that of a new one, in CSS pixels."""
        self._stack = [first]
        self._opened = opened
        self._first_size = size
        self._sizes: dict[Page, Size] = {}

    def on_top(self) -> Page:
        """The window that was opened last and is open still; the first one where none is."""
        self._stack += self._opened
        self._opened.clear()
        while len(self._stack) > 1 and self._stack[-1].is_closed():
            self._stack.pop()
        return self._stack[-1]

    async def is_closed(self, window: Page, error: PlaywrightError) -> bool:
        """Whether an error came of it that a window was closed, while another is open."""
        for _ in range(_STEPS):
            if "closed" not in error.message or window.is_closed():
                break
            await asyncio.sleep(_STEP)
        return window.is_closed() and not self.on_top().is_closed()

    def size_of(self, window: Page) -> Size:
        """Width and height of a window."""
        return self._sizes.get(window, self._first_size)

    def resized(self, window: Page, size: Size) -> None:
        """Note that a window has another size now."""
        self._sizes[window] = size

"""How long a page is waited for: what is missing may come late, and what is busy is not worked yet."""

import json
import time
from collections.abc import Sequence
from typing import Any, Literal, Protocol, get_args

from agents.browser.page_json import read_json
from agents.browser.settings import BrowserSettings
from agents.browser.snapshot import Snapshot

_PRESSED = "pressed"
_SIGNS: tuple[str, ...] = get_args(Literal["work", "pressed", "busy", "spinner", "words"])
"""Of work under way, as javascript/late.js knows them."""
_SHOWN = "shown"
"""Any of the signs that people see, of work that goes on."""


class Waited(Protocol):
    """What patience needs of a page."""

    settings: BrowserSettings

    @property
    def held(self) -> Sequence[str]:
        """Signs of the last look for which a person would wait before a next action."""
        ...

    @property
    def world(self) -> int | None:
        """Where the judge's scripts run; another one after each navigation."""
        ...

    async def look(self) -> Snapshot:
        """The page as it is now."""
        ...

    async def call(self, expression: str, seconds: float, doing: str) -> Any:
        """The value of an expression in the page."""
        ...

    def touch(self) -> None:
        """Say that the page was changed."""
        ...


class Patience:
    """What a page is waited for, within what an attempt may spend on that."""

    def __init__(self, page: Waited) -> None:
        self._page = page
        self._waited = 0.0
        self._endless: set[str] = set()

    @property
    def waited(self) -> float:
        """Seconds of what was waited for beside the looks."""
        return self._waited

    async def outlast(self) -> bool:
        """Wait until the page shows no sign of work under way; False where it shows none, or was waited for enough.

        To be called only where something is missing: what is there needs no second look. A sign that does not end
        within one wait is not waited for again.
        """
        return await self._outlast(_SIGNS, self._page.settings.late_wait)

    async def catch_up(self) -> None:
        """Before a next action: wait while the page shows that it is busy, or has disabled what was pressed last.

        A page at rest with nothing under way is not waited for, whatever it says.
        """
        await self._page.look()
        if _SHOWN in self._page.held:
            await self._outlast((_SHOWN,), self._page.settings.late_wait)
            await self._page.look()
        if _PRESSED in self._page.held:
            await self._outlast((_PRESSED,), self._page.settings.settle_cap)

    async def _outlast(self, signs: Sequence[str], seconds: float) -> bool:
        settings = self._page.settings
        cap = min(seconds, settings.late_waits - self._waited)
        asked = [sign for sign in signs if sign not in self._endless]
        if cap <= 0 or not asked:
            return False
        await self._page.look()
        world, began = self._page.world, time.perf_counter()
        call = f"bench.finish({cap * 1000}, {json.dumps(asked)}).then(JSON.stringify)"
        answer = read_json(await self._page.call(call, cap + settings.step_limit, "finishing its work"))
        self._endless |= set(answer["left"])
        if not answer["isOther"] and self._page.world == world:
            return False
        self._waited += time.perf_counter() - began
        self._page.touch()
        return True

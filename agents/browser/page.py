"""A page in a fresh context: opened, looked at, operated by mouse and keyboard, every await bounded."""

import asyncio
import json
import time
from collections.abc import Awaitable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeVar, cast

from playwright.async_api import CDPSession, Page, Response, ViewportSize
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from agents.browser.events import DialogAnswer, Events
from agents.browser.settings import BrowserSettings
from agents.browser.snapshot import Snapshot, read_json, read_snapshot
from plans.errors import JudgeError, PageUnresponsive
from plans.plain_text import well_formed
from plans.time_limits import RunningTimeLimit

T = TypeVar("T")

_LOST_WORLD = (
    "Cannot find context", "context was destroyed", "Cannot find execution context", "Inspected target navigated",
)  # fmt: skip
"""Parts of the browser's errors that say that the document of a script is gone."""
_RESTARTS = 12
"""Tries of a call on a page that navigates meanwhile."""
_CLOSING_STEP = 0.02
"""Seconds between two checks whether Playwright reports a window closed after an error said so; 25 checks at most."""
_OFF_THE_PAGE = {"x": 100_000, "y": 0, "width": 1280, "height": 800, "scale": 0.01}
"""The part of the page that the browser draws, in CSS pixels, and its scale."""


_SIGNS = ("work", "pressed", "busy")
"""Of work under way, as javascript/observe.js knows them; `shown` is work that looks busy."""


@cache
def package_script(path: str) -> str:
    """Source of a script of this package, by its path in it."""
    return files("agents.browser").joinpath(path).read_text(encoding="utf-8").strip()


async def bounded(work: Awaitable[T], seconds: float, doing: str) -> T:
    """The result of `work`; raises PageUnresponsive when it takes longer than `seconds`.

    Every await on a page is bounded: several of the driver's calls have no time limit of their own.
    """
    try:
        async with RunningTimeLimit(seconds):
            return await work
    except TimeoutError:
        raise PageUnresponsive(
            f"The page did not answer within {seconds:g} s while {doing}; nothing more can be seen of it."
        ) from None


class LivePage:
    """A page under the judge's hands. Looks are taken lazily and shared until the next action."""

    def __init__(
        self, page: Page, wire: CDPSession, events: Events, script: str, settings: BrowserSettings
    ) -> None:
        self.settings = settings
        self.slowness = 1.0
        """How much slower than usual the machine was when the page was opened."""
        self.events = events
        self.page = page
        """The window that is operated: the one that was opened last and is still open."""
        self.world: int | None = None
        """Execution context of our scripts; another one after each navigation, None where there is none yet."""
        self.last_look: Snapshot | None = None
        """The last look, while nothing was done since; None otherwise."""
        self.held: Sequence[str] = ()
        """Signs of the last look for which a person would wait before a next action."""
        self.patience = BusyWait(self)
        self._wire = wire
        self._script = script
        self._windows = [page]
        self._sizes: dict[Page, tuple[int, int]] = {}
        self._visited = 0

    async def prepare(self) -> None:
        """Animations of the window end at once, in every document that it will show; it is drawn for pictures alone."""
        width, height = self._sizes.get(self.page, (self.settings.width, self.settings.height))
        await asyncio.gather(
            self.command("Animation.enable"),
            self.command("Animation.setPlaybackRate", playbackRate=1000),
            self._draw_nothing(width, height),
        )

    async def resize(self, width: int, height: int) -> None:
        """Give the window another size, in CSS pixels."""
        self.touch()
        self._sizes[self.page] = (width, height)
        resizing = self.page.set_viewport_size(ViewportSize(width=width, height=height))
        await self._done(resizing, self.settings.action_limit, "the window was resized")
        # The browser remembers one size for each of those who drive it; a reload may bring back either.
        await self._draw_nothing(width, height)

    async def _draw_nothing(self, width: int, height: int) -> None:
        """Have the browser draw a speck beside the page instead of it, which saves 8% of an attempt's processor time.

        Layout, frames, pointer and pictures are as without, and the page is told nothing.
        """
        await self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, screenWidth=width, screenHeight=height, deviceScaleFactor=1, mobile=False,
            screenOrientation={"angle": 0, "type": "landscapePrimary"}, viewport=_OFF_THE_PAGE,
        )  # fmt: skip

    async def goto(self, url: str) -> None:
        """Load an address; a page that is not loaded in time, and answers, is used as far as it came.

        Raises PageUnresponsive when it does not answer, and for a document that is larger than the settings allow: how
        far that came would be this machine's doing, and its size is the page's.
        """
        await self._navigate("loading", "goto", url)

    async def reload(self) -> None:
        """Load the same address again; what the app stored stays."""
        await self._navigate("reloading", "reload")

    async def back(self) -> None:
        """The browser's back button."""
        await self._navigate("going back", "go_back")

    async def _navigate(self, doing: str, verb: Literal["goto", "reload", "go_back"], *address: str) -> None:
        if self.page.is_closed():
            await self._follow()
        self.touch()
        self.events.operated = False
        limit = self.settings.load_limit
        try:
            going = getattr(self.page, verb)(*address, wait_until="commit", timeout=limit * 1000)
            _refuse_large(await bounded(going, limit + 1, doing), self.settings.document_bytes, doing)
            loaded = self.page.wait_for_load_state("load", timeout=limit * 1000)
            await bounded(loaded, limit + 1, doing)
        except PlaywrightTimeout:
            # A page that only loads slowly answers at once; a look at one that hangs would take much longer to fail.
            try:
                await self.command("Runtime.evaluate", self.settings.action_limit, doing, expression="0")
            except PlaywrightError as error:
                if not _is_world_lost(error):
                    raise
        except PlaywrightError as error:
            said = well_formed(error.message.splitlines()[0])
            raise PageUnresponsive(f"The page failed while {doing}: {said}") from error

    async def look(self) -> Snapshot:
        """The page as it is now, settled first when something was done since the last look."""
        await self._follow()
        if self.last_look is None:
            seen = await self._settled()
            if self._top_window() is not self.page:
                # The last action opened it, and Playwright reports it only now.
                await self._follow()
                seen = await self._settled()
            self.last_look = seen
        return self.last_look

    async def _settled(self) -> Snapshot:
        then = ".then(() => [bench.looking(), JSON.stringify(bench.snapshot())])"
        held, text = await self.rest(self.settings.quiet, then)
        self.held = tuple(held)
        return read_snapshot(text)

    async def rest(self, quiet: float, then: str = "") -> Any:
        """Wait until nothing has changed for `quiet` seconds, as long as a look at most; `then` goes on in script."""
        cap = self.settings.settle_cap
        call = f"bench.settle({quiet * 1000}, {cap * 1000}){then}"
        return await self.call(call, cap + self.settings.step_limit, "settling")

    def begin_action(self, answer: DialogAnswer | None = None) -> None:
        """Forget what the action before did; `answer` is for a native question that this one may raise."""
        self.events.questions.clear()
        self.events.downloads.clear()
        self.events.answer = answer
        self.events.operated = True

    def touch(self) -> None:
        """Say that the page was changed, so that the next look is a new one."""
        self.last_look = None

    async def call(self, expression: str, seconds: float | None = None, doing: str = "answering") -> Any:
        """The value of an expression in our own world, which is made anew after each navigation."""
        for _ in range(_RESTARTS):
            try:
                if self.world is None:
                    tree = await self.command("Page.getFrameTree")
                    frame, name = tree["frameTree"]["frame"]["id"], f"bench{self._visited}"
                    made = await self.command("Page.createIsolatedWorld", frameId=frame, worldName=name)
                    self.world = made["executionContextId"]
                    await self.command("Runtime.evaluate", expression=self._script, contextId=self.world)
                answer = await self.command(
                    "Runtime.evaluate", seconds, doing,
                    expression=expression, contextId=self.world, awaitPromise=True, returnByValue=True,
                )  # fmt: skip
            except PlaywrightError as error:
                if await self._is_closed(error):
                    await self._follow()
                elif _is_world_lost(error):
                    self.world = None
                    await asyncio.sleep(0.03)
                else:
                    raise
                continue
            if "exceptionDetails" in answer:
                details = answer["exceptionDetails"]
                said = details.get("exception", {}).get("description", details.get("text", ""))
                # The stack that follows says nothing to those who read verdicts.
                first = well_formed(said).partition("\n")[0]
                raise JudgeError(f"A script of the judge failed in the page: {first[:300]}")
            return answer["result"].get("value")
        raise PageUnresponsive("The page kept navigating; it never stood still to be looked at.")

    async def command(
        self, method: str, seconds: float | None = None, doing: str = "answering", **params: Any
    ) -> Any:
        """One command of the browser's own protocol, for what no script in a page can find out."""
        sent = cast("Awaitable[dict[str, Any]]", self._wire.send(method, params))
        return await self._done(sent, seconds or self.settings.step_limit, doing)

    async def operate(self, verb: str, *values: Any) -> dict[str, Any]:
        """One of the verbs of javascript/operate.js."""
        arguments = ", ".join(json.dumps(value) for value in values)
        return read_json(await self.call(f"JSON.stringify(bench.{verb}({arguments}))"))

    async def screenshot(self) -> bytes:
        """The window as a JPEG."""
        limit, quality = self.settings.action_limit, self.settings.screenshot_quality
        taking = self.page.screenshot(type="jpeg", quality=quality, timeout=limit * 1000)
        try:
            return await bounded(taking, limit + 0.5, "taking a picture")
        except PlaywrightError as error:
            if not await self._is_closed(error):
                raise
            await self._follow()
            return await self.screenshot()

    async def mouse(self, verb: Literal["click", "move", "down", "up"], *point: float) -> None:
        """Move or press the pointer, at a point of the window to be given with `click` and `move`."""
        await self._act(getattr(self.page.mouse, verb)(*point), f"the pointer's {verb} was handled")

    async def key(self, key: str) -> None:
        """Press a key, by its Playwright name."""
        await self._act(self.page.keyboard.press(key), f"the key {key} was handled")

    async def type(self, text: str) -> None:
        """Put text into the focused field; its last letter by a real key, for pages that listen to keys."""
        keyboard = self.page.keyboard
        if len(text) > 1:
            await self._act(keyboard.insert_text(text[:-1]), "text was put in")
        if text:
            await self._act(keyboard.type(text[-1]), "a key was handled")

    async def _act(self, work: Awaitable[None], doing: str) -> None:
        """Wait for one input; it is done where it closed the window."""
        try:
            await self._done(work, self.settings.action_limit, doing)
        except PlaywrightError as error:
            if not await self._is_closed(error):
                raise

    async def _done(self, work: Awaitable[T], seconds: float, doing: str) -> T:
        """The result of bounded work; raises PageUnresponsive where the page was lost meanwhile."""
        try:
            return await bounded(work, seconds, doing)
        except PlaywrightError as error:
            if self.events.lost is not None:
                raise PageUnresponsive(self.events.lost) from error
            raise

    def _top_window(self) -> Page:
        """The window that was opened last and is still open; the first one where none is."""
        self._windows += self.events.windows
        self.events.windows.clear()
        while len(self._windows) > 1 and self._windows[-1].is_closed():
            self._windows.pop()
        return self._windows[-1]

    async def _is_closed(self, error: PlaywrightError) -> bool:
        """True when the error came because the window was closed, and another one is open."""
        for _ in range(25):
            if "closed" not in error.message or self.page.is_closed():
                break
            await asyncio.sleep(_CLOSING_STEP)
        return self.page.is_closed() and not self._top_window().is_closed()

    async def _follow(self) -> None:
        """Go on in the top window, where that is another one than before."""
        for _ in range(_RESTARTS):
            window = self._top_window()
            if window is self.page:
                break
            self.page = window
            # A world of an earlier look into this window holds what was seen then.
            self.world, self._visited = None, self._visited + 1
            self.touch()
            try:
                connecting = window.context.new_cdp_session(window)
                self._wire = await self._done(
                    connecting, self.settings.step_limit, "connecting to a new window"
                )
                await self.prepare()
            except PlaywrightError as error:
                if not await self._is_closed(error):
                    raise


def _is_world_lost(error: PlaywrightError) -> bool:
    return any(words in error.message for words in _LOST_WORLD)


def _refuse_large(answer: Response | None, most: int, doing: str) -> None:
    """Raises PageUnresponsive for a document of more than `most` bytes, as far as its server announces its size."""
    announced = answer.headers.get("content-length", "") if answer else ""
    if announced.isdecimal() and int(announced) > most:
        raise PageUnresponsive(
            f"The document is {int(announced) / 1e6:.0f} MB large and was not waited for while {doing}: one of more "
            f"than {most / 1e6:.0f} MB keeps a browser busy for longer than visitors wait. Serve what is large in "
            "files of its own."
        )


class BusyWait:
    """Waiting for work that is under way in a page, within what an attempt may spend on that."""

    def __init__(self, page: LivePage) -> None:
        self._page = page
        self._endless: set[str] = set()
        self.waited = 0.0
        """Seconds of these waits so far."""

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
        page = self._page
        await page.look()
        if "shown" in page.held:
            await self._outlast(("shown",), page.settings.late_wait)
            await page.look()
        if "pressed" in page.held:
            await self._outlast(("pressed",), page.settings.settle_cap)

    async def _outlast(self, signs: Sequence[str], seconds: float) -> bool:
        page = self._page
        cap = min(seconds, page.settings.late_waits - self.waited)
        asked = [sign for sign in signs if sign not in self._endless]
        if cap <= 0 or not asked:
            return False
        await page.look()
        world, began = page.world, time.perf_counter()
        call = f"bench.finish({cap * 1000}, {json.dumps(asked)}).then(JSON.stringify)"
        answer = read_json(await page.call(call, cap + page.settings.step_limit, "finishing its work"))
        self._endless |= set(answer["left"])
        if not answer["isOther"] and page.world == world:
            return False
        self.waited += time.perf_counter() - began
        page.touch()
        return True

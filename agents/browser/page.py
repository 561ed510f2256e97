"""A page in a fresh context: opened, looked at, operated by mouse and keyboard, every await bounded."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Literal, TypeVar, cast

from playwright.async_api import CDPSession, Page, Response, ViewportSize
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from agents.browser.bounded import bounded
from agents.browser.events import Answer, Events
from agents.browser.frames import Frame, with_states
from agents.browser.overlays import Overlays
from agents.browser.page_json import read_json
from agents.browser.settings import BrowserSettings
from agents.browser.snapshot import Snapshot, read_snapshot
from agents.browser.waiting import Patience
from agents.browser.weighing import refuse_heavy
from agents.browser.windows import Windows
from plans.errors import JudgeError, PageUnresponsive
from plans.wellformed import well_formed

T = TypeVar("T")
_Navigation = Callable[..., Awaitable[Response | None]]

_WORLD = "bench"
_LOST_WORLD = (
    "Cannot find context",
    "context was destroyed",
    "Cannot find execution context",
    "Inspected target navigated",
)
_RESTARTS = 12

_BESIDE_THE_PAGE = {"x": 100_000, "y": 0, "width": 1280, "height": 800, "scale": 0.01}
"""What of the page the browser draws, in CSS pixels, and how large."""


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
        self._windows = Windows(page, events.windows, (settings.width, settings.height))
        self._wire = wire
        self._script = script
        self._world: int | None = None
        self._visited = 0
        self._look: Snapshot | None = None
        self._acted = True
        self._held: tuple[str, ...] = ()
        self.patience = Patience(self)
        self.overlays = Overlays()

    async def prepare(self) -> None:
        """Animations of the window end at once, in every document that it will show; it is drawn for pictures alone."""
        await asyncio.gather(
            self._send("Animation.enable"),
            self._send("Animation.setPlaybackRate", playbackRate=1000),
            self._look_away(*self._windows.size_of(self.page)),
        )

    async def resize(self, width: int, height: int) -> None:
        """Give the window another size, in CSS pixels."""
        self.touch()
        self._windows.resized(self.page, (width, height))
        size = ViewportSize(width=width, height=height)
        limit = self.settings.action_limit
        await self._done(self.page.set_viewport_size(size), limit, "the window was resized")
        # The browser remembers one size for each of those who drive it; a reload may bring back either.
        await self._look_away(width, height)

    async def _look_away(self, width: int, height: int) -> None:
        """Have the browser draw a speck beside the page instead of it, for 8% of an attempt's processor time.

        Layout, frames, pointer and pictures are as without, and the page is told nothing.
        """
        await self._send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, screenWidth=width, screenHeight=height, deviceScaleFactor=1, mobile=False,
            screenOrientation={"angle": 0, "type": "landscapePrimary"}, viewport=_BESIDE_THE_PAGE,
        )  # fmt: skip

    async def follow(self) -> None:
        """Go on in the window that was opened last, where that is another; from a closed one in that beneath it."""
        for _ in range(_RESTARTS):
            window = self._windows.on_top()
            if window is self.page:
                break
            try:
                await self._go_on_in(window)
            except PlaywrightError as error:
                if not await self._windows.is_closed(self.page, error):
                    raise

    async def _go_on_in(self, window: Page) -> None:
        self.page = window
        # In one where it was looked before, what was seen there then is not what is meant now.
        self._world, self._visited = None, self._visited + 1
        self.touch()
        connecting = window.context.new_cdp_session(window)
        self._wire = await self._done(connecting, self.settings.step_limit, "connecting to a new window")
        await self.prepare()

    async def goto(self, url: str) -> None:
        """Load an address; a page that is not loaded in time, and answers, is used as far as it came.

        Raises PageUnresponsive when it does not answer, and for a document that is larger than the settings allow: how
        far that came would be this machine's doing, and its size is the page's.
        """
        await self._navigate("loading", lambda page: partial(page.goto, url))

    async def reload(self) -> None:
        """Load the same address again; what the app stored stays."""
        await self._navigate("reloading", lambda page: page.reload)

    async def back(self) -> None:
        """The browser's back button."""
        await self._navigate("going back", lambda page: page.go_back)

    @property
    def last_look(self) -> Snapshot | None:
        """The last look, while nothing was done since; None otherwise."""
        return self._look

    @property
    def held(self) -> Sequence[str]:
        """Signs of the last look for which a person would wait before a next action."""
        return self._held

    @property
    def world(self) -> int | None:
        """Where our scripts run; another one after each navigation, None where there is none yet."""
        return self._world

    async def look(self) -> Snapshot:
        """The page as it is now, settled first when something was done since the last look."""
        await self.follow()
        if self._look is None:
            seen = await self._settled()
            if self._windows.on_top() is not self.page:
                # It was opened by what was done last, and is told of only now.
                await self.follow()
                seen = await self._settled()
            self._look = seen
            self._acted = False
        return self._look

    async def _settled(self) -> Snapshot:
        quiet = self.settings.quiet * 1000 if self._acted else 0
        cap = self.settings.settle_cap * 1000
        call = (
            f"bench.settle({quiet}, {cap})"
            ".then((settled) => [settled, bench.looking(), JSON.stringify(bench.snapshot())])"
        )
        settled, held, text = await self.call(
            call, self.settings.settle_cap + self.settings.step_limit, "settling"
        )
        self._held = tuple(held)
        seen = read_snapshot(text, settled=settled)
        return seen.with_frames(await self._frames(seen.frames)) if seen.frames else seen

    async def _frames(self, frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
        try:
            return await with_states(frames, partial(self._send, doing="telling of its frames"), self._world)
        except PlaywrightError:
            # The page or one of the frames went away meanwhile: what they showed is not known.
            return frames

    async def rest(self, quiet: float) -> None:
        """Wait until nothing has changed for `quiet` seconds, at most as long as a look would wait."""
        cap = self.settings.settle_cap
        call = f"bench.settle({quiet * 1000}, {cap * 1000})"
        await self.call(call, cap + self.settings.step_limit, "settling")

    def begin_action(self, answer: Answer | None = None) -> None:
        """Forget what the action before did; `answer` is for a native question that this one may raise."""
        self.events.begin_action(answer)

    def touch(self) -> None:
        """Say that the page was changed, so that the next look is a new one."""
        self._look = None
        self._acted = True

    async def call(self, expression: str, seconds: float | None = None, doing: str = "answering") -> Any:
        """The value of an expression in our own world, which is made anew after each navigation."""
        limit = seconds or self.settings.step_limit
        for _ in range(_RESTARTS):
            try:
                if self._world is None:
                    await self._enter()
                answer = await self._send(
                    "Runtime.evaluate", limit, doing,
                    expression=expression, contextId=self._world, awaitPromise=True, returnByValue=True,
                )  # fmt: skip
            except PlaywrightError as error:
                if await self._windows.is_closed(self.page, error):
                    await self.follow()
                    continue
                if not _is_world_lost(error):
                    raise
                self._world = None
                await asyncio.sleep(0.03)
                continue
            if "exceptionDetails" in answer:
                details = answer["exceptionDetails"]
                said = details.get("exception", {}).get("description", details.get("text", ""))
                # The stack that follows says nothing to those who read verdicts.
                first = well_formed(said).partition("\n")[0]
                raise JudgeError(f"A script of the judge failed in the page: {first[:300]}")
            return answer["result"].get("value")
        raise PageUnresponsive("The page kept navigating; it never stood still to be looked at.")

    async def command(self, method: str, **params: Any) -> Any:
        """One command of the browser's own protocol, for what no script in a page can find out."""
        return await self._send(method, **params)

    async def operate(self, verb: str, *values: Any) -> dict[str, Any]:
        """One of the verbs of javascript/operate.js."""
        arguments = ", ".join(json.dumps(value) for value in values)
        return read_json(await self.call(f"JSON.stringify(bench.{verb}({arguments}))"))

    async def screenshot(self) -> bytes:
        """The window as a JPEG."""
        try:
            return await self._picture()
        except PlaywrightError as error:
            if not await self._windows.is_closed(self.page, error):
                raise
            await self.follow()
            return await self._picture()

    async def _picture(self) -> bytes:
        limit, quality = self.settings.action_limit, self.settings.screenshot_quality
        taking = self.page.screenshot(type="jpeg", quality=quality, timeout=limit * 1000)
        return await bounded(taking, limit + 0.5, "taking a picture")

    async def mouse(self, verb: Literal["click", "move", "down", "up"], x: float = 0, y: float = 0) -> None:
        """Move or press the pointer at a point of the window."""
        mouse = self.page.mouse
        match verb:
            case "click":
                work = mouse.click(x, y)
            case "move":
                work = mouse.move(x, y)
            case "down":
                work = mouse.down()
            case "up":
                work = mouse.up()
        await self._act(work, f"the pointer's {verb} was handled")

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

    async def _navigate(self, doing: str, start: Callable[[Page], _Navigation]) -> None:
        if self.page.is_closed():
            await self.follow()
        self.touch()
        self.events.operated = False
        limit = self.settings.load_limit
        try:
            answer = await bounded(
                start(self.page)(wait_until="commit", timeout=limit * 1000), limit + 1, doing
            )
            refuse_heavy(answer, self.settings.document_bytes, doing)
            loaded = self.page.wait_for_load_state("load", timeout=limit * 1000)
            await bounded(loaded, limit + 1, doing)
        except PlaywrightTimeout:
            # A page that only loads slowly answers at once; of one that hangs a look would wait much longer to say so.
            await self._answers(self.settings.action_limit, doing)
        except PlaywrightError as error:
            said = error.message.splitlines()[0]
            raise PageUnresponsive(f"The page failed while {doing}: {well_formed(said)}") from error

    async def _answers(self, seconds: float, doing: str) -> None:
        """Raises PageUnresponsive where the page does not answer; one that leaves meanwhile has answered."""
        try:
            await self._send("Runtime.evaluate", seconds, doing, expression="0")
        except PlaywrightError as error:
            if not _is_world_lost(error):
                raise

    async def _enter(self) -> None:
        tree = await self._send("Page.getFrameTree")
        made = await self._send(
            "Page.createIsolatedWorld",
            frameId=tree["frameTree"]["frame"]["id"],
            worldName=f"{_WORLD}{self._visited}",
        )
        self._world = made["executionContextId"]
        await self._send("Runtime.evaluate", expression=self._script, contextId=self._world)

    async def _act(self, work: Awaitable[None], doing: str) -> None:
        """Wait for what is done by hand; a window that was closed by it is done with."""
        try:
            await self._done(work, self.settings.action_limit, doing)
        except PlaywrightError as error:
            if not await self._windows.is_closed(self.page, error):
                raise

    async def _done(self, work: Awaitable[T], seconds: float, doing: str) -> T:
        """What an act comes to; raises PageUnresponsive where the page was lost under it."""
        try:
            return await bounded(work, seconds, doing)
        except PlaywrightError as error:
            if self.events.lost is not None:
                raise PageUnresponsive(self.events.lost) from error
            raise

    async def _send(
        self, method: str, seconds: float | None = None, doing: str = "answering", **params: Any
    ) -> Any:
        sent = cast("Awaitable[dict[str, Any]]", self._wire.send(method, params))
        return await self._done(sent, seconds or self.settings.step_limit, doing)


def _is_world_lost(error: PlaywrightError) -> bool:
    return any(words in error.message for words in _LOST_WORLD)

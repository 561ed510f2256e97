"""A worker: one process with one browser that judges one task at a time, told by lines of JSON.

Run as `python -m agents.judging.worker`; the first line is a WorkerSetup, each further one a TaskRequest or an
ExploreRequest.
"""

import asyncio
import hashlib
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import psutil
from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError
from pydantic import TypeAdapter

from agents.browser.atlas import Atlas, app_map, chart
from agents.browser.page import LivePage
from agents.browser.visits import browser, visit
from agents.judging.decision import Approach, Attempt, Pictures, decide, task_verdict
from agents.judging.step_runner import attempt
from agents.judging.wire import LINE_LIMIT, ExploreRequest, TaskRequest, WorkerReply, WorkerSetup
from agents.sandbox.hosting import Host
from agents.sandbox.network import bring_up_loopback
from plans.errors import BenchwrightError, Event, event_of
from plans.files import write_record, write_text
from plans.paths import MAP
from plans.plain_text import well_formed
from plans.records.steps import SetClock

_ERROR_LENGTH = 300
"""Characters of an unforeseen error's message in a reply."""
_GIVE_UP_LIMIT = 2.0
"""Seconds that an abandoned task has to stop."""
_MEMORY_PERIOD = 0.4
"""Seconds between two looks at the memory in use."""
_REQUEST: TypeAdapter[TaskRequest | ExploreRequest] = TypeAdapter(TaskRequest | ExploreRequest)


async def serve_input() -> None:
    """Answer the requests of the standard input one after the other until it ends.

    The input also ends when benchwright is killed. Nobody waits for the task at hand then, so it is cancelled.
    """
    lines = asyncio.StreamReader(limit=LINE_LIMIT)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    setup = WorkerSetup.model_validate_json(await lines.readline())
    if setup.isolated:
        bring_up_loopback()
    async with browser(Path(setup.chromium), setup.settings.browser) as running:
        worker = Worker(setup, running)
        _say(WorkerReply())
        line = await lines.readline()
        while line:
            answering = asyncio.ensure_future(worker.answer(_REQUEST.validate_json(line)))
            following = asyncio.ensure_future(lines.readline())
            await asyncio.wait((answering, following), return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                answering.cancel()
                await asyncio.wait((answering,), timeout=_GIVE_UP_LIMIT)
                return
            _write(answering.result())
            line = await following


class Worker:
    """Judges one task at a time by its steps, or explores an app."""

    def __init__(self, setup: WorkerSetup, running: Browser) -> None:
        self._setup = setup
        self._browser = running
        self._contexts = 0

    async def answer(self, request: TaskRequest | ExploreRequest) -> str:
        """A line with the verdict, or with the error that prevented it; of an exploration only that it is over."""
        try:
            if isinstance(request, TaskRequest):
                reply = await self._judged(request)
            else:
                await self._atlas(request)
                reply = WorkerReply(contexts=self._contexts)
            line = reply.model_dump_json()
            # The verdict stands without a page that is too large for a line; a character takes up to four bytes.
            is_long = len(line) > LINE_LIMIT // 4
            return reply.model_copy(update={"stuck": None}).model_dump_json() if is_long else line
        except Exception as error:
            # Whatever a page causes ends this answer and no other; the pool has the task tried once more.
            event, message = event_of(error), str(error)
            if isinstance(error, PlaywrightError):
                # A log of calls follows the first line.
                event, message = Event.BROWSER_LOST, error.message.partition("\n")[0]
            elif not isinstance(error, BenchwrightError):
                message = (
                    "The judge broke on this task, so it is not decided: "
                    f"{type(error).__name__}: {well_formed(message)[:_ERROR_LENGTH]}"
                )
            reply = WorkerReply(contexts=self._contexts, error=well_formed(message), event=event)
            return reply.model_dump_json()

    async def _judged(self, request: TaskRequest) -> WorkerReply:
        began = time.perf_counter()
        # Until an adapted try decides, the pictures of the verdict before it count.
        name = f"{request.task.id}--adapted" if request.adapted else request.task.id
        pictures = Pictures(Path(request.evidence) if request.evidence else None, name)
        made = 0

        async def attempted(approach: Approach) -> Attempt:
            nonlocal made
            made += 1
            decides = not approach.adapted or bool(request.adapted)
            taken = pictures if decides else Pictures(None, name)
            clock = any(isinstance(step, SetClock) for step in request.task.steps)
            async with self._visited(Path(request.submission), approach.seed, clock=clock) as (page, start):
                return await attempt(page, request.task, start, approach, self._setup.settings, taken)

        course = await decide(request, self._setup.settings, attempted, lambda: self._atlas(request))
        verdict = task_verdict(request.task, course, time.perf_counter() - began, made=made)
        pictures.keep(verdict)
        stuck = course.stuck if request.tells_stuck else None
        return WorkerReply(verdict=verdict, stuck=stuck, contexts=self._contexts)

    async def _atlas(self, request: ExploreRequest) -> Atlas:
        """The map of the app, which another task may have had made."""
        kept = Path(request.atlas)
        if kept.exists():
            return Atlas.model_validate_json(kept.read_bytes())
        settings = self._setup.settings
        async with self._visited(Path(request.submission), request.random_seed) as (page, start):
            atlas = await chart(page, start, settings.chart, settings.task_limit * page.slowness)
        write_text(kept, atlas.model_dump_json(exclude_defaults=True))
        if request.evidence is not None:
            write_record(Path(request.evidence) / MAP, app_map(atlas))
        return atlas

    @asynccontextmanager
    async def _visited(
        self, submission: Path, seed: int, *, clock: bool = False
    ) -> AsyncGenerator[tuple[LivePage, str]]:
        """A page in a fresh context, and the app's address; tells the pool how long the next line may take."""
        settings = self._setup.settings
        self._contexts += 1
        setup = self._setup
        host = Host(setup.sandbox, setup.runtime, setup.settings.start_limit, is_isolated=setup.isolated)
        starting = host.start_up_seconds(submission)
        if starting:
            _say(WorkerReply(within=starting))
        async with (
            host.serving(submission) as start,
            visit(
                self._browser,
                settings.browser,
                seed=page_seed(seed),
                clock=clock,
                isolated=self._setup.isolated,
            ) as page,
            _memory_watched(page, settings.memory_megabytes),
        ):
            limit = page.slowness * (settings.task_limit + settings.browser.step_limit)
            _say(WorkerReply(within=limit + starting))
            yield page, start


def page_seed(seed: int) -> int:
    """Seed of the page's Math.random from that of an attempt: the same in a repeat, and unknown to pages."""
    return int.from_bytes(hashlib.sha256(f"page/{seed}".encode()).digest()[:4], "big")


@asynccontextmanager
async def _memory_watched(page: LivePage, megabytes: int) -> AsyncGenerator[None]:
    """Close the page, and note why it is lost, when this process and its descendants use more memory than allowed."""

    async def watch() -> None:
        own, used = psutil.Process(), 0
        while used <= megabytes * 1e6:
            await asyncio.sleep(_MEMORY_PERIOD)
            used = 0
            for process in (own, *own.children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    used += process.memory_info().rss
        page.events.lost = (
            f"The page and its browser used more than {megabytes:,} MB of memory, so the page was ended; "
            "nothing more can be seen of it."
        )
        await page.page.context.close()

    watching = asyncio.ensure_future(watch())
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.wait([watching])


def _say(reply: WorkerReply) -> None:
    _write(reply.model_dump_json())


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        asyncio.run(serve_input())
    except BenchwrightError as error:
        _say(WorkerReply(error=str(error), event=Event.BROWSER_LOST))

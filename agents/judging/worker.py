"""A worker: one process with one browser that judges one task at a time, told by lines of JSON.

Run as `python -m agents.judging.worker`; the first line is a WorkerSetup, each further one a TaskRequest.
"""

import asyncio
import hashlib
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser
from playwright.async_api import Error as PlaywrightError
from pydantic import TypeAdapter

from agents.browser.charting.atlas import Atlas, app_map
from agents.browser.charting.charting import chart
from agents.browser.launching import browser
from agents.browser.page import LivePage
from agents.browser.snapshot import Snapshot
from agents.browser.visiting import visit
from agents.judging.attempt import Approach, Attempt
from agents.judging.attempting import attempt
from agents.judging.deciding import Deciding
from agents.judging.hosting import Host
from agents.judging.merging import task_verdict
from agents.judging.pictures import Pictures
from agents.judging.pool import watched
from agents.judging.wire import (
    LINE_LIMIT,
    ExploreRequest,
    MapLine,
    Stuck,
    TaskRequest,
    WorkerReply,
    WorkerSetup,
)
from agents.sandbox.network import bring_up_loopback
from plans.errors import BenchwrightError, Event, event_of
from plans.files import write_record
from plans.paths import MAP
from plans.records.steps import SetClock
from plans.records.verdict import TaskVerdict
from plans.wellformed import well_formed

_PAGES = 2
"""Pages that are told of one task whose targets were not bound."""
_LONGEST = 300
"""Letters of what an unforeseen error says."""
_GIVE_UP_LIMIT = 2.0
"""Seconds in which a task that nobody waits for has to let go."""


_REQUEST: TypeAdapter[TaskRequest | ExploreRequest] = TypeAdapter(TaskRequest | ExploreRequest)


async def serve_requests(setup: WorkerSetup, lines: asyncio.StreamReader) -> None:
    """Judge what is asked, one line after the other, until the input ends.

    It ends when benchwright does, also by SIGKILL. Nobody waits for the task then, and it is given up at once.
    """
    async with browser(Path(setup.chromium), setup.settings.browser) as running:
        with Host(setup) as host:
            worker = Worker(setup, running, host)
            say(WorkerReply())
            line = await lines.readline()
            while line:
                answering = asyncio.ensure_future(worker.answer(_REQUEST.validate_json(line)))
                following = asyncio.ensure_future(lines.readline())
                while not answering.done():
                    await asyncio.wait((answering, following), return_when=asyncio.FIRST_COMPLETED)
                    if following.done() and worker.hear(following.result()):
                        following = asyncio.ensure_future(lines.readline())
                    elif not answering.done():
                        answering.cancel()
                        await asyncio.wait((answering,), timeout=_GIVE_UP_LIMIT)
                        return
                _write(answering.result())
                line = await following


class Worker:
    """Judges one task at a time by its steps, or explores an app."""

    def __init__(self, setup: WorkerSetup, running: Browser, host: Host) -> None:
        self.setup = setup
        self._browser = running
        self._host = host
        self._contexts = 0
        self._attempts = 0
        self._told: asyncio.Future[bytes] | None = None
        self._missed: tuple[Snapshot, ...] = ()
        self._stuck: Stuck | None = None

    def hear(self, line: bytes) -> bool:
        """Take a line that came in the middle of a task; False when it is not what the task waits for."""
        if not line or self._told is None or self._told.done():
            return False
        self._told.set_result(line)
        return True

    async def answer(self, request: TaskRequest | ExploreRequest) -> str:
        """The line that tells a verdict, or what kept us from it."""
        try:
            if not isinstance(request, TaskRequest):
                await self._atlas(request)
                return _line(WorkerReply(contexts=self._contexts))
            self._missed, self._stuck = (), None
            verdict = await self.judged(request)
            line = _line(
                WorkerReply(verdict=verdict, missed=self._missed, stuck=self._stuck, contexts=self._contexts)
            )
            if len(line) > LINE_LIMIT // 4:
                # Pages too large for a line are told to no model; the verdict stands without them.
                line = _line(WorkerReply(verdict=verdict, contexts=self._contexts))
            return line
        except Exception as error:
            # Whatever a page makes of us ends this answer and no other; the pool has the task tried once more.
            said = well_formed(_words(error))
            return _line(WorkerReply(contexts=self._contexts, error=said, event=_event(error)))

    async def judged(self, request: TaskRequest) -> TaskVerdict:
        """The task's verdict."""
        began = time.perf_counter()
        made = self._attempts
        # Until an adapted try decides, the pictures of the verdict before it count.
        name = f"{request.task.id}--adapted" if request.adapted else request.task.id
        pictures = Pictures(Path(request.evidence) if request.evidence else None, name)
        deciding = Deciding(
            request,
            self.setup.settings,
            lambda approach: self._attempt(request, approach, pictures),
            lambda: self._atlas(request),
        )
        course = await deciding.course()
        if request.tells_missed:
            self._missed = tuple(deciding.unbound[:_PAGES])
            self._stuck = deciding.stuck
        seconds = time.perf_counter() - began
        verdict = task_verdict(request.task, course, seconds, made=self._attempts - made)
        pictures.keep(verdict)
        return verdict

    async def _attempt(self, request: TaskRequest, approach: Approach, pictures: Pictures) -> Attempt:
        self._attempts += 1
        pictures.begin(decides=not approach.adapted or bool(request.adapted))
        clock = any(isinstance(step, SetClock) for step in request.task.steps)
        async with self.visited(Path(request.hand_in), approach.seed, clock=clock) as (page, start):
            return await attempt(page, request.task, start, approach, self.setup.settings, pictures)

    async def _atlas(self, request: ExploreRequest) -> Atlas:
        """The map of the app: that of another task, else one that is made now and told."""
        self._told = asyncio.get_running_loop().create_future()
        say(WorkerReply(asks_map=True))
        told = MapLine.model_validate_json(await self._told)
        if told.atlas:
            return Atlas.model_validate_json(told.atlas)
        settings = self.setup.settings
        evidence = Path(request.evidence) if request.evidence else None
        async with self.visited(Path(request.hand_in), request.random_seed) as (page, start):
            limit = settings.task_limit * page.slowness
            atlas = await chart(page, start, settings.chart, limit)
        line = atlas.model_dump_json(exclude_defaults=True)
        if len(line) > LINE_LIMIT // 4:
            atlas = Atlas(screens=(), presses=atlas.presses, cut="its screens were too large to be kept")
            line = atlas.model_dump_json()
        say(WorkerReply(atlas=line))
        if evidence is not None:
            write_record(evidence / MAP, app_map(atlas))
        return atlas

    @asynccontextmanager
    async def visited(
        self, hand_in: Path, seed: int, *, clock: bool = False
    ) -> AsyncGenerator[tuple[LivePage, str]]:
        """A page in a fresh context, and the app's address; it is said by when to expect the next line."""
        settings = self.setup.settings
        self._contexts += 1
        start_up = self._host.start_up(hand_in)
        if start_up:
            say(WorkerReply(within=start_up))
        async with (
            self._host.serving(hand_in) as start,
            visit(
                self._browser,
                settings.browser,
                seed=page_seed(seed),
                clock=clock,
                isolated=self.setup.isolated,
            ) as page,
            watched(page, settings.memory_megabytes),
        ):
            say(
                WorkerReply(
                    within=page.slowness * (settings.task_limit + settings.browser.step_limit) + start_up
                )
            )
            yield page, start


def page_seed(seed: int) -> int:
    """Of the page's Math.random, from that of an attempt or a run: a repeat shows the same, and no page can know it."""
    return int.from_bytes(hashlib.sha256(f"page/{seed}".encode()).digest()[:4], "big")


def _words(error: Exception) -> str:
    if isinstance(error, BenchwrightError):
        return str(error)
    if isinstance(error, PlaywrightError):
        # What comes after is a log of calls.
        return error.message.partition("\n")[0]
    why = well_formed(str(error))[:_LONGEST]
    return f"The judge broke on this task, so it is not decided: {type(error).__name__}: {why}"


def _event(error: Exception) -> Event:
    return Event.BROWSER_LOST if isinstance(error, PlaywrightError) else event_of(error)


def say(reply: WorkerReply) -> None:
    """Tell the judge something."""
    _write(_line(reply))


def _line(reply: WorkerReply) -> str:
    return reply.model_dump_json()


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def serve_input() -> None:
    """Work by the lines of the standard input until it ends."""
    lines = asyncio.StreamReader(limit=LINE_LIMIT)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    setup = WorkerSetup.model_validate_json(await lines.readline())
    if setup.isolated:
        bring_up_loopback()
    try:
        await serve_requests(setup, lines)
    except BenchwrightError as error:
        say(WorkerReply(error=str(error), event=Event.BROWSER_LOST))


if __name__ == "__main__":
    asyncio.run(serve_input())

"""The worker processes: started when needed, one task each at a time, replaced when worn out or lost.

A worker that leaves closes its browser in its own time, and the next one is started meanwhile.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import AsyncGenerator, Mapping
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from agents.browser.page import LivePage
from agents.judging.settings import JudgeSettings
from agents.judging.wire import LINE_LIMIT, ExploreRequest, MapLine, WorkerReply, WorkerSetup
from plans.errors import BrowserLost
from plans.scratch import scratch
from plans.time_limits import TimeLimit
from plans.untrusted_text import folded

_PERIOD = 0.4
"""Seconds between two looks."""
_PROC = Path("/proc")


@asynccontextmanager
async def watched(page: LivePage, megabytes: int) -> AsyncGenerator[None]:
    """End the page when this process and what it started use more memory than allowed; it is lost then, and says so."""
    watch = asyncio.ensure_future(_watch(page, megabytes))
    try:
        yield
    finally:
        watch.cancel()
        await asyncio.wait([watch])


async def _watch(page: LivePage, megabytes: int) -> None:
    while True:
        await asyncio.sleep(_PERIOD)
        if tree_megabytes() > megabytes:
            page.events.lost = (
                f"The page and its browser used more than {megabytes:,} MB of memory, so the page was ended; "
                "nothing more can be seen of it."
            )
            await page.page.context.close()
            return


def tree_megabytes() -> float:
    """Resident memory of this process and its descendants in megabytes; 0 where /proc does not tell."""
    if not _PROC.is_dir():
        return 0.0
    parents: dict[int, list[int]] = {}
    pages: dict[int, int] = {}
    for entry in _PROC.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            # It ended while we were looking.
            continue
        parents.setdefault(int(fields[1]), []).append(int(entry.name))
        pages[int(entry.name)] = int(fields[21])
    total, open_ids = 0, [os.getpid()]
    while open_ids:
        process = open_ids.pop()
        total += pages.get(process, 0)
        open_ids.extend(parents.get(process, []))
    return total * os.sysconf("SC_PAGE_SIZE") / 1e6


_WAYS = (("unshare", "-n"), ("unshare", "-Urn"))
"""As root; as a user, where that is allowed."""


@cache
def isolation() -> tuple[str, ...] | None:
    """Words to put before a command so that it runs in a namespace of its own; None where there is no way."""
    if shutil.which("unshare") is None:
        return None
    return next((way for way in _WAYS if _works(way)), None)


def _works(way: tuple[str, ...]) -> bool:
    return subprocess.run([*way, "true"], capture_output=True, check=False, timeout=10).returncode == 0


_READ = frozenset(
    {"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TZDIR", "LD_LIBRARY_PATH", "VIRTUAL_ENV"}
)
_OWN = {"PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8"}
"""What a worker says is JSON in UTF-8, whatever the encoding of the user's terminal."""
_READ_BEGINNING_WITH = ("LC_", "XDG_", "FONTCONFIG_", "PYTHON", "PLAYWRIGHT_")


def surroundings(scratch: Path, environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Where programs, libraries, fonts and time zones lie, of the process's own environment where none is given.

    No key is among it: a page that broke out of its browser would find it there, and with a hand-in's own server a way
    to carry it away. Temporary files go into `scratch`.
    """
    env = os.environ if environment is None else environment
    given = {
        name: value for name, value in env.items() if name in _READ or name.startswith(_READ_BEGINNING_WITH)
    }
    return {**given, **_OWN, "TMPDIR": str(scratch)}


@dataclass(slots=True)
class SharedMap:
    """One judgement's map, as the JSON of an Atlas; made at most once, unless the worker that made it was lost."""

    _making: "asyncio.Future[str] | None" = None

    async def get(self) -> str:
        """The map; empty for who has to make it, and then calls `give` or `fail`."""
        while self._making is not None:
            made = await asyncio.shield(self._making)
            if made:
                return made
        self._making = asyncio.get_running_loop().create_future()
        return ""

    def give(self, made: str) -> None:
        """What was made, for everybody."""
        if self._making is not None and not self._making.done():
            self._making.set_result(made)

    def fail(self) -> None:
        """It will not come: whoever waits, or asks next, has to make it."""
        if self._making is not None and not self._making.done():
            self._making.set_result("")
            self._making = None


_ROOT = Path(__file__).resolve().parents[2]
"""Folder from which `agents` can be imported."""
_PROGRAM = "agents.judging.worker"
"""What a worker runs."""


class WorkerPool:
    """At most `count` workers busy or idle, and as many shutting down; all end when the last `in_use()` exits."""

    def __init__(self, setup: WorkerSetup, count: int) -> None:
        self._setup = setup
        self._count = count
        self._users = 0
        self._idle: list[_Worker] = []
        self._leaving: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(count)

    @asynccontextmanager
    async def in_use(self) -> AsyncGenerator[None]:
        """Keep workers warm; the last one to leave ends them."""
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            if not self._users:
                idle, leaving, self._idle, self._leaving = self._idle, self._leaving, [], set()
                await asyncio.gather(*leaving, *(worker.end() for worker in idle))

    async def run(self, request: ExploreRequest, shared: SharedMap) -> WorkerReply:
        """A worker's reply; raises BrowserLost when it did not come in time, or the worker died.

        `shared` holds the map of the app, should it be needed.
        """
        async with self._free:
            worker = self._idle.pop() if self._idle else await _Worker.start(self._setup)
            try:
                reply = await worker.ask(request, shared)
            except BaseException:
                await worker.kill()
                raise
            if reply.event or reply.contexts >= self._setup.settings.recycle_after:
                await self._let_go(worker)
            else:
                self._idle.append(worker)
            return reply

    async def _let_go(self, worker: "_Worker") -> None:
        """Let a worker end while others go on; first wait for one of those before it where there are many."""
        if len(self._leaving) >= self._count:
            ended, _ = await asyncio.wait(self._leaving, return_when=asyncio.FIRST_COMPLETED)
            self._leaving -= ended
            for ending in ended:
                ending.result()
        self._leaving.add(asyncio.create_task(worker.end()))


async def _process(setup: WorkerSetup, folder: Path) -> asyncio.subprocess.Process:
    """A worker's process, whose temporary files lie in `folder`; raises BrowserLost when the system gives none."""
    way = isolation() if setup.isolated else ()
    try:
        return await asyncio.create_subprocess_exec(
            *(way or ()), sys.executable, "-m", _PROGRAM,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            cwd=_ROOT, limit=LINE_LIMIT, start_new_session=True,
            env=surroundings(folder),
        )  # fmt: skip
    except OSError as error:
        raise BrowserLost(
            f"No worker could be started, and nothing can be judged without one: {error}."
        ) from error


class _Worker:
    def __init__(
        self, process: asyncio.subprocess.Process, limits: JudgeSettings, scratches: ExitStack
    ) -> None:
        """`scratches`: where it, the driver and the browser keep temporary files; closed when the worker has ended."""
        self._process = process
        self._scratches = scratches
        self._limits = limits
        self._said: deque[str] = deque(maxlen=20)
        self._listening = asyncio.ensure_future(self._listen())

    @classmethod
    async def start(cls, setup: WorkerSetup) -> "_Worker":
        with ExitStack() as opening:
            folder = opening.enter_context(scratch("worker"))
            process = await _process(setup, folder)
            worker = cls(process, setup.settings, opening.pop_all())
        try:
            await worker._write(setup.model_dump_json())
            ready = await worker._reply(setup.settings.start_limit)
        except BaseException:
            await worker.kill()
            raise
        if ready.error:
            await worker.end()
            raise BrowserLost(ready.error)
        return worker

    async def ask(self, request: ExploreRequest, shared: SharedMap) -> WorkerReply:
        """Hand over a request; the worker says before each attempt how long it may take on this machine."""
        is_making = False
        await self._write(request.model_dump_json())
        reply = await self._reply(self._limits.start_limit)
        try:
            while reply.within or reply.asks_map or reply.atlas:
                if reply.asks_map:
                    made = await shared.get()
                    is_making = not made
                    await self._write(MapLine(atlas=made).model_dump_json())
                elif reply.atlas:
                    is_making = False
                    shared.give(reply.atlas)
                limit = reply.within + self._limits.grace if reply.within else self._limits.start_limit
                reply = await self._reply(limit)
        finally:
            if is_making:
                shared.fail()
        return reply

    async def end(self) -> None:
        """Let it close its browser; kill it when that takes too long."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), 3)
        except TimeoutError:
            await self.kill()
        await self._listening
        self._scratches.close()

    async def kill(self) -> None:
        """End it at once; driver and browser end when their pipes close."""
        if self._process.returncode is None:
            # It may have ended by itself a moment ago, of which the loop has not heard yet.
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()
        await self._listening
        self._scratches.close()

    async def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError) as error:
            raise BrowserLost(self._obituary()) from error

    async def _reply(self, seconds: float) -> WorkerReply:
        assert self._process.stdout is not None
        try:
            async with TimeLimit(seconds):
                line = await self._process.stdout.readline()
            if line:
                return WorkerReply.model_validate_json(line)
        except TimeoutError:
            raise BrowserLost(
                f"A worker did not answer within {seconds:g} s; it was ended and its task is tried once more."
            ) from None
        except ValueError as error:
            # A page can make a reply longer than a line may be.
            raise BrowserLost(f"A worker's reply could not be read: {error}") from error
        await self._process.wait()
        raise BrowserLost(self._obituary())

    async def _listen(self) -> None:
        assert self._process.stderr is not None
        while line := await self._process.stderr.readline():
            self._said.append(line.decode(errors="replace").rstrip())

    def _obituary(self) -> str:
        last = folded(" | ".join(list(self._said)[-3:])) or "it said nothing"
        code = self._process.returncode
        return f"A worker ended by itself (code {code}); its task is tried once more. Last words: {last}"

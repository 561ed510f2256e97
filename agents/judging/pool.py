"""The worker processes: started when needed, one task each at a time, replaced when worn out or lost."""

import asyncio
import os
import signal
import sys
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

from agents.judging.wire import LINE_LIMIT, ExploreRequest, JudgeSettings, WorkerReply, WorkerSetup
from agents.sandbox.network import isolation
from plans.errors import BrowserLost
from plans.plain_text import folded
from plans.scratch import scratch
from plans.time_limits import RunningTimeLimit

_ROOT = Path(__file__).resolve().parents[2]
"""Folder from which `agents` can be imported."""
_PROGRAM = "agents.judging.worker"
_PASSED_ON = frozenset(
    {"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TZDIR", "LD_LIBRARY_PATH", "VIRTUAL_ENV"}
)
"""Environment variables of ours that a worker gets."""
_PASSED_ON_PREFIXES = ("LC_", "XDG_", "FONTCONFIG_", "PYTHON", "PLAYWRIGHT_")


class WorkerPool:
    """At most `count` workers; all end when the last `in_use()` exits."""

    def __init__(self, setup: WorkerSetup, count: int) -> None:
        self._setup = setup
        self._users = 0
        self._idle: list[_Worker] = []
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
                idle, self._idle = self._idle, []
                await asyncio.gather(*(worker.end() for worker in idle))

    async def run(self, request: ExploreRequest) -> WorkerReply:
        """A worker's reply; raises BrowserLost when it did not come in time, or the worker died."""
        async with self._free:
            worker = self._idle.pop() if self._idle else await _Worker.start(self._setup)
            try:
                reply = await worker.ask(request)
                is_worn_out = bool(reply.event) or reply.contexts >= self._setup.settings.recycle_after
                if is_worn_out:
                    await worker.end()
            except BaseException:
                await worker.kill()
                raise
            if not is_worn_out:
                self._idle.append(worker)
            return reply


class _Worker:
    def __init__(
        self, process: asyncio.subprocess.Process, limits: JudgeSettings, scratches: ExitStack
    ) -> None:
        """`scratches`: its temporary folder, closed when the worker has ended."""
        self._process = process
        self._scratches = scratches
        self._limits = limits
        self._error_lines: deque[str] = deque(maxlen=3)
        self._listening = asyncio.ensure_future(self._listen())

    @classmethod
    async def start(cls, setup: WorkerSetup) -> "_Worker":
        """A worker that is ready; raises BrowserLost when it cannot be started."""
        with ExitStack() as opening:
            folder = opening.enter_context(scratch("worker"))
            try:
                process = await asyncio.create_subprocess_exec(
                    *((isolation() or ()) if setup.isolated else ()), sys.executable, "-m", _PROGRAM,
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
                    cwd=_ROOT, limit=LINE_LIMIT, start_new_session=True, env=_environment(folder),
                )  # fmt: skip
            except OSError as error:
                raise BrowserLost(
                    f"No worker could be started, and nothing can be judged without one: {error}."
                ) from error
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

    async def ask(self, request: ExploreRequest) -> WorkerReply:
        """The reply to a request; before each attempt the worker says how long it may take on this machine."""
        await self._write(request.model_dump_json())
        reply = await self._reply(self._limits.start_limit)
        while reply.within:
            reply = await self._reply(reply.within + self._limits.grace)
        return reply

    async def end(self) -> None:
        """Let it close its browser; kill it when that takes too long."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), 3)
        await self.kill()

    async def kill(self) -> None:
        """End it at once where it still runs; driver and browser end when their pipes close."""
        if self._process.returncode is None:
            # It may have ended a moment ago, which the event loop does not know yet.
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
            raise BrowserLost(self._end_message()) from error

    async def _reply(self, seconds: float) -> WorkerReply:
        assert self._process.stdout is not None
        try:
            async with RunningTimeLimit(seconds):
                line = await self._process.stdout.readline()
            if line:
                return WorkerReply.model_validate_json(line)
        except TimeoutError:
            raise BrowserLost(
                f"A worker did not answer within {seconds:g} s and was ended, so its task was not decided."
            ) from None
        except ValueError as error:
            # A page can make a reply longer than a line may be.
            raise BrowserLost(f"A worker's reply could not be read: {error}") from error
        await self._process.wait()
        raise BrowserLost(self._end_message())

    async def _listen(self) -> None:
        assert self._process.stderr is not None
        while line := await self._process.stderr.readline():
            self._error_lines.append(line.decode(errors="replace").rstrip())

    def _end_message(self) -> str:
        last = folded(" | ".join(self._error_lines)) or "it said nothing"
        code = self._process.returncode
        return f"A worker ended by itself (code {code}), and its task was not decided. Last words: {last}."


def _environment(temporary: Path) -> dict[str, str]:
    """Environment of a worker: where programs, libraries, fonts, time zones and temporary files lie.

    It has no key: a page that broke out of its browser would find it there, and with a submission's own server a way to
    carry it away.
    """
    passed_on = {
        name: value
        for name, value in os.environ.items()
        if name in _PASSED_ON or name.startswith(_PASSED_ON_PREFIXES)
    }
    # What a worker says is JSON in UTF-8, whatever the encoding of the user's terminal.
    return {**passed_on, "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8", "TMPDIR": str(temporary)}

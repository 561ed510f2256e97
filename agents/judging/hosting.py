"""Serving the hand-in that is being judged, inside the worker's own network."""

import asyncio
import shutil
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from types import TracebackType

from agents.judging.merging import undecided
from agents.judging.wire import WorkerSetup
from agents.sandbox.roster import make_sandbox
from agents.sandbox.serving import CommandSite, StaticSite, dependencies, find_site, needed, serve_files
from agents.sandbox.showing import Showing
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import Event, NotServable, SandboxRefused, ServerSilent
from plans.records.criteria import EvaluationTask
from plans.records.runtime import BuiltRuntime
from plans.records.sandboxing import ExecResult, Network, SandboxNeeds
from plans.records.verdict import OutcomeCause, Status, TaskVerdict
from plans.scratch import scratch
from plans.time_limits import TimeLimit
from plans.untrusted_text import folded

_END_LIMIT = 10.0
"""Seconds that a hand-in's own server has to end."""


class Host:
    """Serves one hand-in at a time; another one takes its place."""

    def __init__(self, setup: WorkerSetup) -> None:
        self._setup = setup
        self._served: tuple[Path, str] | None = None
        self._files = ExitStack()

    def __enter__(self) -> "Host":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files.close()

    def start_up(self, hand_in: Path) -> float:
        """Seconds that starting and ending the hand-in's own server may take; 0 for files. Raises NotServable."""
        is_run = isinstance(find_site(hand_in), CommandSite)
        return self._setup.settings.start_limit + _END_LIMIT if is_run else 0.0

    @asynccontextmanager
    async def serving(self, hand_in: Path) -> AsyncGenerator[str]:
        """The start page's address, for one attempt; raises NotServable and SandboxRefused.

        A hand-in's own server is started anew each time, on a fresh copy, so that no attempt finds what another one
        left behind. Files stay served: the pages that are opened cannot change them.
        """
        site = find_site(hand_in)
        if isinstance(site, CommandSite):
            async with self._running(site) as url:
                yield url
        else:
            yield self._address(hand_in, site)

    def _stop_files(self) -> None:
        self._files.close()
        self._served = None

    def _address(self, hand_in: Path, site: StaticSite) -> str:
        if self._served is None or self._served[0] != hand_in:
            self._stop_files()
            self._served = (hand_in, self._files.enter_context(serve_files(site.root)))
        return self._served[1]

    @asynccontextmanager
    async def _running(self, site: CommandSite) -> AsyncGenerator[str]:
        """Start the hand-in's own server on a copy of it and wait until it answers."""
        provider = _sandbox(self._setup.sandbox, site)
        if (runtime := self._setup.runtime) is not None:
            provider = Showing(provider, runtime)
        if not self._setup.isolated and provider.strength != "unsafe":
            raise SandboxRefused(
                f"{' '.join(site.command)!r} and the browser that opens its pages need a network of their own, and "
                "none can be made here: `benchwright doctor` says what lacks."
            )
        # Files that were served before are none of this hand-in's business, and it shares our network.
        self._stop_files()
        with scratch("hand-in") as folder:
            copy = folder / "app"
            shutil.copytree(site.root, copy, symlinks=True)
            needs = SandboxNeeds(workspace=copy, network=Network(kind="joined"))
            async with provider.open(needs) as sandbox:
                port = _free_port()
                running = asyncio.ensure_future(
                    sandbox.exec(
                        site.command,
                        environment={"PORT": str(port), "HOST": "127.0.0.1", "BROWSER": "none"},
                        timeout=24 * 3600,
                    )
                )
                try:
                    await self._started(port, running, site)
                    async with sandbox.expose(port) as door:
                        yield door.url
                finally:
                    await _end(running)

    async def _started(self, port: int, running: asyncio.Future[ExecResult], site: CommandSite) -> None:
        try:
            await _answering(port, running, self._setup.settings.start_limit, site)
        except NotServable:
            if (runtime := self._setup.runtime) is not None:
                _refuse_other_packages(site, runtime)
            raise


def _sandbox(name: str | None, site: CommandSite) -> SandboxProvider:
    if name is None:
        raise SandboxRefused(
            f"The hand-in is served by its own command {' '.join(site.command)!r}, and no sandbox "
            "was chosen to run what others wrote. Choose one (--sandbox), or hand in static files."
        )
    return make_sandbox(name)


def _refuse_other_packages(site: CommandSite, runtime: BuiltRuntime) -> None:
    """What the suite's environment lacks is no fault of a hand-in that does not start without it.

    One that serves all the same is judged, whatever it names: a line in a list of packages decides nothing.
    """
    if lacking := runtime.lacking(needed(site.root)):
        raise SandboxRefused(
            f"Environment: the hand-in needs {folded(', '.join(lacking[:5]))} when it runs, and the suite's runtime "
            f"environment {runtime.digest[:12]} has no such package. Lock it there, and judge again: what an agent "
            "has by `run --mirror` while it works does not come along."
        )


async def _answering(port: int, running: asyncio.Future[ExecResult], limit: float, site: CommandSite) -> None:
    command = " ".join(site.command)
    try:
        async with TimeLimit(limit):
            while not await _is_answered(port):
                if running.done():
                    result = running.result()
                    said = folded(result.stderr.strip() or result.stdout)[-300:]
                    raise NotServable(
                        f"{command!r} ended with code {result.returncode} instead of serving: {said}{_lacking(site)}"
                    )
                await asyncio.sleep(0.1)
    except TimeoutError:
        raise ServerSilent(
            f"{command!r} ran for {limit:g} s and nothing answered at 127.0.0.1:{port}. That is the port which the "
            f"environment variable PORT named, and a hand-in's own server has to listen there.{_lacking(site)}"
        ) from None


async def _is_answered(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


def _lacking(site: CommandSite) -> str:
    """What may be the reason: packages that a hand-in names and does not bring along."""
    named = dependencies(site.root)
    if not named:
        return ""
    names = folded(", ".join(named[:5]))
    return f" It names the packages {names}; installed packages (node_modules) are no part of a hand-in."


async def _end(running: asyncio.Future[ExecResult]) -> None:
    """End the server; raises SandboxRefused where it was lost before, as nothing that a page then showed counts."""
    running.cancel()
    await asyncio.wait([running], timeout=_END_LIMIT)
    if running.done() and not running.cancelled():
        running.result()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


_DOES_NOT_SERVE = frozenset({Event.NOT_SERVABLE, Event.SERVER_SILENT})


class OwnServer:
    """One hand-in's own server: the first task finds out whether it starts, while the others wait.

    A server that stays silent costs its whole time limit, and each root task would wait for it again.
    """

    def __init__(self) -> None:
        self._is_tried = False
        self._found_out = asyncio.Event()
        self._failure: TaskVerdict | None = None

    async def decided(
        self, task: EvaluationTask, decide: Callable[[], Awaitable[TaskVerdict]]
    ) -> TaskVerdict:
        """The task's verdict; where the server has not started for another task, failed for the same reason."""
        if self._is_tried:
            await self._found_out.wait()
            if self._failure is None:
                return await decide()
            failure = self._failure
            return undecided(
                task,
                Status.FAILED,
                failure.reason,
                event=failure.event,
                cause=OutcomeCause.NOT_SERVABLE,
            )
        self._is_tried = True
        verdict = await decide()
        if verdict.event in _DOES_NOT_SERVE:
            self._failure = verdict
        self._found_out.set()
        return verdict

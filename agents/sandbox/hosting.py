"""Serving a submission for a browser: its files as they stand, or its own server in the sandbox."""

import asyncio
import shutil
import socket
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal, overload

from agents.sandbox.roster import make_sandbox
from agents.sandbox.serving import CommandSite, dependencies, find_site, needed, serve_files
from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.errors import NotServable, SandboxRefused, ServerSilent
from plans.plain_text import folded
from plans.records.sandboxing import (
    BuiltRuntime,
    Connection,
    Door,
    ExecResult,
    NetworkAccess,
    SandboxNeeds,
    Strength,
)
from plans.scratch import scratch
from plans.time_limits import RunningTimeLimit

_END_LIMIT = 10.0
"""Seconds that a submission's own server has to end."""


class Showing:
    """Implements plans.contracts.sandboxing.SandboxProvider by another one."""

    def __init__(self, provider: SandboxProvider, runtime: BuiltRuntime) -> None:
        self.name = provider.name
        self.strength: Strength = provider.strength
        self._provider = provider
        self._runtime = runtime
        self.runtime: BuiltRuntime | None = runtime

    def preflight(self) -> None:
        """See plans.contracts.sandboxing.SandboxProvider."""
        self._provider.preflight()

    def open(self, needs: SandboxNeeds) -> AbstractAsyncContextManager[Sandbox]:
        """With the runtime environment among what is shown, read-only."""
        return self._opened(needs)

    @asynccontextmanager
    async def _opened(self, needs: SandboxNeeds) -> AsyncGenerator[Sandbox]:
        mounts = (*needs.mounts, *self._runtime.mounts)
        async with self._provider.open(needs.model_copy(update={"mounts": mounts})) as sandbox:
            yield _Box(sandbox, self._runtime)


class _Box:
    """Implements plans.contracts.sandboxing.Sandbox; the environment's programs come before the system's."""

    def __init__(self, sandbox: Sandbox, runtime: BuiltRuntime) -> None:
        self.name = sandbox.name
        self.strength: Strength = sandbox.strength
        self._sandbox = sandbox
        self._first = [_inside(sandbox, folder, runtime) for folder in runtime.path]
        self.path = ":".join([*self._first, sandbox.path])

    async def exec(
        self,
        command: Sequence[str],
        *,
        input: str | bytes | None = None,
        cwd: str | None = None,
        environment: Mapping[str, str] | None = None,
        timeout: float,
    ) -> ExecResult:
        """See plans.contracts.sandboxing.Sandbox."""
        given = dict(environment or {})
        given["PATH"] = ":".join([*self._first, given.get("PATH", self._sandbox.path)])
        return await self._sandbox.exec(command, input=input, cwd=cwd, environment=given, timeout=timeout)

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...
    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...
    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """See plans.contracts.sandboxing.Sandbox."""
        return await (self._sandbox.read_file(file) if text else self._sandbox.read_file(file, False))

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """See plans.contracts.sandboxing.Sandbox."""
        await self._sandbox.write_file(file, contents)

    async def connection(self) -> Connection:
        """See plans.contracts.sandboxing.Sandbox."""
        return await self._sandbox.connection()

    def inside(self, source: Path) -> str:
        """See plans.contracts.sandboxing.Sandbox."""
        return self._sandbox.inside(source)

    def expose(self, port: int) -> AbstractAsyncContextManager[Door]:
        """See plans.contracts.sandboxing.Sandbox."""
        return self._sandbox.expose(port)

    async def end_all(self) -> None:
        """See plans.contracts.sandboxing.Sandbox."""
        await self._sandbox.end_all()


def _inside(sandbox: Sandbox, folder: str, runtime: BuiltRuntime) -> str:
    """Where programs see a folder of the environment, in a sandbox that may show mounts where they lie."""
    for mount in runtime.mounts:
        target = mount.target or str(mount.source)
        if PurePosixPath(folder).is_relative_to(target):
            return sandbox.inside(mount.source / PurePosixPath(folder).relative_to(target))
    return folder


@dataclass(frozen=True, slots=True)
class Host:
    """Where submissions are served, and within which time."""

    sandbox: str | None
    """In which sandbox an own server runs; None: submissions that need one are refused before."""
    runtime: BuiltRuntime | None
    """The packages that it finds there."""
    start_limit: float
    """Seconds that an own server has to answer."""
    is_isolated: bool
    """Whether this process has a network namespace of its own, which the sandbox joins."""

    def start_up_seconds(self, submission: Path) -> float:
        """Seconds that starting and ending an own server may take; 0 for files. Raises NotServable."""
        is_run = isinstance(find_site(submission), CommandSite)
        return self.start_limit + _END_LIMIT if is_run else 0.0

    @asynccontextmanager
    async def serving(self, submission: Path) -> AsyncGenerator[str]:
        """The start page's address, for one attempt; raises NotServable and SandboxRefused.

        A submission's own server is started anew each time, on a fresh copy, so that no attempt finds what another one
        left behind.
        """
        site = find_site(submission)
        if not isinstance(site, CommandSite):
            with serve_files(site.root) as url:
                yield url
            return
        assert self.sandbox is not None, "the judge refuses what needs one"
        provider = make_sandbox(self.sandbox)
        if not self.is_isolated and provider.strength != "unsafe":
            raise SandboxRefused(
                f"{' '.join(site.command)!r} and the browser that opens its pages need a network of their own, and "
                "none can be made here: `benchwright doctor` says what lacks."
            )
        shown = provider if self.runtime is None else Showing(provider, self.runtime)
        async with self._running(site, shown) as url:
            yield url

    @asynccontextmanager
    async def _running(self, site: CommandSite, provider: SandboxProvider) -> AsyncGenerator[str]:
        """Start the submission's own server on a copy of it and wait until it answers."""
        with scratch("submission") as folder:
            copy = folder / "app"
            shutil.copytree(site.root, copy, symlinks=True)
            needs = SandboxNeeds(workspace=copy, network=NetworkAccess(kind="joined"))
            async with provider.open(needs) as sandbox:
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", 0))
                    port = int(probe.getsockname()[1])
                environment = {"PORT": str(port), "HOST": "127.0.0.1", "BROWSER": "none"}
                running = asyncio.ensure_future(
                    sandbox.exec(site.command, environment=environment, timeout=24 * 3600)
                )
                try:
                    try:
                        await _answering(port, running, self.start_limit, site)
                    except NotServable:
                        if self.runtime is not None:
                            refuse_other_packages(site, self.runtime)
                        raise
                    async with sandbox.expose(port) as door:
                        yield door.url
                finally:
                    running.cancel()
                    await asyncio.wait([running], timeout=_END_LIMIT)
                    if running.done() and not running.cancelled():
                        # Raises SandboxRefused where the server was lost before: what its page showed then is void.
                        running.result()


def refuse_other_packages(site: CommandSite, runtime: BuiltRuntime) -> None:
    """Refuse a submission that did not start and needs packages that the suite's environment lacks.

    That is no fault of the submission. One that starts is judged, whatever it names.
    """
    if lacking := runtime.lacking(needed(site.root)):
        raise SandboxRefused(
            f"Environment: the submission needs {folded(', '.join(lacking[:5]))} when it runs, and the suite's runtime "
            f"environment {runtime.digest[:12]} has no such package. Lock it there, and judge again: what an agent "
            "has by `run --mirror` while it works does not come along."
        )


async def _answering(port: int, running: asyncio.Future[ExecResult], limit: float, site: CommandSite) -> None:
    """Wait until the server accepts a connection; raises NotServable when it ends before, and ServerSilent after
    `limit` seconds.
    """
    command, names = " ".join(site.command), folded(", ".join(dependencies(site.root)[:5]))
    left_out = (
        f" It names the packages {names}; installed packages (node_modules) are no part of a submission."
    )
    lacking = left_out if names else ""
    try:
        async with RunningTimeLimit(limit):
            while not running.done():
                with suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    return
                await asyncio.sleep(0.1)
    except TimeoutError:
        raise ServerSilent(
            f"{command!r} ran for {limit:g} s and nothing answered at 127.0.0.1:{port}. That is the port which the "
            f"environment variable PORT named, and a submission's own server has to listen there.{lacking}"
        ) from None
    result = running.result()
    said = folded(result.stderr.strip() or result.stdout)[-300:]
    raise NotServable(f"{command!r} ended with code {result.returncode} instead of serving: {said}{lacking}")

"""The provider `local-unsafe`: programs run on this machine, as this user, and nothing holds them back.

It bounds time and output, gives a minimal environment and ends the whole process tree. It does not protect files,
network or other processes, keeps no quota and knows no gateways; that is why it must be asked for by its full name and
why every result made with it is marked.
"""

import asyncio
import contextlib
import errno
import os
import shlex
import signal
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from pathlib import Path
from typing import Literal, overload

from agents.sandbox.beneath import read_beneath, write_beneath
from agents.sandbox.places import Place, Places
from agents.sandbox.processes import Streams, in_folder, talk, too_long, unfit, within
from plans.contracts.sandboxing import Sandbox
from plans.errors import SandboxRefused
from plans.records.runtime import BuiltRuntime
from plans.records.sandboxing import Connection, Door, ExecResult, Limits, SandboxNeeds, Strength
from plans.scratch import scratch

REAPER = Path(__file__).with_name("reaper.py")
GRACE = 5.0
"""Seconds that a process tree has to vanish after it was told to."""
NAME = "local-unsafe"


class LocalUnsafe:
    """Implements plans.contracts.sandboxing.SandboxProvider without any protection."""

    name = NAME
    strength: Strength = "unsafe"
    runtime: BuiltRuntime | None = None

    def preflight(self) -> None:
        """Nothing is needed, as nothing is protected."""

    def open(self, needs: SandboxNeeds) -> AbstractAsyncContextManager[Sandbox]:
        """The folders themselves are handed over, writable or not: there is no copy of them."""
        return _opened(needs)


@asynccontextmanager
async def _opened(needs: SandboxNeeds) -> AsyncGenerator[Sandbox]:
    if needs.network.gateways:
        raise SandboxRefused(
            f"{NAME} has no network of its own, so nothing can be offered at a port inside alone. "
            "Choose a sandbox that has one (bubblewrap)."
        )
    for mount in needs.mounts:
        if mount.writable:
            mount.source.mkdir(parents=True, exist_ok=True)
    with ExitStack() as opening:
        workspace = needs.workspace or opening.enter_context(scratch("empty"))
        box = _Box(
            needs, workspace, *(opening.enter_context(scratch(name)) for name in ("home", "temporary"))
        )
        try:
            yield box
        finally:
            await box.end_all()


class _Box:
    """Implements plans.contracts.sandboxing.Sandbox on this machine itself."""

    name = NAME
    strength: Strength = "unsafe"

    def __init__(self, needs: SandboxNeeds, workspace: Path, home: Path, temporary: Path) -> None:
        sources = [workspace, *(mount.source for mount in needs.mounts)]
        writable = [True, *(mount.writable for mount in needs.mounts)]
        self._places = Places(
            [Place(str(path), path, path, may) for path, may in zip(sources, writable, strict=True)]
        )
        self._workspace = workspace
        self._environment = _minimal(home, temporary)
        self._limits: Limits = needs.limits
        self._running: set[asyncio.subprocess.Process] = set()

    async def exec(
        self,
        command: Sequence[str],
        *,
        input: str | bytes | None = None,
        cwd: str | None = None,
        environment: Mapping[str, str] | None = None,
        timeout: float,
    ) -> ExecResult:
        """See plans.contracts.sandboxing.Sandbox; HOME and TMPDIR last as long as the sandbox."""
        if (refused := unfit(command, cwd)) is not None:
            return refused
        try:
            process = await self._start(in_folder(command, cwd), environment or {})
        except OSError as error:
            if error.errno != errno.E2BIG:
                raise
            return too_long(command)
        self._running.add(process)
        try:
            said = await talk(
                _streams(process),
                input or "",
                process.wait(),
                lambda: _end(process),
                timeout=timeout,
                limit=self._limits.output_bytes,
            )
        finally:
            await _end(process)
            self._running.discard(process)
        code = process.returncode
        assert code is not None
        return ExecResult(
            success=code == 0 and not said.timed_out,
            returncode=code,
            stdout=said.stdout,
            stderr=said.stderr,
            timed_out=said.timed_out,
        )

    async def _start(
        self, command: Sequence[str], environment: Mapping[str, str]
    ) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", str(REAPER)),
            *command,
            cwd=self._workspace,
            env={**self._environment, **environment},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...
    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...
    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """See plans.contracts.sandboxing.Sandbox."""
        data = read_beneath(*self._places.opened(file), self._limits.read_bytes)
        return data.decode() if text else data

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """See plans.contracts.sandboxing.Sandbox."""
        data = contents.encode() if isinstance(contents, str) else contents
        write_beneath(*self._places.opened(file), data)

    async def connection(self) -> Connection:
        """A shell of this machine in the workspace."""
        return Connection(type=NAME, command=f"cd {shlex.quote(str(self._workspace))} && sh")

    def inside(self, source: Path) -> str:
        """Where it lies here, as nothing is elsewhere."""
        return self._places.inside(source)

    @asynccontextmanager
    async def expose(self, port: int) -> AsyncGenerator[Door]:
        """The port itself: it is one of this machine's, and open to all on it."""
        yield Door(kind="tcp", port=port)

    async def end_all(self) -> None:
        """See plans.contracts.sandboxing.Sandbox."""
        await asyncio.gather(*(_end(process) for process in tuple(self._running)))


def _minimal(home: Path, temporary: Path) -> dict[str, str]:
    path = os.pathsep.join(os.get_exec_path())
    return {"PATH": path, "HOME": str(home), "TMPDIR": str(temporary), "LANG": "C.UTF-8"}


def _streams(process: asyncio.subprocess.Process) -> Streams:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return Streams(process.stdin, process.stdout, process.stderr)


async def _end(process: asyncio.subprocess.Process) -> None:
    """End the reaper, which ends the tree; where it does not, the process group is killed."""
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGTERM)
    if not await within(process.wait(), GRACE):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()

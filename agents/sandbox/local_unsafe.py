"""The provider `local-unsafe`: programs run on this machine, as this user, and nothing holds them back.

It bounds time and output, gives a minimal environment and ends the whole process tree. It does not protect files,
network or other processes, keeps no quota and knows no gateways; that is why it must be asked for by its full name and
why every result made with it is marked.

A command runs below two reapers (reaper.py): where it kills its parent, the other one ends the tree. Where both are
gone, what is left is found by its HOME or TMPDIR, which are folders of this sandbox alone.
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
from agents.sandbox.cgroups import oom_kills
from agents.sandbox.errands import end_marked
from agents.sandbox.layout import MountPoint, MountPoints
from agents.sandbox.processes import (
    CHECK_MEMORY,
    in_folder,
    not_ended,
    piped,
    result_of,
    talk,
    too_long,
    unfit,
)
from plans.contracts.sandboxing import Sandbox
from plans.errors import ProgramKilled, SandboxLost, SandboxRefused
from plans.records.sandboxing import (
    BuiltRuntime,
    Connection,
    Door,
    ExecResult,
    SandboxLimits,
    SandboxNeeds,
    Strength,
)
from plans.scratch import scratch
from plans.time_limits import within

REAPER = Path(__file__).with_name("reaper.py")
GRACE = 5.0
"""Seconds that a process tree has to vanish after it was told to."""
NAME = "local-unsafe"
_KILLED = 128 + signal.SIGKILL
"""Exit code that stands for SIGKILL."""


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
        box = _Box(needs, workspace, opening.enter_context(scratch("sandbox")))
        try:
            yield box
        finally:
            await box.end_all()


class _Box:
    """Implements plans.contracts.sandboxing.Sandbox on this machine itself."""

    name = NAME
    strength: Strength = "unsafe"

    def __init__(self, needs: SandboxNeeds, workspace: Path, own: Path) -> None:
        """`own` is an empty folder for what programs write elsewhere than in the workspace."""
        sources = [workspace, *(mount.source for mount in needs.mounts)]
        writable = [True, *(mount.writable for mount in needs.mounts)]
        self._places = MountPoints(
            [MountPoint(str(path), path, path, may) for path, may in zip(sources, writable, strict=True)]
        )
        self._workspace = workspace
        self._own = own
        self._environment = _minimal(own)
        self.path = self._environment["PATH"]
        self._limits: SandboxLimits = needs.limits
        self._running: set[asyncio.subprocess.Process] = set()
        self._told_to_end: set[asyncio.subprocess.Process] = set()

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
        kills_before = oom_kills()
        ours, theirs = await piped()
        try:
            process = await self._start(in_folder(command, cwd), environment or {}, theirs)
        except OSError as error:
            ours.close()
            if error.errno != errno.E2BIG:
                raise
            return too_long(command)
        finally:
            for handle in theirs:
                os.close(handle)
        self._running.add(process)
        over = asyncio.ensure_future(self._over(process))
        try:
            said = await talk(
                ours,
                input or "",
                over,
                lambda: self._end(process),
                timeout=timeout,
                limit=self._limits.output_bytes,
            )
        finally:
            await self._end(process)
            await over
            ours.close()
            was_told = process in self._told_to_end
            self._told_to_end.discard(process)
            self._running.discard(process)
        code = process.returncode
        assert code is not None
        is_short_of_memory = oom_kills() > kills_before
        if (code < 0 or (code == _KILLED and is_short_of_memory)) and not was_told:
            raise (SandboxLost if is_short_of_memory else ProgramKilled)(
                f"{command[0]!r}, or the process that watches over it, was killed, perhaps by the "
                f"program itself. {CHECK_MEMORY}"
            )
        return result_of(said, code if code >= 0 else 128 - code)

    async def _start(
        self, command: Sequence[str], environment: Mapping[str, str], streams: tuple[int, int, int]
    ) -> asyncio.subprocess.Process:
        reaper = (sys.executable, "-I", "-S", str(REAPER))
        return await asyncio.create_subprocess_exec(
            *(*reaper, *reaper, *command),
            cwd=self._workspace,
            env={**self._environment, **environment},
            stdin=streams[0],
            stdout=streams[1],
            stderr=streams[2],
            start_new_session=True,
        )

    async def _over(self, process: asyncio.subprocess.Process) -> None:
        """Wait until a command has ended, and end what outlived its reapers."""
        if await process.wait() < 0:
            await self._end_left()

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        """End the reaper, which ends the tree; where it does not, it is killed, and what is left after it."""
        if process.returncode is not None:
            return
        self._told_to_end.add(process)
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        if not await within(process.wait(), GRACE):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()

    async def _end_left(self) -> None:
        """End every process with HOME or TMPDIR of this sandbox; raises SandboxRefused where one stays."""
        if sys.platform == "linux" and await asyncio.to_thread(end_marked, f"{self._own}/"):
            raise not_ended("Processes of a sandbox")

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
        await asyncio.gather(*(self._end(process) for process in tuple(self._running)))
        await self._end_left()


def _minimal(own: Path) -> dict[str, str]:
    path = os.pathsep.join(os.get_exec_path())
    for name in ("home", "temporary"):
        (own / name).mkdir()
    return {"PATH": path, "HOME": str(own / "home"), "TMPDIR": str(own / "temporary"), "LANG": "C.UTF-8"}

"""A sandbox in which programs also find a runtime environment."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path, PurePosixPath
from typing import Literal, overload

from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.records.sandboxing import BuiltRuntime, Connection, Door, ExecResult, SandboxNeeds, Strength


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

"""Running what others wrote: sandboxes, and what serves a submission."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Literal, Protocol, overload

from plans.records.sandboxing import BuiltRuntime, Connection, Door, ExecResult, SandboxNeeds, Strength


class Sandbox(Protocol):
    """A place in which programs of others run, as long as it is open.

    Methods are those of Inspect AI's SandboxEnvironment (exec, read_file, write_file, connection), and what is added:
    limits and network policy by SandboxNeeds, `inside`, `expose` and `end_all`. Paths are of the inside; relative ones
    begin at the workspace.
    """

    name: str
    """The provider's."""
    strength: Strength
    path: str
    """Where programs are looked for, as in PATH, unless a command brings its own."""

    async def exec(
        self,
        command: Sequence[str],
        *,
        input: str | bytes | None = None,
        cwd: str | None = None,
        environment: Mapping[str, str] | None = None,
        timeout: float,
    ) -> ExecResult:
        """Run a command to its end and end its whole process tree; a missing executable is an ordinary failure,
        and so is a command that no system takes.

        Several may run at once; they share files and network. When `timeout` seconds have passed, or the call is
        cancelled, the tree is ended; what was said until then is in the result, which says `timed_out`. The program
        gets `environment`, PATH, HOME, TMPDIR and LANG, and nothing of ours. Raises SandboxRefused when the sandbox
        itself fails, SandboxLost when something outside killed it or the command, and ProgramKilled when the command
        was killed and neither a program inside was seen to do it nor the kernel for want of memory.
        """
        ...

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...
    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...
    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """What a file of the workspace or of a writable mount holds.

        No link is followed, at no level, and nothing but an ordinary file is opened. Raises FileNotFoundError,
        IsADirectoryError, UnicodeDecodeError (as text), and FileRefused for a link, a special file, a path elsewhere,
        a name that is too long, a file that may not be read and one larger than Limits.read_bytes.
        """
        ...

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Write a file whole, with the folders above it, in the workspace or a writable mount.

        What stands in its place is replaced, a link too. Raises IsADirectoryError, and FileRefused where a folder above
        it is a link or closed to us, its name is too long, or the quota is used up.
        """
        ...

    async def connection(self) -> Connection:
        """How to look around inside while it is open."""
        ...

    def inside(self, source: Path) -> str:
        """Where programs see what lies at `source` here: in the workspace or a mount. AuthorError: nowhere."""
        ...

    def expose(self, port: int) -> AbstractAsyncContextManager[Door]:
        """A way in to what listens at 127.0.0.1:`port` inside, or will; it ends with the context."""
        ...

    async def end_all(self) -> None:
        """End every process; on return none is left, so that files change no more. The sandbox can be used again.

        Raises SandboxRefused when one survives, and what lies inside must then not be graded.
        """
        ...


class SandboxProvider(Protocol):
    """One way of keeping others' programs apart."""

    name: str
    strength: Strength
    runtime: BuiltRuntime | None
    """What programs find beside the system's own; None: nothing."""

    def preflight(self) -> None:
        """Run the exact command of a sandbox once; raises SandboxRefused with what is missing and what to install."""
        ...

    def open(self, needs: SandboxNeeds) -> AbstractAsyncContextManager[Sandbox]:
        """A sandbox; closing it ends all in it, then writes back what is to be. Raises SandboxRefused.

        What is written back is complete also when the context is left by an exception or by cancelling.
        """
        ...


class Server(Protocol):
    """Serves a submission on loopback."""

    def serve(self, submission: Path) -> AbstractAsyncContextManager[str]:
        """Yields the start page's address; raises NotServable when there is nothing to serve."""
        ...

"""The provider `local-unsafe`: programs run on this machine, as this user, and nothing holds them back.

It bounds time and output, gives a minimal environment and ends the whole process tree. It does not protect files,
network or other processes; that is why it must be asked for by name and why every result made with it is marked.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from agents.sandbox.capped import read_capped
from plans.contracts import ExecResult
from plans.scratch import scratch

REAPER = Path(__file__).with_name("reaper.py")
OUTPUT_LIMIT = 1_000_000
"""Bytes kept of standard output and of standard error, each."""
GRACE = 5.0
"""Seconds that a process tree has to vanish after it was told to."""


class LocalUnsafe:
    """Implements plans.contracts.Sandbox without any protection."""

    name = "local-unsafe"
    strength = "unsafe"

    def __init__(
        self, environment: Mapping[str, str] | None = None, output_limit: int = OUTPUT_LIMIT
    ) -> None:
        """`environment`: what every program gets beside PATH; nothing else of ours reaches it.

        `output_limit`: bytes kept of each of a program's two outputs.
        """
        self._environment = dict(environment or {})
        self._output_limit = output_limit

    async def exec(
        self,
        command: Sequence[str],
        *,
        workdir: Path,
        input: str | None = None,
        environment: Mapping[str, str] | None = None,
        timeout: float,
    ) -> ExecResult:
        """Run a command to its end and end its whole process tree; a missing executable is an ordinary failure.

        A HOME and a TMPDIR that last as long as the command are given too, where nothing else is said.
        """
        with scratch("home") as home:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", str(REAPER)),
                *command,
                cwd=workdir,
                env={**_minimal(str(home)), **self._environment, **(environment or {})},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
            try:
                return await self._finish(process, input or "", timeout)
            finally:
                await _end(process)

    async def _finish(self, process: asyncio.subprocess.Process, text: str, timeout: float) -> ExecResult:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        async with asyncio.TaskGroup() as group:
            group.create_task(_feed(process.stdin, text))
            out = group.create_task(read_capped(process.stdout, self._output_limit))
            err = group.create_task(read_capped(process.stderr, self._output_limit))
            timed_out = not await _ended_within(process, timeout)
            if timed_out:
                await _end(process)
        code = process.returncode
        assert code is not None
        return ExecResult(
            success=code == 0 and not timed_out,
            returncode=code,
            stdout=out.result(),
            stderr=err.result(),
            timed_out=timed_out,
        )


def _minimal(home: str) -> dict[str, str]:
    return {"PATH": os.pathsep.join(os.get_exec_path()), "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8"}


async def _feed(stdin: asyncio.StreamWriter, text: str) -> None:
    # A program that does not read its input is no error.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        stdin.write(text.encode())
        await stdin.drain()
        stdin.close()
        await stdin.wait_closed()


async def _ended_within(process: asyncio.subprocess.Process, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await process.wait()
    except TimeoutError:
        return False
    return True


async def _end(process: asyncio.subprocess.Process) -> None:
    """End the reaper, which ends the tree; where it does not, the process group is killed."""
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGTERM)
    if not await _ended_within(process, GRACE):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()

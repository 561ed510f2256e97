"""A process with its three streams, its output kept up to a size; and the preflight of a sandbox, which runs `true`."""

import asyncio
import contextlib
import os
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple

from plans.contracts.sandboxing import Sandbox
from plans.errors import SandboxLost, SandboxRefused
from plans.plain_text import folded
from plans.records.sandboxing import ExecResult, SandboxNeeds
from plans.time_limits import within

CHUNK = 65536
"""Bytes read at once."""


async def read_capped(stream: asyncio.StreamReader, limit: int) -> str:
    """The stream's text: beginning and end of it when it holds more than `limit` bytes, with a note between.

    Everything is read, so that a program is never stopped by a full pipe.
    """
    head = bytearray()
    tail: deque[bytes] = deque()
    tail_size = left_out = 0
    while chunk := await stream.read(CHUNK):
        room = max(limit // 2 - len(head), 0)
        head += chunk[:room]
        if rest := chunk[room:]:
            tail.append(rest)
            tail_size += len(rest)
        while tail and tail_size - len(tail[0]) >= limit // 2:
            gone = len(tail.popleft())
            tail_size -= gone
            left_out += gone
    end = b"".join(tail)
    excess = max(len(end) - limit // 2, 0)
    left_out += excess
    note = f"\n[… {left_out:,} bytes left out …]\n" if left_out else ""
    return head.decode(errors="replace") + note + end[excess:].decode(errors="replace")


def cut(data: bytes, limit: int) -> str:
    """The same of what has been read whole."""
    if len(data) <= limit:
        return data.decode(errors="replace")
    half = limit // 2
    note = f"\n[… {len(data) - 2 * half:,} bytes left out …]\n"
    return data[:half].decode(errors="replace") + note + data[-half:].decode(errors="replace")


_DRAIN = 10.0
"""Seconds in which a program's pipes must close once it and all that it started are said to have ended."""


CHECK_MEMORY = "Check whether this machine ran out of memory (dmesg), and try again."
"""What to do where the kernel, or somebody, may have killed a program."""


class Streams(NamedTuple):
    """The near ends of a program's pipes."""

    stdin: asyncio.StreamWriter
    stdout: asyncio.StreamReader
    stderr: asyncio.StreamReader
    reading: tuple[asyncio.BaseTransport, ...]
    """What feeds the two readers."""

    def close(self) -> None:
        """Close our ends, also where something still holds the far ones."""
        self.stdin.close()
        for transport in self.reading:
            transport.close()


class Talk(NamedTuple):
    """What passed between us and a program."""

    stdout: str
    stderr: str
    timed_out: bool


def not_ended(processes: str) -> SandboxRefused:
    """The error for processes of a sandbox that go on although they were killed."""
    return SandboxRefused(
        f"{processes} did not end when they were killed, so nothing that they may still change can be judged. See what "
        "they wait for (a disk that does not answer?)."
    )


def in_folder(command: Sequence[str], cwd: str | None) -> list[str]:
    """The command, begun in a folder of the inside; one that is not there is the command's failure and none of ours."""
    if cwd is None:
        return [*command]
    return ["/bin/sh", "-c", 'cd -- "$1" && shift && unset OLDPWD && exec "$@"', "sh", cwd, *command]


def too_long(command: Sequence[str]) -> ExecResult:
    """What comes of a command that the system does not take, as a shell has it."""
    return ExecResult(
        success=False, returncode=126, stdout="", stderr=f"{command[0]}: Argument list too long\n"
    )


def unfit(command: Sequence[str], cwd: str | None) -> ExecResult | None:
    """What comes of a command with a NUL in it, at which the system would end the word; None for any other."""
    if not any("\0" in word for word in in_folder(command, cwd)):
        return None
    why = f"{command[0]!r}: a word of the command holds a NUL character, which no program can be given\n"
    return ExecResult(success=False, returncode=126, stdout="", stderr=why)


def result_of(said: Talk, code: int) -> ExecResult:
    """What comes of a command that ended with this code."""
    return ExecResult(
        success=code == 0 and not said.timed_out,
        returncode=code,
        stdout=said.stdout,
        stderr=said.stderr,
        timed_out=said.timed_out,
    )


async def piped() -> tuple[Streams, tuple[int, int, int]]:
    """Pipes for a program: our ends, and the three descriptors that it is to be given, which the caller closes."""
    (their_in, our_in), (our_out, their_out), (our_err, their_err) = os.pipe(), os.pipe(), os.pipe()
    loop = asyncio.get_running_loop()
    out, err, unread = asyncio.StreamReader(), asyncio.StreamReader(), asyncio.StreamReader()
    reading: list[asyncio.BaseTransport] = []
    for reader, handle in ((out, our_out), (err, our_err)):
        made, _ = await loop.connect_read_pipe(
            lambda reader=reader: asyncio.StreamReaderProtocol(reader), os.fdopen(handle, "rb", 0)
        )
        reading.append(made)
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(unread), os.fdopen(our_in, "wb", 0)
    )
    writer = asyncio.StreamWriter(transport, protocol, None, loop)
    return Streams(writer, out, err, tuple(reading)), (their_in, their_out, their_err)


async def talk(
    streams: Streams,
    text: str | bytes,
    ended: Awaitable[object],
    end: Callable[[], Awaitable[None]],
    *,
    timeout: float,
    limit: int,
) -> Talk:
    """Feed a program, read it to its end and end it when its time is up.

    Raises SandboxRefused where its pipes stay open after its end, as something that it started holds them.

    Args:
        streams: Its pipes.
        text: Its input.
        ended: Done when the program and all that it started have ended.
        end: Ends them.
        timeout: Seconds.
        limit: Bytes that are kept of each of its outputs.
    """
    data = text.encode() if isinstance(text, str) else text
    feeding = asyncio.ensure_future(_feed(streams.stdin, data))
    out = asyncio.ensure_future(read_capped(streams.stdout, limit))
    err = asyncio.ensure_future(read_capped(streams.stderr, limit))
    try:
        timed_out = not await within(ended, timeout)
        if timed_out:
            await end()
        if feeding.done():
            feeding.result()
        # What it did not read by now nobody will.
        feeding.cancel()
        if not await within(asyncio.gather(out, err), _DRAIN):
            raise SandboxRefused(
                "A process that was started in a sandbox is still there after all of them were ended, and holds their "
                "output, so nothing that it may still change can be judged. Look for it, and end it."
            )
        return Talk(out.result(), err.result(), timed_out)
    finally:
        for task in (feeding, out, err):
            task.cancel()
        await asyncio.gather(feeding, out, err, return_exceptions=True)


async def end_now(process: asyncio.subprocess.Process) -> None:
    """Kill it and wait for it, also where it ended by itself a moment ago, of which the loop has not heard yet."""
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()


async def _feed(stdin: asyncio.StreamWriter, data: bytes) -> None:
    # A program that does not read its input is no error.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        stdin.write(data)
        await stdin.drain()
        stdin.close()
        await stdin.wait_closed()


Opened = Callable[[SandboxNeeds], AbstractAsyncContextManager[Sandbox]]


def run_aside(trying: Callable[[], Coroutine[object, object, None]]) -> None:
    """Do it to its end in a thread, since preflights are called from within event loops too."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(trying())).result()


async def run_true(opened: Opened, what: str) -> None:
    """Raise SandboxRefused where none can be had, or `true` fails in it; `what` is one of them, in a sentence."""
    try:
        result = await _true(opened)
    except SandboxLost:
        # What killed it is not likely to come again, and the sandbox itself is not at fault.
        result = await _true(opened)
    if not result.success:
        raise SandboxRefused(f"{what} was made, and `true` failed in it: {folded(result.stderr)}")


async def _true(opened: Opened) -> ExecResult:
    async with opened(SandboxNeeds()) as sandbox:
        return await sandbox.exec(["true"], timeout=30)

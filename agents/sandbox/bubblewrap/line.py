"""The near end of the socket to a sandbox's keeper."""

import asyncio
import itertools
import json
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agents.sandbox.bubblewrap.keeper import MESSAGE
from agents.sandbox.processes import end_now
from plans.errors import SandboxLost, SandboxRefused
from plans.time_limits import within

_ROOT = str(Path(__file__).resolve().parents[3])
"""Folder from which `agents` can be imported."""
_KEEPER = (
    f"import sys; sys.path.insert(0, {_ROOT!r}); from agents.sandbox.bubblewrap.keeper import main; main()"
)
_GRACE = 10.0
"""Seconds in which a keeper that is no longer wanted has to end."""
_MADE = 0
"""Number of the message that makes the sandbox."""


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    """Exit code; negative: the signal that ended it."""
    was_reached: bool
    """Whether the command was started at all."""
    killed_itself: bool
    """Whether SIGKILL, if that ended it, was sent inside, or by the keeper because of a limit."""
    had_outside_kill: bool
    """See plans.records.sandboxing.ExecResult."""


class Line:
    """One keeper, and what was asked of it."""

    def __init__(self, near: socket.socket, process: asyncio.subprocess.Process) -> None:
        self._near = near
        self._process = process
        self._numbers = itertools.count(_MADE + 1)
        self._asked: dict[int, asyncio.Future[tuple[dict[str, Any], list[int]]]] = {}
        self.is_lost = False
        """Whether the keeper ended before it was asked to, so that it can say no more what has ended."""
        asyncio.get_running_loop().add_reader(near, self._hear)

    @classmethod
    async def start(cls) -> "Line":
        """A keeper that has made nothing yet; raises SandboxRefused when the system gives no process."""
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with far:
            try:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-I", "-S", "-c", _KEEPER, str(far.fileno())),
                    pass_fds=(far.fileno(),),
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.DEVNULL,
                    stderr=asyncio.subprocess.PIPE,
                    cwd="/",
                    env={},
                    start_new_session=True,
                )
            except OSError as error:
                near.close()
                raise SandboxRefused(
                    f"No process could be started to keep a sandbox: {error}. End others, and try again."
                ) from error
        return cls(near, process)

    @property
    def process(self) -> int:
        """The keeper's number."""
        return self._process.pid

    async def make(self, plan: dict[str, Any], filter_program: bytes) -> None:
        """Have the namespaces made; raises SandboxRefused with the system's reason."""
        answered = self._expect(_MADE)
        self._send({"do": "make"}, [_held(json.dumps(plan).encode()), _held(filter_program)])
        answer, _ = await answered
        if "error" in answer:
            raise SandboxRefused(f"the namespaces of a sandbox cannot be made: {answer['error']}")

    def start_command(
        self, command: Sequence[str], options: Sequence[str], streams: Sequence[int]
    ) -> tuple[int, asyncio.Future[Ended]]:
        """Start a command; gives its number, by which it is ended, and the future that has its end.

        `streams` are the far ends of its three pipes, which are closed here.
        """
        number = next(self._numbers)
        answered = self._expect(number)
        words = b"".join(os.fsencode(word) + b"\0" for word in options)
        told = [_held(json.dumps([*command]).encode()), _held(words)]
        self._send({"do": "start", "id": number}, [*told, *streams])
        return number, asyncio.ensure_future(_ended(answered))

    def end_commands(self, numbers: Sequence[int]) -> None:
        """Kill commands and all that they started; their futures say when they are gone."""
        self._send({"do": "end", "ids": list(numbers)}, [])

    async def fresh_socket(self) -> socket.socket:
        """A fresh TCP socket of the sandbox's network."""
        return await self._socket({"do": "socket"})

    async def listener(self, port: int) -> socket.socket:
        """A socket that listens at 127.0.0.1:`port` inside; raises SandboxRefused when that is taken."""
        return await self._socket({"do": "listen", "port": port})

    async def close(self) -> None:
        """End the keeper, and all that still runs under it."""
        asyncio.get_running_loop().remove_reader(self._near)
        self._near.close()
        if not await within(self._process.wait(), _GRACE):
            await end_now(self._process)
        self._fail("the sandbox was closed")

    async def _socket(self, asked: dict[str, Any]) -> socket.socket:
        number = next(self._numbers)
        answered = self._expect(number)
        self._send(asked | {"id": number}, [])
        answer, given = await answered
        if "error" in answer:
            raise SandboxRefused(
                f"no socket could be had in a sandbox: {answer['error']}. Choose another port."
            )
        fresh = socket.socket(fileno=given[0])
        fresh.setblocking(False)
        return fresh

    def _expect(self, number: int) -> asyncio.Future[tuple[dict[str, Any], list[int]]]:
        self._asked[number] = asyncio.get_running_loop().create_future()
        return self._asked[number]

    def _send(self, message: dict[str, Any], handles: list[int]) -> None:
        """Send a message with descriptors, which are closed here."""
        try:
            socket.send_fds(self._near, [json.dumps(message).encode()], handles)
        except OSError:
            self._lose("its keeper is gone")
        finally:
            for handle in handles:
                os.close(handle)

    def _hear(self) -> None:
        try:
            text, given, _, _ = socket.recv_fds(self._near, MESSAGE, 4)
        except ConnectionResetError:
            text, given = b"", []
        for handle in given:
            os.set_inheritable(handle, False)
        if not text:
            asyncio.get_running_loop().remove_reader(self._near)
            self._lose("its keeper ended by itself")
            return
        answer = json.loads(text)
        waiting = self._asked.pop(answer.get("id", _MADE), None)
        if waiting is None or waiting.done():
            for handle in given:
                os.close(handle)
        else:
            waiting.set_result((answer, given))

    def _lose(self, reason: str) -> None:
        self.is_lost = True
        self._fail(reason)

    def _fail(self, reason: str) -> None:
        asked, self._asked = self._asked, {}
        for waiting in asked.values():
            if not waiting.done():
                waiting.set_exception(SandboxLost(f"A sandbox was lost, and what ran in it: {reason}."))
                # Whoever waited may have turned away, and is not to be told of it once more.
                waiting.exception()


async def _ended(answered: asyncio.Future[tuple[dict[str, Any], list[int]]]) -> Ended:
    answer, _ = await answered
    return Ended(answer["status"], answer["reached"], answer["own_kill"], answer["outside_kill"])


def _held(data: bytes) -> int:
    """A descriptor from which `data` can be read; no other process sees it, as it would a command line."""
    handle = os.memfd_create("told")
    with os.fdopen(os.dup(handle), "wb") as file:
        file.write(data)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle

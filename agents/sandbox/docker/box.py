"""One open sandbox of docker."""

import asyncio
import errno
import os
import shlex
import subprocess
import sys
import tarfile
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, overload
from uuid import uuid4

from agents.sandbox.beneath import steps_of
from agents.sandbox.docker.container import USER, Answer, Container, asked, client, command_line, errand, told
from agents.sandbox.errand_calls import raise_for
from agents.sandbox.errands import pack, unpack
from agents.sandbox.layout import PATH, MountPoints, usual_environment, written_back
from agents.sandbox.processes import CHECK_MEMORY, not_ended, piped, result_of, talk, too_long, unfit
from plans.errors import SandboxLost, SandboxRefused
from plans.records.sandboxing import (
    WORK,
    Connection,
    Door,
    ExecResult,
    NetworkAccess,
    SandboxLimits,
    Strength,
)
from plans.settings import client_environment
from plans.time_limits import within

NAME = "docker"
GRACE = 20.0
"""Seconds that killed processes have to vanish, the daemon's own time included."""
_SPARE = 64
"""Processes more than programs may have, while theirs are ended: to end them takes some."""
_SIGNALLED = 128
"""From this exit code on a signal ended a command, or its reaper."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a box is made of."""

    container: Container
    places: MountPoints
    limits: SandboxLimits
    network: NetworkAccess
    image: tuple[str, ...]
    """Names that the image puts into the environment."""
    doors: Path
    """Folder for socket files."""


class Box:
    """Implements the contract Sandbox; commands share a container, and each is run by a reaper of its own."""

    name = NAME
    strength: Strength = "strong"
    path = PATH

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._running: dict[str, asyncio.subprocess.Process] = {}
        self._door = 0
        self._ending = asyncio.Lock()
        self._is_closing = False

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
        if (refused := unfit(command, cwd)) is not None:
            return refused
        token = uuid4().hex
        # Not asyncio's own: those would have us wait for whoever else holds their far ends.
        ours, theirs = await piped()
        try:
            process = await self._start(
                token, command, cwd, {**usual_environment(), **(environment or {})}, theirs
            )
        except OSError as error:
            ours.close()
            if error.errno != errno.E2BIG:
                raise
            return too_long(command)
        finally:
            for handle in theirs:
                os.close(handle)
        self._running[token] = process
        over = asyncio.create_task(self._over(process, token))
        try:
            said = await talk(
                ours,
                input or "",
                over,
                lambda: self._end(token),
                timeout=timeout,
                limit=self._frame.limits.output_bytes,
            )
        finally:
            await self._end(token)
            ours.close()
            # An errand that ends processes must not outlast its command: it would end what is asked for next.
            await over
            del self._running[token]
        code = process.returncode
        assert code is not None
        await self._require_container(code)
        if code < 0:
            raise SandboxLost(
                f"Signal {-code} ended the docker client that ran {command[0]!r}. Programs in a container cannot reach "
                f"it, so they are not at fault. {CHECK_MEMORY}"
            )
        return result_of(said, code)

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...
    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...
    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """See plans.contracts.sandboxing.Sandbox."""
        root, name = self._frame.places.opened(file)
        answer = await self._do(
            "read", str(root), "/".join(steps_of(name)), str(self._frame.limits.read_bytes)
        )
        raise_for(answer.code, file, answer.error, "a container")
        return answer.out.decode() if text else answer.out

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """See plans.contracts.sandboxing.Sandbox."""
        root, name = self._frame.places.opened(file)
        data = contents.encode() if isinstance(contents, str) else contents
        answer = await self._do("write", str(root), "/".join(steps_of(name)), input=data)
        raise_for(answer.code, file, answer.error, "a container")

    async def connection(self) -> Connection:
        """A shell as the programs' user."""
        words = shlex.join(["--user", USER, "--workdir", WORK, self._frame.container.name, "/bin/sh"])
        return Connection(
            type=NAME,
            command=f"{shlex.quote(client())} exec --interactive $(test -t 0 && echo --tty) {words}",
        )

    def inside(self, source: Path) -> str:
        """See plans.contracts.sandboxing.Sandbox."""
        return self._frame.places.inside(source)

    @asynccontextmanager
    async def expose(self, port: int) -> AsyncGenerator[Door]:
        """A socket file; the port itself where the network is one that was joined."""
        if self._frame.network.kind == "joined":
            yield Door(kind="tcp", port=port)
            return
        self._door += 1
        path = self._frame.doors / f"door-{self._door}"
        async with self._frame.container.door(path, port):
            yield Door(kind="unix", path=path)

    async def end_all(self) -> None:
        """See plans.contracts.sandboxing.Sandbox; the daemon's own list of processes says that none is left."""
        # Each kills all else, so two at once would end each other.
        async with self._ending:
            await self._end_all()

    async def close(self) -> None:
        """End all that runs, for good, and copy out what was left; raises SandboxRefused."""
        self._is_closing = True
        await self.end_all()
        await asyncio.to_thread(self._write_back)

    async def _end_all(self) -> None:
        name, most = self._frame.container.name, self._frame.limits.processes
        if (await self._do("end-all")).code != 0:
            # Where programs hold every process that they may have, nothing can be started to end them.
            await told("update", "--pids-limit", str(most + _SPARE), name)
            answer = await self._do("end-all")
            await told("update", "--pids-limit", str(most), name)
            if answer.code != 0:
                raise SandboxRefused(
                    f"Processes of a container could not be ended ({answer.error}), so nothing that they may still "
                    "change can be judged."
                )
        await self._require_none_left()
        ending = [process.wait() for process in self._running.values()]
        if ending and not await within(asyncio.gather(*ending), GRACE):
            raise SandboxRefused("The docker client does not say how commands ended that were killed.")

    def bring_in(self) -> None:
        """Copy into the container what may be written to; raises SandboxRefused where it does not fit."""
        for place in self._frame.places.writable():
            if place.source is not None:
                place.source.mkdir(parents=True, exist_ok=True)
                self._bring(place.source, place.target)

    def _write_back(self) -> None:
        for place in self._frame.places.writable():
            if place.source is not None:
                written_back(place.source, partial(self._take_out, place.target))

    def _bring(self, source: Path, target: str) -> None:
        with self._parcel("unpack", target) as process:
            assert process.stdin is not None
            with suppress(BrokenPipeError):
                # The quota itself is what bounds it: nothing of ours may be left out without a word.
                pack(str(source), process.stdin, [sys.maxsize, sys.maxsize])
            _, said = process.communicate()
        if process.returncode != 0:
            limits = self._frame.limits
            raise SandboxRefused(
                f"{source} could not be brought into a container of {limits.disk_bytes:,} bytes and "
                f"{limits.disk_entries:,} files and folders: {said.decode(errors='replace').strip()}"
            )

    def _take_out(self, target: str, fresh: Path) -> None:
        limits = self._frame.limits
        with self._parcel("pack", target, str(limits.disk_bytes), str(limits.disk_entries)) as process:
            assert process.stdout is not None
            try:
                unpack(process.stdout, str(fresh))
            except (ValueError, tarfile.TarError) as error:
                process.kill()
                raise SandboxRefused(
                    f"What a container holds at {target} could not be taken out: {error}"
                ) from error

    def _parcel(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [client(), *errand(self._frame.container.name, words)],
            env=client_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if words[0] == "unpack" else subprocess.DEVNULL,
            start_new_session=True,
        )

    async def _start(
        self,
        token: str,
        words: Sequence[str],
        cwd: str | None,
        environment: Mapping[str, str],
        streams: tuple[int, int, int],
    ) -> asyncio.subprocess.Process:
        frame = self._frame
        line, values = command_line(frame.container.name, token, words, cwd, environment, frame.image)
        return await asyncio.create_subprocess_exec(
            client(),
            *line,
            env={**values, **client_environment()},
            stdin=streams[0],
            stdout=streams[1],
            stderr=streams[2],
            start_new_session=True,
        )

    async def _do(self, *words: str, input: bytes = b"") -> Answer:
        return await asked(*errand(self._frame.container.name, words), input=input)

    async def _end(self, token: str) -> None:
        """End one command and all beneath it; it may be about to begin."""
        process = self._running[token]
        until = time.monotonic() + GRACE
        while process.returncode is None:
            await self._do("end", token)
            if await within(process.wait(), 0.2):
                return
            if time.monotonic() > until:
                await self.end_all()

    async def _require_none_left(self) -> None:
        """Ask the daemon, whom no program can deceive, until the first process alone is alive."""
        until = time.monotonic() + GRACE
        while True:
            lines = (
                (await told("top", self._frame.container.name, "-eo", "pid,stat")).decode().splitlines()[1:]
            )
            left = [line for line in lines if line.split()[1][0] not in "ZX"]
            if len(left) == 1:
                return
            if time.monotonic() > until:
                raise not_ended(f"{len(left) - 1} processes of a container")
            await asyncio.sleep(0.1)

    async def _over(self, process: asyncio.subprocess.Process, token: str) -> None:
        """Wait for a command's end, and end what has outlived its reaper, which a program may kill, or its client."""
        code = await process.wait()
        if 0 <= code < _SIGNALLED:
            return
        if code < 0:
            await self._do("end", token)
        is_done = (await self._do("end-orphans")).code == 0
        if not is_done and not self._is_closing:
            await self.end_all()

    async def _require_container(self, code: int) -> None:
        if code != 0 and self._frame.container.is_lost:
            raise SandboxLost("A container was lost, and what ran in it.")

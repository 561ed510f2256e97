"""One running container, by its first process: what crosses into its network, and when it is gone."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from agents.sandbox.docker.client import asked, started
from agents.sandbox.docker.keeper import GONE, LISTEN, LISTENS, READY, SHOWN, TAKEN, WATCH, Crossing, Wire
from agents.sandbox.door import connected_to, listening_at
from agents.sandbox.processes import end_now
from plans.errors import SandboxRefused
from plans.plain_text import folded
from plans.records.sandboxing import SandboxService
from plans.time_limits import within

_START = 120.0
"""Seconds that a container has to start."""
_GRACE = 15.0


class Container:
    """Holds a container as long as it is open; it ends with this process too, however that ends."""

    def __init__(self, name: str, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.name = name
        self._process = process
        self._stdin = process.stdin
        self._ready = asyncio.Event()
        self._answers: dict[int, asyncio.Future[bool]] = {}
        self._gateways: dict[int, Path] = {}
        self._mirrors: dict[int, asyncio.Server] = {}
        self._mirroring: set[asyncio.Task[None]] = set()
        self._crossing = Crossing((process.stdout, process.stdin), 0, self._reach_gateway, self._hear)
        self._running = asyncio.ensure_future(self._crossing.run())

    @classmethod
    async def start(cls, name: str, words: Sequence[str]) -> "Container":
        """Make and start it; raises SandboxRefused with the daemon's reason."""
        container = cls(name, await started(words))
        try:
            await container._stand()
        except BaseException:
            await container.close()
            raise
        return container

    @property
    def is_lost(self) -> bool:
        """Whether it ended before it was asked to."""
        return self._running.done()

    async def offer(self, gateway: SandboxService) -> None:
        """Have what listens at a unix socket here answer at a port inside; raises SandboxRefused."""
        self._gateways[gateway.port] = gateway.socket
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._answers[gateway.port] = answer
        self._crossing.tell(LISTEN, gateway.port)
        if not await within(answer, _GRACE) or not answer.result():
            raise SandboxRefused(
                f"Nothing can listen at port {gateway.port} in a container. Choose another port."
            )

    def mirror(self) -> None:
        """Have every port at which programs listen inside answer at the same one of this process's own network."""
        self._crossing.tell(WATCH, 0)

    @asynccontextmanager
    async def door(self, path: Path, port: int) -> AsyncGenerator[None]:
        """A socket file here that leads to a port inside."""

        def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._crossing.pass_on(port, reader, writer)

        with listening_at(path) as listener:
            server = await asyncio.start_unix_server(pass_on, sock=listener)
            try:
                yield
            finally:
                server.close()
                path.unlink()

    async def close(self) -> None:
        """End it and all in it; raises SandboxRefused where it stays."""
        for server in self._mirrors.values():
            server.close()
        self._stdin.close()
        with suppress(OSError):
            await self._stdin.wait_closed()
        if not await within(self._process.wait(), _GRACE):
            answer = await asked("rm", "--force", self.name)
            await end_now(self._process)
            if answer.code != 0 and "No such container" not in answer.error:
                raise SandboxRefused(
                    f"A container did not end: {answer.error}. Remove it: docker rm -f {self.name}"
                )
        await self._running

    async def _stand(self) -> None:
        ready, ended = asyncio.ensure_future(self._ready.wait()), asyncio.ensure_future(self._process.wait())
        await asyncio.wait([ready, ended], timeout=_START, return_when=asyncio.FIRST_COMPLETED)
        is_ready = ready.done()
        ready.cancel()
        if not is_ready:
            said = ""
            if ended.done() and self._process.stderr is not None:
                said = (await self._process.stderr.read()).decode(errors="replace")
            raise SandboxRefused(
                f"No container could be started: {folded(said) or f'it said nothing for {_START:g} s'}. The sandbox "
                "needs an image with python3, sh and the programs that are to run (BENCHWRIGHT_IMAGE names another)."
            )

    def _hear(self, kind: bytes, port: int) -> None:
        if kind == READY:
            self._ready.set()
        elif kind in (LISTENS, TAKEN):
            answer = self._answers.pop(port, None)
            if answer is not None and not answer.done():
                answer.set_result(kind == LISTENS)
        elif kind == SHOWN:
            task = asyncio.ensure_future(self._show(port))
            self._mirroring.add(task)
            task.add_done_callback(self._mirroring.discard)
        elif kind == GONE and port in self._mirrors:
            self._mirrors.pop(port).close()

    async def _show(self, port: int) -> None:
        def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._crossing.pass_on(port, reader, writer)

        # A port that something else has here stays that one's.
        with suppress(OSError):
            self._mirrors[port] = await asyncio.start_server(pass_on, "127.0.0.1", port)

    async def _reach_gateway(self, port: int) -> Wire:
        if port not in self._gateways:
            raise ConnectionRefusedError(port)
        return await connected_to(self._gateways[port])

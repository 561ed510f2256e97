"""Serving the hand-in that is being judged, inside the worker's own network."""

import asyncio
import shutil
import socket
import tempfile
from contextlib import AsyncExitStack
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import cast

from agents.judging.wire import WorkerSetup
from agents.sandbox.serving import CommandSite, find_site, serve_files
from plans.contracts import ExecResult, Sandbox
from plans.errors import NotServable, SandboxRefused


class Host:
    """Serves one hand-in at a time; another one takes its place."""

    def __init__(self, setup: WorkerSetup) -> None:
        self._setup = setup
        self._served: tuple[Path, str] | None = None
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> "Host":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def serve(self, hand_in: Path) -> str:
        """The start page's address; raises NotServable and SandboxRefused."""
        if self._served is not None and self._served[0] == hand_in:
            return self._served[1]
        await self._stack.aclose()
        self._stack, self._served = AsyncExitStack(), None
        site = find_site(hand_in)
        if isinstance(site, CommandSite):
            url = await self._run(site)
        else:
            url = self._stack.enter_context(serve_files(site.root))
        self._served = (hand_in, url)
        return url

    async def _run(self, site: CommandSite) -> str:
        """Start the hand-in's own server on a copy of it and wait until it answers."""
        sandbox = _sandbox(self._setup.sandbox, site)
        copy = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="hand-in-"))) / "app"
        shutil.copytree(site.root, copy, symlinks=True)
        port = _free_port()
        running = asyncio.ensure_future(
            sandbox.exec(
                site.command,
                workdir=copy,
                environment={"PORT": str(port), "HOST": "127.0.0.1", "BROWSER": "none"},
                timeout=7 * 24 * 3600,
            )
        )
        self._stack.push_async_callback(_end, running)
        await _answering(port, running, self._setup.settings.start_limit, site)
        return f"http://127.0.0.1:{port}/"


def _sandbox(place: str | None, site: CommandSite) -> Sandbox:
    if place is None:
        raise SandboxRefused(
            f"The hand-in is served by its own command {' '.join(site.command)!r}, and no sandbox "
            "was chosen to run what others wrote. Choose one (--sandbox), or hand in static files."
        )
    module, _, name = place.partition(":")
    return cast("Sandbox", getattr(import_module(module), name)())


async def _answering(port: int, running: asyncio.Future[ExecResult], limit: float, site: CommandSite) -> None:
    command = " ".join(site.command)
    for _ in range(round(limit / 0.1)):
        if running.done():
            result = running.result()
            said = (result.stderr or result.stdout)[-300:]
            raise NotServable(f"{command!r} ended with code {result.returncode} instead of serving: {said}")
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
            continue
        writer.close()
        return
    raise NotServable(f"{command!r} did not answer on the port that PORT names within {limit:g} s.")


async def _end(running: asyncio.Future[ExecResult]) -> None:
    running.cancel()
    await asyncio.wait([running], timeout=5)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

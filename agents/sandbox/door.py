"""Ways between this machine and a sandbox's own network: each connection on one side becomes one on the other."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]
_CHUNK = 65536


@asynccontextmanager
async def forwarding(listener: socket.socket, connect: Callable[[], Awaitable[Wire]]) -> AsyncGenerator[None]:
    """Pass on every connection to `listener`, as long as the context lasts; OSError of `connect` closes it again."""
    busy: set[asyncio.Task[None]] = set()

    def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(_joined((reader, writer), connect))
        busy.add(task)
        task.add_done_callback(busy.discard)

    starting = asyncio.start_unix_server if listener.family == socket.AF_UNIX else asyncio.start_server
    server = await starting(pass_on, sock=listener)
    try:
        yield
    finally:
        server.close()
        for task in busy:
            task.cancel()
        await asyncio.gather(*busy, return_exceptions=True)


def listening_at(path: Path) -> socket.socket:
    """A unix socket of this machine that listens."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()
    listener.setblocking(False)
    return listener


async def connected_to(path: Path) -> Wire:
    """A connection to a service of this machine; raises OSError."""
    return await asyncio.open_unix_connection(str(path))


async def connected(fresh: socket.socket, port: int) -> Wire:
    """A connection to 127.0.0.1:`port` of the network that the socket was made in; raises OSError."""
    fresh.setblocking(False)
    try:
        await asyncio.get_running_loop().sock_connect(fresh, ("127.0.0.1", port))
        return await asyncio.open_connection(sock=fresh)
    except BaseException:
        fresh.close()
        raise


async def _joined(near: Wire, connect: Callable[[], Awaitable[Wire]]) -> None:
    try:
        far = await connect()
    except OSError:
        near[1].transport.abort()
        return
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_pumped(near[0], far[1]))
            group.create_task(_pumped(far[0], near[1]))
        for _, writer in (near, far):
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
    finally:
        for _, writer in (near, far):
            writer.transport.abort()


async def _pumped(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes, and then that no more comes."""
    # One side hung up; the other is told when both are closed.
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        while chunk := await reader.read(_CHUNK):
            writer.write(chunk)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()

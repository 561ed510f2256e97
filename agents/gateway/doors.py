"""Where a relay or a mirror's door listens: on a unix socket in a folder that a sandbox sees, or on loopback."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web


@asynccontextmanager
async def open_socket(runner: web.BaseRunner, path: Path) -> AsyncGenerator[Path]:
    """Listen on a unix socket that whoever reaches its folder may use; it is gone afterwards."""
    await web.UnixSite(runner, str(path)).start()
    path.chmod(0o666)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


async def loopback_address(runner: web.BaseRunner) -> str:
    """Listen on a free port of 127.0.0.1 as long as the runner runs; the address."""
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    return f"http://{host}:{port}"

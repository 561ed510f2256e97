"""A package mirror of our own on loopback, with a second host for files and a third place that it does not name."""

import base64
import gzip
import hashlib
import io
import json
import tarfile
import zipfile
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from plans.records.sandboxing import Mirror

NAME, PASSWORD = "reader", "a-password-42"
WHEEL = "tiny_greeting-1.0-py3-none-any.whl"
TARBALL = "tiny-greeting-1.0.0.tgz"
Answer = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


def wheel() -> bytes:
    """A Python package of one line; the same whenever it is made, as its digest is compared."""
    whole, info = io.BytesIO(), "tiny_greeting-1.0.dist-info"
    texts = {
        "tiny_greeting.py": "WORD = 'hello'\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: tiny-greeting\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": "tiny_greeting.py,,\n",
    }
    with zipfile.ZipFile(whole, "w") as parts:
        for name, text in texts.items():
            # By name alone it would bear the time of day, in steps of two seconds.
            parts.writestr(zipfile.ZipInfo(name), text)
    return whole.getvalue()


def tarball() -> bytes:
    """A package of Node.js of one line."""
    whole = io.BytesIO()
    own = {"name": "@tiny/greeting", "version": "1.0.0", "main": "index.js"}
    with tarfile.open(fileobj=whole, mode="w") as parts:
        for name, text in {"package.json": json.dumps(own), "index.js": 'module.exports = "hello";'}.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size, member.mode = len(text), 0o644
            parts.addfile(member, io.BytesIO(text.encode()))
    return gzip.compress(whole.getvalue(), mtime=0)


@dataclass
class StandIn:
    """The mirror, as its tests see it."""

    pages: dict[str, Answer] = field(default_factory=dict)
    """Path → what is answered there, by whichever of its hosts."""
    asked: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    """Method, path as it came and headers of all requests, in small letters."""
    index: str = ""
    files: str = ""
    elsewhere: str = ""
    """The hosts' addresses: of the index and registry, of files, and of a place that is not named."""

    @property
    def mirror(self) -> Mirror:
        """As somebody would name it, with a name and a password for its index and registry."""
        known = self.index.replace("://", f"://{NAME}:{PASSWORD}@")
        return Mirror(python=f"{known}/simple", node=f"{known}/npm/", files=(f"{self.files}/packages",))

    def at(self, path: str) -> list[dict[str, str]]:
        """The headers of the requests for a path."""
        return [headers for _, asked, headers in self.asked if asked == path]

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.asked.append((request.method, request.raw_path, headers))
        answer = self.pages.get(request.raw_path.partition("?")[0])
        return web.Response(status=404, text="no such page") if answer is None else await answer(request)

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator["StandIn"]:
        """Serve a wheel, a tarball and their pages."""
        async with AsyncExitStack() as open_hosts:
            addresses = [await open_hosts.enter_async_context(_host(self._answer)) for _ in range(3)]
            self.index, self.files, self.elsewhere = addresses
            self._fill()
            yield self

    def _fill(self) -> None:
        packed, rolled = wheel(), tarball()
        digest = hashlib.sha256(packed).hexdigest()
        integrity = f"sha512-{base64.b64encode(hashlib.sha512(rolled).digest()).decode()}"
        href = f"{self.files}/packages/{WHEEL}"
        file = f"{self.index}/npm/@tiny/greeting/-/{TARBALL}"
        version = {"name": "@tiny/greeting", "version": "1.0.0"}
        dist = {"tarball": file, "integrity": integrity}
        self.pages |= {
            "/simple/tiny-greeting/": saying(
                f'<html><a href="{href}#sha256={digest}" data-requires-python="&gt;=3">{WHEEL}</a></html>'
            ),
            f"/packages/{WHEEL}": saying(packed, "application/octet-stream"),
            "/npm/@tiny%2fgreeting": saying(
                json.dumps(
                    {
                        "name": "@tiny/greeting",
                        "dist-tags": {"latest": "1.0.0"},
                        "versions": {"1.0.0": {**version, "dist": dist}},
                    }
                ),
                "application/json",
            ),
            f"/npm/@tiny/greeting/-/{TARBALL}": saying(rolled, "application/octet-stream"),
        }


def saying(body: str | bytes, content_type: str = "text/html", status: int = 200) -> Answer:
    """An answer that is the same each time."""

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        data = body.encode() if isinstance(body, str) else body
        return web.Response(body=data, content_type=content_type, status=status)

    return answer


def leading_to(address: str) -> Answer:
    """A redirection."""

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        return web.Response(status=302, headers={"location": address})

    return answer


@asynccontextmanager
async def _host(answer: Answer) -> AsyncGenerator[str]:
    runner = web.ServerRunner(web.Server(answer), shutdown_timeout=0)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()

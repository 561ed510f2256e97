"""The package mirror's door: the only way of a sandboxed program to packages."""

import asyncio
import hashlib
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from posixpath import basename
from urllib.parse import unquote, urljoin, urlsplit

from aiohttp import ClientError, ClientResponse, ClientSession, web

from agents.gateway.mirror_client import (
    HTML,
    Bounds,
    MirrorFolders,
    NoPage,
    Refused,
    asking,
    client_within,
    host_of,
    is_page,
    is_trouble,
    notes_of,
    page_led,
)
from agents.gateway.relay import ProgramLeft, cut_off, loopback_address, open_socket
from agents.gateway.transport import Mask, Packed, TooLarge, pieces_of
from plans.errors import ProxyUnusable
from plans.plain_text import well_formed
from plans.records.sandboxing import FetchedFile, FetchedPackages, Mirror

MOST = 5000
"""Files, and kinds of refusals, that are noted one by one."""
LONGEST = 300
"""Characters of a name."""
_ARCHIVES = (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".zip")


class MirrorUsage:
    """The notes of one turn."""

    def __init__(self) -> None:
        self.trouble = ""
        """Why packages could not be had, where that was the mirror's last word; empty where it was an answer."""
        self._files: dict[FetchedFile, None] = {}
        self._refused: dict[str, int] = {}
        self._left_out = 0

    def answered(self) -> None:
        """Note that the mirror gave an answer, which it is no matter which."""
        self.trouble = ""

    def failed(self, words: str) -> None:
        """Note that it gave none."""
        self.trouble = _told(words)

    def had(self, kind: str, address: str, digest: str, size: int) -> None:
        """Note a file that came whole."""
        path = urlsplit(address).path
        file = _told(unquote(basename(path)))
        noted = FetchedFile(kind=kind, name=_name(kind, path), file=file, digest=digest, size=size)
        if noted in self._files or len(self._files) < MOST:
            self._files[noted] = None
        else:
            self._left_out += 1

    def refused(self, what: str) -> None:
        """Note what was asked for in vain."""
        told = _told(what)
        if told in self._refused or len(self._refused) < MOST:
            self._refused[told] = self._refused.get(told, 0) + 1
        else:
            self._left_out += 1

    def record(self, mirror: Mirror) -> FetchedPackages:
        """All of it."""
        return FetchedPackages(
            mirror=mirror.recorded(),
            files=tuple(self._files),
            refused=self._refused,
            left_out=self._left_out,
        )


def _name(kind: str, path: str) -> str:
    """The package's name, by which clients know it: npm's stands before the file, Python's begins the file's."""
    before, is_npm, _ = path.rpartition("/-/")
    if kind == "node" and is_npm:
        *_, scope, name = ["", *unquote(before).split("/")]
        return _told(f"{scope}/{name}" if scope.startswith("@") else name)
    file = unquote(basename(path)).removesuffix(".metadata")
    if file.endswith(".whl"):
        return _told(file.partition("-")[0])
    stem = next((file.removesuffix(end) for end in _ARCHIVES if file.endswith(end)), file)
    return _told(stem.rpartition("-")[0] or stem)


def _told(words: str) -> str:
    return well_formed(words)[:LONGEST]


REDIRECTIONS = 5
PAGES = 2
"""Read and made anew at a time: a registry's largest takes some hundred megabytes while it is."""
_CODINGS = ("gzip", "deflate", "br", "zstd")


class MirrorDoor:
    """The door of one turn; `on_socket` and `on_loopback` say where it listens."""

    def __init__(self, mirror: Mirror, bounds: Bounds | None = None) -> None:
        self.mirror = mirror
        self.taken = MirrorUsage()
        self._places = MirrorFolders(mirror)
        self._mask = Mask(*self._places.secrets)
        self._bounds = bounds or Bounds()
        self._reading = asyncio.Semaphore(PAGES)
        self._requests = 0
        self._bytes = 0
        self._address = ""
        self._client: ClientSession

    @asynccontextmanager
    async def on_socket(self, path: Path, port: int) -> AsyncGenerator[str]:
        """Listen on a unix socket that whoever reaches its folder may use; yields the address inside, at that port."""
        self._address = f"http://127.0.0.1:{port}"
        async with self._listening() as runner, open_socket(runner, path):
            yield self._address

    @asynccontextmanager
    async def on_loopback(self) -> AsyncGenerator[str]:
        """Listen on a free port of 127.0.0.1; yields the address."""
        async with self._listening() as runner:
            self._address = await loopback_address(runner)
            yield self._address

    @asynccontextmanager
    async def _listening(self) -> AsyncGenerator[web.ServerRunner]:
        # No router: what is no path at all, as CONNECT has it, comes here too and is refused in our words.
        server = web.Server(self._answer, handler_cancellation=True, access_log=None)
        runner = web.ServerRunner(server, shutdown_timeout=0)
        async with client_within(self._bounds) as self._client:
            await runner.setup()
            try:
                yield runner
            finally:
                await runner.cleanup()

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        what = f"{request.method} {request.raw_path}"
        try:
            return await self._passed_on(request)
        except Refused as refused:
            self.taken.refused(f"{what}: {refused}")
            return _said(refused.status, str(refused))
        except ProgramLeft:
            return web.Response()
        except (TimeoutError, ClientError, OSError, TooLarge, Packed, NoPage, ProxyUnusable) as error:
            words = self._mask.words(" ".join([f"{type(error).__name__}: {error}", *notes_of(error)]))
            if isinstance(error, TooLarge):
                self.taken.refused(f"{what}: {words}")
            else:
                self.taken.failed(f"{what}: {words}")
            return _said(502, f"the mirror gave nothing that can be used ({type(error).__name__})")

    async def _passed_on(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.method not in ("GET", "HEAD"):
            raise Refused(405, "packages are had by GET and HEAD alone")
        if request.body_exists:
            raise Refused(400, "whoever asks for a package sends nothing along")
        self._count_request()
        async with self._got(request, self._places.asked(request.raw_path)) as (answer, address, note):
            if answer.status != 200:
                return self._without_one(answer, note)
            self.taken.answered()
            names_files = is_page(answer.content_type, address)
            if request.method == "HEAD":
                return _head(answer, names_files)
            if names_files:
                async with self._reading:
                    return await self._page(answer, address)
            return await self._file(request, answer, address)

    def _count_request(self) -> None:
        self._requests += 1
        if self._requests > self._bounds.requests or self._bytes > self._bounds.turn_bytes:
            raise Refused(403, "all that one turn may have from the mirror has been had")

    @asynccontextmanager
    async def _got(
        self, request: web.BaseRequest, address: str
    ) -> AsyncGenerator[tuple[ClientResponse, str, str]]:
        """The mirror's answer and its address, after redirections that stay within its places, and a note of the proxy
        that it was asked through; errors have it too.
        """
        for _ in range(REDIRECTIONS + 1):
            place = self._places.holding(address)
            if place is None:
                raise Refused(
                    403, f"the mirror leads to {host_of(address)}, to a place that [mirror] does not name"
                )
            async with asking(self._client, request.method, address, place, request.headers) as (
                answer,
                note,
            ):
                leads_to = answer.headers.get("location")
                if answer.status not in (301, 302, 303, 307, 308) or not leads_to:
                    yield answer, address, note
                    return
                answer.close()
                address = _resolved(address, leads_to)
        raise Refused(403, "the mirror leads from one place to another without an end")

    def _without_one(self, answer: ClientResponse, note: str) -> web.Response:
        """What is not to be had; where it is the mirror's doing, that is noted."""
        answer.close()
        if is_trouble(answer.status):
            self.taken.failed(f"it answered {answer.status}{note}")
            return _said(502, f"the mirror answered {answer.status}")
        self.taken.answered()
        status = answer.status if 400 <= answer.status < 500 else 502
        return _said(status, f"the mirror answered {answer.status}")

    async def _page(self, answer: ClientResponse, address: str) -> web.Response:
        body = bytearray()
        async for piece in self._timed(pieces_of(answer, self._bounds.page_bytes)):
            body += piece
        led = partial(_led, self._places, self._address)
        # One of a registry's pages may take a second, in which other turns go on.
        page = await asyncio.to_thread(page_led, bytes(body), answer.content_type, address, led)
        return web.Response(
            body=self._mask.answer(page), content_type=answer.content_type, charset=_charset(answer)
        )

    async def _file(
        self, request: web.BaseRequest, answer: ClientResponse, address: str
    ) -> web.StreamResponse:
        if (answer.content_length or 0) > self._bounds.file_bytes:
            raise TooLarge(f"a file of {answer.content_length} bytes is larger than any that a sandbox takes")
        response = web.StreamResponse(headers=_file_headers(answer))
        response.content_length = answer.content_length
        await _told_program(response.prepare(request))
        digest, size = hashlib.sha256(), 0
        try:
            async for piece in self._timed(answer.content.iter_any()):
                size += len(piece)
                if size > self._bounds.file_bytes or self._bytes > self._bounds.turn_bytes:
                    raise TooLarge("it has no end, or none that a sandbox has room for")
                digest.update(piece)
                await _told_program(response.write(piece))
        except (TimeoutError, ClientError, OSError, TooLarge) as error:
            words = f"{urlsplit(address).path}: {type(error).__name__}: {error}"
            note = self.taken.refused if isinstance(error, TooLarge) else self.taken.failed
            note(self._mask.words(words))
            # A clean end would make half of a file look like the whole.
            cut_off(request)
            return response
        await _told_program(response.write_eof())
        place = self._places.holding(address)
        kind = place.name.partition("-")[0] if place else ""
        self.taken.had(kind, address, digest.hexdigest(), size)
        return response

    async def _timed(self, pieces: AsyncIterator[bytes]) -> AsyncGenerator[bytes]:
        """What comes, as it comes; TooLarge where that takes too long, by whichever side: silence is told apart."""
        until = time.monotonic() + self._bounds.seconds
        async for piece in pieces:
            self._bytes += len(piece)
            if time.monotonic() > until:
                raise TooLarge(f"it has not come within {self._bounds.seconds:g} s")
            yield piece


def _file_headers(answer: ClientResponse) -> dict[str, str]:
    coding = answer.headers.get("content-encoding", "")
    encoded = {"content-encoding": coding} if coding in _CODINGS else {}
    return {"content-type": "application/octet-stream", **encoded}


def _head(answer: ClientResponse, names_files: bool) -> web.Response:
    if names_files:
        return web.Response(content_type=answer.content_type)
    length = {} if answer.content_length is None else {"content-length": str(answer.content_length)}
    return web.Response(headers={**_file_headers(answer), **length})


def _charset(answer: ClientResponse) -> str | None:
    return "utf-8" if answer.content_type in HTML else None


def _resolved(address: str, link: str) -> str:
    try:
        return urljoin(address, link).partition("#")[0]
    except ValueError:
        return ""


def _led(places: MirrorFolders, root: str, address: str) -> str:
    return root + places.led(address)


async def _told_program(writing: Awaitable[object]) -> None:
    """Write to the program; an error here is not the mirror's, though it is of the same kind."""
    try:
        await writing
    except (ClientError, OSError) as error:
        raise ProgramLeft from error


def _said(status: int, words: str) -> web.Response:
    """A refusal, whose reason clients show in their own messages."""
    response = web.Response(
        status=status, reason=f"benchwright: {words}"[:200], text=f"benchwright: {words}\n"
    )
    # What may still come on this connection is no request of a package client's.
    response.force_close()
    return response

"""What relay, mirror and client share: sockets to listen on, packed answers, answers heard within bounds."""

import asyncio
import time
import zlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import ClientResponse, web

from agents.gateway.counting import SIZE_LIMIT, TooLarge
from agents.gateway.traffic import Call
from plans.records.model_settings import Endpoint, Price


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


@dataclass(frozen=True)
class ModelRoute:
    """What a relay connects: one model of an endpoint, and the key for it."""

    endpoint: Endpoint
    model: str
    key: str = field(default="", repr=False)

    @property
    def price(self) -> Price | None:
        """What the model costs, where that is known."""
        return self.endpoint.prices.get(self.model)


COMPRESSIONS = ("gzip", "deflate")
"""What some endpoints send though they were asked not to, and what can be unpacked with a bound."""

ANY_HEADER = zlib.MAX_WBITS | 32
"""Of zlib: read whichever header there is."""


class Packed(Exception):
    """An answer is packed in a way that cannot be read."""


class Overfull(Exception):
    """More came out of an answer than is taken."""


class Unpacking:
    """Unpacks one answer, piece by piece."""

    def __init__(self, coding: str) -> None:
        """`coding`: as the answer names it, empty where it names none; raises Packed."""
        self._coding = coding.strip().lower()
        if self._coding not in ("", "identity", *COMPRESSIONS):
            raise Packed(f"it came packed as {coding[:20]!r}, which nobody asked for")
        self._zlib = zlib.decompressobj(ANY_HEADER) if self._coding in COMPRESSIONS else None

    def unpacked(self, piece: bytes, limit: int) -> bytes:
        """What a piece comes to; raises Overfull for more than `limit` bytes, and Packed for what is not packed so."""
        if self._zlib is None:
            return piece
        parts: list[bytes] = []
        left = limit
        while piece:
            try:
                part = self._zlib.decompress(piece, left + 1)
            except zlib.error as error:
                raise Packed(f"it is no {self._coding} ({error})") from None
            left -= len(part)
            if left < 0:
                raise Overfull
            parts.append(part)
            # Several may stand one behind the other, and are one text.
            piece = self._zlib.unused_data if self._zlib.eof else self._zlib.unconsumed_tail
            if self._zlib.eof:
                self._zlib = zlib.decompressobj(ANY_HEADER)
        return b"".join(parts)


class Ear:
    """Listens to one answer, and notes in its call what came."""

    def __init__(self, answer: ClientResponse, call: Call, silence: float) -> None:
        """`silence`: seconds in which an answer has to say something; only the time that we wait for it counts. Raises
        Packed for an answer that cannot be read.
        """
        self._unpacking = Unpacking(answer.headers.get("content-encoding", ""))
        self._answer = answer
        self._call = call
        self._silence = silence
        self._waited = 0.0

    async def piece(self) -> bytes:
        """What comes next, empty at the end; raises TimeoutError after too long a silence, Packed, and TooLarge.

        Bytes alone end no silence: an endpoint that has lost its model may still send something to keep a connection.
        """
        while came := await self._came():
            try:
                piece = self._unpacking.unpacked(came, SIZE_LIMIT)
            except Overfull:
                raise TooLarge from None
            self._call.received += len(piece)
            if piece:
                return piece
        return b""

    def hear(self) -> None:
        """Note that what came said something."""
        self._waited = 0.0
        self._call.hear()

    async def whole(self) -> bytes:
        """All that comes; raises TooLarge and TimeoutError."""
        pieces: list[bytes] = []
        size = 0
        while piece := await self.piece():
            size += len(piece)
            if size > SIZE_LIMIT:
                raise TooLarge
            if not piece.isspace():
                self.hear()
            pieces.append(piece)
        return b"".join(pieces)

    async def _came(self) -> bytes:
        began = time.monotonic()
        async with asyncio.timeout(max(self._silence - self._waited, 0)):
            came = await self._answer.content.readany()
        self._waited += time.monotonic() - began
        return came

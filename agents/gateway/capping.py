"""A bound on what an endpoint may send, held while it comes: an answer that is too large is never in memory whole."""

import zlib
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx2

COMPRESSIONS = ("gzip", "deflate")
"""What some endpoints send though they were asked not to, and what can be unpacked with a bound."""


class TooMuch(Exception):
    """An answer is larger than the bound."""


class Compressed(Exception):
    """An answer is packed in a way that could not be bounded."""


def capping(limit: int) -> Callable[[httpx2.Response], Awaitable[None]]:
    """A hook for responses that lets at most `limit` bytes of each through, unpacked; reading on raises TooMuch."""

    async def cap(response: httpx2.Response) -> None:
        packed = response.headers.get("content-encoding", "identity").strip().lower()
        if packed not in ("identity", "", *COMPRESSIONS):
            raise Compressed(packed)
        if packed in COMPRESSIONS:
            # Or it would be unpacked once more, by what knows no bound.
            del response.headers["content-encoding"]
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Capped(response.stream, limit, packed in COMPRESSIONS)

    return cap


class _Capped(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, limit: int, is_packed: bool) -> None:
        self._stream = stream
        self._left = limit
        # 32: whichever header it has.
        self._unpacking = zlib.decompressobj(zlib.MAX_WBITS | 32) if is_packed else None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._stream:
            whole = self._unpacking.decompress(piece, self._left + 1) if self._unpacking else piece
            self._left -= len(whole)
            if self._left < 0:
                raise TooMuch
            yield whole

    async def aclose(self) -> None:
        await self._stream.aclose()

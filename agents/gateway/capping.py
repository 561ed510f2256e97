"""A bound on what an endpoint may send, held while it comes: an answer that is too large is never in memory whole."""

from collections.abc import AsyncIterator, Awaitable, Callable

import httpx2

from agents.gateway.unpacking import Overfull, Unpacking


class TooMuch(Exception):
    """An answer is larger than the bound."""


def capping(limit: int, heard: Callable[[int], None]) -> Callable[[httpx2.Response], Awaitable[None]]:
    """A hook for responses that lets at most `limit` bytes of each through, unpacked and UTF-8; more raises TooMuch.

    `heard` is told how many came, each time that some did.
    """

    async def cap(response: httpx2.Response) -> None:
        unpacking = Unpacking(response.headers.get("content-encoding", ""))
        # Or it would be unpacked once more, by what knows no bound.
        response.headers.pop("content-encoding", None)
        # It is UTF-8 as all JSON is, and some of what is called a charset makes of bytes no text.
        if kind := response.headers.get("content-type"):
            response.headers["content-type"] = kind.partition(";")[0]
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Capped(response.stream, limit, unpacking, heard)

    return cap


class _Capped(httpx2.AsyncByteStream):
    def __init__(
        self,
        stream: httpx2.AsyncByteStream,
        limit: int,
        unpacking: Unpacking,
        heard: Callable[[int], None],
    ) -> None:
        self._stream = stream
        self._left = limit
        self._unpacking = unpacking
        self._heard = heard

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._stream:
            try:
                whole = self._unpacking.unpacked(piece, self._left)
            except Overfull:
                raise TooMuch from None
            self._heard(len(whole))
            self._left -= len(whole)
            if self._left < 0:
                raise TooMuch
            yield whole

    async def aclose(self) -> None:
        await self._stream.aclose()

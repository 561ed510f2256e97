"""Hearing an answer out, piece by piece: with a bound on silence, and on size where it is kept."""

import asyncio
import time

from aiohttp import ClientResponse

from agents.gateway.counting import SIZE_LIMIT, TooLarge
from agents.gateway.traffic import Call
from agents.gateway.unpacking import Overfull, Unpacking


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

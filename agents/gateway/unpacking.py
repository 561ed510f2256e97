"""An answer that comes packed though nobody asked for it: read as it was before, within a bound, or not at all.

Packed, neither what it used nor a key that it repeats could be seen in it.
"""

import zlib

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

"""Output of a program, read to its end and kept up to a size."""

import asyncio
from collections import deque

CHUNK = 65536
"""Bytes read at once."""


async def read_capped(stream: asyncio.StreamReader, limit: int) -> str:
    """The stream's text: beginning and end of it when it holds more than `limit` bytes, with a note between.

    Everything is read, so that a program is never stopped by a full pipe.
    """
    head = bytearray()
    tail: deque[bytes] = deque()
    tail_size = left_out = 0
    while chunk := await stream.read(CHUNK):
        room = max(limit // 2 - len(head), 0)
        head += chunk[:room]
        if rest := chunk[room:]:
            tail.append(rest)
            tail_size += len(rest)
        while tail and tail_size - len(tail[0]) >= limit // 2:
            gone = len(tail.popleft())
            tail_size -= gone
            left_out += gone
    end = b"".join(tail)
    excess = max(len(end) - limit // 2, 0)
    left_out += excess
    note = f"\n[… {left_out:,} bytes left out …]\n" if left_out else ""
    return head.decode(errors="replace") + note + end[excess:].decode(errors="replace")


def cut(data: bytes, limit: int) -> str:
    """The same of what has been read whole."""
    if len(data) <= limit:
        return data.decode(errors="replace")
    half = limit // 2
    note = f"\n[… {len(data) - 2 * half:,} bytes left out …]\n"
    return data[:half].decode(errors="replace") + note + data[-half:].decode(errors="replace")

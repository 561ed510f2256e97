"""The first process of a container, and the crossing by which it and benchwright reach each other's networks.

    python3 -I -S -u -c SOURCE

The container has no network but a loopback of its own. What passes in and out of it passes through the first process's
standard input and output, as messages: a kind, a number, a length, and so many bytes. When its input ends, because
benchwright did, so does the process, and with it everything in the container. It runs as another user than programs do,
so that none of them can end or trace it. Standard library alone; the other end uses `Crossing` too.
"""
# ruff: noqa: PTH123

import asyncio
import os
import signal
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress

Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]

OPEN, DATA, END, RESET = b"o", b"d", b"e", b"r"
"""Of a connection, by its number: a new one to a port, bytes, no more bytes, and that it broke."""
READY, LISTEN, LISTENS, TAKEN, WATCH, SHOWN, GONE = b"R", b"L", b"l", b"t", b"W", b"S", b"G"
"""Of a port: the process stands; listen there; it does; it cannot. Tell of ports that programs listen at; one that they
do; one that they do no more."""

_HEAD = struct.Struct(">cII")
_CHUNK = 65536
_MOST_WAITING = 32 << 20
"""Bytes that one connection may hold which its far end does not take; it is broken off then."""
_LISTENING = "0A"
_HERE = frozenset(
    {"00000000", "0100007F", "0" * 32, "0" * 24 + "01000000", "0" * 16 + "FFFF0000" + "0100007F"}
)
"""Addresses, as /proc/net/tcp writes them, at which 127.0.0.1 or ::1 is answered."""
_PERIOD = 0.05
"""Seconds from one look at the ports to the next."""


class Crossing:
    """Many connections over one pair of pipes; the same at both ends."""

    def __init__(
        self,
        wire: Wire,
        first: int,
        connect: Callable[[int], Awaitable[Wire]],
        told: Callable[[bytes, int], None],
    ) -> None:
        """Nothing passes before `run`.

        Args:
            wire: The pipes.
            first: Number of the first connection from this end: 0 at one end, 1 at the other.
            connect: Reaches what a connection from the other end asks for, by its port; raises OSError.
            told: Hears of a port, whatever is no connection's.
        """
        self._reader, self._writer = wire
        self._next = first
        self._connect = connect
        self._told = told
        self._near: dict[int, asyncio.StreamWriter | _Waiting] = {}
        self._ended: dict[int, asyncio.Event] = {}
        self._busy: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Pass on, until the other end closes."""
        while True:
            try:
                kind, number, size = _HEAD.unpack(await self._reader.readexactly(_HEAD.size))
                data = await self._reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError):
                break
            self._hear(kind, number, data)
        for task in self._busy:
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)

    def tell(self, kind: bytes, number: int, data: bytes = b"") -> None:
        """Send a message."""
        if not self._writer.is_closing():
            self._writer.write(_HEAD.pack(kind, number, len(data)) + data)

    def pass_on(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Have a connection of this end meet what the other end has at `port`."""
        number, self._next = self._next, self._next + 2
        self._enter(number, writer)
        self.tell(OPEN, number, str(port).encode())
        self._start(self._pumped(number, reader, writer))

    def _hear(self, kind: bytes, number: int, data: bytes) -> None:
        if kind == OPEN:
            # What is sent before the other side has been reached must wait for it, and not be lost.
            waiting = _Waiting()
            self._near[number], self._ended[number] = waiting, asyncio.Event()
            self._start(self._reached(number, int(data), waiting))
        elif kind not in (DATA, END, RESET):
            self._told(kind, number)
        elif (writer := self._near.get(number)) is not None:
            if kind == DATA and writer.transport.get_write_buffer_size() < _MOST_WAITING:
                writer.write(data)
            elif kind == END:
                self._ended[number].set()
                with suppress(OSError, NotImplementedError):
                    writer.write_eof()
            else:
                self._break(number)
                if kind == DATA:
                    self.tell(RESET, number)

    async def _reached(self, number: int, port: int, waiting: "_Waiting") -> None:
        try:
            reader, writer = await self._connect(port)
        except OSError:
            self._leave(number)
            self.tell(RESET, number)
            return
        if waiting.is_broken:
            writer.transport.abort()
            self._leave(number)
            return
        self._near[number] = writer
        waiting.give(writer)
        await self._pumped(number, reader, writer)

    async def _pumped(self, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ended = self._ended[number]
        try:
            while chunk := await reader.read(_CHUNK):
                self.tell(DATA, number, chunk)
                await self._writer.drain()
            self.tell(END, number)
            await ended.wait()
            await writer.drain()
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
        except OSError:
            self.tell(RESET, number)
        finally:
            writer.transport.abort()
            self._leave(number)

    def _enter(self, number: int, writer: asyncio.StreamWriter) -> None:
        self._near[number], self._ended[number] = writer, asyncio.Event()

    def _leave(self, number: int) -> None:
        self._near.pop(number, None)
        self._ended.pop(number, None)

    def _break(self, number: int) -> None:
        self._near[number].transport.abort()
        self._ended[number].set()

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)


class _Waiting:
    """Takes what is meant for a connection that does not stand yet; looks like its writer."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._is_ended = False
        self.is_broken = False
        self.transport = self

    def write(self, data: bytes) -> None:
        self._data += data

    def write_eof(self) -> None:
        self._is_ended = True

    def abort(self) -> None:
        self.is_broken = True

    def get_write_buffer_size(self) -> int:
        return len(self._data)

    def give(self, writer: asyncio.StreamWriter) -> None:
        writer.write(bytes(self._data))
        if self._is_ended:
            with suppress(OSError):
                writer.write_eof()


async def piped_wire(reading: int, writing: int) -> Wire:
    """The two ends of pipes, given as descriptors, which are closed with them."""
    loop = asyncio.get_running_loop()
    reader, unread = asyncio.StreamReader(), asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(reading, "rb", 0))
    transport, protocol = await loop.connect_write_pipe(
        lambda: asyncio.StreamReaderProtocol(unread), os.fdopen(writing, "wb", 0)
    )
    return reader, asyncio.StreamWriter(transport, protocol, None, loop)


class Keeper:
    """The end that is inside."""

    async def serve(self) -> None:
        """Until standard input ends."""
        self._servers: list[asyncio.Server] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._crossing = Crossing(await piped_wire(0, 1), 1, self._connect, self._told)
        self._crossing.tell(READY, 0)
        await self._crossing.run()

    async def _connect(self, port: int) -> Wire:
        try:
            return await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            return await asyncio.open_connection("::1", port)

    def _told(self, kind: bytes, port: int) -> None:
        if kind == LISTEN:
            self._tasks.append(asyncio.ensure_future(self._listen(port)))
        elif kind == WATCH:
            self._tasks.append(asyncio.ensure_future(self._watch()))

    async def _listen(self, port: int) -> None:
        def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._crossing.pass_on(port, reader, writer)

        try:
            self._servers.append(await asyncio.start_server(pass_on, "127.0.0.1", port))
        except OSError:
            self._crossing.tell(TAKEN, port)
        else:
            self._crossing.tell(LISTENS, port)

    async def _watch(self) -> None:
        known: set[int] = set()
        while True:
            now = listened_at("/proc/net/tcp") | listened_at("/proc/net/tcp6")
            for port in now - known:
                self._crossing.tell(SHOWN, port)
            for port in known - now:
                self._crossing.tell(GONE, port)
            known = now
            await asyncio.sleep(_PERIOD)


def listened_at(table: str) -> set[int]:
    """Ports at which somebody answers on the loopback, of a table of the kernel's."""
    found: set[int] = set()
    with suppress(FileNotFoundError), open(table) as lines:
        next(lines, "")
        for line in lines:
            address, _, state = line.split()[1:4]
            place, _, port = address.partition(":")
            if state == _LISTENING and place in _HERE:
                found.add(int(port, 16))
    return found


def main() -> None:
    """Serve, as the first process: what is orphaned beneath it is reaped by the kernel."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # The first process of a namespace ignores what it does not handle.
    signal.signal(signal.SIGTERM, _leave)
    asyncio.run(Keeper().serve())


def _leave(_number: int, _frame: object) -> None:
    os._exit(0)


if __name__ == "__main__":
    main()

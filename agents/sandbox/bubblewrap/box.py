"""One open sandbox of bubblewrap: its arguments, and the socket to its keeper."""

import asyncio
import itertools
import json
import os
import shlex
import socket
import sys
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple, overload

from agents.sandbox.beneath import read_beneath, write_beneath
from agents.sandbox.bubblewrap.keeper import FILTER, INFO, MESSAGE
from agents.sandbox.bubblewrap.kill_monitor import KILLED
from agents.sandbox.bubblewrap.namespaces import ETC, INNER_USER, SEEN, SPACE
from agents.sandbox.cgroups import ControlGroup, oom_kills
from agents.sandbox.door import connected, forwarding, listening_at
from agents.sandbox.layout import PATH, MountPoints, usual_environment
from agents.sandbox.processes import (
    CHECK_MEMORY,
    end_now,
    in_folder,
    not_ended,
    piped,
    result_of,
    talk,
    unfit,
)
from plans.errors import ProgramKilled, SandboxLost, SandboxRefused
from plans.plain_text import folded
from plans.records.sandboxing import (
    HOME,
    Connection,
    Door,
    ExecResult,
    NetworkAccess,
    SandboxLimits,
    Strength,
)
from plans.time_limits import within

FILES = {
    "passwd": f"root:x:0:0:root:/root:/bin/sh\nuser:x:{INNER_USER}:{INNER_USER}:user:{HOME}:/bin/sh\n"
    "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
    "group": f"root:x:0:\nuser:x:{INNER_USER}:\nnogroup:x:65534:\n",
    "hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "resolv.conf": "",
}
"""Name → text. Without them `localhost` has no address and users have no names."""
SHOWN = (
    "/etc/alternatives",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/ca-certificates",
    "/etc/pki/tls/certs",
    "/etc/ld.so.cache",
    "/etc/fonts",
    "/etc/mime.types",
)
"""Shown as they are, where they are: nothing in them is anybody's secret."""


_SHARED_MEMORY = 64 << 20
"""Bytes of /dev/shm."""


def options(
    seen: Sequence[str],
    space: Sequence[str],
    environment: Mapping[str, str],
    cwd: str,
) -> list[str]:
    """The options of one bwrap.

    Args:
        seen: Where programs see what is staged as SEEN/N, in this order.
        space: Where they see what is staged as SPACE/N.
        environment: All of theirs.
        cwd: Their working directory.
    """
    return [
        *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
        *("--uid", str(INNER_USER), "--gid", str(INNER_USER), "--disable-userns", "--cap-drop", "ALL"),
        *("--die-with-parent", "--new-session", "--hostname", "sandbox"),
        *_system(),
        *("--proc", "/proc", "--dev", "/dev", "--size", str(_SHARED_MEMORY), "--tmpfs", "/dev/shm"),
        # It is in memory, and of no limited size.
        *("--remount-ro", "/dev"),
        *_binds(seen, space),
        *("--remount-ro", "/", "--chdir", cwd, "--clearenv"),
        *(word for name, value in environment.items() for word in ("--setenv", name, value)),
        *("--seccomp", str(FILTER), "--info-fd", str(INFO)),
    ]


def _system() -> Iterator[str]:
    yield from ("--ro-bind", "/usr", "/usr")
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        place = Path("/", name)
        if place.is_symlink():
            yield from ("--symlink", str(place.readlink()).lstrip("/"), str(place))
        elif place.is_dir():
            yield from ("--ro-bind", str(place), str(place))
    for shown in SHOWN:
        yield from ("--ro-bind-try", shown, shown)
    for name in FILES:
        yield from ("--ro-bind", f"{ETC}/{name}", f"/etc/{name}")


def _binds(seen: Sequence[str], space: Sequence[str]) -> Iterator[str]:
    """Outer places first, so that those within them are not covered."""
    places = [("--bind", f"{SPACE}/{number}", place) for number, place in enumerate(space)]
    places += [("--ro-bind", f"{SEEN}/{number}", place) for number, place in enumerate(seen)]
    for words in sorted(places, key=lambda one: one[2].count("/")):
        yield from words


_ROOT = str(Path(__file__).resolve().parents[3])
"""Folder from which `agents` can be imported."""
_KEEPER = (
    f"import sys; sys.path.insert(0, {_ROOT!r}); from agents.sandbox.bubblewrap.keeper import main; main()"
)
_GRACE = 10.0
"""Seconds in which a keeper that is no longer wanted has to end."""
_MADE = 0
"""Number of the message that makes the sandbox."""


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    """Exit code; negative: the signal that ended it."""
    was_reached: bool
    """Whether the command was started at all."""
    killed_itself: bool
    """Whether SIGKILL, if that ended it, was sent inside, or by the keeper because of a limit."""
    had_outside_kill: bool
    """See plans.records.sandboxing.ExecResult."""


class KeeperLine:
    """One keeper, and what was asked of it."""

    def __init__(self, near: socket.socket, process: asyncio.subprocess.Process) -> None:
        self._near = near
        self._process = process
        self._numbers = itertools.count(_MADE + 1)
        self._asked: dict[int, asyncio.Future[tuple[dict[str, Any], list[int]]]] = {}
        self.is_lost = False
        """Whether the keeper ended before it was asked to, so that it can say no more what has ended."""
        asyncio.get_running_loop().add_reader(near, self._hear)

    @classmethod
    async def start(cls) -> "KeeperLine":
        """A keeper that has made nothing yet; raises SandboxRefused when the system gives no process."""
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with far:
            try:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-I", "-S", "-c", _KEEPER, str(far.fileno())),
                    pass_fds=(far.fileno(),),
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.DEVNULL,
                    stderr=asyncio.subprocess.PIPE,
                    cwd="/",
                    env={},
                    start_new_session=True,
                )
            except OSError as error:
                near.close()
                raise SandboxRefused(
                    f"No process could be started to keep a sandbox: {error}. End others, and try again."
                ) from error
        return cls(near, process)

    @property
    def process(self) -> int:
        """The keeper's number."""
        return self._process.pid

    async def make(self, plan: dict[str, Any], filter_program: bytes) -> None:
        """Have the namespaces made; raises SandboxRefused with the system's reason."""
        answered = self._expect(_MADE)
        self._send({"do": "make"}, [_held(json.dumps(plan).encode()), _held(filter_program)])
        answer, _ = await answered
        if "error" in answer:
            raise SandboxRefused(f"the namespaces of a sandbox cannot be made: {answer['error']}")

    def start_command(
        self, command: Sequence[str], options: Sequence[str], streams: Sequence[int]
    ) -> tuple[int, asyncio.Future[Ended]]:
        """Start a command; gives its number, by which it is ended, and the future that has its end.

        `streams` are the far ends of its three pipes, which are closed here.
        """
        number = next(self._numbers)
        answered = self._expect(number)
        words = b"".join(os.fsencode(word) + b"\0" for word in options)
        told = [_held(json.dumps([*command]).encode()), _held(words)]
        self._send({"do": "start", "id": number}, [*told, *streams])
        return number, asyncio.ensure_future(_ended(answered))

    def end_commands(self, numbers: Sequence[int]) -> None:
        """Kill commands and all that they started; their futures say when they are gone."""
        self._send({"do": "end", "ids": list(numbers)}, [])

    async def fresh_socket(self) -> socket.socket:
        """A fresh TCP socket of the sandbox's network."""
        return await self._socket({"do": "socket"})

    async def listener(self, port: int) -> socket.socket:
        """A socket that listens at 127.0.0.1:`port` inside; raises SandboxRefused when that is taken."""
        return await self._socket({"do": "listen", "port": port})

    async def close(self) -> None:
        """End the keeper, and all that still runs under it."""
        asyncio.get_running_loop().remove_reader(self._near)
        self._near.close()
        if not await within(self._process.wait(), _GRACE):
            await end_now(self._process)
        self._fail("the sandbox was closed")

    async def _socket(self, asked: dict[str, Any]) -> socket.socket:
        number = next(self._numbers)
        answered = self._expect(number)
        self._send(asked | {"id": number}, [])
        answer, given = await answered
        if "error" in answer:
            raise SandboxRefused(
                f"no socket could be had in a sandbox: {answer['error']}. Choose another port."
            )
        fresh = socket.socket(fileno=given[0])
        fresh.setblocking(False)
        return fresh

    def _expect(self, number: int) -> asyncio.Future[tuple[dict[str, Any], list[int]]]:
        self._asked[number] = asyncio.get_running_loop().create_future()
        return self._asked[number]

    def _send(self, message: dict[str, Any], handles: list[int]) -> None:
        """Send a message with descriptors, which are closed here."""
        try:
            socket.send_fds(self._near, [json.dumps(message).encode()], handles)
        except OSError:
            self._lose("its keeper is gone")
        finally:
            for handle in handles:
                os.close(handle)

    def _hear(self) -> None:
        try:
            text, given, _, _ = socket.recv_fds(self._near, MESSAGE, 4)
        except ConnectionResetError:
            text, given = b"", []
        for handle in given:
            os.set_inheritable(handle, False)
        if not text:
            asyncio.get_running_loop().remove_reader(self._near)
            self._lose("its keeper ended by itself")
            return
        answer = json.loads(text)
        waiting = self._asked.pop(answer.get("id", _MADE), None)
        if waiting is None or waiting.done():
            for handle in given:
                os.close(handle)
        else:
            waiting.set_result((answer, given))

    def _lose(self, reason: str) -> None:
        self.is_lost = True
        self._fail(reason)

    def _fail(self, reason: str) -> None:
        asked, self._asked = self._asked, {}
        for waiting in asked.values():
            if not waiting.done():
                waiting.set_exception(SandboxLost(f"A sandbox was lost, and what ran in it: {reason}."))
                # Whoever waited may have turned away, and is not to be told of it once more.
                waiting.exception()


async def _ended(answered: asyncio.Future[tuple[dict[str, Any], list[int]]]) -> Ended:
    answer, _ = await answered
    return Ended(answer["status"], answer["reached"], answer["own_kill"], answer["outside_kill"])


def _held(data: bytes) -> int:
    """A descriptor from which `data` can be read; no other process sees it, as it would a command line."""
    handle = os.memfd_create("told")
    with os.fdopen(os.dup(handle), "wb") as file:
        file.write(data)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


NAME = "bubblewrap"
GRACE = 10.0
"""Seconds that killed processes have to vanish."""
_PLUMBING = frozenset({"--seccomp", "--info-fd"})
"""Options that name descriptors, which a person's shell has not got."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a box is made of."""

    line: KeeperLine
    group: ControlGroup | None
    places: MountPoints
    seen: tuple[str, ...]
    """Where programs see what is shown read-only."""
    space: tuple[str, ...]
    """Where they see what they may write to."""
    limits: SandboxLimits
    network: NetworkAccess
    user: int | None
    """Of this machine; None: whoever started benchwright."""
    bwrap: str
    doors: Path
    """Folder for socket files."""


class Box:
    """Implements the contract Sandbox; each command is a bwrap of its own, in namespaces that the keeper holds."""

    name = NAME
    strength: Strength = "strong"
    path = PATH

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._running: dict[int, asyncio.Future[Ended]] = {}
        self._told_to_end: set[int] = set()
        self._door = 0

    async def exec(
        self,
        command: Sequence[str],
        *,
        input: str | bytes | None = None,
        cwd: str | None = None,
        environment: Mapping[str, str] | None = None,
        timeout: float,
    ) -> ExecResult:
        """See plans.contracts.sandboxing.Sandbox."""
        if (refused := unfit(command, cwd)) is not None:
            return refused
        over_limit, kills_before = self._over_limit(), oom_kills()
        ours, theirs = await piped()
        number, ended = self._frame.line.start_command(
            in_folder(command, cwd), self._options({**usual_environment(), **(environment or {})}), theirs
        )
        self._running[number] = ended
        try:
            said = await talk(
                ours,
                input or "",
                ended,
                lambda: self._end([number]),
                timeout=timeout,
                limit=self._frame.limits.output_bytes,
            )
            end = await ended
        finally:
            await self._end([number])
            was_told = number in self._told_to_end
            self._told_to_end.discard(number)
            del self._running[number]
            ours.close()
        is_within_limit = self._over_limit() == over_limit
        # Programs cannot reach bwrap.
        is_outside = end.status < 0 or oom_kills() > kills_before
        was_killed = _was_killed(end) or (is_outside and end.had_outside_kill)
        if not was_told and was_killed and is_within_limit:
            raise (SandboxLost if is_outside else ProgramKilled)(
                f"SIGKILL ended {command[0]!r}, or the sandbox that it ran in, and no program in the sandbox was seen "
                f"to send it. {CHECK_MEMORY}"
            )
        if not end.was_reached and not was_told:
            raise SandboxRefused(
                f"bwrap could not set the sandbox up, and {command[0]!r} was not started: {folded(said.stderr)}"
            )
        code = end.status if end.status >= 0 else 128 - end.status
        result = result_of(said, code)
        return result.model_copy(update={"had_outside_kill": end.had_outside_kill and is_within_limit})

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...
    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...
    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """See plans.contracts.sandboxing.Sandbox."""
        data = read_beneath(*self._frame.places.opened(file), self._frame.limits.read_bytes)
        return data.decode() if text else data

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """See plans.contracts.sandboxing.Sandbox."""
        data = contents.encode() if isinstance(contents, str) else contents
        write_beneath(*self._frame.places.opened(file), data)

    async def connection(self) -> Connection:
        """A shell in the same namespaces, without limits and filter, as it is a person's."""
        frame = self._frame
        target = ("nsenter", "--target", str(frame.line.process), "--mount", "--net")
        user = str(frame.user)
        become = ("setpriv", "--reuid", user, "--regid", user, "--clear-groups")
        way = (*target, *become) if frame.user is not None else (*target, "--user", "--preserve-credentials")
        words = iter(self._options(usual_environment()))
        told = [word for word in words if word not in _PLUMBING or not next(words)]
        return Connection(type=NAME, command=shlex.join([*way, frame.bwrap, *told, "--", "/bin/sh"]))

    def inside(self, source: Path) -> str:
        """See plans.contracts.sandboxing.Sandbox."""
        return self._frame.places.inside(source)

    @asynccontextmanager
    async def expose(self, port: int) -> AsyncGenerator[Door]:
        """A socket file; the port itself where the network is one that was joined."""
        if self._frame.network.kind == "joined":
            yield Door(kind="tcp", port=port)
            return
        self._door += 1
        path = self._frame.doors / f"door-{self._door}"

        async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            return await connected(await self._frame.line.fresh_socket(), port)

        with listening_at(path) as listener:
            async with forwarding(listener, connect):
                yield Door(kind="unix", path=path)
        path.unlink()

    async def end_all(self) -> None:
        """See plans.contracts.sandboxing.Sandbox."""
        await self._end(list(self._running))
        if self._frame.group is not None:
            await asyncio.to_thread(self._frame.group.kill)
        elif self._frame.line.is_lost:
            raise SandboxRefused(
                "The keeper of a sandbox ended by itself, so nobody can say whether all in it has ended, and nothing "
                "that may still change can be judged."
            )

    def _options(self, environment: Mapping[str, str]) -> list[str]:
        frame = self._frame
        return options(frame.seen, frame.space, environment, frame.places.workspace.target)

    def _over_limit(self) -> int:
        return self._frame.group.kills_over_limit() if self._frame.group is not None else 0

    async def _end(self, numbers: list[int]) -> None:
        """End commands, and wait until nothing of them is left."""
        still = [number for number in numbers if number in self._running and not self._running[number].done()]
        if not still:
            return
        self._told_to_end.update(still)
        self._frame.line.end_commands(still)
        if not await within(asyncio.gather(*(self._running[number] for number in still)), GRACE):
            raise not_ended("Processes of a sandbox")


def _was_killed(end: Ended) -> bool:
    """Whether something outside killed bwrap, which programs inside cannot reach, or the program in it."""
    return end.status < 0 or (end.status == KILLED and not end.killed_itself)

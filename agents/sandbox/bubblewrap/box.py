"""One open sandbox of bubblewrap."""

import asyncio
import shlex
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, overload

from agents.sandbox.beneath import read_beneath, write_beneath
from agents.sandbox.bubblewrap.arguments import options
from agents.sandbox.bubblewrap.kill_monitor import KILLED
from agents.sandbox.bubblewrap.line import Ended, Line
from agents.sandbox.cgroups import Group, oom_kills
from agents.sandbox.door import connected, forwarding, listening_at
from agents.sandbox.layout import PATH, usual_environment
from agents.sandbox.places import Places
from agents.sandbox.processes import CHECK_MEMORY, in_folder, not_ended, piped, result_of, talk, unfit
from plans.errors import ProgramKilled, SandboxLost, SandboxRefused
from plans.records.sandboxing import Connection, Door, ExecResult, Limits, Network, Strength
from plans.time_limits import within
from plans.untrusted_text import folded

NAME = "bubblewrap"
GRACE = 10.0
"""Seconds that killed processes have to vanish."""
_PLUMBING = frozenset({"--seccomp", "--info-fd"})
"""Options that name descriptors, which a person's shell has not got."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a box is made of."""

    line: Line
    group: Group | None
    places: Places
    seen: tuple[str, ...]
    """Where programs see what is shown read-only."""
    space: tuple[str, ...]
    """Where they see what they may write to."""
    limits: Limits
    network: Network
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

"""The one runner of programs that people use, with what stays of their sessions between turns."""

import os
import re
import shutil
import time
from collections.abc import AsyncGenerator, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import ClassVar, NamedTuple
from uuid import uuid4

from agents.coding.installing import Installed, installed, is_installed
from agents.coding.model_access import ModelAccess, Supply, door_to, noted, supplied
from agents.coding.program import Program, ProgramStart, ProgramTurn, TurnReport, ending_of
from agents.coding.transcripts import told_used, trajectory_text, transcript_text, well_told
from agents.gateway.budget import Account
from agents.gateway.counting import CountedCall
from agents.gateway.mirror import MirrorDoor
from agents.gateway.relay import Relay
from agents.sandbox.beneath import read_beneath, write_beneath
from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.errors import FileRefused
from plans.files import read_own_record, write_record, write_text
from plans.records.base import FileRecord
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.sandboxing import (
    ExecResult,
    Mirror,
    Mount,
    NetworkAccess,
    SandboxLimits,
    SandboxNeeds,
    SandboxService,
)
from plans.scratch import scratch

FILE_LIMIT = 64_000_000
"""Bytes of the largest file of a session that is kept."""
NOTE = "session.json"
TEXTS = (".json", ".jsonl", ".md")
"""Files of a session in which the workspace may be named."""


class SessionNote(FileRecord):
    """`session.json` in a trial's memory."""

    SCHEMA: ClassVar[str] = "session"

    session: str
    """Id by which the program resumes it."""
    workspace: str
    """Where the program saw its workspace."""


async def resumed(
    program: Program, memory: Path | None, sandbox: Sandbox, home: str, workspace: str
) -> str | None:
    """Lay the session of the round before into an empty home; returns its id, None where there is none.

    Home and workspace are paths as the program sees them: some file their sessions by the latter.
    """
    if memory is None or not (memory / NOTE).exists():
        return None
    note = read_own_record(memory / NOTE, SessionNote)
    for number, place in enumerate(_places(program, workspace)):
        for below in _below(memory, str(number)):
            data = read_beneath(memory, f"{number}{below}", FILE_LIMIT)
            if f"{place}{below}".endswith(TEXTS):
                # Where a workspace moves from round to round, the agent would look for its files where they were.
                data = data.replace(note.workspace.encode(), workspace.encode())
            await sandbox.write_file(f"{home}/{place}{below}", data)
    return note.session


def keep(program: Program, session: str, home: Path, memory: Path | None, workspace: str) -> None:
    """Keep the session that lies in a home, as far as it is ordinary files."""
    if memory is None or not program.keeps:
        return
    memory.mkdir(parents=True, exist_ok=True)
    for number, place in enumerate(_places(program, workspace)):
        for below in _below(home, place):
            _copy(home, f"{place}{below}", memory, f"{number}{below}")
    write_record(memory / NOTE, SessionNote(session=session, workspace=workspace))


def forget(memory: Path | None) -> None:
    """Let the next turn begin a session of its own."""
    if memory is not None:
        (memory / NOTE).unlink(missing_ok=True)


@contextmanager
def set_aside(workspace: Path, names: Iterable[str]) -> Generator[list[str]]:
    """Take what would redirect a program out of its workspace, and lay it back where nothing new stands.

    Yields what was there. A link on the way is taken out itself, and not what it leads to.
    """
    with scratch("aside") as folder:
        taken: dict[str, Path] = {}
        for name in names:
            found = _standing(workspace, name)
            if found is not None:
                taken[found] = folder / uuid4().hex
                shutil.move(workspace / found, taken[found])
        try:
            yield list(taken)
        finally:
            for name, kept in taken.items():
                _lay_back(workspace, name, kept)


def _places(program: Program, workspace: str) -> list[str]:
    place = re.sub(r"[^a-zA-Z0-9]", "-", workspace)
    return [path.format(place=place) for path in program.keeps]


def _below(folder: Path, place: str) -> list[str]:
    """What stands at a place: for a folder its files, each as `/path` below it, for a file the empty path.

    Links to folders are not followed.
    """
    found = [
        (Path(root) / name).relative_to(folder).as_posix()
        for root, _, names in os.walk(folder)
        for name in names
    ]
    return [file[len(place) :] for file in found if file == place or file.startswith(f"{place}/")]


def _copy(source: Path, file: str, target: Path, name: str) -> None:
    try:
        data = read_beneath(source, file, FILE_LIMIT)
    except FileRefused:
        # A link or a pipe in place of a session's file is the agent's own doing, and its own loss.
        return
    write_beneath(target, name, data)


def _standing(workspace: Path, name: str) -> str | None:
    """The first step of a path that is a link, or the whole of it; None where nothing stands."""
    path = workspace
    for step in Path(name).parts:
        path /= step
        if path.is_symlink():
            break
        if not path.exists():
            return None
    return path.relative_to(workspace).as_posix()


def _lay_back(workspace: Path, name: str, kept: Path) -> None:
    path = workspace
    for step in Path(name).parts[:-1]:
        path /= step
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            return
        path.mkdir(exist_ok=True)
    if workspace.is_dir() and not os.path.lexists(workspace / name):
        shutil.move(kept, workspace / name)


HOME = "/home/agent"
"""Where a program finds its home, in a sandbox that has a file system of its own."""
MESSAGES = "/message"
PORT = 4000
"""Where it finds the relay there."""
SYSTEM_PATH = ("/usr/local/bin", "/usr/bin", "/bin")
LISTED_SIZE, LISTED_COUNT = 100_000, 50
"""Of a workspace's files, those that are named to a program that cannot look: bytes of the largest, and how many."""
LIMITS = SandboxLimits(
    memory_bytes=6_000_000_000,
    processes=2048,
    cpu_seconds=24 * 3600,
    output_bytes=20_000_000,
    open_files=16384,
)


class InstalledAgent:
    """Implements plans.contracts.coding.CodeAgent with a program and its adapter."""

    def __init__(
        self,
        spec: AgentSpec,
        program: Program,
        sandbox: SandboxProvider,
        means: ModelAccess,
        mirror: Mirror | None = None,
    ) -> None:
        """`mirror` is where the agent may have packages; None: nowhere."""
        self.spec = spec
        self._mirror = mirror
        self._program = program
        self._sandbox = sandbox
        self._means = means

    @property
    def is_missing(self) -> bool:
        """Whether the program has to be fetched first."""
        return not is_installed(self._program, self.spec.version, self._means.cache)

    async def prepare(self) -> None:
        """Install the program where it is missing; raises InstallFailed."""
        await self._installed()

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        """Start the program once. Beside the transcript, as the program printed it, lies the trajectory,
        and what it had from the mirror.

        Raises BudgetError when the run's budget is used up, before the turn or by it: the turn counts for nothing then.
        """
        self._means.run.require()
        began = time.monotonic()
        page = self._means.book.page(self.spec.name, brief.project, brief.round)
        account = Account(self._means.turn, self._means.run)
        tell = partial(self._tell_of, until=began + brief.time_limit)
        relay = Relay(self._means.model_route, account, page, ended=tell)
        door = door_to(self._mirror)
        memory = brief.memory if self.spec.options.get("session", "same") == "same" else None
        with set_aside(workspace, self._program.redirects) as aside, told_used(transcript, relay.usage):
            ran = await self._ran(brief, workspace, memory, relay, door)
            if ran.turn.is_resumed and not relay.traffic.calls and not ran.result.timed_out:
                # A session that cannot be resumed, by whosever doing, is no reason for a round without an agent.
                forget(memory)
                ran = await self._ran(brief, workspace, memory, relay, door)
        seconds = time.monotonic() - began
        usage = relay.usage()
        write_text(transcript, transcript_text(ran.result, aside))
        write_text(
            transcript.with_name("trajectory.json"),
            trajectory_text(self.spec, self._means.model_route.model, ran.turn, ran.told, usage),
        )
        ending = ending_of(ran.told, ran.result, relay.traffic, brief.time_limit, is_first=brief.round == 1)
        if ending.ended == "out of budget":
            self._means.run.require()
        report = AgentReport(
            ended=ending.ended,
            detail=ending.detail,
            seconds=seconds,
            exit_code=None if ran.result.timed_out else ran.result.returncode,
            session="resumed" if ran.turn.is_resumed else "fresh",
        )
        return noted(door, transcript, report.using(usage))

    def _tell_of(self, call: CountedCall, until: float) -> None:
        """Tell a person of an endpoint that fails: the program alone decides how often it asks again."""
        endpoint, notices = self._means.model_route.endpoint.name, self._means.notices
        if call.outcome == "answered":
            notices.answered(endpoint)
        if call.outcome == "endpoint failed":
            left = max(until - time.monotonic(), 0)
            notices.failed(endpoint)
            goes_on = f"The agent may ask again, for up to {left:.0f} s until its turn ends"
            notices.failing(endpoint, self.spec.name, f"{call.reason} {call.detail}".strip(), left, goes_on)

    async def _ran(
        self, brief: Brief, workspace: Path, memory: Path | None, relay: Relay, door: MirrorDoor | None
    ) -> "ProgramRun":
        program = self._program
        place = await self._installed()
        with scratch("home") as home, scratch("message") as messages, scratch("relay") as wires:
            file = messages / "message.md"
            write_text(file, brief.message)
            # Programs in a sandbox run as another user.
            messages.chmod(0o755)
            async with (
                supplied(door, self._sandbox) as supply,
                _reached(relay, self._sandbox, wires) as (address, gateways),
            ):
                network = NetworkAccess(gateways=(*gateways, *supply.gateways))
                mounts = (
                    Mount(source=home, target=HOME, writable=True),
                    Mount(source=messages, target=MESSAGES),
                    *place.mounts,
                )
                needs = SandboxNeeds(workspace=workspace, mounts=mounts, limits=LIMITS, network=network)
                async with self._sandbox.open(needs) as sandbox:
                    inside, own = sandbox.inside(workspace), sandbox.inside(home)
                    session = await resumed(program, memory, sandbox, own, inside)
                    turn = ProgramTurn(
                        message=brief.message,
                        message_file=sandbox.inside(file),
                        model=self._means.model_route.model,
                        protocol=self._means.protocol,
                        relay=address,
                        token=relay.token,
                        home=own,
                        workspace=inside,
                        files=_listed(workspace),
                        session=session or str(uuid4()),
                        is_resumed=session is not None,
                        has_hosted_tools=self._means.model_route.endpoint.hosted_tools,
                        time_limit=brief.time_limit,
                    )
                    result = await _started(program.start(turn), turn, place, sandbox, supply)
            told = well_told(program.told(result, home))
            keep(program, told.session or turn.session, home, memory, inside)
            return ProgramRun(turn, result, told)

    async def _installed(self) -> Installed:
        return await installed(self._program, self.spec.version, self._means.cache)


class ProgramRun(NamedTuple):
    """One start of the program, and what came of it."""

    turn: ProgramTurn
    result: ExecResult
    told: TurnReport


async def _started(
    start: ProgramStart, turn: ProgramTurn, place: Installed, sandbox: Sandbox, supply: Supply
) -> ExecResult:
    for name, text in start.files.items():
        await sandbox.write_file(f"{turn.home}/{name}", text)
    return await sandbox.exec(
        [str(place.executable), *start.arguments],
        input=start.input,
        environment={
            **supply.environment,
            **{"HOME": turn.home, "TERM": "dumb", "PATH": _path(place)},
            **start.environment,
        },
        timeout=turn.time_limit,
    )


def _path(place: Installed) -> str:
    """Where programs are looked for: the same on every machine, and what runs this one before all."""
    return ":".join(dict.fromkeys([*map(str, place.path), *SYSTEM_PATH]))


def _listed(workspace: Path) -> tuple[str, ...]:
    found = sorted(path for path in workspace.rglob("*") if path.is_file() and not path.is_symlink())
    sized = [path.relative_to(workspace) for path in found if path.stat().st_size <= LISTED_SIZE]
    kept = [path.as_posix() for path in sized if not any(part.startswith(".") for part in path.parts)]
    return tuple(kept[:LISTED_COUNT])


@asynccontextmanager
async def _reached(
    relay: Relay, sandbox: SandboxProvider, folder: Path
) -> AsyncGenerator[tuple[str, tuple[SandboxService, ...]]]:
    """The relay's address as the program sees it, and the gateways that lead there."""
    if sandbox.strength == "unsafe":
        # It has no network of its own, into which a gateway could lead.
        async with relay.on_loopback() as address:
            yield address, ()
        return
    async with relay.on_socket(folder / "model.sock") as socket:
        yield f"http://127.0.0.1:{PORT}", (SandboxService(port=PORT, socket=socket),)

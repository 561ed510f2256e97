"""One container of docker: the client, the arguments that it is started by, what crosses into its network, its end."""

import asyncio
import csv
import io
import shutil
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from agents.sandbox import reaper
from agents.sandbox.docker import keeper
from agents.sandbox.docker.keeper import GONE, LISTEN, LISTENS, READY, SHOWN, TAKEN, WATCH, Crossing, Wire
from agents.sandbox.door import connected_to, listening_at
from agents.sandbox.errand_calls import errands_text
from agents.sandbox.layout import usual_environment
from agents.sandbox.processes import end_now, in_folder
from plans.errors import SandboxRefused
from plans.plain_text import folded
from plans.records.sandboxing import WORK, SandboxLimits, SandboxService
from plans.settings import client_environment
from plans.time_limits import within

_START = 120.0
"""Seconds that a container has to start."""
_GRACE = 15.0


class Container:
    """Holds a container as long as it is open; it ends with this process too, however that ends."""

    def __init__(self, name: str, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.name = name
        self._process = process
        self._stdin = process.stdin
        self._ready = asyncio.Event()
        self._answers: dict[int, asyncio.Future[bool]] = {}
        self._gateways: dict[int, Path] = {}
        self._mirrors: dict[int, asyncio.Server] = {}
        self._mirroring: set[asyncio.Task[None]] = set()
        self._crossing = Crossing((process.stdout, process.stdin), 0, self._reach_gateway, self._hear)
        self._running = asyncio.ensure_future(self._crossing.run())

    @classmethod
    async def start(cls, name: str, words: Sequence[str]) -> "Container":
        """Make and start it; raises SandboxRefused with the daemon's reason."""
        container = cls(name, await started(words))
        try:
            await container._stand()
        except BaseException:
            await container.close()
            raise
        return container

    @property
    def is_lost(self) -> bool:
        """Whether it ended before it was asked to."""
        return self._running.done()

    async def offer(self, gateway: SandboxService) -> None:
        """Have what listens at a unix socket here answer at a port inside; raises SandboxRefused."""
        self._gateways[gateway.port] = gateway.socket
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._answers[gateway.port] = answer
        self._crossing.tell(LISTEN, gateway.port)
        if not await within(answer, _GRACE) or not answer.result():
            raise SandboxRefused(
                f"Nothing can listen at port {gateway.port} in a container. Choose another port."
            )

    def mirror(self) -> None:
        """Have every port at which programs listen inside answer at the same one of this process's own network."""
        self._crossing.tell(WATCH, 0)

    @asynccontextmanager
    async def door(self, path: Path, port: int) -> AsyncGenerator[None]:
        """A socket file here that leads to a port inside."""

        def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._crossing.pass_on(port, reader, writer)

        with listening_at(path) as listener:
            server = await asyncio.start_unix_server(pass_on, sock=listener)
            try:
                yield
            finally:
                server.close()
                path.unlink()

    async def close(self) -> None:
        """End it and all in it; raises SandboxRefused where it stays."""
        for server in self._mirrors.values():
            server.close()
        self._stdin.close()
        with suppress(OSError):
            await self._stdin.wait_closed()
        if not await within(self._process.wait(), _GRACE):
            answer = await asked("rm", "--force", self.name)
            await end_now(self._process)
            if answer.code != 0 and "No such container" not in answer.error:
                raise SandboxRefused(
                    f"A container did not end: {answer.error}. Remove it: docker rm -f {self.name}"
                )
        await self._running

    async def _stand(self) -> None:
        ready, ended = asyncio.ensure_future(self._ready.wait()), asyncio.ensure_future(self._process.wait())
        await asyncio.wait([ready, ended], timeout=_START, return_when=asyncio.FIRST_COMPLETED)
        is_ready = ready.done()
        ready.cancel()
        if not is_ready:
            said = ""
            if ended.done() and self._process.stderr is not None:
                said = (await self._process.stderr.read()).decode(errors="replace")
            raise SandboxRefused(
                f"No container could be started: {folded(said) or f'it said nothing for {_START:g} s'}. The sandbox "
                "needs an image with python3, sh and the programs that are to run (BENCHWRIGHT_IMAGE names another)."
            )

    def _hear(self, kind: bytes, port: int) -> None:
        if kind == READY:
            self._ready.set()
        elif kind in (LISTENS, TAKEN):
            answer = self._answers.pop(port, None)
            if answer is not None and not answer.done():
                answer.set_result(kind == LISTENS)
        elif kind == SHOWN:
            task = asyncio.ensure_future(self._show(port))
            self._mirroring.add(task)
            task.add_done_callback(self._mirroring.discard)
        elif kind == GONE and port in self._mirrors:
            self._mirrors.pop(port).close()

    async def _show(self, port: int) -> None:
        def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._crossing.pass_on(port, reader, writer)

        # A port that something else has here stays that one's.
        with suppress(OSError):
            self._mirrors[port] = await asyncio.start_server(pass_on, "127.0.0.1", port)

    async def _reach_gateway(self, port: int) -> Wire:
        if port not in self._gateways:
            raise ConnectionRefusedError(port)
        return await connected_to(self._gateways[port])


LIMIT = 60.0
"""Seconds that the daemon has for an answer."""


class Answer(NamedTuple):
    """What the client said."""

    code: int
    out: bytes
    error: str


def client() -> str:
    """Where the client lies; raises SandboxRefused."""
    found = shutil.which("docker", path=client_environment().get("PATH"))
    if found is None:
        raise SandboxRefused(
            "There is no docker client, by which the sandbox `docker` is made. Install Docker (Debian and Ubuntu: "
            "apt-get install docker.io), or choose the sandbox bubblewrap."
        )
    return found


async def started(words: Sequence[str]) -> asyncio.subprocess.Process:
    """The client with these words, in a session of its own, so that no Ctrl-C reaches it; raises SandboxRefused."""
    return await asyncio.create_subprocess_exec(
        client(),
        *words,
        env=client_environment(),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )


async def asked(*words: str, input: bytes = b"", limit: float = LIMIT) -> Answer:
    """Ask once; raises SandboxRefused where there is no client, and where no answer comes in time."""
    process = await started(words)
    try:
        answering = asyncio.ensure_future(process.communicate(input))
        if not await within(answering, limit):
            raise SandboxRefused(
                f"`docker {words[0]}` gave no answer for {limit:g} s. See whether the daemon is up (`docker info`)."
            )
        out, error = answering.result()
    finally:
        if process.returncode is None:
            await end_now(process)
    assert process.returncode is not None
    return Answer(process.returncode, out, error.decode(errors="replace").strip())


async def told(*words: str, input: bytes = b"", limit: float = LIMIT) -> bytes:
    """What the daemon answers; raises SandboxRefused with its words where it refuses."""
    answer = await asked(*words, input=input, limit=limit)
    if answer.code != 0:
        raise SandboxRefused(f"`docker {words[0]}` was refused: {answer.error}")
    return answer.out


USER = "1000:1000"
"""As whom programs run."""
KEEPER_USER = "65533:65533"
"""As whom the first process runs, which no program may end."""
PYTHON = "python3"
LABEL = "benchwright.sandbox"
_SHARED_MEMORY = 64 << 20
"""Bytes of /dev/shm."""
_READ_BY_CLIENT = frozenset({"PATH", "HOME", "USER", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "SSH_AUTH_SOCK"})
_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "ALL_PROXY", "NO_PROXY")
_UNSET = ("HOSTNAME", "TERM", *_PROXIES, *map(str.lower, _PROXIES))
"""What docker itself puts into the environment of a command: proxies of `~/.docker/config.json` among it, by which a
program would ask for the relay on its own loopback."""


def container(
    name: str, image: str, writable: Sequence[str], seen: Sequence[tuple[Path, str]], limits: SandboxLimits
) -> list[str]:
    """The words after `docker` that make and start a container, attached to its first process.

    Args:
        name: Its own.
        image: What it is made from, which must be there.
        writable: Folders in memory that belong to the programs' user.
        seen: What is shown read-only: from where, and where.
        limits: Of all that runs in it.
    """
    # What is written lies in memory too, and must not be taken for what programs hold.
    memory = limits.memory_bytes + limits.disk_bytes
    return [
        *("run", "--name", name, "--label", LABEL, "--rm", "--interactive", "--pull", "never"),
        *("--network", "none", "--read-only", "--user", KEEPER_USER, "--hostname", "sandbox"),
        *("--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
        *("--ipc", "private", "--cgroupns", "private", "--log-driver", "none", "--no-healthcheck"),
        *("--memory", f"{memory}b", "--memory-swap", f"{memory}b", "--pids-limit", str(limits.processes)),
        *("--cpus", f"{limits.cpus:g}", "--shm-size", f"{_SHARED_MEMORY}b"),
        *_bounds(limits),
        *_folders(writable, limits),
        *(word for source, target in seen for word in ("--mount", _bind(source, target))),
        *("--workdir", WORK, "--entrypoint", PYTHON, image),
        *("-I", "-S", "-u", "-c", Path(keeper.__file__).read_text(encoding="utf-8")),
    ]


def command_line(
    name: str,
    token: str,
    words: Sequence[str],
    cwd: str | None,
    environment: Mapping[str, str],
    image: Sequence[str],
) -> tuple[list[str], dict[str, str]]:
    """The words after `docker` that start a command, and what the client's own environment must hold for it.

    Values travel in the client's environment, where other users of this machine do not see them, as they would see its
    command line; those that the client would take for its own are on that line.

    Args:
        name: The container's.
        token: By which the command is found again, to be ended.
        words: The command.
        cwd: Where it begins, inside.
        environment: All of its environment.
        image: Names that the image puts there, and which do not belong there.
    """
    plain = {key: value for key, value in environment.items() if not _is_clients(key)}
    shown = [f"{key}={value}" for key, value in environment.items() if _is_clients(key)]
    strange = [one for one in (*_UNSET, *image) if one not in environment and one.isidentifier()]
    start = ["/bin/sh", "-c", f'unset {" ".join(strange)}; exec "$@"', "sh", *in_folder(words, cwd)]
    told = [
        *("exec", "--interactive", "--user", USER, "--workdir", WORK),
        *(word for pair in (*shown, *plain) for word in ("--env", pair)),
        *(
            name,
            PYTHON,
            "-I",
            "-S",
            "-X",
            f"lone={token}",
            "-c",
            Path(reaper.__file__).read_text(encoding="utf-8"),
        ),
        *start,
    ]
    return told, plain


def errand(name: str, words: Sequence[str]) -> list[str]:
    """The words after `docker` for an errand inside (agents/sandbox/errands.py)."""
    said = (word for pair in usual_environment().items() for word in ("--env", "=".join(pair)))
    return [
        *("exec", "--interactive", "--user", USER, "--workdir", "/", *said, name),
        *(PYTHON, "-I", "-S", "-c", errands_text(), *words),
    ]


def _is_clients(name: str) -> bool:
    return name in _READ_BY_CLIENT or name.startswith("DOCKER_")


def _bounds(limits: SandboxLimits) -> Iterator[str]:
    # No nproc: it counts the processes of a user over all containers.
    bounds = {
        "cpu": limits.cpu_seconds,
        "data": limits.memory_bytes,
        "fsize": limits.file_bytes,
        "nofile": limits.open_files,
        "core": 0,
    }
    for name, most in bounds.items():
        yield from ("--ulimit", f"{name}={most}:{most}")


def _folders(writable: Sequence[str], limits: SandboxLimits) -> Iterator[str]:
    user, _, group = USER.partition(":")
    quota = f"size={limits.disk_bytes},nr_inodes={limits.disk_entries}"
    how = f"rw,exec,nosuid,nodev,{quota},uid={user},gid={group},mode=0755"
    for target in sorted(writable, key=lambda one: one.count("/")):
        yield from ("--tmpfs", f"{target}:{how}")


def _bind(source: Path, target: str) -> str:
    """As the client reads it: fields of a line of CSV."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(
        ["type=bind", f"source={source.resolve()}", f"target={target}", "readonly"]
    )
    return line.getvalue()

"""How submissions are kept apart from this machine: sandboxes, runtimes, the package mirror."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar, Literal, Self, get_args
from urllib.parse import urlsplit, urlunsplit

from pydantic import Field, model_validator

from plans.records.base import FileRecord, Record
from plans.records.marks import Mark, MarkCode

Strength = Literal["none needed", "strong", "weak", "unsafe"]
"""Of a sandbox, the strongest first; `none needed` where nothing was executed."""
NONE_NEEDED: Strength = "none needed"

WORK = "/work"
"""Where programs see the workspace, in a sandbox that has a file system of its own."""
HOME = "/home/user"
"""Their home folder there."""


class SandboxLimits(Record):
    """How much a sandbox may take, over all that runs in it at a time unless it says otherwise."""

    memory_bytes: int = Field(default=2_000_000_000, gt=0)
    """Of all processes together, where this machine can bound them; of each process in any case."""
    processes: int = Field(default=512, gt=0)
    """Processes and threads."""
    cpu_seconds: int = Field(default=3600, gt=0)
    """Processor time of each process."""
    cpus: float = Field(default=2.0, gt=0)
    """Processors' worth of time, where this machine can bound it."""
    disk_bytes: int = Field(default=1_000_000_000, gt=0)
    """All that is written and kept: workspace, other writable mounts, home and temporary files together."""
    disk_entries: int = Field(default=200_000, gt=0)
    """Files and folders of these."""
    file_bytes: int = Field(default=512_000_000, gt=0)
    """The largest single file."""
    open_files: int = Field(default=4096, gt=0)
    """Of each process."""
    output_bytes: int = Field(default=1_000_000, gt=0)
    """Kept of a command's standard output and of its standard error, each: its beginning and its end."""
    read_bytes: int = Field(default=64_000_000, gt=0)
    """The largest file that is read out of the sandbox."""


class Mount(Record):
    """Something of this machine that programs in the sandbox see."""

    source: Path
    """A file or folder here. For one that is writable a folder, which may be missing; else one that any user may read,
    since programs may run as another one (it does not matter who may open the folders above it)."""
    target: str | None = None
    """Where programs see it; None: where it lies here. A sandbox without a file system of its own has it where it lies,
    so ask Sandbox.inside."""
    writable: bool = False
    """Programs work on a copy under the quota. It is written back when the sandbox is closed and all in it has ended:
    ordinary files, folders and links (never followed), as far as the limits go."""

    @model_validator(mode="after")
    def _absolute(self) -> Self:
        if not self.source.is_absolute():
            raise ValueError(f"{str(self.source)!r} must be an absolute path")
        if self.target is not None and (not self.target.startswith("/") or ".." in self.target.split("/")):
            raise ValueError(f"{self.target!r} must be an absolute path without ..")
        return self


class SandboxService(Record):
    """A service of ours that programs in the sandbox reach at 127.0.0.1."""

    port: int = Field(ge=1, le=65535)
    """Where they find it, inside."""
    socket: Path
    """Unix socket, on this machine, on which the service listens: each connection inside becomes one there."""


class NetworkAccess(Record):
    """What programs in a sandbox can reach. Beyond this machine: nothing, ever."""

    kind: Literal["own", "joined"] = "own"
    """own: a loopback of the sandbox's own, shared by all that runs in it. joined: the network namespace of the process
    that opens the sandbox, which must be one made for this purpose: a judge's worker, whose browser then meets the
    submission's server there and both reach nothing else."""
    gateways: tuple[SandboxService, ...] = ()
    """Only where the network is the sandbox's own."""

    @model_validator(mode="after")
    def _gateways_into_own(self) -> Self:
        if self.gateways and self.kind != "own":
            raise ValueError("a gateway leads into a network of the sandbox's own, and this one is joined")
        return self


class SandboxNeeds(Record):
    """What a sandbox is opened for."""

    workspace: Path | None = None
    """A folder of this machine that programs see as their working directory and may write to, brought in and written
    back as Mount.writable says. None: it begins empty, and goes with the sandbox."""
    mounts: tuple[Mount, ...] = ()
    """What else they see, beside the system's own programs."""
    limits: SandboxLimits = SandboxLimits()
    network: NetworkAccess = NetworkAccess()


class Door(Record):
    """How a server inside a sandbox is reached from outside, as long as it is exposed."""

    kind: Literal["unix", "tcp"]
    """unix: a socket file. tcp: an address on 127.0.0.1, of the network that the sandbox joined (or, where nothing is
    protected, of this machine)."""
    path: Path | None = None
    """Of the socket file."""
    port: int | None = None

    @property
    def url(self) -> str:
        """Address for a browser; a socket file has none."""
        if self.port is None:
            raise ValueError(f"{self.path} is a socket file, and no browser opens one by an address")
        return f"http://127.0.0.1:{self.port}/"


def strength_of(text: str) -> Strength:
    """What a sandbox says of itself; anything that is not known protects nothing."""
    return next((known for known in get_args(Strength) if known == text), "unsafe")


def is_weaker(strength: Strength, than: Strength) -> bool:
    """Whether one sandbox protects less than another."""
    order = get_args(Strength)
    return order.index(strength) > order.index(than)


def sandbox_marks(strength: Strength) -> tuple[Mark, ...]:
    """The mark of what was made in such a sandbox; none where a number made so is as good as any."""
    code = {"weak": MarkCode.WEAK_SANDBOX, "unsafe": MarkCode.UNSAFE_SANDBOX}.get(strength)
    return (Mark(code=code),) if code else ()


class ExecResult(Record):
    """What a command did (names as in Inspect AI's SandboxEnvironment)."""

    success: bool
    returncode: int
    stdout: str
    stderr: str
    timed_out: bool = False
    had_outside_kill: bool = False
    """Whether a process that the command had started was killed, as it seems from outside the sandbox, so that the rest
    of the result may not be its doing; False where the sandbox cannot tell."""


class Connection(Record):
    """How a person gets into a sandbox (names as in Inspect AI's SandboxConnection)."""

    type: str
    """The provider."""
    command: str
    """For a shell of this machine; opens a shell inside."""


class RuntimeEnvironment(FileRecord):
    """`runtime/runtime.yaml` of a suite; where there is none, programs find nothing but the system's own."""

    SCHEMA: ClassVar[str] = "runtime"

    kind: Literal["python", "node"]
    """python: a virtual environment, of `requirements.lock` beside this file (`NAME==VERSION` a line, all of them, with
    hashes or without). node: `node_modules`, of `package.json` and `package-lock.json` beside it."""


class BuiltRuntime(Record):
    """One that was built, as a sandbox shows it."""

    digest: str
    """Of what was declared and locked."""
    mounts: tuple[Mount, ...]
    path: tuple[str, ...]
    """Folders that come first on the PATH."""
    packages: tuple[str, ...] = Field(default=())
    """What it has, by name: a submission that names others needs an environment that this is not."""

    def lacking(self, names: Iterable[str]) -> list[str]:
        """Those that it has not; names are the same whatever stands between their words, as package clients have it."""
        known = set(map(_plain, self.packages))
        return [name for name in names if _plain(name) not in known]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


MIRRORED = "package mirror"
"""Option of an agent to whom packages are within reach that others can change."""


class Mirror(Record):
    """`[mirror]` of benchwright.toml: where packages are had from, and nothing but packages.

    An address may hold a name and a password, `https://NAME:PASSWORD@HOST/…`; they are recorded and told nowhere.
    """

    python: str | None = Field(default=None, repr=False)
    """Index for pip and uv (PEP 503 or 691), such as `https://mirror.example/simple`."""
    node: str | None = Field(default=None, repr=False)
    """Registry for npm, such as `https://mirror.example/npm`."""
    files: tuple[str, ...] = Field(default=(), repr=False)
    """Where else files may lie that its pages name, such as `https://files.mirror.example/packages`."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """What there is: python, node."""
        return tuple(kind for kind in ("python", "node") if getattr(self, kind))

    @property
    def told(self) -> str:
        """In a line, without what is secret."""
        shown = self.recorded()
        named = [("python", shown.python), ("node", shown.node), *(("files", one) for one in shown.files)]
        return ", ".join(f"{kind} {address}" for kind, address in named if address)

    def recorded(self) -> "Mirror":
        """As it is recorded: without what may be secret in its addresses."""
        return Mirror(
            python=_without_secrets(self.python) if self.python else None,
            node=_without_secrets(self.node) if self.node else None,
            files=tuple(map(_without_secrets, self.files)),
        )


class FetchedFile(Record):
    """A file that an agent had from the mirror, as it came."""

    kind: str
    """Where it was asked for: python, node, or files."""
    name: str
    """Of the package, by the file's name."""
    file: str
    digest: str
    """SHA-256."""
    size: int = Field(ge=0)
    """Bytes."""


class FetchedPackages(FileRecord):
    """`packages.json`: what an agent had from the package mirror in one turn."""

    SCHEMA: ClassVar[str] = "packages"

    mirror: Mirror
    files: tuple[FetchedFile, ...] = ()
    """Each once, as they came."""
    refused: dict[str, int] = {}
    """What was asked for beyond the mirror, or in other ways than packages are asked for → times."""
    left_out: int = Field(default=0, ge=0)
    """Entries for which there was no room."""


def _without_secrets(address: str) -> str:
    whole = urlsplit(address)
    return urlunsplit((whole.scheme, whole.netloc.rpartition("@")[2], whole.path, "", ""))

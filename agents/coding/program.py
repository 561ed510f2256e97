"""What an adapter tells of its program, so that one runner can drive them all."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

from plans.records.base import Record
from plans.records.endpoint import WireProtocol
from plans.records.sandboxing import ExecResult
from plans.records.trajectory import ToolCall


class Installation(Record):
    """How a program is installed."""

    manager: Literal["npm", "pip"]
    packages: tuple[str, ...]
    """Exact versions: package managers silently take old releases where a newer one does not fit."""
    executable: str
    """Below the folder in which it was installed."""
    python: tuple[int, int] = (3, 11)
    """Oldest Python that it runs on."""


class Turn(Record):
    """One start of the program; paths are those that it sees."""

    message: str
    message_file: str
    """A file with the message, for programs that cannot be told on standard input."""
    model: str
    protocol: WireProtocol
    relay: str
    """Address of the relay, without a version."""
    token: str
    """What the relay takes for a key; it is worth nothing elsewhere."""
    home: str
    workspace: str
    files: tuple[str, ...] = ()
    """Files of the workspace, for programs that know of none by themselves: the first ones of an ordinary size."""
    has_hosted_tools: bool = False
    """Whether its endpoint may search the web, run code or fetch files for it; where it may not, such tools of the
    program only fail, and are switched off."""
    session: str
    """Id of the session: the program's own when it is resumed, else one that it may be given."""
    is_resumed: bool
    time_limit: float
    """Seconds."""


class Start(Record):
    """How the program is started."""

    arguments: tuple[str, ...]
    """After the program's name."""
    environment: dict[str, str] = {}
    files: dict[str, str] = {}
    """Path below its home → what lies there before it starts."""
    input: str | None = None
    """On standard input; None: nothing comes there."""


class Said(Record):
    """One message of the agent's, with the tools that it used and what came of them."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: dict[str, str] = {}
    """Call → what the tool gave back."""


class Told(Record):
    """What the program told of its turn."""

    ended: Literal["done", "gave up", "failed", "nothing"]
    """nothing: it said nothing about an end, as programs do that were killed."""
    detail: str = ""
    is_certain: bool = True
    """Whether it has a word of its own for the end; where it has none, only its calls tell whether it came to one."""
    session: str | None = None
    """Id by which the session can be resumed, where the program chose it."""
    steps: tuple[Said, ...] = ()


class Program(Protocol):
    """A code agent that is installed and started headless."""

    name: str
    version: str
    """Default."""
    protocols: Sequence[WireProtocol]
    """That it speaks, the best tried first."""
    keeps: Sequence[str]
    """Of its home, what a later round needs to resume the session; `{place}` stands for the workspace's path as the
    program writes it into a folder's name. Empty: sessions cannot be resumed."""
    redirects: Sequence[str]
    """Files and folders of a workspace by which the agent of one round would configure the program of the next."""

    def installation(self, version: str) -> Installation:
        """How this version is installed."""
        ...

    def start(self, turn: Turn) -> Start:
        """How a turn is begun."""
        ...

    def told(self, result: ExecResult, home: Path) -> Told:
        """What the program told, by its output and by what lies in its home; both are others' words."""
        ...

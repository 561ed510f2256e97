"""Contract of an adapter for a code agent that people install; one runner drives them all."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, cast

from agents.gateway.counting import SILENCE, Traffic
from plans.errors import Sign, ended_by
from plans.plain_text import folded
from plans.records.base import Record
from plans.records.code_agent import Ended, ToolCall
from plans.records.model_settings import WireProtocol
from plans.records.sandboxing import ExecResult
from plans.records.usage import RelayRefusal

DOCKER = "docker"
"""The sandbox whose programs run in an image, and find there what it holds."""

Event = dict[str, Any]


def events(text: str) -> list[Event]:
    """The JSON objects among the lines."""
    return list(_objects(text))


def _objects(text: str) -> Iterator[Event]:
    # JSON may hold U+2028, U+2029 and U+0085 as they are, and str.splitlines would cut an event there.
    for line in text.split("\n"):
        if line.startswith("{"):
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict):
                yield cast("Event", value)


def part(value: object, *path: str) -> Event:
    """The object at a path of keys; an empty one where there is none."""
    for key in path:
        value = cast("Event", value).get(key) if isinstance(value, dict) else None
    return cast("Event", value) if isinstance(value, dict) else {}


def parts(value: object) -> list[Event]:
    """The objects of a list; none where there is no list."""
    listed = cast("list[object]", value) if isinstance(value, list) else []
    return [cast("Event", one) for one in listed if isinstance(one, dict)]


def word(value: object) -> str:
    """A value as text: itself, or its JSON; empty for nothing."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class Installation(Record):
    """How a program is installed."""

    manager: Literal["npm", "pip"]
    packages: tuple[str, ...]
    """Exact versions: package managers silently take old releases where a newer one does not fit."""
    executable: str
    """Below the folder in which it was installed."""
    python: tuple[int, int] = (3, 11)
    """Oldest Python that it runs on."""


class ProgramTurn(Record):
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


class ProgramStart(Record):
    """How the program is started."""

    arguments: tuple[str, ...]
    """After the program's name."""
    environment: dict[str, str] = {}
    files: dict[str, str] = {}
    """Path below its home → what lies there before it starts."""
    input: str | None = None
    """On standard input; None: nothing comes there."""


class TurnMessage(Record):
    """One message of the agent's, with the tools that it used and what came of them."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: dict[str, str] = {}
    """Call → what the tool gave back."""


class TurnReport(Record):
    """What the program told of its turn."""

    ended: Literal["done", "gave up", "failed", "nothing"]
    """nothing: it said nothing about an end, as programs do that were killed."""
    detail: str = ""
    is_certain: bool = True
    """Whether it has a word of its own for the end; where it has none, only its calls tell whether it came to one."""
    session: str | None = None
    """Id by which the session can be resumed, where the program chose it."""
    steps: tuple[TurnMessage, ...] = ()


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

    def start(self, turn: ProgramTurn) -> ProgramStart:
        """How a turn is begun."""
        ...

    def told(self, result: ExecResult, home: Path) -> TurnReport:
        """What the program told, by its output and by what lies in its home; both are others' words."""
        ...


LAST_WORDS = 500
"""Characters of the program's last words that are kept."""


class TurnEnding(NamedTuple):
    """How a turn ended, and why."""

    ended: Ended
    detail: str = ""


def ending_of(
    told: TurnReport, result: ExecResult, traffic: Traffic, time_limit: float, *, is_first: bool = True
) -> TurnEnding:
    """How the turn, the `first` one or a later one, ended by the table of signs, with the words that go with it."""
    trouble = traffic.endpoint_trouble(min(SILENCE, time_limit / 2), is_first=is_first)
    ended = ended_by(set(_signs(told, result, traffic, trouble)))
    return TurnEnding(ended, _detail(ended, told, result, trouble))


def _signs(told: TurnReport, result: ExecResult, traffic: Traffic, trouble: str) -> Iterator[Sign]:
    ended_well = result.returncode == 0 and not result.timed_out and traffic.answered() > 0
    if traffic.refused_for(RelayRefusal.BUDGET):
        yield Sign.BUDGET_REFUSED
    if told.ended == "done" and ended_well:
        yield Sign.SAID_DONE if told.is_certain else Sign.SEEMS_DONE
    if trouble:
        yield Sign.ENDPOINT_IN_TROUBLE
    if result.timed_out:
        yield Sign.TIMED_OUT
    if not traffic.put():
        yield Sign.NEVER_ASKED
    if told.ended == "gave up":
        yield Sign.SAID_GIVEN_UP


def _detail(ended: Ended, told: TurnReport, result: ExecResult, trouble: str) -> str:
    words = folded(told.detail) or folded(result.stderr.strip() or result.stdout)[-LAST_WORDS:]
    match ended:
        case "done":
            return ""
        case "endpoint failed":
            return trouble
        case "harness failed":
            return f"it never asked its model; {exit_detail(result.returncode, words)}"
        case "agent failed":
            return exit_detail(result.returncode, words)
        case _:
            return words


def exit_detail(code: int, words: str) -> str:
    """An exit code with the program's last words, of which there may be none."""
    return f"exit code {code}: {words}" if words else f"exit code {code}"

"""Tools of the minimal agent: files, shell and Python, all of them in the sandbox."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from pydantic import Field, ValidationError

from agents.gateway.prompts import complaints
from plans.contracts.sandboxing import Sandbox
from plans.errors import FileRefused
from plans.plain_text import mended, well_formed
from plans.records.base import Record
from plans.records.model_call import ToolOffer, ToolUse
from plans.records.sandboxing import ExecResult

LONGEST = 300
"""Seconds that one command may take."""
_CHECK_SECONDS = 120.0
"""Seconds that the check of `finish` may take."""
KEPT = 12_000
"""Characters of what a tool gives back that the model gets."""
BASH = 'if command -v bash >/dev/null 2>&1; then exec bash -c "$0"; else exec sh -c "$0"; fi'
"""Models write for bash, which not every image has."""


class ReadFile(Record):
    """Read a text file of the workspace, or a part of it."""

    path: str
    first_line: int = Field(default=1, ge=1)
    """From 1."""
    lines: int = Field(default=400, ge=1)
    """How many at most."""


class WriteFile(Record):
    """Write a text file whole, with the folders above it; what was there is replaced."""

    path: str
    text: str


class EditFile(Record):
    """Replace a piece of a text file that stands in it exactly once."""

    path: str
    old: str = Field(min_length=1)
    """Word for word, with its blanks; long enough to stand there once."""
    new: str


class Shell(Record):
    """Run a shell command in the workspace; gives back what it said and its exit code."""

    command: str
    seconds: float = Field(default=60, gt=0)
    """After which it is stopped."""


class Python(Record):
    """Run Python 3 code in the workspace, as a program of its own; gives back what it printed and its exit code."""

    code: str
    seconds: float = Field(default=60, gt=0)
    """After which it is stopped."""


class Finish(Record):
    """End the round: the work is done."""

    summary: str = ""
    """What was done, in a sentence or two."""
    check: str = ""
    """A shell command that tries what you wrote: the round ends only if its exit code is 0, and otherwise you get what
    it said. With it, `finish` may stand in the same answer as the files."""


class Hands(NamedTuple):
    """Where tools work."""

    sandbox: Sandbox
    environment: Mapping[str, str]
    """What programs get, such as where packages are had."""


class ToolResult(NamedTuple):
    """What came of a tool."""

    told: str
    """What the model gets."""
    is_last: bool = False
    """Whether it ended the round."""


TOOLS: dict[str, type[Record]] = {
    "read_file": ReadFile,
    "write_file": WriteFile,
    "edit_file": EditFile,
    "shell": Shell,
    "python": Python,
    "finish": Finish,
}
"""Name → its arguments, whose docstrings are what the model reads."""


def offers() -> tuple[ToolOffer, ...]:
    """The tools as a model is offered them."""
    return tuple(
        ToolOffer(
            name=name,
            description=kind.__doc__ or "",
            parameters=json.dumps(_plain(kind.model_json_schema()), sort_keys=True),
        )
        for name, kind in TOOLS.items()
    )


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema without what only repeats the names; it is sent with every call."""
    fields = {
        name: {k: v for k, v in one.items() if k != "title"} for name, one in schema["properties"].items()
    }
    kept = {name: value for name, value in schema.items() if name not in ("title", "description")}
    return {**kept, "properties": fields}


async def perform(use: ToolUse, hands: Hands) -> ToolResult:
    """Do what a model wants done; whatever is wrong with its wish is told to it. Raises SandboxRefused."""
    kind = TOOLS.get(use.name)
    if kind is None:
        return ToolResult(f"There is no tool {use.name!r}. There are: {', '.join(TOOLS)}.")
    try:
        # Models say halves of letters too, which no file of ours can hold.
        wish = kind.model_validate(mended(json.loads(use.arguments or "{}")))
    except ValidationError as error:
        listed = "\n".join(f"- {one}" for one in complaints(error))
        return ToolResult(f"Nothing was done: {use.name} cannot be used so.\n{listed}")
    # A number of thousands of digits is JSON, but none that Python reads.
    except (ValueError, RecursionError) as error:
        return ToolResult(
            f"Nothing was done: the arguments of {use.name} are no JSON that can be read: {error}."
        )
    try:
        if isinstance(wish, Finish):
            return await _finished(wish, hands)
        told = await _DOING[use.name](wish, hands)
    except FileNotFoundError:
        told = "There is no such file."
    except IsADirectoryError:
        told = "That is a folder. List it with `shell`."
    except UnicodeDecodeError:
        told = "That file is no text in UTF-8."
    except FileRefused as refused:
        told = str(refused)
    return ToolResult(cut(well_formed(told)))


def cut(text: str, most: int = KEPT) -> str:
    """The beginning and the end of a text that is too long, with how much was left out between."""
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half:,} characters left out …]\n{text[-half:]}"


def _lines(text: str) -> list[str]:
    """The lines as they stand in the file, so that an edit of what was read fits: a line feed alone ends one."""
    return text.removesuffix("\n").split("\n") if text else []


async def _read(wish: ReadFile, hands: Hands) -> str:
    lines = _lines(await hands.sandbox.read_file(wish.path))
    if not lines:
        return "(The file is empty.)"
    begin = wish.first_line - 1
    shown = lines[begin : begin + wish.lines]
    if not shown:
        return f"The file has only {len(lines):,} lines."
    last = begin + len(shown)
    note = f"(lines {begin + 1:,} to {last:,} of {len(lines):,})\n" if len(shown) < len(lines) else ""
    return note + "\n".join(shown)


async def _write(wish: WriteFile, hands: Hands) -> str:
    await hands.sandbox.write_file(wish.path, wish.text)
    return f"Written: {len(_lines(wish.text)):,} lines."


async def _edit(wish: EditFile, hands: Hands) -> str:
    text = await hands.sandbox.read_file(wish.path)
    found = text.count(wish.old)
    if found != 1:
        return (
            "Nothing was changed: `old` does not stand in the file. Read it and quote it word for word."
            if not found
            else f"Nothing was changed: `old` stands in the file {found} times. Quote more around it."
        )
    await hands.sandbox.write_file(wish.path, text.replace(wish.old, wish.new))
    return "Changed."


async def _shell(wish: Shell, hands: Hands) -> str:
    seconds = min(wish.seconds, LONGEST)
    return _said(await _ran(wish.command, seconds, hands), seconds)


async def _ran(command: str, seconds: float, hands: Hands) -> ExecResult:
    return await hands.sandbox.exec(
        ["sh", "-c", BASH, command], environment=hands.environment, timeout=seconds
    )


async def _finished(wish: Finish, hands: Hands) -> ToolResult:
    """The end of the round, unless the check that the model named fails."""
    if not wish.check.strip():
        return ToolResult("Finished.", is_last=True)
    result = await _ran(wish.check, _CHECK_SECONDS, hands)
    said = cut(well_formed(_said(result, _CHECK_SECONDS)))
    if result.success:
        return ToolResult(f"Finished.\n{said}", is_last=True)
    return ToolResult(f"Not finished: the check failed.\n{said}")


async def _python(wish: Python, hands: Hands) -> str:
    seconds = min(wish.seconds, LONGEST)
    ran = await hands.sandbox.exec(
        ["python3", "-"], input=wish.code, environment=hands.environment, timeout=seconds
    )
    return _said(ran, seconds)


def _said(ran: ExecResult, seconds: float) -> str:
    """Both streams are cut by themselves, so that neither hides the other."""
    end = f"stopped after {seconds:g} s" if ran.timed_out else f"exit code {ran.returncode}"
    said = [cut(ran.stdout.rstrip("\n"), KEPT * 2 // 3)]
    if ran.stderr.strip():
        said.append(f"[standard error]\n{cut(ran.stderr.rstrip(), KEPT // 4)}")
    return "\n".join([*filter(None, said), f"[{end}]"])


_DOING: dict[str, Callable[..., Awaitable[str]]] = {
    "read_file": _read,
    "write_file": _write,
    "edit_file": _edit,
    "shell": _shell,
    "python": _python,
}

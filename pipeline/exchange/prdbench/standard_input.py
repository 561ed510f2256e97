"""What a published command is to be typed into it, found where it really lies."""

import base64
import posixpath
import re
from typing import NamedTuple

from pipeline.exchange.prdbench.commands import Commands
from pipeline.exchange.prdbench.folder import PublishedFolder
from pipeline.exchange.prdbench.plan import Case
from pipeline.exchange.prdbench.texts import decoded
from plans.errors import InvalidFile
from plans.records.published import InputSource, StandardInput

_LOOKS_LIKE_A_FILE = re.compile(r"[^\s\\]+\.(?:in|txt|input|csv|json)")
_UP_TO_ID = re.compile(r"(.*?\d+(?:\.\d+)*[a-z]?)(?=[_.\s-]|$)")
_IN_UTF = frozenset({"utf-8", "utf-8-sig", "utf-16"})


class FoundInput(NamedTuple):
    """The input of one command."""

    input: StandardInput
    wanted: str | None = None
    """The file that should have been there, where it was looked for elsewhere or not found."""


def input_of(case: Case, commands: Commands | None, folder: PublishedFolder) -> FoundInput:
    """What is typed into a command: by its own `<`, else by what the plan names.

    Args:
        case: The command with its input, as published.
        commands: The command taken apart; None where there is none, or it cannot be.
        folder: The task.
    """
    calls = commands.calls if commands else ()
    for call in calls:
        if call.reads is not None:
            place = folder.place(call.reads, call.folder or ".")
            return _from_file(place, call.reads, folder, "redirect")
    if commands and commands.appended is not None:
        return FoundInput(typed(commands.appended, "appended"))
    if any(call.is_fed for call in calls):
        return FoundInput(StandardInput(source="in_command"))
    if case.input is None:
        return FoundInput(StandardInput(source="none"))
    place = folder.place(case.input)
    is_file = place is not None and (place in folder.files or _LOOKS_LIKE_A_FILE.fullmatch(case.input))
    if is_file:
        return _from_file(place, case.input, folder, "path")
    return FoundInput(typed(case.input, "text"))


def _from_file(place: str | None, wanted: str, folder: PublishedFolder, source: InputSource) -> FoundInput:
    """What a file holds; where it is missing, that of the one file that can only be it."""
    if place in folder.files:
        return FoundInput(_held(place, folder, source))
    same_name = folder.by_name.get(posixpath.basename(wanted), [])
    if len(same_name) == 1:
        return FoundInput(_held(same_name[0], folder, "same_name"), wanted)
    if place is not None and len(twins := _twins(place, folder)) == 1:
        return FoundInput(_held(twins[0], folder, "twin"), wanted)
    return FoundInput(StandardInput(source="missing", file=wanted), wanted)


def _twins(place: str, folder: PublishedFolder) -> list[str]:
    """Files of the same folder and suffix with the same name up to its id: `test_2.1_start.in`, `test_2.1_开始.in`."""
    base, (stem, suffix) = posixpath.dirname(place), posixpath.splitext(posixpath.basename(place))
    beginning = _UP_TO_ID.match(stem)
    if beginning is None:
        return []
    return [
        file
        for file in folder.files
        if posixpath.dirname(file) == base
        and file.endswith(suffix)
        and (other := _UP_TO_ID.match(posixpath.splitext(posixpath.basename(file))[0])) is not None
        and other[1] == beginning[1]
    ]


def _held(file: str, folder: PublishedFolder, source: InputSource) -> StandardInput:
    try:
        data = folder.read(file)
    except InvalidFile:
        # It was listed, and is too large or gone meanwhile: whoever is told that it is missing looks for it.
        return StandardInput(source="missing", file=file)
    text = decoded(data)
    if text.lost or text.encoding not in _IN_UTF:
        return StandardInput(source=source, file=file, base64=base64.b64encode(data).decode())
    return typed(text.text, source, file)


def typed(text: str, source: InputSource, file: str | None = None) -> StandardInput:
    """The text as a terminal would get it: what is written as `\\n` in a plan is the end of a line."""
    lines = text.replace("\\n", "\n") if file is None and "\n" not in text else text
    if not lines:
        return StandardInput(source=source, file=file, text="")
    kept = lines.rstrip("\n")
    blank = len(lines) - len(kept) - 1
    return StandardInput(source=source, file=file, text=f"{kept}\n", blank_lines_cut=max(0, blank))

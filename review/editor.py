"""Lines from the terminal and texts from the reviewer's editor, without holding up whatever else runs."""

import asyncio
import os
import shlex
import shutil
import sys

from plans.errors import AuthorError
from plans.files import read_text
from plans.scratch import scratch

EDITORS = ("sensible-editor", "nano", "vi")
"""Tried in this order when the environment names none."""


async def read_line() -> str:
    """The next line of standard input with its line end, or "" at the end of input.

    A person may think for an hour, and browsers must be answered meanwhile; what is piped in is there at once.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline()
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), readable.set)
    try:
        await readable.wait()
        return sys.stdin.readline()
    finally:
        loop.remove_reader(sys.stdin.fileno())


async def edit_text(text: str, suffix: str, editor: str | None) -> str:
    """The text as it is after editing; raises AuthorError when there is no editor or it fails."""
    command = shlex.split(editor or _some_editor())
    with scratch("edit") as folder:
        path = folder / f"artifact{suffix}"
        path.write_text(text, encoding="utf-8")
        try:
            process = await asyncio.create_subprocess_exec(*command, os.fspath(path))
        except OSError as error:
            raise AuthorError(
                f"The editor {command[0]!r} cannot be started: {error.strerror}. Set EDITOR to one that can."
            ) from None
        if await process.wait() != 0:
            raise AuthorError(
                f"The editor {command[0]!r} ended with exit code {process.returncode}; nothing was taken over. "
                "Decide again, or set EDITOR to another editor."
            )
        return read_text(path)


def _some_editor() -> str:
    found = next((name for name in EDITORS if shutil.which(name)), None)
    if found is None:
        raise AuthorError("No editor was found. Set EDITOR to the command that edits a text file.")
    return found

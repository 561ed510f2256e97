"""What stays of an agent's turn for its next one: its session, and nothing else of its home.

An agent that wrote settings into its home, or into the workspace, would configure the program of the next round:
another endpoint, other permissions, commands that run at its start. So a home begins empty but for the session, and
what would redirect a program is set aside while it runs.
"""

import os
import re
import shutil
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar
from uuid import uuid4

from agents.coding.program import Program
from agents.sandbox.beneath import read_beneath, write_beneath
from plans.contracts.sandboxing import Sandbox
from plans.errors import FileRefused
from plans.files import read_own_record, write_record
from plans.records.base import FileRecord
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

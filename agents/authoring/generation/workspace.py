"""What a code agent left in the workspace of a reference, read without following anything that it put there."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from agents.authoring.generation.files import MOST_FILES, FileRules
from agents.authoring.generation.shapes import WrittenFile
from agents.sandbox.beneath import read_beneath
from plans.errors import FileRefused

CORRECTIONS = "corrected_tasks.json"
"""File at the root in which an agent writes anew how tasks are tried; no part of the reference."""
LARGEST = 400_000
"""Bytes of a file that is read."""
DEEPEST = 6
"""Folders within each other that are looked into."""
MOST_ENTRIES = 5_000
"""Entries of folders that are looked at."""
TOOLS_OWN = ("node_modules", "__pycache__")


def found_files(workspace: Path, problems: list[str], rules: FileRules) -> Sequence[WrittenFile]:
    """The files that may be a reference's, by path; what cannot be read is added to `problems`.

    Others, such as a script with which the agent tried what it wrote, are passed over.
    """
    files: list[WrittenFile] = []
    for path in sorted(_paths(workspace, problems)):
        if not rules.holds(path):
            continue
        try:
            text = found_text(workspace, path)
        except (FileRefused, UnicodeDecodeError) as error:
            problems.append(f"{path!r} cannot be read: {error}")
            continue
        if text is not None:
            files.append(WrittenFile(path=path, content=text))
        if len(files) > MOST_FILES:
            break
    return files


def found_text(workspace: Path, path: str) -> str | None:
    """What the file holds; None where there is none. Raises FileRefused, and UnicodeDecodeError for other than text."""
    try:
        return read_beneath(workspace, path, LARGEST).decode()
    except (FileNotFoundError, IsADirectoryError):
        return None


def _paths(workspace: Path, problems: list[str]) -> Iterator[str]:
    """Ordinary files and links, relative to the workspace; what is hidden or a tool's own is passed over, and folders
    that cannot be looked into are added to `problems`.
    """
    pending, seen = [("", 0)], 0
    while pending:
        folder, depth = pending.pop()
        try:
            opened = os.scandir(workspace / folder)
        except PermissionError as error:
            problems.append(f"{folder or '.'!r} cannot be looked into: {error.strerror}.")
            continue
        with opened as entries:
            for entry in entries:
                seen += 1
                if seen > MOST_ENTRIES:
                    problems.append(
                        f"There are more than {MOST_ENTRIES:,} files and folders; remove what is not needed."
                    )
                    return
                path = f"{folder}/{entry.name}" if folder else entry.name
                if entry.name.startswith(".") or entry.name in TOOLS_OWN:
                    continue
                if not entry.is_dir(follow_symlinks=False):
                    yield path
                elif depth < DEEPEST:
                    pending.append((path, depth + 1))

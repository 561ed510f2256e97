"""Where a published folder comes from: the commit, as far as the checkout itself tells."""

import re
from pathlib import Path

from agents.sandbox.beneath import read_beneath
from plans.errors import FileRefused
from plans.plain_text import lines_of
from plans.records.published import DataVersion

DATASET = "PRDBench"
ADDRESS = "https://github.com/AGI-Eval-Official/PRDBench"
LICENCE = "MIT (PRDBench, by its authors)"
_STATES = {
    "original": "as first published",
    "translated": "as translated since",
    "unclear": "as first published or as translated since, which cannot be told",
}
"""Published state of the data → how it is told."""
_COMMIT = re.compile(r"[0-9a-f]{40}")
_LARGEST = 1_000_000
"""Bytes of a file of git's that is read."""


def version_told(commit: str | None, version: DataVersion) -> str:
    """The commit, where it is known, and what the data themselves tell."""
    where = f"commit {commit}" if commit else "of an unknown commit"
    return f"{where}; {_STATES[version.name]}: {version.because}"


def commit_of(folder: Path) -> str | None:
    """The commit that is checked out there, or None where it cannot be told."""
    head = _read(folder, ".git/HEAD")
    if head is None or not head.startswith("ref: "):
        return _found(head)
    name = head.removeprefix("ref: ")
    packed = _read(folder, ".git/packed-refs") or ""
    line = next((line for line in lines_of(packed) if line.endswith(f" {name}")), None)
    return _found(_read(folder, f".git/{name}")) or _found(line)


def _found(text: str | None) -> str | None:
    match = _COMMIT.match(text) if text else None
    return match[0] if match else None


def _read(folder: Path, name: str) -> str | None:
    try:
        return read_beneath(folder, name, _LARGEST).decode("utf-8", "replace").strip()
    except (OSError, FileRefused):
        return None  # It is no checkout, or not one of the usual kind: then nobody knows the commit.

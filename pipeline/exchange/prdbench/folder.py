"""A published folder as it lies there: its files, what they hold, and the commit that was checked out.

No link is followed, and nothing outside is read.
"""

import codecs
import os
import posixpath
import re
import stat
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from agents.sandbox.beneath import read_beneath
from plans.dialect import KeysTwice, load_json
from plans.errors import FileRefused, InvalidFile
from plans.files import unread_reason
from plans.plain_text import DEPTH, lines_of, mended, well_formed
from plans.records.problem import Problem

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OTHERS = ("utf-8", "gb18030")
"""What is tried where no mark says it: the data came from a Chinese desktop."""
FILE_LIMIT = 5_000_000
"""Bytes of the largest file that is read; the largest plan that was published has 60,000."""
PATH_LIMIT = 1_000
"""Characters from which a text is no path."""
ENTRIES_LIMIT = 20_000
"""Files and folders that a task may have."""
DATASET = "PRDBench"
ADDRESS = "https://github.com/AGI-Eval-Official/PRDBench"
LICENCE = "MIT (PRDBench, by its authors)"
_COMMIT = re.compile(r"[0-9a-f]{40}")
_LARGEST = 1_000_000
"""Bytes of a file of git's that is read."""


class Decoded(NamedTuple):
    """A text, and how sure it is."""

    text: str
    encoding: str
    lost: bool = False
    """Whether some bytes could not be read, and have a replacement character in their place."""


def decoded(data: bytes) -> Decoded:
    """The text with its line ends as line feeds and without a byte order mark; never fails."""
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    for encoding in (marked,) if marked else _OTHERS:
        try:
            return Decoded(_lines(data.decode(encoding)), encoding)
        except UnicodeDecodeError:
            continue
    encoding = marked or "utf-8"
    return Decoded(_lines(data.decode(encoding, "replace")), encoding, lost=True)


def _lines(text: str) -> str:
    # Some files have a second mark after the first, where they were saved twice.
    return well_formed(text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


class PublishedFolder:
    """A folder of files by others, listed once.

    Args:
        root: The folder itself, which is trusted; nothing beneath it is.
        name: How problems call it.
        is_listed: Whether its files are wanted as a list, beside those that are asked for by their path.
    """

    def __init__(self, root: Path, name: str, *, is_listed: bool = True) -> None:
        self.root = root
        self.name = name
        self.files: dict[str, int] = {}
        """Ordinary files by path from the root, with their size in bytes."""
        self.folders: set[str] = {"."}
        self.problems: list[Problem] = []
        """What is left out of the list, and why."""
        if is_listed:
            self._list()

    @cached_property
    def by_name(self) -> dict[str, list[str]]:
        """Base name → the files that have it."""
        found: dict[str, list[str]] = {}
        for path in self.files:
            found.setdefault(posixpath.basename(path), []).append(path)
        return found

    def place(self, path: str, folder: str = ".") -> str | None:
        """Where a path leads that is named in `folder`; None outside of everything, or for no path at all."""
        if not path or len(path) > PATH_LIMIT or "\0" in path or path.startswith(("/", "~")):
            return None
        place = posixpath.normpath(posixpath.join(folder, path.replace("\\", "/")))
        return None if place == ".." or place.startswith("../") else place

    def matching(self, pattern: str) -> list[str]:
        """The files that a pattern with `*` and `?` names; these stand for no slash."""
        depth = pattern.count("/")
        return [file for file in self.files if file.count("/") == depth and fnmatchcase(file, pattern)]

    def read(self, path: str) -> bytes:
        """What a listed file holds; raises InvalidFile with the reason."""
        try:
            return read_beneath(self.root, path, FILE_LIMIT)
        except FileNotFoundError:
            message, mend = "is missing.", "Restore it from the published data."
        except IsADirectoryError:
            message, mend = "is a folder, where a file is due.", "Put the file there."
        except FileRefused as error:
            message, mend = f"is not read: {error}", "Put an ordinary file of the usual size there."
        except OSError as error:
            message, mend = f"cannot be read: {error.strerror}.", "Restore it from the published data."
        raise InvalidFile([self.problem(path, message, mend)])

    def text(self, path: str) -> Decoded:
        """The text of a file, whatever it was saved as; raises InvalidFile."""
        return decoded(self.read(path))

    def json(self, path: str) -> Any:
        """The value of a JSON file, every text in it well formed; raises InvalidFile."""
        try:
            return mended(load_json(self.text(path).text), DEPTH)
        except KeysTwice as error:
            message = f"is not to be relied on: {error}, and of each pair one would be lost."
        except (ValueError, RecursionError) as error:
            message = f"is no JSON: {unread_reason(error)}."
        raise InvalidFile([self.problem(path, message, "Restore it from the published data.")])

    def problem(self, place: str, message: str, mend: str, *, is_warning: bool = False) -> Problem:
        """A problem of a file or of a place in one."""
        where = f"{self.name}/{os.fsencode(place).decode('utf-8', 'backslashreplace')}"
        return Problem(where=where, message=message, mend=mend, severity="warning" if is_warning else "error")

    def _list(self) -> None:
        seen = 0
        waiting = ["."]
        while waiting:
            folder = waiting.pop()
            try:
                entries = sorted(os.scandir(self.root / folder), key=lambda entry: entry.name)
            except OSError as error:
                self._leave_out(folder, f"cannot be looked into: {error.strerror}.")
                continue
            for entry in entries:
                seen += 1
                if seen > ENTRIES_LIMIT:
                    self._leave_out(
                        folder, f"has more than {ENTRIES_LIMIT:,} entries; the rest is not looked at."
                    )
                    return
                path = posixpath.normpath(posixpath.join(folder, entry.name))
                if found := self._take(path, entry):
                    waiting.append(found)

    def _take(self, path: str, entry: "os.DirEntry[str]") -> str | None:
        """List an entry; a folder's path is returned, to be looked into."""
        mode = entry.stat(follow_symlinks=False).st_mode
        if not path.isprintable():
            self._leave_out(path, "has a name that is no printable text in UTF-8, and is left out.")
        elif stat.S_ISDIR(mode):
            self.folders.add(path)
            return path
        elif stat.S_ISREG(mode):
            self.files[path] = entry.stat(follow_symlinks=False).st_size
        else:
            self._leave_out(path, "is a link or no ordinary file, and is left out: none is followed.")
        return None

    def _leave_out(self, path: str, message: str) -> None:
        self.problems.append(
            self.problem(path, message, "Put an ordinary file or folder there.", is_warning=True)
        )


def commit_of(folder: Path) -> str | None:
    """The commit that is checked out there, or None where it cannot be told."""
    head = _read_small(folder, ".git/HEAD")
    if head is None or not head.startswith("ref: "):
        return _commit_in(head)
    name = head.removeprefix("ref: ")
    packed = _read_small(folder, ".git/packed-refs") or ""
    line = next((line for line in lines_of(packed) if line.endswith(f" {name}")), None)
    return _commit_in(_read_small(folder, f".git/{name}")) or _commit_in(line)


def _commit_in(text: str | None) -> str | None:
    match = _COMMIT.match(text) if text else None
    return match[0] if match else None


def _read_small(folder: Path, name: str) -> str | None:
    try:
        return read_beneath(folder, name, _LARGEST).decode("utf-8", "replace").strip()
    except (OSError, FileRefused):
        return None  # It is no checkout, or not one of the usual kind: then nobody knows the commit.

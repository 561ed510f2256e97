"""The files of a published task: read without following a link, run by its commands, and what these are to write."""

import ast
import os
import posixpath
import re
import stat
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agents.sandbox.beneath import read_beneath
from plans.dialect import KeysTwice, load_json
from plans.errors import FileRefused, InvalidFile
from plans.files import unread_reason
from plans.plain_text import DEPTH, lines_of, mended
from plans.records.base import Problem, stays_inside
from plans.shell import SimpleCommand, targets_of
from plans.syntax_trees import module_tree

FILE_LIMIT = 5_000_000
"""Bytes of the largest file that is read; the largest plan that was published has 60,000."""
PATH_LIMIT = 1_000
"""Characters from which a text is no path."""
ENTRIES_LIMIT = 20_000
"""Files and folders that a task may have."""
EVALUATION = "evaluation"
"""The folder of tests, inputs and expected files; what lies elsewhere the submission brings."""
RESTORE = "Restore it from the published data."
_OUTPUT_OPTION = re.compile(
    r"-o|--?(?:[\w-]+[_-])?(?:out|output|save|export|dest|target|report|result)(?:[_-][\w-]+)?"
)
_COMMIT = re.compile(r"[0-9a-f]{40}")


class PublishedFolder:
    """A folder of files by others, listed once; no link is followed, and nothing outside is read.

    Args:
        root: The folder itself, which is trusted; nothing beneath it is.
        name: How problems call it.
        is_listed: Whether its files are wanted as a list, beside those that are asked for by their path.
    """

    def __init__(self, root: Path, name: str, *, is_listed: bool = True) -> None:
        self.root = root
        self.name = name
        self.files: set[str] = set()
        """Ordinary files by path from the root."""
        self.problems: list[Problem] = []
        """What is left out of the list, and why."""
        self._modules: dict[str, frozenset[str]] = {}
        if is_listed:
            self._list()

    def place(self, path: str, folder: str = ".") -> str | None:
        """Where a path leads that is named in `folder`; None outside of everything, or for no path at all."""
        if not path or len(path) > PATH_LIMIT or "\0" in path or path.startswith(("/", "~")):
            return None
        place = posixpath.normpath(posixpath.join(folder, path.replace("\\", "/")))
        return None if place == ".." or place.startswith("../") else place

    def has(self, place: str) -> bool:
        """Whether a file lies there, or a folder with files in it."""
        return place in self.files or any(file.startswith(f"{place}/") for file in self.files)

    def read(self, path: str) -> bytes:
        """What a file holds; raises InvalidFile with the reason."""
        try:
            return read_beneath(self.root, path, FILE_LIMIT)
        except (OSError, FileRefused) as error:
            why = (error.strerror if isinstance(error, OSError) else str(error)) or "nobody knows why"
            raise InvalidFile([self.problem(path, f"cannot be read: {why.rstrip('.')}.", RESTORE)]) from None

    def text(self, path: str) -> str:
        """The text of a file, with line feeds for line ends; raises InvalidFile."""
        try:
            text = self.read(path).decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InvalidFile([self.problem(path, "is no UTF-8.", RESTORE)]) from None
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def json(self, path: str) -> Any:
        """The value of a JSON file, every text in it well formed; raises InvalidFile."""
        try:
            return mended(load_json(self.text(path)), DEPTH)
        except KeysTwice as error:
            message = f"is not to be relied on: {error}, and of each pair one would be lost."
        except (ValueError, RecursionError) as error:
            message = f"is no JSON: {unread_reason(error)}."
        raise InvalidFile([self.problem(path, message, RESTORE)])

    def modules(self, file: str) -> frozenset[str]:
        """Top-level names of the modules that a Python file imports, wherever in it.

        Raises InvalidFile where it cannot be read, or Python refuses it.
        """
        if file not in self._modules:
            try:
                self._modules[file] = imported_modules(self.read(file))
            except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
                line = f" in line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
                told = error.msg if isinstance(error, SyntaxError) else str(error) or "nested too deeply"
                message = f"cannot be parsed by Python{line}: {told}."
                raise InvalidFile([self.problem(file, message, RESTORE)]) from None
        return self._modules[file]

    def problem(self, place: str, message: str, mend: str, *, is_warning: bool = False) -> Problem:
        """A problem of a file or of a place in one."""
        where = f"{self.name}/{os.fsencode(place).decode('utf-8', 'backslashreplace')}"
        return Problem(where=where, message=message, mend=mend, severity="warning" if is_warning else "error")

    def _list(self) -> None:
        seen = 0
        for above, folders, files in os.walk(self.root, onerror=self._unread):
            at = os.path.relpath(above, self.root)
            seen += len(folders) + len(files)
            if seen > ENTRIES_LIMIT:
                self._leave_out(at, f"has more than {ENTRIES_LIMIT:,} entries; the rest is not looked at.")
                return
            for name in sorted([*folders, *files]):
                path = posixpath.normpath(posixpath.join(at, name))
                mode = os.lstat(self.root / path).st_mode
                if not stays_inside(path):
                    self._leave_out(path, "has a name that no suite can hold, and is left out.")
                elif stat.S_ISREG(mode):
                    self.files.add(path)
                elif not stat.S_ISDIR(mode):
                    self._leave_out(path, "is a link or no ordinary file, and is left out: none is followed.")
            folders[:] = [name for name in folders if stays_inside(name)]

    def _unread(self, error: OSError) -> None:
        self._leave_out(os.path.relpath(error.filename, self.root), f"cannot be read: {error.strerror}.")

    def _leave_out(self, path: str, message: str) -> None:
        mend = "Put an ordinary file or folder there."
        self.problems.append(self.problem(path, message, mend, is_warning=True))


def commit_of(folder: Path) -> str | None:
    """The commit that is checked out there, or None where it cannot be told."""
    head = _git_text(folder, "HEAD")
    name = head.removeprefix("ref: ")
    packed = (line for line in lines_of(_git_text(folder, "packed-refs")) if line.endswith(f" {name}"))
    texts = (head,) if name == head else (_git_text(folder, name), *packed)
    return next((match[0] for text in texts if (match := _COMMIT.match(text))), None)


def _git_text(folder: Path, name: str) -> str:
    try:
        return read_beneath(folder, f".git/{name}", FILE_LIMIT).decode("utf-8", "replace").strip()
    except (OSError, FileRefused):
        return ""  # It is no checkout, or not one of the usual kind: then nobody knows the commit.


def imported_modules(source: bytes) -> frozenset[str]:
    """Top-level names of the modules that Python code imports; raises what ast.parse raises."""
    with warnings.catch_warnings():
        # Backslashes that escape nothing are common in these files, and break nothing.
        warnings.simplefilter("ignore")
        nodes = list(ast.walk(module_tree(source)))
    absolute = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level]
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return frozenset(name.partition(".")[0] for name in (*absolute, *plain) if name)


class RunFiles(NamedTuple):
    """The scripts and tests that commands run, as far as the task ships them."""

    files: tuple[str, ...]
    modules: frozenset[str]
    """Top-level names of the modules that they import."""
    broken: tuple[str, ...]
    """What keeps them from being run."""


def run_files(calls: Iterable[SimpleCommand], folder: PublishedFolder) -> RunFiles:
    """What is known of the scripts and tests of some commands without running them."""
    targets = ((call, target) for call in calls for target in targets_of(call))
    named = (
        folder.place(target.name, call.folder or ".")
        for call, target in targets
        if target.kind not in ("module", "code")
    )
    files: list[str] = []
    modules: set[str] = set()
    broken: list[str] = []
    for place in dict.fromkeys(place for place in named if place is not None):
        if place in folder.files:
            files.append(place)
            try:
                modules |= folder.modules(place)
            except InvalidFile as error:
                broken.append(f"what its command runs, {place!r}, {error.problems[0].message}")
        elif place.startswith(f"{EVALUATION}/") and not folder.has(place):
            broken.append(f"what its command runs, {place!r}, is not there.")
    return RunFiles(tuple(files), frozenset(modules), tuple(broken))


def written_places(calls: Iterable[SimpleCommand], folder: PublishedFolder) -> Iterator[str]:
    """Where commands say that they write: behind `>`, and by an option for it."""
    for call in calls:
        names = [*call.writes, *_option_values(call.words)]
        yield from (place for name in names if (place := folder.place(name, call.folder or ".")) is not None)


def _option_values(words: Sequence[str]) -> Iterator[str]:
    for word, following in zip(words, [*words[1:], ""], strict=True):
        option, is_set, value = word.partition("=")
        if _OUTPUT_OPTION.fullmatch(option):
            if is_set:
                yield value
            elif following and not following.startswith("-"):
                yield following


class Outputs(NamedTuple):
    """The files of one criterion's outcome."""

    references: tuple[str, ...]
    products: tuple[str, ...]
    lacking: tuple[str, ...]
    """What keeps them from being compared."""


def outputs_of(expected: Iterable[str], written: Sequence[str], folder: PublishedFolder) -> Outputs:
    """The files of a criterion's outcome, by what its plan names as expected and where its commands say they write."""
    references: list[str] = []
    products = [place for place in written if posixpath.splitext(place)[1]]
    lacking: list[str] = []
    for name in expected:
        place = folder.place(name)
        if place is not None and place in folder.files:
            references.append(place)
        elif place is None or (place.startswith(f"{EVALUATION}/") and place not in written):
            lacking.append(f"the expected file {name!r} is not there, so its content cannot be compared.")
        else:
            products.append(place)
            lacking.append(
                f"{name!r}, named as expected, is itself to be written, and compared with nothing."
            )
    return Outputs(tuple(references), tuple(dict.fromkeys(products)), tuple(lacking))

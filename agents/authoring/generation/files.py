"""The files of a project as a model writes and changes them."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from agents.authoring.generation.shapes import Edit, WrittenFile
from plans.records.base import stays_inside
from plans.records.project import Files, Grader

MOST_FILES = 20
LONGEST_FILE = 60_000
"""Characters."""
LONGEST_PATH = 120
"""Bytes: what any disk takes, with the folders in which an item lies before it."""

_NUMBERS = "123456789\u00b9\u00b2\u00b3"
_DEVICES = frozenset(
    {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in _NUMBERS)}
)
_RESERVED = frozenset('<>:"|?*\\')


class FileRules(NamedTuple):
    """Of what files a project is made."""

    comments: Mapping[str, tuple[str, str]]
    """Ending of a name → how a comment begins and ends there, which carries the canary."""
    start: str
    """The file without which nothing can be started."""
    without_start: str
    """What is told where it is missing."""
    uncommented: tuple[str, ...] = ()
    """Endings of files in which no comment can stand."""
    places: tuple[str, ...] = ()
    """Files, and folders with a slash behind them, of which a project consists; none: all that there is."""

    @property
    def endings(self) -> tuple[str, ...]:
        """How names of files may end."""
        return (*self.comments, *self.uncommented)

    def holds(self, path: str) -> bool:
        """Whether such a file is part of a project, and may not just lie beside it."""
        is_placed = not self.places or any(
            path.startswith(place) if place.endswith("/") else path == place for place in self.places
        )
        return is_placed and PurePosixPath(path).suffix in self.endings


PAGES = FileRules(
    comments={
        ".html": ("<!-- ", " -->"),
        ".svg": ("<!-- ", " -->"),
        ".css": ("/* ", " */"),
        ".js": ("// ", ""),
        ".mjs": ("// ", ""),
    },
    start="index.html",
    without_start="There is no index.html at the root, which is what is opened.",
)
PROGRAMS = FileRules(
    comments={".py": ("# ", ""), ".md": ("<!-- ", " -->")},
    start="src/main.py",
    without_start="There is no src/main.py, which is what is started.",
    uncommented=(".json", ".csv", ".txt"),
    places=("README.md", "src/", "data/"),
)

_COMMENTS = {**PAGES.comments, **PROGRAMS.comments}
_MARK = re.compile(r"^(?:<!-- |/\* |// |# )benchwright-canary-[0-9a-f-]{36}(?: -->| \*/)?\n", re.MULTILINE)


def laid(
    written: Sequence[WrittenFile],
    canary: str,
    problems: list[str],
    before: Files | None = None,
    rules: FileRules = PAGES,
) -> Files:
    """The files, over those of `before`, each with the canary in a comment; what is wrong is added to `problems`."""
    files = dict(before or {})
    times = Counter(file.path for file in written)
    problems += [f"{path!r} is there {n} times; write each file once." for path, n in times.items() if n > 1]
    for file in written:
        if not stays_inside(file.path):
            problems.append(f"{file.path!r} is no path inside the project.")
        elif not _is_name_anywhere(file.path):
            problems.append(f"{file.path!r} is no name of a file under Windows; rename it.")
        elif PurePosixPath(file.path).suffix not in rules.endings:
            problems.append(f"{file.path!r}: write files that end in {', '.join(rules.endings)} alone.")
        elif not rules.holds(file.path):
            problems.append(f"{file.path!r}: a project consists of {', '.join(rules.places)} alone.")
        elif len(file.path.encode()) > LONGEST_PATH:
            problems.append(f"{file.path[:40]!r}… is too long a path; use at most {LONGEST_PATH} bytes.")
        elif len(file.content) > LONGEST_FILE:
            problems.append(
                f"{file.path!r} has {len(file.content):,} characters; write at most {LONGEST_FILE:,}."
            )
        else:
            files[file.path] = marked(file.path, file.content, canary)
    if len(files) > MOST_FILES:
        problems.append(f"There are {len(files)} files; write at most {MOST_FILES}.")
    problems += collisions(files)
    if rules.start not in files:
        problems.append(rules.without_start)
    return files


def _is_name_anywhere(path: str) -> bool:
    """Whether Windows has such files too: it keeps names of devices, whatever their ending, and some characters."""
    return not any(
        part.partition(".")[0].rstrip(" ").upper() in _DEVICES or part[-1] in ". " or set(part) & _RESERVED
        for part in PurePosixPath(path).parts
    )


def collisions(files: Files) -> Iterator[str]:
    """Paths of which not every disk has room for both: a file and what lies beneath it, names alike but for case."""
    alike: dict[str, str] = {}
    for path in files:
        other = alike.setdefault(unicodedata.normalize("NFC", path).casefold(), path)
        if other != path:
            yield f"{other!r} and {path!r} differ in nothing but case; rename one of them."
    for path in files:
        for above in map(str, PurePosixPath(path).parents):
            if above in files:
                yield f"{path!r} lies beneath {above!r}, which is a file; rename one of them."


def edited(files: Files, edits: Sequence[Edit], problems: list[str]) -> Files:
    """The files with the changes made one after the other; each that does not fit is added to `problems`."""
    changed = dict(files)
    for number, edit in enumerate(edits, 1):
        text = changed.get(edit.path)
        if text is None:
            problems.append(f"edit {number}: there is no file {edit.path!r}.")
        elif (found := text.count(edit.find)) != 1 or not edit.find:
            problems.append(
                f"edit {number}: {edit.find[:120]!r} stands {found} times in {edit.path}; it has to be once."
            )
        else:
            changed[edit.path] = text.replace(edit.find, edit.replace)
    return changed


def shown(files: Files) -> Files:
    """The files as a model is shown them, without the canary's lines: it is to be in the suite and nowhere else, and
    prompts would be others in a suite of another name.
    """
    return {path: _MARK.sub("", text) for path, text in files.items()}


def marked_grader(grader: Grader, canary: str) -> Grader:
    """The grader's files as an item holds them: what is laid or compared stays as it is, byte by byte."""
    return {
        path: marked(path, data.decode(), canary).encode() if path.endswith(".py") else data
        for path, data in grader.items()
    }


def unmarked_grader(grader: Grader) -> Grader:
    """The grader's files as they were before they carried the canary."""
    return {
        path: _MARK.sub("", data.decode()).encode() if path.endswith(".py") else data
        for path, data in grader.items()
    }


def marked(path: str, content: str, canary: str) -> str:
    """The file with the canary in its first line, or behind what has to stand there; as it is where no comment can
    stand.
    """
    text = content.replace("\r\n", "\n").rstrip("\n") + "\n"
    if canary in text:
        return text
    known = _COMMENTS.get(PurePosixPath(path).suffix)
    if known is None:
        return text
    begin, end = known
    comment = f"{begin}{canary}{end}\n"
    first, newline, rest = text.partition("\n")
    if first.startswith("#!"):
        return f"{first}\n{comment}{rest}"
    if first.lstrip().casefold().startswith(("<!doctype", "<?xml")):
        return f"{first}{newline}{comment}{rest}" if first.rstrip().endswith(">") else f"{text}{comment}"
    return f"{comment}{text}"

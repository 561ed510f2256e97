"""The files of a project as a model writes and changes them."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from agents.authoring.generation.shapes import Edit, WrittenFile
from plans.records.project import Files
from plans.records.relative_path import stays_inside

MOST_FILES = 20
LONGEST_FILE = 60_000
"""Characters."""
LONGEST_PATH = 120
"""Bytes: what any disk takes, with the folders in which an item lies before it."""
COMMENTS = {
    ".html": ("<!-- ", " -->"),
    ".svg": ("<!-- ", " -->"),
    ".css": ("/* ", " */"),
    ".js": ("// ", ""),
    ".mjs": ("// ", ""),
}
"""Ending of a name → how a comment begins and ends there; other files could not carry the canary."""

_MARK = re.compile(r"^(?:<!-- |/\* |// )benchwright-canary-[0-9a-f-]{36}(?: -->| \*/)?\n", re.MULTILINE)


def laid(
    written: Sequence[WrittenFile], canary: str, problems: list[str], before: Files | None = None
) -> Files:
    """The files, over those of `before`, each with the canary in a comment; what is wrong is added to `problems`."""
    files = dict(before or {})
    for file in written:
        if not stays_inside(file.path):
            problems.append(f"{file.path!r} is no path inside the project.")
        elif PurePosixPath(file.path).suffix not in COMMENTS:
            problems.append(f"{file.path!r}: write files that end in {', '.join(COMMENTS)} alone.")
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
    problems += _collisions(files)
    if "index.html" not in files:
        problems.append("There is no index.html at the root, which is what is opened.")
    return files


def _collisions(files: Files) -> Iterator[str]:
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


def marked(path: str, content: str, canary: str) -> str:
    """The file with the canary in its first line, or behind what has to stand there."""
    text = content.replace("\r\n", "\n").rstrip("\n") + "\n"
    if canary in text:
        return text
    begin, end = COMMENTS[PurePosixPath(path).suffix]
    comment = f"{begin}{canary}{end}\n"
    first, newline, rest = text.partition("\n")
    if first.lstrip().casefold().startswith(("<!doctype", "<?xml")):
        return f"{first}{newline}{comment}{rest}" if first.rstrip().endswith(">") else f"{text}{comment}"
    return f"{comment}{text}"

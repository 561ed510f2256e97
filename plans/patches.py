"""Patches against a project's files: unified diffs, applied strictly; and the reference that they start from."""

import difflib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from unidiff.constants import LINE_TYPE_NO_NEWLINE
from unidiff.errors import UnidiffParseError
from unidiff.patch import Hunk, Line, PatchedFile, PatchSet

from plans.errors import AuthorError, NoReference
from plans.records.base import Problem
from plans.records.project import Files, Project

LARGEST_FILE = 200_000
"""Characters of the largest file that a reference may hold."""


def reference_of(project: Project, wanted: str) -> Files:
    """The reference; NoReference, which says what was `wanted` of it, where the item was imported without one."""
    if project.reference is None:
        raise NoReference(
            f"{project.id!r} was imported as it was published, without a reference, so {wanted}. Take an item that was "
            "authored here, or do without."
        )
    return project.reference


def oversized(files: Files, folder: str) -> Iterator[Problem]:
    """Files of a reference that nobody would read."""
    for name, content in files.items():
        if len(content) > LARGEST_FILE:
            yield Problem(
                where=f"{folder}/{name}",
                message=f"has {len(content):,} characters, and nobody reads as much.",
                mend=f"Keep files below {LARGEST_FILE:,} characters.",
            )


class PatchedFiles(NamedTuple):
    """Files with several patches applied."""

    files: Files
    patches: tuple[str, ...]
    """Names of the patches that are in them; the others touch the same lines as one of these."""


def apply_patch(files: Files, patch: str) -> Files:
    """`files` with a unified diff applied; AuthorError names the place where the diff and the files disagree."""
    return _rewritten(files, _edits(files, patch))


def apply_together(files: Files, patches: Mapping[str, str]) -> PatchedFiles:
    """`files` with as many of the named patches as fit together, in the given order.

    A patch that touches lines of an earlier one is left out. AuthorError for one that does not fit `files` at all.
    """
    taken: list[_Edit] = []
    names: list[str] = []
    for name, patch in patches.items():
        edits = _edits(files, patch)
        if not any(edit.meets(other) for edit in edits for other in taken):
            taken.extend(edits)
            names.append(name)
    return PatchedFiles(_rewritten(files, taken), tuple(names))


def made_patch(path: str, before: str, after: str) -> str:
    """The unified diff that makes `after` of `before`; empty where they are the same."""
    lines = difflib.unified_diff(_ended(before), _ended(after), f"a/{path}", f"b/{path}")
    return "".join(lines)


def _ended(text: str) -> list[str]:
    """Lines with their line feeds; nothing else ends a line where the patch is applied."""
    *whole, last = text.split("\n")
    return [f"{line}\n" for line in whole] + ([last] if last else [])


class _Edit(NamedTuple):
    """Lines of a file that give way to others."""

    path: str
    start: int
    """Index of the first line that goes; new lines are put before it."""
    old: tuple[str, ...]
    new: tuple[str, ...]
    deletes: bool = False
    """Whether the file itself goes."""

    def meets(self, other: "_Edit") -> bool:
        """Whether both cannot be made at once."""
        if self.path != other.path:
            return False
        overlap = self.start < other.start + len(other.old) and other.start < self.start + len(self.old)
        return overlap or self.start == other.start or self.deletes or other.deletes


def _edits(files: Files, patch: str) -> list[_Edit]:
    try:
        changes = PatchSet(patch)
    except UnidiffParseError as error:
        raise AuthorError(
            f"The patch is no unified diff: {error}. Make it again with `diff -u` or difflib."
        ) from None
    edits = [edit for change in changes for edit in _file_edits(files, change)]
    if not edits:
        raise AuthorError("The patch changes nothing, so what it should do is lost. Make it again.")
    return edits


def _file_edits(files: Files, change: PatchedFile) -> Iterator[_Edit]:
    path = change.path
    if change.source_file.endswith("\r") or change.target_file.endswith("\r"):
        raise AuthorError(
            f"The patch of {path.rstrip()!r} has CRLF line endings, from git or an editor, so it fits no file. "
            "Restore it with `git config core.autocrlf false`, or make it again with line feeds."
        )
    if "\\" in path or path.startswith("/") or ".." in path.split("/"):
        raise AuthorError(
            f"The patch writes {path!r}, which lies outside of the project's folder. Make it again for a file inside."
        )
    if change.is_rename:
        raise AuthorError(f"The patch renames {path!r}; write the renaming as a deletion and an addition.")
    if change.is_added_file and path in files:
        raise AuthorError(f"The patch adds {path!r}, which is there already. Make it again.")
    if not change.is_added_file and path not in files:
        raise AuthorError(f"The patch changes {path!r}, which is not there. Make it again.")
    lines = _lines(files.get(path, ""))
    for hunk in change:
        yield from _hunk_edits(path, lines, hunk, deletes=change.is_removed_file)


def _hunk_edits(path: str, lines: list[str], hunk: Hunk, *, deletes: bool) -> Iterator[_Edit]:
    # A hunk without source lines names the line after which it adds; any other names its first line.
    position = hunk.source_start if hunk.source_length == 0 else hunk.source_start - 1
    old: list[str] = []
    new: list[str] = []
    for line, text in _texts(hunk):
        if not line.is_added:
            _expect(path, lines, position + len(old), text)
        if line.is_removed:
            old.append(text)
        elif line.is_added:
            new.append(text)
        else:
            if old or new:
                yield _Edit(path, position, tuple(old), tuple(new), deletes)
            position += len(old) + 1
            old, new = [], []
    if old or new:
        yield _Edit(path, position, tuple(old), tuple(new), deletes)


def _texts(hunk: Hunk) -> Iterator[tuple[Line, str]]:
    """The hunk's lines with their text; a marker after a line says that it ends without a line break."""
    body = list(hunk)
    for number, line in enumerate(body):
        if line.line_type == LINE_TYPE_NO_NEWLINE:
            continue
        is_open = number + 1 < len(body) and body[number + 1].line_type == LINE_TYPE_NO_NEWLINE
        yield line, line.value.removesuffix("\n") if is_open else line.value


def _expect(path: str, lines: list[str], index: int, text: str) -> None:
    there = lines[index] if 0 <= index < len(lines) else None
    if there != text:
        if there is not None and there.replace("\r\n", "\n") == text.replace("\r\n", "\n"):
            raise AuthorError(
                f"The patch does not fit {path}:{index + 1}: only the line endings differ, as git or an editor changed "
                "those of the file. Restore it with `git config core.autocrlf false`, or make the patch again."
            )
        found = "the file has no such line" if there is None else f"the file has {there.rstrip()!r}"
        raise AuthorError(
            f"The patch does not fit {path}:{index + 1}: it expects {text.rstrip()!r}, {found}. "
            "It was made for other files; make it again."
        )


def _rewritten(files: Files, edits: list[_Edit]) -> Files:
    contents = {edit.path: _lines(files.get(edit.path, "")) for edit in edits}
    for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
        contents[edit.path][edit.start : edit.start + len(edit.old)] = edit.new
    gone = {edit.path for edit in edits if edit.deletes}
    changed = {path: "".join(lines) for path, lines in contents.items()}
    return {path: text for path, text in {**files, **changed}.items() if path not in gone}


def _lines(text: str) -> list[str]:
    """Lines with their line breaks; only a line feed ends a line, as in a diff."""
    *whole, last = text.split("\n")
    return [f"{line}\n" for line in whole] + ([last] if last else [])

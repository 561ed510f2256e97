"""Places that verbs write to: an empty name is no place, and what holds something else is not written into."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, cast

import click

from pipeline.cli.kinds import NOUN, kinds_of, mark_of
from plans.errors import AuthorError
from plans.files import storage_errors
from plans.paths import RunPaths, SuitePaths

Held = Literal["suite", "run"]
"""What a folder is to hold."""
Written = Held | Literal["schemas"]
"""What is written there."""
WRITTEN: dict[Written, str] = {"suite": "a suite", "run": "a run", "schemas": "schemas"}
"""What is held, in a sentence."""
REPORT = b"benchwright report</title>"
"""What stands in the head of every report that we wrote."""
HEAD = 8192
"""Bytes of a file in which that is looked for."""


class NewFolder(click.Path):
    """The type of an option that names a folder to write to, there or not.

    One that is to hold a suite or a run has to be a free place for it: empty, or one in which that was begun, not
    inside a suite, not an item's folder, and no suite's for a run or the other way round.
    """

    def __init__(self, holds: Written | None = None, *, is_replaced: bool = False) -> None:
        """`is_replaced`: the verb itself knows what in it is its own, and replaces that."""
        super().__init__(file_okay=False, path_type=Path)
        self._holds: Written | None = holds
        self._is_replaced = is_replaced

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        refuse_nameless(self, value, param, ctx)
        if Path(cast("Path", value)).is_file():
            self.fail(f"{str(value)!r} is a file, and a folder is needed here.", param, ctx)
        folder = cast("Path", super().convert(cast("Path", value), param, ctx))
        if self._holds is None:
            return folder
        if self._holds == "schemas" or self._is_replaced:
            return unmixed(folder, self._holds)
        return free_place(folder, self._holds)


class NewPage(click.Path):
    """The type of an option that names the file of a page to write; no file is replaced but our own reports."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        refuse_nameless(self, value, param, ctx)
        file = cast("Path", super().convert(cast("Path", value), param, ctx))
        if file.exists() and not _is_report(file):
            raise AuthorError(
                f"{file} is there and no report of ours, so it is not replaced. Choose another file, or remove it."
            )
        return file


def refuse_nameless(
    kind: click.Path, value: object, param: click.Parameter | None, ctx: click.Context | None
) -> None:
    """An empty name, as a shell makes of a variable that is not set, would be the working directory."""
    if not str(value).strip():
        kind.fail("it is empty, and would be the working directory. Write '.' if you mean that.", param, ctx)


def free_place(folder: Path, holds: Held) -> Path:
    """The folder; AuthorError where a suite or a run written there would mix with, or replace, anything else."""
    unmixed(folder, holds)
    with storage_errors(folder):
        there = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
    if there and not _was_begun(folder, holds, there):
        raise AuthorError(
            f"{folder} is not empty and holds no {holds}, and files in it, such as {there[0]!r}, could be replaced. "
            "Choose a folder with --out that is new or empty."
        )
    return folder


def unmixed(folder: Path, holds: Written) -> Path:
    """The folder; AuthorError where a suite or a run written there would mix with another thing of ours."""
    if there := _occupant(folder, holds):
        raise AuthorError(
            f"{folder} {there}, and {WRITTEN[holds]} written there would mix with it. Choose another folder"
            f"{'' if holds == 'schemas' else ' with --out'}."
        )
    return folder


def _was_begun(folder: Path, holds: Held, there: Sequence[str]) -> bool:
    """Whether what lies in a folder was written by the work that is to go on there."""
    if mark_of(folder, holds).is_file():
        return True
    if holds == "suite":
        suite = SuitePaths(folder)
        # What a suite locks is laid down before it is authored, or it would be judged without.
        return suite.authoring.is_dir() or list(there) == [suite.runtime.name]
    return _is_unfinished(RunPaths(folder))


def _is_unfinished(run: RunPaths) -> bool:
    """Whether a process was stopped while it made the folder: it holds the lock, and nothing but what is written
    before `run.yaml`, which comes last.
    """
    first = (run.times, run.projects, run.graders, run.instances, run.media)
    names = {path.name for path in (run.lock, *first)}
    # Beside the journal lie its lock and what SQLite adds; beside others a file under its temporary name.
    others = (run.journal.name, *(f".{path.name}." for path in (*first, run.spec)))
    there = [path.name for path in run.root.iterdir()]
    locks = {run.lock.name, f"{run.journal.name}.lock"}
    return not locks.isdisjoint(there) and all(name in names or name.startswith(others) for name in there)


def _is_report(file: Path) -> bool:
    if not file.is_file():
        return False
    with storage_errors(file), file.open("rb") as page:
        return REPORT in page.read(HEAD)


def _occupant(folder: Path, holds: Written) -> str | None:
    """What lies in a folder, or around it, that what it is to hold would mix with."""
    for kind in kinds_of(folder):
        if kind != holds:
            return f"is {NOUN[kind]}"
    if around := next((one for one in resolved(folder).parents if "suite" in kinds_of(one)), None):
        return f"lies inside the suite {around}"
    return None


def resolved(folder: Path) -> Path:
    """Where a path leads; AuthorError where a symlink on it leads back to itself."""
    try:
        return folder.resolve()
    except RuntimeError as error:
        raise AuthorError(f"{folder} is a symlink that leads back to itself. Name another folder.") from error

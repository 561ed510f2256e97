"""A folder of published PRDBench tasks, read as it is: every criterion with what is wrong with it."""

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, cast

from pipeline.exchange.prdbench.counting import data_version
from pipeline.exchange.prdbench.folder import PublishedFolder
from pipeline.exchange.prdbench.plan import PLAN, read_plan
from pipeline.exchange.prdbench.task import AUX, PRD, task_of
from plans.errors import AuthorError, InvalidFile
from plans.plain_text import folded
from plans.records.problem import Problem
from plans.records.published import DataVersion, PublishedTask

_NUMBER = re.compile(r"[0-9]{1,6}")


class PublishedDataset(NamedTuple):
    """All tasks of a folder."""

    root: Path
    """The folder in which those of the tasks lie."""
    tasks: tuple[PublishedTask, ...]
    problems: tuple[Problem, ...]
    """Of the folder, and of tasks of which nothing could be read."""
    version: DataVersion
    folders: Mapping[int, PublishedFolder]
    """Task → its files."""


def read_dataset(folder: Path) -> PublishedDataset:
    """Every task of a folder, in the order of their numbers; what cannot be read is a problem, and stops nothing.

    Raises AuthorError where no task lies there at all.
    """
    root = _root(folder)
    survivors, problems = _survivors(root)
    tasks: dict[int, PublishedTask] = {}
    folders: dict[int, PublishedFolder] = {}
    twice_said = 0
    for number, name in _numbered(root):
        task_folder = PublishedFolder(root / name, name)
        if number in tasks:
            message = f"has the number {number}, as another folder has, and is not read."
            problems.append(task_folder.problem(".", message, "Give it a number of its own."))
            continue
        try:
            plan = read_plan(task_folder)
        except InvalidFile as error:
            problems += [*error.problems, *task_folder.problems]
            continue
        folders[number] = task_folder
        tasks[number] = task_of(number, task_folder, plan, survivors.get(number, ()))
        twice_said += sum(entry.is_twice_said for entry in plan.entries)
    if missing := sorted(set(survivors) - {number for number, _ in _numbered(root)}):
        message = f"names data for the tasks {', '.join(map(str, missing))}, which are not there."
        mend = "Nothing follows, unless they were to be there."
        problems.append(Problem(where=AUX, message=message, mend=mend, severity="warning"))
    read = tuple(tasks.values())
    return PublishedDataset(root, read, tuple(problems), data_version(read, twice_said), folders)


def _root(folder: Path) -> Path:
    """The folder whose entries are the tasks: the one that is named, or `PRDBench` in it."""
    inner = folder / "PRDBench"
    for root in (folder,) if inner.is_symlink() else (folder, inner):
        if any(_is_there(root, f"{name}/{file}") for _, name in _numbered(root) for file in (PLAN, PRD)):
            return root
    if _is_there(folder, PLAN):
        raise AuthorError(
            f"{str(folder)!r} is a single task of PRDBench, and its number and data are told by the folder above. "
            "Name that one."
        )
    raise AuthorError(
        f"{str(folder)!r} holds no task of PRDBench, so nothing was read: looked for folders with a number for their "
        f"name, there and in 'PRDBench', that hold {PLAN!r} or {PRD!r}. Name the folder of a checkout of the published "
        "data."
    )


def _is_there(root: Path, file: str) -> bool:
    """Whether a file lies there itself, with no link on the way."""
    steps = [root / part for part in (*reversed(PurePosixPath(file).parents), file) if str(part) != "."]
    return not any(step.is_symlink() for step in steps) and (root / file).is_file()


def _numbered(root: Path) -> list[tuple[int, str]]:
    """Number and name of the folders that can be tasks, in the order of their numbers; links are none."""
    try:
        entries = list(os.scandir(root))
    except OSError:
        # What is no folder, or may not be read, holds no task that could be told of; the caller says what it found.
        return []
    return sorted(
        (int(entry.name), entry.name)
        for entry in entries
        if _NUMBER.fullmatch(entry.name) and stat.S_ISDIR(entry.stat(follow_symlinks=False).st_mode)
    )


def _survivors(root: Path) -> tuple[dict[int, tuple[str, ...]], list[Problem]]:
    """Task → the data that its code agent is given; nothing where aux_data.json says nothing, with a problem."""
    listing = PublishedFolder(root, root.name, is_listed=False)
    mend = "Without it nobody knows which data under src/ a code agent is given; restore the published file."
    try:
        value = listing.json(AUX)
    except InvalidFile as error:
        return {}, [one.model_copy(update={"mend": mend, "severity": "warning"}) for one in error.problems]
    found: dict[int, tuple[str, ...]] = {}
    problems: list[Problem] = []
    for name, files in cast("dict[str, Any]", value).items() if isinstance(value, dict) else ():
        listed = cast("list[Any]", files) if isinstance(files, list) else [files]
        if not _NUMBER.fullmatch(name) or not all(isinstance(one, str) for one in listed):
            problems.append(
                listing.problem(
                    f"{AUX}: {folded(name[:40])}", "is no list of files of a task.", mend, is_warning=True
                )
            )
        else:
            found[int(name)] = tuple(cast("list[str]", listed))
    if not isinstance(value, dict):
        problems.append(listing.problem(AUX, "is no list of files by task.", mend, is_warning=True))
    return found, problems

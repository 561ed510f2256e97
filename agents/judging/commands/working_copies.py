"""Copies of a submission: what is laid into them, and what commands wrote there."""

import glob
import os
import shutil
import stat
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from agents.sandbox.beneath import read_beneath, write_beneath
from agents.sandbox.space import CopyBudget, copy_folder
from plans.errors import AuthorError, FileRefused
from plans.files import DISK_FULL, storage_errors
from plans.paths import inside
from plans.records.criteria import EvaluationTask
from plans.records.sandboxing import SandboxLimits
from plans.records.task_kinds import Command, CommandTask, GraderFile, Stream
from plans.shell import run_by


def how_of(task: EvaluationTask) -> CommandTask:
    """The commands by which a task is tried; AuthorError for one that is tried in a browser."""
    if not isinstance(task.how, CommandTask):
        raise AuthorError(
            f"{task.id!r} is tried in a browser, and this judge runs commands: it would fail whatever was submitted. "
            "Judge it by the judge of its family."
        )
    return task.how


def sealed_path(task: EvaluationTask, grader: Path | None, name: str) -> Path:
    """Where a file or folder that a task names lies; AuthorError where the grader does not have it."""
    found = None if grader is None else inside(grader, name)
    if found is None or not found.exists():
        raise AuthorError(
            f"The task {task.id!r} needs {name!r} of the grader, and there is none, so it cannot be tried as it was "
            "meant. Restore it in grader/, or mend criteria.yaml."
        )
    return found


@dataclass(frozen=True, slots=True)
class CommandWithInput:
    """A command as it is run: with its input at hand."""

    line: str
    input: bytes
    stream: Stream | None = None
    """The stream in which patterns are searched for; None: they are not told apart."""


def commands_of(task: EvaluationTask, grader: Path | None) -> tuple[CommandWithInput, ...]:
    """A task's commands, each with what it reads; raises AuthorError for an input that the grader does not have."""
    return tuple(
        CommandWithInput(command.line, _input(task, command, grader), command.stream)
        for command in how_of(task).act
    )


def _input(task: EvaluationTask, command: Command, grader: Path | None) -> bytes:
    if isinstance(command.input, GraderFile):
        return sealed_path(task, grader, command.input.file).read_bytes()
    return (command.input or "").encode()


STEERING = ("conftest.py",)
"""Files by which whoever wrote them decides how tests go that lie beside them or beneath."""
RUNNERS = (
    "_pytest",
    "exceptiongroup",
    "iniconfig",
    "pluggy",
    "pygments",
    "pytest",
    "tomli",
    "unittest",
    "xml",
)
"""Modules by which tests are run; `python -m pytest` looks for them in the folder where it is started, first. Names
that a submission may well have for its own, such as `packaging`, are none of them: who gains by these is seen
by what is reported."""
_IMPORTED = (".py", ".pyc", ".so")
"""How files end that Python imports."""


def without_steering(root: Path, laid: Mapping[str, bytes], how: CommandTask) -> list[str]:
    """Remove from a copy what steers the grader's tests, and what would be imported in place of what runs them.

    Returns the names of those files. Of tests that the submission brings itself everything stays.
    """
    above = {parent for test in how.test_files for parent in PurePosixPath(test).parents}
    found = [root / folder / name for folder in above for name in STEERING if is_there(root, folder / name)]
    if how.test_files:
        started = (call.folder for command in how.act for call in run_by(command.line))
        places = above | {PurePosixPath(folder) for folder in started if folder is not None}
        found += [path for folder in places for name in RUNNERS for path in _stand_ins(root, folder, name)]
    removed = [path for path in found if path.relative_to(root).as_posix() not in laid]
    for path in removed:
        path.unlink()
    return [path.relative_to(root).as_posix() for path in removed]


def _stand_ins(root: Path, folder: PurePosixPath, module: str) -> list[Path]:
    path = root / folder / module
    link = [path] if path.is_symlink() and is_folder(root, folder) else []
    return link + importable(root, folder, module)


def importable(root: Path, folder: PurePosixPath, module: str) -> list[Path]:
    """The files in a folder of a copy that Python would import by a module's name; nothing is found behind a link."""
    if not is_folder(root, folder):
        return []
    place, stem = root / folder, glob.escape(module)
    found = list(place.glob(f"{stem}.*"))
    for beneath in (folder / module, folder / "__pycache__"):
        if is_folder(root, beneath):
            found += (root / beneath).glob("__init__.*" if beneath.name == module else f"{stem}.*")
    return [
        path
        for path in found
        if path.name.endswith(_IMPORTED) and is_there(root, path.relative_to(root).as_posix())
    ]


def is_folder(root: Path, folder: PurePosixPath) -> bool:
    """Whether a folder lies there, and neither it nor anything above it is a link."""
    line = (folder, *folder.parents)
    return (root / folder).is_dir() and not any((root / one).is_symlink() for one in line[:-1])


def is_there(root: Path, name: str | PurePosixPath) -> bool:
    """Whether a file lies there, or a link; what lies behind a link to a folder does not."""
    *above, _ = PurePosixPath(name).parents
    path = root / name
    return not any((root / folder).is_symlink() for folder in above) and (path.is_file() or path.is_symlink())


MOST_READ = 2_000_000_000
"""Bytes of a submission that are read to see what a run wrote: more than its quota lets it have, but for holes."""
MOST_KEPT = 64_000_000
"""Bytes of what a plan tidies up that are kept to be looked at."""
_SECOND = 1_000_000_000


class Fingerprint(NamedTuple):
    """By what a file is known again."""

    content: str
    second: int
    """In which it was written: a program that writes what lay there already has written it all the same."""


@contextmanager
def full_disk_errors(place: Path) -> Generator[None]:
    """Raises StorageFailed where the disk is full: whatever copies a submission would else blame its files for that."""
    try:
        yield
    except (OSError, FileRefused) as error:
        cause = error.__cause__ if isinstance(error, FileRefused) else error
        if not isinstance(cause, OSError) or cause.errno not in DISK_FULL:
            raise
        with storage_errors(place):
            raise cause from None


def dated_back(root: Path) -> None:
    """See that no ordinary file of a copy is as new as what is written from now on, in whole seconds.

    Not every sandbox keeps smaller parts of when a file was written, and the clock of files is a little behind.
    """
    before = (time.time_ns() // _SECOND - 2) * _SECOND
    for name in files_in(root):
        if (root / name).stat().st_mtime_ns > before:
            os.utime(root / name, ns=(before, before))


def fingerprints(root: Path) -> dict[str, Fingerprint]:
    """File → its fingerprint, of all ordinary files in a folder in which nobody is at work.

    Holes in files cost no quota and take time to read: what lies beyond MOST_READ bytes of all files goes by its size.
    """
    found: dict[str, Fingerprint] = {}
    left = MOST_READ
    for name in files_in(root):
        seen = (root / name).stat()
        size, second = seen.st_size, seen.st_mtime_ns // _SECOND
        if size > left:
            found[name] = Fingerprint(f"{size} bytes", second)
            continue
        left -= size
        with (root / name).open("rb") as opened:
            found[name] = Fingerprint(file_digest(opened, "sha256").hexdigest(), second)
    return found


def written_since(root: Path, before: Mapping[str, Fingerprint]) -> dict[str, int]:
    """Files that are new, hold something else than before or were written again → their bytes."""
    after = fingerprints(root)
    return {name: (root / name).stat().st_size for name in after if after[name] != before.get(name)}


def put_aside(root: Path, aside: Path, written: Mapping[str, int], most: int) -> frozenset[str]:
    """Copy files that were written into another folder, each in the place that it has; `written` has their bytes.

    Returns those that were copied: none that has more than `most` bytes, and of the others no more than MOST_KEPT bytes
    in all, holes counted.
    """
    kept: set[str] = set()
    left = MOST_KEPT
    with full_disk_errors(aside):
        aside.mkdir()
        for name, size in written.items():
            if size <= min(most, left):
                left -= size
                write_beneath(aside, name, read_beneath(root, name, most))
                kept.add(name)
    return frozenset(kept)


def files_in(root: Path) -> Iterator[str]:
    """The ordinary files in a folder, by relative path, in order; no link is followed.

    Of a path that is too long for the system there is none: nobody can open it by its name.
    """
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            path = Path(folder, name)
            try:
                is_ordinary = stat.S_ISREG(path.lstat().st_mode)
            except OSError:
                continue
            if is_ordinary:
                yield path.relative_to(root).as_posix()


def laid_for(task: EvaluationTask, grader: Path | None) -> dict[str, bytes]:
    """Place in the copy → content, of everything that a task has laid there; a folder brings all that is in it.

    Raises AuthorError for a file that the grader does not have.
    """
    how = how_of(task)
    wanted = [(laid.file, laid.to) for laid in how.arrange.files]
    wanted += [(file, file) for file in how.test_files]
    found: dict[str, bytes] = {}
    for file, to in wanted:
        source = sealed_path(task, grader, file)
        if source.is_dir():
            held = (path for path in sorted(source.rglob("*")) if path.is_file() and not path.is_symlink())
            found |= {
                str(PurePosixPath(to) / path.relative_to(source).as_posix()): path.read_bytes()
                for path in held
            }
        else:
            found[to] = source.read_bytes()
    return found


def copied(source: Path, target: Path) -> None:
    """A copy of what is in a folder: links stay links, and what is neither file, folder nor link stays behind."""
    target.mkdir()
    limits = SandboxLimits()
    copy_folder(source, target, CopyBudget(limits.disk_bytes, limits.disk_entries))


def lay(root: Path, laid: Mapping[str, bytes], task: EvaluationTask) -> tuple[str, ...]:
    """Put a task's files into a copy, and out of it what would speak for the submission without its doing.

    Returns what the submission had of the grader's own files in another form, and of files that steer tests.
    """
    own = guarded(laid, task)
    edited = [
        name for name, data in own.items() if (found := _held(root, name)) is not None and found != data
    ]
    edited += _without_doubles(root, laid, own)
    if task.how.runs_tests:
        edited += without_steering(root, laid, how_of(task))
    if task.how.product_path is not None:
        remove_product(root, task.how.product_path, laid)
    for name, data in laid.items():
        _put(root, name, data)
    return tuple(sorted(edited))


def guarded(laid: Mapping[str, bytes], task: EvaluationTask) -> dict[str, bytes]:
    """Of what is laid, the files that no program has any business to change: those that lie where the grader has them.

    What is laid elsewhere is the task's input, such as records that a submission keeps too and its program changes.
    """
    how = how_of(task)
    own = {one.file for one in how.arrange.files if one.file == one.to}
    return {
        name: data
        for name, data in laid.items()
        if name in how.test_files
        or name in own
        or any(str(above) in own for above in PurePosixPath(name).parents)
    }


def remove_product(root: Path, product: str, laid: Mapping[str, bytes]) -> None:
    """Remove what already lies where a file is to be written: it was not made by the commands.

    A pattern names no place: what it matches may be the program itself, or data that it needs, and stays.
    """
    if product not in laid and not any(letter in product for letter in "*?[") and is_there(root, product):
        (root / product).unlink()


def kept(root: Path, target: Path, own: Mapping[str, bytes]) -> None:
    """A copy of a copy for the next task, with the grader's own files as they were laid."""
    with full_disk_errors(target):
        copied(root, target)
        for name, data in own.items():
            _put(target, name, data)


def changed(root: Path, laid: Mapping[str, bytes]) -> tuple[str, ...]:
    """Files that are other than they were laid, or gone."""
    return tuple(sorted(name for name, data in laid.items() if _held(root, name) != data))


def _without_doubles(root: Path, laid: Mapping[str, bytes], own: Iterable[str]) -> list[str]:
    """Remove what Python would import in place of the grader's own modules: a package, compiled code, an extension.

    Returns those that nobody has by chance.
    """
    removed: list[str] = []
    for name in own:
        module = PurePosixPath(name)
        if module.suffix != ".py" or module.stem == "__init__":
            continue
        doubles = [path for path in importable(root, module.parent, module.stem) if path != root / name]
        for path in doubles:
            if (double := path.relative_to(root).as_posix()) not in laid:
                path.unlink()
                # Whoever has run tests has compiled code of them, and means no harm.
                removed += [] if double.endswith(".pyc") else [double]
    return removed


def _held(root: Path, name: str) -> bytes | None:
    """What an ordinary file of the copy holds; None where there is none, and of what lies behind a link."""
    try:
        return read_beneath(root, name, SandboxLimits().file_bytes)
    except (FileNotFoundError, IsADirectoryError, FileRefused):
        return None  # Whatever lies there is not what was laid.


def _put(root: Path, name: str, data: bytes) -> None:
    """Write a file of the copy; what is in its way, were it a link or a file in a folder's place, is removed."""
    for above in reversed(PurePosixPath(name).parents):
        folder = root / above
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
    path = root / name
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    write_beneath(root, name, data)

"""Copies of a hand-in with the grader's files laid into them."""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from agents.judging.commands.copies.sealed import sealed_path
from agents.judging.commands.copies.steering import importable, is_there, without_steering
from agents.judging.commands.copies.writing import full_disk_errors
from agents.judging.commands.kinds import how_of
from agents.sandbox.beneath import read_beneath, write_beneath
from agents.sandbox.space import Budget, copy_folder
from plans.errors import FileRefused
from plans.records.criteria import EvaluationTask
from plans.records.sandboxing import Limits
from plans.records.task_modes import FileComparison, UnitTest


def laid_for(task: EvaluationTask, grader: Path | None) -> dict[str, bytes]:
    """Place in the copy → content, of everything that a task has laid there; a folder brings all that is in it.

    Raises AuthorError for a file that the grader does not have.
    """
    how = how_of(task)
    wanted = [(laid.file, laid.to) for laid in how.arrange.files]
    if isinstance(how, UnitTest):
        wanted += [(file, file) for file in how.tests]
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
    limits = Limits()
    copy_folder(source, target, Budget(limits.disk_bytes, limits.disk_entries))


def lay(root: Path, laid: Mapping[str, bytes], task: EvaluationTask) -> tuple[str, ...]:
    """Put a task's files into a copy, and out of it what would speak for the hand-in without its doing.

    Returns what the hand-in had of the grader's own files in another form, and of files that steer tests.
    """
    own = guarded(laid, task)
    edited = [
        name for name, data in own.items() if (found := _held(root, name)) is not None and found != data
    ]
    edited += _without_doubles(root, laid, own)
    if isinstance(task.how, UnitTest):
        edited += without_steering(root, laid, task.how)
    if isinstance(task.how, FileComparison):
        remove_product(root, task.how.product, laid)
    for name, data in laid.items():
        _put(root, name, data)
    return tuple(sorted(edited))


def guarded(laid: Mapping[str, bytes], task: EvaluationTask) -> dict[str, bytes]:
    """Of what is laid, the files that no program has any business to change: those that lie where the grader has them.

    What is laid elsewhere is the task's input, such as records that a hand-in keeps too and its program changes.
    """
    how = how_of(task)
    own = {one.file for one in how.arrange.files if one.file == one.to}
    tests = how.tests if isinstance(how, UnitTest) else ()
    return {
        name: data
        for name, data in laid.items()
        if name in tests or name in own or any(str(above) in own for above in PurePosixPath(name).parents)
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
        return read_beneath(root, name, Limits().file_bytes)
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

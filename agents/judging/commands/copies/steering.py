"""Files of a hand-in that decide how the grader's tests go without any work being done: they are put aside."""

import glob
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from plans.records.task_modes import UnitTest
from plans.shell.calls import run_by

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
that a hand-in may well have for its own, such as `packaging`, are none of them: who gains by these is seen by what is
reported."""
_IMPORTED = (".py", ".pyc", ".so")
"""How files end that Python imports."""


def without_steering(root: Path, laid: Mapping[str, bytes], how: UnitTest) -> list[str]:
    """Remove from a copy what steers the grader's tests, and what would be imported in place of what runs them.

    Returns the names of those files. Of tests that the hand-in brings itself everything stays.
    """
    above = {parent for test in how.tests for parent in PurePosixPath(test).parents}
    found = [root / folder / name for folder in above for name in STEERING if is_there(root, folder / name)]
    if how.tests:
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

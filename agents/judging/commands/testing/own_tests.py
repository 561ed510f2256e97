"""Tests that a hand-in brings itself, which whoever reads what they came to has to see."""

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from agents.judging.commands.line import Line
from agents.sandbox.beneath import read_beneath
from plans.errors import FileRefused
from plans.shell.calls import run_by
from plans.shell.targets import Target, targets_of

MOST_FILES = 10
"""Files of tests that are looked at."""
MOST_BYTES = 200_000
"""Of one of them."""


def brought_tests(lines: Sequence[Line], root: Path) -> dict[str, bytes]:
    """File → content, of the tests in a copy that commands run, by how these name them; the first of them where they
    are many.
    """
    found: dict[str, bytes] = {}
    for name in dict.fromkeys(name for line in lines for name in _named(line.line, root)):
        if len(found) == MOST_FILES:
            break
        try:
            found[name] = read_beneath(root, name, MOST_BYTES)
        except (FileNotFoundError, IsADirectoryError, FileRefused):
            continue  # Whatever is called so is no file of tests.
    return found


def _named(line: str, root: Path) -> Iterator[str]:
    for call in run_by(line):
        for target in targets_of(call):
            if call.folder is not None:
                yield from _files(target, PurePosixPath(call.folder), root)


def _files(target: Target, folder: PurePosixPath, root: Path) -> Iterator[str]:
    match target.kind:
        case "unittest" if not target.name.endswith(".py"):
            parts = target.name.split(".")
            # A module, or one with the class and the test in it.
            for end in range(len(parts), 0, -1):
                yield (folder / f"{'/'.join(parts[:end])}.py").as_posix()
        case "pytest" | "unittest":
            yield from _files_at(folder / target.name, root)
        case _:
            return


def _files_at(place: PurePosixPath, root: Path) -> Iterator[str]:
    """A file, or those of tests that a folder has."""
    if place.is_absolute() or ".." in place.parts:
        return
    if place.suffix == ".py":
        yield place.as_posix()
        return
    for pattern in ("test_*.py", "*_test.py"):
        for path in sorted((root / place).rglob(pattern)):
            yield path.relative_to(root).as_posix()

"""What commands have written into a copy of a hand-in: told by what its files hold, and by when they were written."""

import os
import stat
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from typing import NamedTuple

from agents.sandbox.beneath import read_beneath, write_beneath
from plans.errors import FileRefused
from plans.files import DISK_FULL, storage_errors

MOST_READ = 2_000_000_000
"""Bytes of a hand-in that are read to see what a run wrote: more than its quota lets it have, but for holes."""
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
    """Raises StorageFailed where the disk is full: whatever copies a hand-in would else blame its files for that."""
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

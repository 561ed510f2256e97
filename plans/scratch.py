"""Temporary folders, of which nothing stays: those of processes that were killed go when the next one needs one.

They lie in one folder for each user, that no other user can look into. A living process holds a lock on each of its
own; a lock dies with its process, so that what can be locked belongs to nobody any more.
"""

import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from plans.errors import StorageFailed
from plans.files import storage_errors

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@contextmanager
def scratch(purpose: str) -> Generator[Path]:
    """An empty folder that is gone afterwards, named after its purpose; raises StorageFailed when none can be had."""
    parent = _parent()
    with storage_errors(parent), _locked(parent):
        folder = Path(tempfile.mkdtemp(prefix=f"{purpose}-", dir=parent))
        handle = os.open(folder, _FOLDER)
        fcntl.flock(handle, fcntl.LOCK_EX)
        left_over = _set_aside(parent)
    try:
        # Not under that lock: what a killed process left may be much, and nobody else has to wait for it.
        for one, lock in left_over:
            shutil.rmtree(one, ignore_errors=True)
            os.close(lock)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(handle)


def _parent() -> Path:
    """The user's own folder, made when it is missing. In a place that all may write to, it must not be another's."""
    parent = Path(tempfile.gettempdir()) / f"benchwright-{os.getuid()}"
    with storage_errors(parent):
        parent.mkdir(mode=0o700, exist_ok=True)
        found = parent.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise StorageFailed(
            f"{parent} is not a folder of this user alone, and what is judged would lie open to whoever made it. "
            "Remove it, or name another place in TMPDIR."
        )
    return parent


@contextmanager
def _locked(folder: Path) -> Generator[None]:
    """One process at a time: otherwise a folder could be swept before its lock is taken."""
    handle = os.open(folder, _FOLDER)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _set_aside(parent: Path) -> list[tuple[Path, int]]:
    """The folders that no living process held, each with the lock by which this one holds it now."""
    entries = [Path(entry.path) for entry in os.scandir(parent) if entry.is_dir(follow_symlinks=False)]
    return [(folder, lock) for folder in entries if (lock := _lock_of(folder)) is not None]


def _lock_of(folder: Path) -> int | None:
    """A lock on a folder that no living process holds; None where one does, or has just taken it along."""
    try:
        handle = os.open(folder, _FOLDER)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle

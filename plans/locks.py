"""One process at a time works on a folder; the lock dies with the process that holds it."""

import fcntl
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from plans.errors import Busy, InvalidFile
from plans.files import storage_errors
from plans.records.problem import Problem

# What comes between the look and the opening is neither followed nor waited for.
_LOCK = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
LONGEST = 20
"""Characters of a process's number, and of anything that is taken for one."""


@contextmanager
def held(path: Path) -> Generator[None]:
    """Hold the lock file `path`; raises Busy, naming the process that has it, when it is taken.

    InvalidFile where a link lies in its place, a folder, or any file that no lock was: it would be emptied.
    """
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse_other(path)
        file = os.fdopen(os.open(path, _LOCK, 0o644), "a+", encoding="utf-8", errors="replace")
    with file:
        holder = _holder(file, path)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy(
                f"{path.parent} is in use by process {holder}, and two at once would undo each other's work. "
                "Wait until that one has ended, or stop it: nothing is lost."
            ) from None
        with storage_errors(path):
            file.truncate(0)
            # Past the file's buffer, which would meet a full disk again when the file is closed.
            os.write(file.fileno(), str(os.getpid()).encode())
        yield


def _refuse_other(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISLNK(mode):
        raise _no_lock(path, "is a link, and what it leads to would be emptied.")
    if stat.S_ISDIR(mode):
        raise _no_lock(path, "is a folder, and the lock is a file.")
    if not stat.S_ISREG(mode):
        raise _no_lock(path, "is no ordinary file, as the lock is.")


def _holder(file: TextIO, path: Path) -> str:
    """The number of the process that has, or last had, the lock; a file under two names is ordinary too."""
    file.seek(0)
    found = file.read(LONGEST + 1).strip()
    if found and not (found.isdecimal() and len(found) <= LONGEST):
        raise _no_lock(path, "holds something else than a lock does, and would be emptied.")
    return found or "unknown"


def _no_lock(path: Path, message: str) -> InvalidFile:
    mend = "Nothing of ours lies there: remove it, and give the same command again."
    return InvalidFile([Problem(where=str(path), message=message, mend=mend)])

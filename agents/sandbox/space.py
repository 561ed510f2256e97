"""Copying a folder into a sandbox, and out of it again, by open folders alone: no link is followed at any level.

Ordinary files, folders and links are copied; pipes, sockets and devices are not. Holes in files stay holes.
"""

import os
import stat
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from plans.files import storage_errors

DEPTH_LIMIT = 120
"""Folders within each other that are copied: more than an archive keeps, so that it can say what it cuts."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_CHUNK = 1 << 30


@dataclass
class CopyBudget:
    """What may still be copied."""

    bytes: int
    entries: int

    def takes(self, size: int) -> bool:
        """Whether another entry of so many bytes may be copied; then it is counted."""
        if self.entries < 1 or size > self.bytes:
            return False
        self.entries -= 1
        self.bytes -= size
        return True


def copy_folder(source: Path, target: Path, budget: CopyBudget, owner: int | None = None) -> None:
    """Copy what is in one folder into another, as far as the budget goes; raises StorageFailed when a disk is full.

    Args:
        source: Where from; nothing may change it meanwhile.
        target: Where to; an empty folder.
        budget: Hard links count as often as they occur.
        owner: Whose the copies are, user and group; None: this process's.
    """
    with storage_errors(target), _opened(source) as old, _opened(target) as new:
        _copy_entries(old, new, budget, owner, DEPTH_LIMIT)


def _copy_entries(old: int, new: int, budget: CopyBudget, owner: int | None, depth: int) -> None:
    with os.scandir(old) as entries:
        names = sorted(entry.name for entry in entries)
    for name in names:
        seen = os.stat(name, dir_fd=old, follow_symlinks=False)
        size = seen.st_blocks * 512 if stat.S_ISREG(seen.st_mode) else 0
        if not budget.takes(size):
            continue
        if stat.S_ISLNK(seen.st_mode):
            os.symlink(os.readlink(name, dir_fd=old), name, dir_fd=new)
            _give(name, new, owner)
        elif stat.S_ISREG(seen.st_mode):
            _copy_file(name, old, new, owner)
        elif stat.S_ISDIR(seen.st_mode) and depth:
            os.mkdir(name, 0o700, dir_fd=new)
            _give(name, new, owner)
            with _within(name, old) as below, _within(name, new) as copy:
                _copy_entries(below, copy, budget, owner, depth - 1)
                _finish(copy, seen, 0o700)


def _copy_file(name: str, old: int, new: int, owner: int | None) -> None:
    source = _open_closed(name, _READ, old)
    try:
        seen = os.fstat(source)
        copy = os.open(name, _WRITE, 0o600, dir_fd=new)
        try:
            for start, end in _written_parts(source, seen.st_size):
                os.lseek(copy, start, os.SEEK_SET)
                while start < end:
                    start += os.sendfile(copy, source, start, min(end - start, _CHUNK))
            os.ftruncate(copy, seen.st_size)
            _finish(copy, seen, 0o600)
        finally:
            os.close(copy)
        _give(name, new, owner)
    finally:
        os.close(source)


def _written_parts(file: int, size: int) -> Iterator[tuple[int, int]]:
    """Where a file holds data, from and to; the rest are holes."""
    end = 0
    while end < size:
        try:
            start = os.lseek(file, end, os.SEEK_DATA)
        except OSError:
            return  # ENXIO: nothing but a hole is left.
        end = os.lseek(file, start, os.SEEK_HOLE)
        yield start, end


def _finish(copy: int, seen: os.stat_result, least: int) -> None:
    """The rights and times of what was copied; none to become its owner, and its owner may read it."""
    os.fchmod(copy, seen.st_mode & 0o777 | least)
    os.utime(copy, ns=(seen.st_mtime_ns, seen.st_mtime_ns))


def _give(name: str, folder: int, owner: int | None) -> None:
    if owner is not None:
        os.chown(name, owner, owner, dir_fd=folder, follow_symlinks=False)


@contextmanager
def _opened(folder: Path) -> Generator[int]:
    handle = os.open(folder, _FOLDER & ~os.O_NOFOLLOW)
    try:
        yield handle
    finally:
        os.close(handle)


@contextmanager
def _within(name: str, folder: int) -> Generator[int]:
    handle = _open_closed(name, _FOLDER, folder)
    try:
        yield handle
    finally:
        os.close(handle)


def _open_closed(name: str, how: int, folder: int) -> int:
    """Open what is there, were it closed against its own owner."""
    try:
        return os.open(name, how, dir_fd=folder)
    except PermissionError:
        os.chmod(name, 0o700, dir_fd=folder)
        return os.open(name, how, dir_fd=folder)

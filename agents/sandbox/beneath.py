"""Files beneath a folder to which others wrote: no link is followed at any level, and only ordinary files are opened.

Every step of a path is opened in the folder before it, so that nothing that is swapped meanwhile leads elsewhere.
"""

import errno
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from uuid import uuid4

from plans.errors import FileRefused
from plans.files import DISK_FULL

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# A pipe must not keep us waiting for its other end, and no terminal may become ours.
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_IN_THE_WAY = frozenset({errno.ELOOP, errno.ENOTDIR, errno.ENXIO})
"""What the system says of a link, of a path beneath a file, and of a socket or a pipe that nobody reads."""
_DENIED = frozenset({errno.ENAMETOOLONG, errno.EACCES, errno.EPERM})
"""What it says of names and permissions that others chose."""


def read_beneath(root: Path, file: str, limit: int) -> bytes:
    """What an ordinary file of at most `limit` bytes holds; `root` itself is trusted.

    Raises FileNotFoundError, IsADirectoryError and FileRefused.
    """
    with _refusals(file), _folder_of(root, file) as (folder, name):
        with os.fdopen(os.open(name, _READ, dir_fd=folder), "rb") as opened:
            seen = os.fstat(opened.fileno())
            if stat.S_ISDIR(seen.st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), file)
            if not stat.S_ISREG(seen.st_mode):
                raise FileRefused(f"{file!r} is no ordinary file, so it is not read.")
            data = opened.read(limit + 1)
        if len(data) > limit:
            raise FileRefused(f"{file!r} has {seen.st_size:,} bytes, and at most {limit:,} are read.")
        return data


def write_beneath(root: Path, file: str, data: bytes) -> None:
    """Write a file whole, with the folders above it; what stood there is replaced, were it a link.

    It belongs to whom `root` belongs. Raises IsADirectoryError and FileRefused.
    """
    with _refusals(file), _folder_of(root, file, is_made=True) as (folder, name):
        unfinished = f".{uuid4().hex}"
        try:
            with os.fdopen(os.open(unfinished, _WRITE, 0o644, dir_fd=folder), "wb") as opened:
                _give(opened.fileno(), root)
                opened.write(data)
            os.rename(unfinished, name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(unfinished, dir_fd=folder)
            raise


@contextmanager
def _folder_of(root: Path, file: str, *, is_made: bool = False) -> Generator[tuple[int, str]]:
    """The opened folder in which a file lies, and the file's name there."""
    *above, name = steps_of(file)
    folder = os.open(root, _FOLDER & ~os.O_NOFOLLOW)
    try:
        for step in above:
            if is_made:
                _make(folder, step, root)
            below = os.open(step, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = below
        yield folder, name
    finally:
        os.close(folder)


def _make(folder: int, name: str, root: Path) -> None:
    with suppress(FileExistsError):
        os.mkdir(name, 0o755, dir_fd=folder)
        made = os.open(name, _FOLDER, dir_fd=folder)
        try:
            _give(made, root)
        finally:
            os.close(made)


def _give(handle: int, root: Path) -> None:
    owner = root.stat()
    if (owner.st_uid, owner.st_gid) != (os.geteuid(), os.getegid()):
        os.fchown(handle, owner.st_uid, owner.st_gid)


def steps_of(file: str) -> tuple[str, ...]:
    """The parts of a path beneath a folder; FileRefused for one that leads elsewhere."""
    path = PurePosixPath(file)
    if path.is_absolute() or ".." in path.parts or not path.parts or "\0" in file:
        raise FileRefused(f"{file!r} is no path within the folder.")
    return path.parts


@contextmanager
def _refusals(file: str) -> Generator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in _IN_THE_WAY:
            raise FileRefused(
                f"{file!r} is a link or no ordinary file, or lies beneath one, and none is followed."
            ) from error
        if error.errno in DISK_FULL | {errno.EFBIG}:
            raise FileRefused(f"{file!r} does not fit: {error.strerror}.") from error
        if error.errno in _DENIED:
            raise FileRefused(f"{file!r} is neither read nor written: {error.strerror}.") from error
        raise

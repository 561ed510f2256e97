"""One file of a sandbox, read or written whole. No link is followed at any level."""
# ruff: noqa: PTH101, PTH102, PTH105, PTH108, PTH110, PTH112, PTH114, PTH115, PTH116, PTH118, PTH123, PTH208, PTH211

import errno
import os
import stat
import sys
from contextlib import suppress

from agents.sandbox.errands.opening import CHUNK, OPEN_FOLDER, REFUSED, TO_READ, TO_WRITE


def read(root: str, file: str, limit: str) -> int:
    """The file's bytes, on standard output."""
    folder, name = _folder_of(root, file, is_made=False)
    with open(os.open(name, TO_READ, dir_fd=folder), "rb") as opened:
        seen = os.fstat(opened.fileno())
        if stat.S_ISDIR(seen.st_mode):
            raise IsADirectoryError(errno.EISDIR, "Is a directory")
        if not stat.S_ISREG(seen.st_mode):
            print("it is no ordinary file", file=sys.stderr)
            return REFUSED
        if seen.st_size > int(limit):
            print(f"it has {seen.st_size:,} bytes, and at most {int(limit):,} are read", file=sys.stderr)
            return REFUSED
        sys.stdout.buffer.write(opened.read(int(limit)))
    return 0


def write(root: str, file: str) -> int:
    """The file whole, from standard input; what stands in its place is replaced, were it a link."""
    folder, name = _folder_of(root, file, is_made=True)
    unfinished = f".{os.urandom(16).hex()}"
    try:
        with open(os.open(unfinished, TO_WRITE, 0o644, dir_fd=folder), "wb") as opened:
            while chunk := sys.stdin.buffer.read(CHUNK):
                opened.write(chunk)
        os.rename(unfinished, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(unfinished, dir_fd=folder)
        raise
    return 0


def _folder_of(root: str, file: str, *, is_made: bool) -> tuple[int, str]:
    *above, name = file.split("/")
    folder = os.open(root, OPEN_FOLDER & ~os.O_NOFOLLOW)
    for step in above:
        if is_made:
            with suppress(FileExistsError):
                os.mkdir(step, 0o755, dir_fd=folder)
        folder = os.open(step, OPEN_FOLDER, dir_fd=folder)
    return folder, name

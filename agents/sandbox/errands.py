"""Errands in a sandbox whose files lie elsewhere: read, write, pack, unpack, and end what runs there.

    python3 -I -S -c SOURCE VERB [ARGUMENT …]

Each is one start, inside, as the user as which programs run there; SOURCE is this file's text, so it uses the standard
library alone. No link is followed at any level.
"""
# ruff: noqa: PTH101, PTH102, PTH105, PTH108, PTH110, PTH112, PTH114, PTH115, PTH116, PTH118, PTH123, PTH208, PTH211

import errno
import os
import signal
import stat
import sys
import tarfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import IO

MISSING, FOLDER, REFUSED, LEFT = 41, 42, 43, 44
"""Exit codes: no such file; a folder; no file that may be read or written; some processes have not ended."""
OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
TO_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
TO_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
CHUNK = 1 << 20
"""Bytes that are handed on at a time."""


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


DEPTH_LIMIT = 120
"""Folders within each other that are packed: more than an archive keeps, so that it can say what it cuts."""


def pack(root: str, stream: IO[bytes], left: list[int]) -> None:
    """Write the ordinary files, folders and links beneath a folder as an archive.

    It goes as far as `left`, bytes and entries, from which what was packed is taken off. Nothing may change the folder
    meanwhile. Hard links count as often as they occur, and holes in files as what they hold.
    """
    with tarfile.open(fileobj=stream, mode="w|", format=tarfile.PAX_FORMAT) as parcel:
        _pack_entries(root, "", parcel, left, DEPTH_LIMIT)


def unpack(stream: IO[bytes], root: str) -> None:
    """Put an archive of ordinary files, folders and links into an empty folder that nobody else writes to.

    Links are made last, so that nothing is ever written through one. ValueError for anything else in the archive.
    """
    links: list[tuple[str, str]] = []
    folders: list[tuple[str, tarfile.TarInfo]] = []
    with tarfile.open(fileobj=stream, mode="r|") as parcel:
        for told in parcel:
            steps = told.name.split("/")
            if told.name.startswith("/") or ".." in steps or "" in steps:
                raise ValueError(f"an archive names {told.name!r}, which is no path within a folder")
            path = os.path.join(root, told.name)
            if told.isdir():
                os.mkdir(path, 0o700)
                folders.append((path, told))
            elif told.issym():
                links.append((path, told.linkname))
            elif told.isreg():
                with open(os.open(path, TO_WRITE, 0o600), "wb") as file:
                    content = parcel.extractfile(told)
                    while content and (chunk := content.read(CHUNK)):
                        file.write(chunk)
                    os.fchmod(file.fileno(), told.mode & 0o777 | 0o600)
                os.utime(path, (told.mtime, told.mtime))
            else:
                raise ValueError(f"an archive holds {told.name!r}, which is neither file, folder nor link")
    for path, target in links:
        os.symlink(target, path)
    for path, told in reversed(folders):
        os.chmod(path, told.mode & 0o777 | 0o700)
        os.utime(path, (told.mtime, told.mtime))


def _pack_entries(folder: str, name: str, parcel: tarfile.TarFile, left: list[int], depth: int) -> None:
    for entry in sorted(_listed(folder)):
        path, inner = os.path.join(folder, entry), f"{name}{entry}"
        seen = os.lstat(path)
        size = seen.st_size if stat.S_ISREG(seen.st_mode) else 0
        if left[1] < 1 or size > left[0]:
            continue
        left[0], left[1] = left[0] - size, left[1] - 1
        told = tarfile.TarInfo(inner)
        told.mode, told.mtime = stat.S_IMODE(seen.st_mode) & 0o777, int(seen.st_mtime)
        if stat.S_ISLNK(seen.st_mode):
            told.type, told.linkname = tarfile.SYMTYPE, os.readlink(path)
            parcel.addfile(told)
        elif stat.S_ISREG(seen.st_mode):
            told.size = size
            with open(_opened(path), "rb") as file:
                parcel.addfile(told, file)
        elif stat.S_ISDIR(seen.st_mode) and depth:
            told.type = tarfile.DIRTYPE
            parcel.addfile(told)
            _pack_entries(path, f"{inner}/", parcel, left, depth - 1)


def _listed(folder: str) -> list[str]:
    """Its entries, were it closed against its own owner."""
    try:
        return os.listdir(folder)
    except PermissionError:
        os.chmod(folder, 0o700)
        return os.listdir(folder)


def _opened(path: str) -> int:
    try:
        return os.open(path, TO_READ)
    except PermissionError:
        os.chmod(path, 0o600)
        return os.open(path, TO_READ)


GRACE = 8.0
"""Seconds that killed processes have to vanish."""


def end(token: str) -> int:
    """End what `reaper.py` runs under `-X lone=TOKEN`, and all beneath it; LEFT where there was no such thing."""
    mark = f"lone={token}".encode()
    found = [process for process in _others() if mark in _words(process)[:6]]
    for process in found:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGTERM)
    until = time.monotonic() + GRACE
    while any(map(_is_alive, found)):
        if time.monotonic() > until:
            return LEFT
        time.sleep(0.01)
    return 0 if found else LEFT


def end_all() -> int:
    """Kill every process of this user; LEFT where one stays, and where the user is root, whose are all others too."""
    if os.getuid() == 0:
        print("programs run as root there", file=sys.stderr)
        return LEFT
    until = time.monotonic() + GRACE
    while True:
        # All but this process at one stroke of the kernel's, so that nothing can be started meanwhile.
        with suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
        left = [process for process in _others() if _is_alive(process)]
        if not left:
            return 0
        if time.monotonic() > until:
            return _stay(left)
        time.sleep(0.01)


def end_orphans() -> int:
    """Kill what has lost the reaper above it, and with it all beneath; LEFT where one stays."""
    return _killed(_lost)


def end_marked(mark: str) -> int:
    """Kill every process whose HOME or TMPDIR is beneath `mark`, as those of all that a sandbox runs are."""
    return _killed(
        lambda: {one for one in _others() if _is_alive(one) and _is_marked(one, os.fsencode(mark))}
    )


def _stay(left: Collection[int]) -> int:
    print(f"{len(left)} processes did not end when they were killed", file=sys.stderr)
    return LEFT


def _killed(found: Callable[[], set[int]]) -> int:
    """Kill what is found until nothing is; LEFT where something stays."""
    until = time.monotonic() + GRACE
    while left := found():
        if time.monotonic() > until:
            return _stay(left)
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.01)
    return 0


def _is_marked(process: int, mark: bytes) -> bool:
    with suppress(OSError), open(f"/proc/{process}/environ", "rb") as values:
        return any(
            value.startswith((b"HOME=" + mark, b"TMPDIR=" + mark)) for value in values.read().split(b"\0")
        )
    return False


def _lost() -> set[int]:
    """Processes whose line of parents leads to the first process: a reaper has no parent that is seen here."""
    parents = {process: _parent(process) for process in _others() if _is_alive(process)}
    found = {process for process, parent in parents.items() if parent == 1}
    while more := {process for process, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def _parent(process: int) -> int:
    with suppress(OSError), open(f"/proc/{process}/stat", "rb") as line:
        return int(line.read().rpartition(b") ")[2].split()[1])
    return 0


def _others() -> Iterator[int]:
    """The processes of this user, apart from this one."""
    mine = os.getuid()
    for name in os.listdir("/proc"):
        with suppress(OSError):
            if name.isdigit() and int(name) != os.getpid() and os.stat(f"/proc/{name}").st_uid == mine:
                yield int(name)


def _words(process: int) -> list[bytes]:
    with suppress(OSError), open(f"/proc/{process}/cmdline", "rb") as line:
        return line.read().split(b"\0")
    return []


def _is_alive(process: int) -> bool:
    """Whether it is there and still runs: what waits to be reaped does not."""
    with suppress(OSError), open(f"/proc/{process}/stat", "rb") as line:
        return line.read().rpartition(b") ")[2][:1] not in (b"Z", b"X")
    return False


_IN_THE_WAY = (errno.ELOOP, errno.ENOTDIR, errno.ENXIO)


def main(verb: str, *arguments: str) -> int:
    """Do one errand; its exit code says how it went, standard error why."""
    try:
        return _VERBS[verb](*arguments)
    except FileNotFoundError as error:
        print(error.strerror, file=sys.stderr)
        return MISSING
    except IsADirectoryError as error:
        print(error.strerror, file=sys.stderr)
        return FOLDER
    except OSError as error:
        if error.errno in _IN_THE_WAY:
            print(
                "it is a link or no ordinary file, or lies beneath one, and none is followed", file=sys.stderr
            )
        else:
            print(error.strerror, file=sys.stderr)
        return REFUSED


def _pack(root: str, most_bytes: str, most_entries: str) -> int:
    pack(root, sys.stdout.buffer, [int(most_bytes), int(most_entries)])
    return 0


def _unpack(root: str) -> int:
    unpack(sys.stdin.buffer, root)
    return 0


def _to(place: str, verb: str, *arguments: str) -> int:
    """Another errand, whose output goes to a new file."""
    os.dup2(os.open(place, TO_WRITE, 0o600), 1)
    code = main(verb, *arguments)
    sys.stdout.flush()
    return code


def _from(place: str, verb: str, *arguments: str) -> int:
    """Another errand, whose input comes from a file."""
    os.dup2(os.open(place, TO_READ), 0)
    return main(verb, *arguments)


_VERBS = {
    "read": read,
    "write": write,
    "pack": _pack,
    "unpack": _unpack,
    "end": end,
    "end-orphans": end_orphans,
    "end-all": end_all,
    "end-marked": end_marked,
    "to": _to,
    "from": _from,
}

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

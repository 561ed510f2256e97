"""What lies beneath a folder as one archive: packed on one side of a sandbox and unpacked on the other."""
# ruff: noqa: PTH101, PTH102, PTH105, PTH108, PTH110, PTH112, PTH114, PTH115, PTH116, PTH118, PTH123, PTH208, PTH211

import os
import stat
import tarfile
from typing import IO

from agents.sandbox.errands.opening import CHUNK, TO_READ, TO_WRITE

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

"""Hand-ins by content: what a workspace held at the end of a round, kept apart from what comes after.

Links are recorded by target and never followed, other special files are never opened, and the folders that tools fill
by themselves are left out.
"""

import errno
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from plans.digests import text_digest
from plans.files import read_record, storage_errors, write_record
from plans.paths import HandInPaths, RunPaths
from plans.records.run import HandIn

LEFT_OUT_FOLDERS = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"})
"""Folders that tools fill by themselves."""
INCOMING = ".incoming-"
"""How folders are called in which a hand-in is put together."""
CUT = "hand-in cut"
"""Mark of what was made of a hand-in of which something could not be kept."""
TOOLS_OWN = "a tool's own folder"
"""Why such a folder is left out; a hand-in is the same with and without it."""
FILE_LIMIT = 64_000_000
"""Bytes of the largest file that is kept."""
TOTAL_LIMIT = 256_000_000
"""Bytes of all files that are kept."""
COUNT_LIMIT = 20_000
"""Files that are kept."""


def archive(workspace: Path, run: RunPaths) -> HandIn:
    """Keep the workspace as it stands, once per content; raises StorageFailed when the disk refuses."""
    with storage_errors(run.archive):
        run.archive.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=INCOMING, dir=run.archive) as name:
            incoming = HandInPaths(Path(name) / "hand-in")
            hand_in = _kept(workspace, incoming)
            place = run.archived(hand_in.digest)
            if not place.record.exists():
                _put(incoming, place)
    return hand_in


def sweep(run: RunPaths) -> None:
    """Remove what a killed process left half-archived; for the holder of the run's lock."""
    for folder in run.archive.glob(f"{INCOMING}*"):
        shutil.rmtree(folder)


def restore(hand_in: HandInPaths | None, workspace: Path) -> None:
    """Make the workspace what was handed in (None: empty); what the archive leaves out is gone."""
    with storage_errors(workspace):
        if workspace.is_dir():
            _remove(workspace)
        workspace.mkdir(parents=True)
        if hand_in is None:
            return
        shutil.copytree(hand_in.files, workspace, dirs_exist_ok=True)
        for name, target in read_record(hand_in.record, HandIn).links.items():
            link = workspace / name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(target)


def was_cut(hand_in: HandIn) -> bool:
    """Whether something of the agent's own could not be kept."""
    return any(reason != TOOLS_OWN for reason in hand_in.left_out.values())


def _put(incoming: HandInPaths, place: HandInPaths) -> None:
    # Another trial may have handed in the same just now; then its copy stands.
    try:
        incoming.root.rename(place.root)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise


def _remove(workspace: Path) -> None:
    """Remove a folder with all that is in it, folders too that the agent closed against everybody."""
    workspace.chmod(0o700)
    for folder, folders, _ in os.walk(workspace):
        # Before the walk goes down into them.
        for path in (Path(folder, name) for name in folders):
            if not path.is_symlink():
                path.chmod(0o700)
    shutil.rmtree(workspace)


@dataclass
class _Contents:
    """What has been seen of a workspace so far."""

    digests: dict[str, str] = field(default_factory=dict[str, str])
    links: dict[str, str] = field(default_factory=dict[str, str])
    left_out: dict[str, str] = field(default_factory=dict[str, str])
    size: int = 0

    def digest(self) -> str:
        lines = [f"file {path} {digest}" for path, digest in self.digests.items()]
        lines += [f"link {path} {target}" for path, target in self.links.items()]
        lines += [f"left out {path}" for path, reason in self.left_out.items() if reason != TOOLS_OWN]
        return text_digest("\n".join(sorted(lines)))


def _kept(workspace: Path, place: HandInPaths) -> HandIn:
    contents = _Contents()
    place.files.mkdir(parents=True)
    for entry in _walk(workspace, contents):
        name = entry.relative_to(workspace).as_posix()
        reason = _why_not(entry.lstat(), contents) or _keep(entry, name, place.files / name, contents)
        if reason:
            contents.left_out[name] = reason
    hand_in = HandIn(
        digest=contents.digest(),
        files=len(contents.digests),
        bytes=contents.size,
        links=contents.links,
        left_out=contents.left_out,
    )
    write_record(place.record, hand_in)
    return hand_in


def _walk(workspace: Path, contents: _Contents) -> Iterator[Path]:
    """Everything in the workspace that is no folder and no link, in an order that does not change."""

    def leave_out(error: OSError) -> None:
        name = Path(error.filename).relative_to(workspace).as_posix()
        contents.left_out[name] = f"unreadable: {error.strerror}"

    for folder, folders, names in os.walk(workspace, followlinks=False, onerror=leave_out):
        here = Path(folder)
        if not os.access(here, os.X_OK):
            # Its names can be read, and nothing that they name.
            leave_out(PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder))
            folders.clear()
            continue
        for name in sorted(folders):
            path = here / name
            if path.is_symlink():
                contents.links[path.relative_to(workspace).as_posix()] = str(path.readlink())
            elif name in LEFT_OUT_FOLDERS:
                contents.left_out[path.relative_to(workspace).as_posix()] = TOOLS_OWN
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT_FOLDERS)
        for name in sorted(names):
            path = here / name
            if path.is_symlink():
                contents.links[path.relative_to(workspace).as_posix()] = str(path.readlink())
            else:
                yield path


def _why_not(seen: os.stat_result, contents: _Contents) -> str | None:
    if not stat.S_ISREG(seen.st_mode):
        return "no ordinary file"
    if seen.st_size > FILE_LIMIT:
        return f"{seen.st_size:,} bytes, at most {FILE_LIMIT:,} are kept"
    if contents.size + seen.st_size > TOTAL_LIMIT:
        return f"more than {TOTAL_LIMIT:,} bytes in all"
    if len(contents.digests) >= COUNT_LIMIT:
        return f"more than {COUNT_LIMIT:,} files"
    return None


def _keep(path: Path, name: str, copy: Path, contents: _Contents) -> str | None:
    """Copy one file; returns why not, when it cannot be read."""
    try:
        # Not followed should it have become a link, not waited for should it have become a pipe.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        return f"unreadable: {error.strerror}"
    with os.fdopen(handle, "rb") as file:
        data = file.read(FILE_LIMIT)
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(data)
    with suppress(PermissionError):
        copy.chmod(0o755 if path.stat(follow_symlinks=False).st_mode & 0o100 else 0o644)
    contents.digests[name] = hashlib.sha256(data).hexdigest()
    contents.size += len(data)
    return None

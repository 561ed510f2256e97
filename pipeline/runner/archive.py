"""Submissions by content: a workspace at the end of a round, archived, checked and taken out again."""

import errno
import hashlib
import mmap
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path, PurePosixPath
from uuid import uuid4

from pydantic import JsonValue

from plans.digests import value_digest
from plans.errors import InvalidFile
from plans.files import read_record, storage_errors, write_record
from plans.paths import RunPaths, SubmissionPaths, inside
from plans.prd_text import NOTICE
from plans.records.base import Problem
from plans.records.run import Submission

STARTING = ("index.html", "package.json", "dist/index.html", "build/index.html", "public/index.html")
"""Files by which an app is started, as submissions are served."""


def starting_files(workspace: Path) -> Iterator[Path]:
    """Those of the files that are there; what a link leads to, and what cannot be looked at, is none."""
    return (path for name in STARTING if _is_plain(path := workspace / name))


def is_served(folder: str) -> bool:
    """Whether a folder of this name at the root may be what is served."""
    return f"{folder}/index.html" in STARTING


def _is_plain(path: Path) -> bool:
    try:
        return path.is_file() and not (path.is_symlink() or path.parent.is_symlink())
    except OSError:
        return False


LEFT_OUT_FOLDERS = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"})
"""Folders that tools fill by themselves. A repository would also be a danger to whoever steps into an
archived submission: git, and a prompt that asks it, runs the programs which its configuration names."""
INCOMING = ".incoming-"
"""How folders are called in which a submission is put together."""
TOOLS_OWN = "a tool's own folder"
"""Why such a folder is left out; a submission is the same with and without it."""
FILE_LIMIT = 64_000_000
"""Bytes of the largest file that is kept."""
TOTAL_LIMIT = 256_000_000
"""Bytes of all files that are kept."""
COUNT_LIMIT = 20_000
"""Files that are kept."""
PATH_LIMIT = 1_000
"""Bytes of the longest path below the workspace, or of a link's target, that is kept."""
DEPTH_LIMIT = 100
"""Folders within each other, the file counted, that are kept."""
LISTED_LIMIT = 1_000
"""Links that are kept, and entries left out that are listed: the record must stay one that can be read."""
SYNCED_SINGLY = 100
"""Files of a submission up to which each is brought to the disk by itself, which takes milliseconds; of more,
all that the system still has to write goes there at once."""
CUT_SHOWN = 2
"""Entries left out that are told."""
REST = "…"
"""What stands in the list for all that would make it longer."""


def archive(workspace: Path, run: RunPaths) -> Submission:
    """Keep the workspace as it stands, once per content; raises StorageFailed when the disk refuses."""
    with storage_errors(run.archive):
        run.archive.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=INCOMING, dir=run.archive) as name:
            incoming = SubmissionPaths(Path(name) / "submission")
            submission = _kept(workspace, incoming)
            place = run.archived(submission.digest)
            if not place.record.exists():
                _sync(incoming)
                _put(incoming, place)
    return submission


def workspace_digest(workspace: Path) -> str:
    """The digest of a workspace as `archive` would keep it."""
    return _submission(workspace, None).digest


def sweep(run: RunPaths) -> None:
    """Remove what a killed process left half-archived; for the holder of the run's lock."""
    for folder in run.archive.glob(f"{INCOMING}*"):
        remove(folder)


def restore(submission: SubmissionPaths | None, workspace: Path) -> None:
    """Make the workspace what was submitted (None: empty); what the archive leaves out is gone.

    PathEscape for a link that would lie out of the workspace.
    """
    with storage_errors(workspace):
        remove(workspace)
        workspace.mkdir(parents=True)
        if submission is None:
            return
        shutil.copytree(submission.files, workspace, dirs_exist_ok=True)
        for name, target in read_record(submission.record, Submission).links.items():
            link = inside(workspace, name)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(target)


def remove(workspace: Path) -> None:
    """Remove the workspace, closed folders and deep ones too, or what the agent put in its place."""
    if is_folder(workspace):
        _empty(workspace)
        workspace.rmdir()
    else:
        # What a link leads to is not ours.
        workspace.unlink(missing_ok=True)


def is_folder(workspace: Path) -> bool:
    """Whether the workspace is still a folder: not gone, not a file, and not a link to a folder elsewhere."""
    return workspace.is_dir() and not workspace.is_symlink()


def was_cut(submission: Submission) -> bool:
    """Whether something of the agent's own could not be kept."""
    return any(reason != TOOLS_OWN for reason in submission.left_out.values())


def cut(submission: Submission) -> str:
    """What of the agent's own could not be kept, in a few words; empty: nothing was cut."""
    own = {name: reason for name, reason in submission.left_out.items() if reason != TOOLS_OWN}
    shown = "; ".join(f"{name!r}, {reason}" for name, reason in sorted(own.items())[:CUT_SHOWN])
    return f"{shown}; …" if len(own) > CUT_SHOWN else shown


def content_digest(digests: Mapping[str, str], links: Mapping[str, str], left_out: Mapping[str, str]) -> str:
    """The digest of a submission: over its files' digests, its links' targets and what could not be kept, by path."""
    # As JSON: a name may hold any character, so lines or spaces would not tell where it ends.
    entries = [("file", path, digest) for path, digest in digests.items()]
    entries += [("link", path, target) for path, target in links.items()]
    entries += [("left out", path, "") for path, reason in left_out.items() if reason != TOOLS_OWN]
    listed: list[JsonValue] = [list(entry) for entry in sorted(entries)]
    return value_digest(listed)


def _sync(incoming: SubmissionPaths) -> None:
    """Sync the files to the disk, as the record of the round is: a power cut would leave it empty ones."""
    files = [path for path in incoming.root.rglob("*") if path.is_file()]
    if len(files) > SYNCED_SINGLY:
        os.sync()
        return
    for path in files:
        with path.open("rb") as file:
            os.fsync(file.fileno())


def _put(incoming: SubmissionPaths, place: SubmissionPaths) -> None:
    # Another trial may have submitted the same just now; then its copy stands.
    try:
        incoming.root.rename(place.root)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise


def _empty(workspace: Path) -> None:
    """Remove all that is in a folder, folders too that are closed against everybody, and however deep.

    Each folder is emptied of folders first, by moving them up: no path gets too long for the system.
    """
    workspace.chmod(0o700)
    pending = [workspace]
    while pending:
        folder = pending.pop()
        for entry in list(folder.iterdir()):
            if not is_folder(entry):
                entry.unlink()
                continue
            entry.chmod(0o700)
            pending.append(entry.rename(workspace / uuid4().hex))
        if folder != workspace:
            folder.rmdir()


@dataclass
class _Contents:
    """What has been seen of a workspace so far."""

    digests: dict[str, str] = field(default_factory=dict[str, str])
    links: dict[str, str] = field(default_factory=dict[str, str])
    left_out: dict[str, str] = field(default_factory=dict[str, str])
    size: int = 0

    def leave_out(self, name: str, reason: str) -> None:
        if len(self.left_out) < LISTED_LIMIT:
            self.left_out[name] = reason
        elif reason != TOOLS_OWN:
            self.left_out[REST] = f"more than {LISTED_LIMIT:,} entries are left out"

    def keep_link(self, name: str, target: str) -> None:
        if not _is_text(target) or len(target.encode()) > PATH_LIMIT:
            self.leave_out(name, f"a link whose target is not UTF-8 text or longer than {PATH_LIMIT:,} bytes")
        elif len(self.links) >= LISTED_LIMIT:
            self.leave_out(name, f"more than {LISTED_LIMIT:,} links")
        else:
            self.links[name] = target


def _kept(workspace: Path, place: SubmissionPaths) -> Submission:
    place.files.mkdir(parents=True)
    submission = _submission(workspace, place.files)
    write_record(place.record, submission)
    return submission


def _submission(workspace: Path, files: Path | None) -> Submission:
    """What is kept of a workspace, copied into the folder `files`; None: nothing is copied."""
    contents = _Contents()
    if is_folder(workspace):
        for entry in chain(starting_files(workspace), _walk(workspace, contents)):
            name = entry.relative_to(workspace).as_posix()
            if name in contents.digests:
                continue
            if reason := _keep(entry, name, files / name if files else None, contents):
                contents.leave_out(name, reason)
    else:
        contents.leave_out(".", "no folder: the workspace was removed or replaced")
    return Submission(
        digest=content_digest(contents.digests, contents.links, contents.left_out),
        files=len(contents.digests),
        bytes=contents.size,
        links=contents.links,
        left_out=contents.left_out,
    )


def _walk(workspace: Path, contents: _Contents) -> Iterator[Path]:
    """Everything in the workspace that is no folder and no link, in an order that does not change."""
    pending = [workspace]
    while pending:
        folder = pending.pop()
        below: list[Path] = []
        for entry in _entries(folder, workspace, contents):
            name = entry.relative_to(workspace).as_posix()
            if entry.is_symlink():
                contents.keep_link(name, str(entry.readlink()))
            elif not entry.is_dir():
                yield entry
            elif entry.name in LEFT_OUT_FOLDERS:
                contents.leave_out(name, TOOLS_OWN)
            else:
                below.append(entry)
        if folder == workspace:
            below.sort(key=lambda one: not is_served(one.name))
        pending.extend(reversed(below))


def _entries(folder: Path, workspace: Path, contents: _Contents) -> list[Path]:
    """What a folder holds and can be kept by its path, sorted; the rest is left out."""
    try:
        entries = sorted(folder.iterdir())
        if not os.access(folder, os.X_OK):
            # Its names can be read, and nothing that they name.
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        contents.leave_out(folder.relative_to(workspace).as_posix(), f"unreadable: {error.strerror}")
        return []
    kept: list[Path] = []
    for entry in entries:
        path = entry.relative_to(workspace)
        if reason := _why_unnamed(path):
            contents.leave_out(_escaped(path.as_posix())[:PATH_LIMIT], reason)
        else:
            kept.append(entry)
    return kept


def _why_unnamed(path: Path) -> str | None:
    if not _is_text(path.as_posix()):
        return "its name is not UTF-8 text"
    if len(os.fsencode(path)) > PATH_LIMIT:
        return f"a path of more than {PATH_LIMIT:,} bytes"
    if len(path.parts) > DEPTH_LIMIT:
        return f"more than {DEPTH_LIMIT} folders within each other"
    return None


def _is_text(name: str) -> bool:
    """Whether a name from the file system, where any bytes are one, is text that can be written down."""
    return not any(0xD800 <= ord(character) <= 0xDFFF for character in name)


def _escaped(name: str) -> str:
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _keep(path: Path, name: str, copy: Path | None, contents: _Contents) -> str | None:
    """Note one file, and copy it where it has a place; returns why not, when it is not to be kept or cannot be read."""
    try:
        seen = path.lstat()
        if reason := _why_not(seen, contents):
            return reason
        data = _read(path)
    except OSError as error:
        return f"unreadable: {error.strerror}"
    if copy is not None:
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(data)
        copy.chmod(0o755 if seen.st_mode & 0o100 else 0o644)
    contents.digests[name] = hashlib.sha256(data).hexdigest()
    contents.size += len(data)
    return None


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


def _read(path: Path) -> bytes:
    # Not followed should it have become a link, not waited for should it have become a pipe.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        return file.read(FILE_LIMIT)


CANARIES_SHOWN = 5
"""Files of a submission that are named."""
CANARIES_LOOKED_AT = 1_000
"""Places in a file at which a canary is looked at."""
BEFORE_A_CANARY = re.compile(
    rb"(?:\s|\\[nrt])+".join(re.escape(word.encode()) for word in f"{NOTICE} Canary:".split())
    + rb"(?:\s|\\[nrt])+$"
)
"""The words by which a message gives the canary out, wrapped or written with `\\n` as a log may have them."""
MEND = (
    "Restore it as the run left it; or remove the rounds that name it, which the same command then plays again, "
    "and its folder."
)


def archived(run: RunPaths, digest: str) -> SubmissionPaths:
    """Where the submission of this digest lies; InvalidFile when what lies there is not what was submitted."""
    place = run.archived(digest)
    if linked := [folder for folder in (run.archive, place.root, place.files) if folder.is_symlink()]:
        raise InvalidFile([_problem(linked[0], "is a link, and nothing was submitted where it leads.")])
    record = read_record(place.record, Submission)
    digests = _digests(place.files)
    if problems := [*_misplaced(place, record, digests), *_differing(place, record, digests, digest)]:
        raise InvalidFile(problems)
    return place


def canary_places(run: RunPaths, digest: str, canary: str, beside: Sequence[Path]) -> tuple[str, ...]:
    """Where the suite's canary came back, in a submission and in the files `beside` it.

    It is in every file of a suite, so that copies can be found. The run gives it out itself, beside the notice that
    closes a message and the specification. Agents print their message, and some keep it in a file, so that there it
    says nothing.
    """
    sought = canary.encode()
    if not sought:
        return ()
    ours = [path.name for path in beside if _tells(path, sought)]
    files = run.archived(digest).files
    names = ((path, path.relative_to(files).as_posix()) for path in sorted(files.rglob("*")))
    found = (repr(name) for path, name in names if sought in name.encode() or _tells(path, sought))
    first = list(islice(found, CANARIES_SHOWN + 1))
    return (*ours, *first[:CANARIES_SHOWN], *(["…"] if len(first) > CANARIES_SHOWN else []))


def _tells(path: Path, canary: bytes) -> bool:
    """Whether a file names the canary without the words of the message before it."""
    if not path.is_file() or not path.stat().st_size:
        return False
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        place = data.find(canary)
        for _ in range(CANARIES_LOOKED_AT):
            if place < 0:
                return False
            if not BEFORE_A_CANARY.search(data[max(place - 200, 0) : place]):
                return True
            place = data.find(canary, place + 1)
    return False


def _differing(
    place: SubmissionPaths, record: Submission, digests: dict[str, str], asked: str
) -> Iterator[Problem]:
    """That the record is another submission's, or that it and the files beside it are not what its digest was
    made of.
    """
    if record.digest != asked:
        yield _problem(
            place.record,
            f"digest: {record.digest!r}, but the round names {asked!r}: it is another submission.",
        )
    elif content_digest(digests, record.links, record.left_out) != asked:
        yield _problem(place.root, "holds something else than what was submitted: its digest is another.")


def _digests(files: Path) -> dict[str, str]:
    """The digest of each file; InvalidFile for anything that no archive holds."""
    if not files.is_dir():
        raise InvalidFile([_problem(files, "is missing, or no folder.")])
    found: dict[str, str] = {}
    for folder, folders, names in os.walk(files):
        for name in (*folders, *names):
            entry = Path(folder, name)
            if digest := _digest(entry):
                found[entry.relative_to(files).as_posix()] = digest
    return found


def _digest(entry: Path) -> str | None:
    """None for a folder."""
    seen = entry.lstat()
    if stat.S_ISDIR(seen.st_mode):
        return None
    if not stat.S_ISREG(seen.st_mode) or seen.st_size > FILE_LIMIT:
        raise InvalidFile([_problem(entry, "is a link, no ordinary file, or larger than any that is kept.")])
    try:
        with entry.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InvalidFile([_problem(entry, f"cannot be read: {error.strerror}.")]) from error


def _misplaced(place: SubmissionPaths, record: Submission, digests: dict[str, str]) -> Iterator[Problem]:
    """Links that a workspace cannot have held: out of it, or at or beneath another link or a file."""
    taken = {PurePosixPath(name) for name in (*record.links, *digests)} - {PurePosixPath()}
    for name, target in record.links.items():
        path = PurePosixPath(name)
        leaves = path.is_absolute() or ".." in path.parts or not path.parts or "\0" in f"{name}{target}"
        if leaves or name in digests or not taken.isdisjoint(path.parents):
            yield _problem(place.record, f"links: {name!r} is no place within the workspace.")


def _problem(path: Path, message: str) -> Problem:
    return Problem(where=str(path), message=message, mend=MEND)

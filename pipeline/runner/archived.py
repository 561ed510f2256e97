"""An archived hand-in, compared with its digest before anybody builds on it: the archive lies open to whoever finds it.

Whatever else lay there under the digest of an agent's hand-in would be judged in that agent's name. It is also
searched for the suite's canary.
"""

import hashlib
import mmap
import os
import re
import stat
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePosixPath

from pipeline.runner.archive import FILE_LIMIT, content_digest
from plans.errors import InvalidFile
from plans.files import read_record
from plans.paths import HandInPaths, RunPaths
from plans.prd_text import NOTICE
from plans.records.hand_in import HandIn
from plans.records.problem import Problem

CANARIES_SHOWN = 5
"""Files of a hand-in that are named."""
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


def archived(run: RunPaths, digest: str) -> HandInPaths:
    """Where the hand-in of this digest lies; InvalidFile when what lies there is not what was handed in."""
    place = run.archived(digest)
    if linked := [folder for folder in (run.archive, place.root, place.files) if folder.is_symlink()]:
        raise InvalidFile([_problem(linked[0], "is a link, and nothing was handed in where it leads.")])
    record = read_record(place.record, HandIn)
    digests = _digests(place.files)
    if problems := [*_misplaced(place, record, digests), *_differing(place, record, digests, digest)]:
        raise InvalidFile(problems)
    return place


def canary_places(run: RunPaths, digest: str, canary: str, beside: Sequence[Path]) -> tuple[str, ...]:
    """Where the suite's canary came back, in a hand-in and in the files `beside` it.

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


def _differing(place: HandInPaths, record: HandIn, digests: dict[str, str], asked: str) -> Iterator[Problem]:
    """That the record is another hand-in's, or that it and the files beside it are not what its digest was made of."""
    if record.digest != asked:
        yield _problem(
            place.record, f"digest: {record.digest!r}, but the round names {asked!r}: it is another hand-in."
        )
    elif content_digest(digests, record.links, record.left_out) != asked:
        yield _problem(place.root, "holds something else than what was handed in: its digest is another.")


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


def _misplaced(place: HandInPaths, record: HandIn, digests: dict[str, str]) -> Iterator[Problem]:
    """Links that a workspace cannot have held: out of it, or at or beneath another link or a file."""
    taken = {PurePosixPath(name) for name in (*record.links, *digests)} - {PurePosixPath()}
    for name, target in record.links.items():
        path = PurePosixPath(name)
        leaves = path.is_absolute() or ".." in path.parts or not path.parts or "\0" in f"{name}{target}"
        if leaves or name in digests or not taken.isdisjoint(path.parents):
            yield _problem(place.record, f"links: {name!r} is no place within the workspace.")


def _problem(path: Path, message: str) -> Problem:
    return Problem(where=str(path), message=message, mend=MEND)

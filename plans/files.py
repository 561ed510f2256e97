"""Files: records written whole and checked when read, every problem listed at once; locks; what torn writes left."""

import errno
import fcntl
import json
import os
import re
import shutil
import stat
import tempfile
from collections import OrderedDict
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, TextIO, TypeVar, cast

import yaml
from pydantic import ValidationError

from plans.dialect import KeysTwice, compose, dump_yaml, line_of, load_json, load_yaml
from plans.errors import Busy, InvalidFile, StorageFailed
from plans.records.base import FileRecord, Problem
from plans.schema_complaints import SchemaComplaint, complaints, refusals, refused

TEXT_LIMIT = 20_000_000
"""Bytes of the largest file that is read, but for records in YAML."""
YAML_LIMIT = 2_000_000
"""Bytes of the largest record in YAML: people write these, and a larger one takes minutes to tell what is wrong."""
LISTED_LIMIT = 50
"""Problems of one file that are listed."""
_ENDS_EARLY = "unexpected end of stream"
"""How the YAML parser calls a text that ends within a quotation."""
DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What a disk says that takes no more."""
STORAGE_MENDS: dict[int, str] = {
    errno.ENOSPC: "The disk is full: free some space and run the same command again; finished work is kept.",
    errno.EDQUOT: "The quota is used up: free some space and run the same command again; finished work is kept.",
    errno.EROFS: "The disk is read-only: choose another folder.",
    errno.EACCES: "Choose a folder that you may write to.",
    errno.EPERM: "Choose a folder that you may write to.",
    errno.ENOTDIR: "A file stands where a folder is needed: choose another place.",
    errno.EEXIST: "A file stands where a folder is needed: choose another place.",
    errno.EISDIR: "A folder stands where a file is needed: remove it, or choose another place.",
    errno.ENOENT: "No folder can be made there, or it went meanwhile: choose another place.",
    errno.EBUSY: "The system itself uses it: choose another place.",
    errno.ELOOP: "A link there leads round in a circle: choose another place.",
    errno.ENAMETOOLONG: "Its name is longer than the disk takes: choose a shorter one.",
    errno.EIO: "The disk fails: repair it, or choose a place on another one, and run the same command again.",
}
"""What a disk says that keeps us from writing → what to do."""
_NO_PLACE = {
    errno.ENOTDIR: "lies beneath a file, and not in a folder.",
    errno.ELOOP: "is a link that leads round in a circle.",
    errno.ENAMETOOLONG: "has a longer name than any file.",
}
"""What is wrong with a path at which no file can be."""
# What comes between the look and the opening is neither followed nor waited for.
_LOCK = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
LONGEST = 20
"""Characters of a process's number, and of anything that is taken for one."""
R = TypeVar("R", bound=FileRecord)
_TORN = re.compile(r"\.(.+\.(yaml|json|jsonl|md|txt|html)|\.gitattributes)\.[a-z0-9_]{8}")
"""Temporary names of what is written into a suite; other dotfiles, as `.env.template`, are somebody's own."""


class WrittenTexts:
    """The latest texts, each with its value as JSON; safe to use from several threads."""

    def __init__(self, most: int) -> None:
        """`most`: texts that are kept; of more, those that were written and read longest ago are forgotten."""
        self._most = most
        self._json: OrderedDict[str, str] = OrderedDict()
        self._lock = Lock()

    def add(self, text: str, json: str) -> None:
        """Remember that `text` says the same in YAML as `json` in JSON."""
        with self._lock:
            self._json[text] = json
            self._json.move_to_end(text)
            while len(self._json) > self._most:
                self._json.popitem(last=False)

    def json_of(self, text: str) -> str | None:
        """The value of a text as JSON; None when it is not among those that are kept."""
        with self._lock:
            if text in self._json:
                self._json.move_to_end(text)
            return self._json.get(text)


_WRITTEN = WrittenTexts(256)
"""What this process wrote lately as YAML, which it mostly reads again soon and need not parse."""


def read_text(path: Path, limit: int = TEXT_LIMIT) -> str:
    """The text of a file; raises InvalidFile when it is missing, not UTF-8 or larger than `limit` bytes."""
    try:
        return read_bytes(path, limit).decode("utf-8")
    except UnicodeDecodeError as error:
        place = f"at byte {error.start}"
        raise InvalidFile([_problem(path, f"is not UTF-8 text {place}.", "Save it as UTF-8.")]) from None


def read_bytes(path: Path, limit: int = TEXT_LIMIT) -> bytes:
    """What a file holds; raises InvalidFile when it is missing, no file, or larger than `limit` bytes."""
    try:
        return _read_bytes(path, limit)
    except FileNotFoundError:
        raise InvalidFile([_problem(path, "is missing.", "Check the path, or restore the file.")]) from None
    except IsADirectoryError:
        raise InvalidFile([_problem(path, "is a folder.", "Name the file.")]) from None
    except PermissionError:
        raise InvalidFile([_problem(path, "may not be read.", "Change its permissions.")]) from None
    except OSError as error:
        if error.errno not in _NO_PLACE:
            raise
        raise InvalidFile([_problem(path, _NO_PLACE[error.errno], "Name another file.")]) from None


def _read_bytes(path: Path, limit: int) -> bytes:
    """What a file holds; a pipe is read only as the shell hands one over, since any other may never end or begin."""
    seen = path.stat()
    is_handed_over = path.is_relative_to("/dev/fd") or path == Path("/dev/stdin")
    if not (is_handed_over or stat.S_ISREG(seen.st_mode) or stat.S_ISDIR(seen.st_mode)):
        mend = "Name a file, or hand a program's output over by /dev/stdin."
        raise InvalidFile([_problem(path, "is no ordinary file.", mend)])
    with path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        size = max(seen.st_size, len(data))
        raise InvalidFile(
            [_problem(path, f"has {size:,} bytes or more.", f"Files of at most {limit:,} are read here.")]
        )
    return data


def read_record(path: Path, kind: type[R]) -> R:
    """The record in a YAML or JSON file; raises InvalidFile with its problems, each with its line."""
    return parse_record(read_text(path, TEXT_LIMIT if path.suffix == ".json" else YAML_LIMIT), kind, path)


def read_own_record(path: Path, kind: type[R]) -> R:
    """`read_record` for JSON that programs write and nobody edits, at a fraction of the time when it is sound.

    The record itself checks the file; only when it refuses is the JSON Schema asked what is wrong, and where.
    """
    text = read_text(path)
    try:
        record = _strictly(text, kind)
    except ValidationError:
        return parse_record(text, kind, path)
    return record if record.schema_version == kind.VERSION else parse_record(text, kind, path)


def parse_record(text: str, kind: type[R], path: Path) -> R:
    """The record in `text`, which came from `path`; a text that was parsed lately gives the same record again."""
    return cast("R", _parsed(text, kind, path))


@lru_cache(maxsize=256)
def _parsed(text: str, kind: type[FileRecord], path: Path) -> FileRecord:
    if not text.strip():
        raise InvalidFile([_problem(path, "is empty.", f"It should hold a {kind.SCHEMA} record.")])
    value = _value(text, path)
    require_version(value, kind, path)
    try:
        fields = kind.from_file(cast("dict[str, Any]", value)) if isinstance(value, dict) else value
    except ValueError as error:
        raise InvalidFile(
            [_problem(path, f"{reason}.", "Correct the file.") for reason in error.args]
        ) from None
    if (sound := _sound(fields, kind)) is not None:
        return sound
    try:
        found = complaints(value, kind, LISTED_LIMIT + 1)
    except (ValueError, RecursionError) as error:
        # A number of thousands of digits cannot be shown, not even to complain about it.
        raise InvalidFile([_unreadable(path, error)]) from None
    if found:
        raise InvalidFile(_listed(path, text, found))
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        raise InvalidFile(_listed(path, text, refusals(error))) from None


def _sound(value: Any, kind: type[FileRecord]) -> FileRecord | None:
    """The record, where JSON can say the value and the record takes it as it is; None leaves it to the JSON Schema.

    The schema is far slower, and needed only to tell what is wrong.
    """
    try:
        text = json.dumps(value)
        return _strictly(text, kind) if json.loads(text) == value else None
    except (TypeError, ValueError, RecursionError):
        return None


def _value(text: str, path: Path) -> Any:
    if path.suffix != ".json" and (known := _WRITTEN.json_of(text)) is not None:
        return json.loads(known)
    try:
        return load_yaml(text) if path.suffix != ".json" else load_json(text)
    except KeysTwice as error:
        mend = "Keep one of the two: the first would be lost."
        keys = error.keys[: LISTED_LIMIT + 1]
        found = [_problem(path, f"the key {key!r} stands there twice.", mend, line) for key, line in keys]
        raise InvalidFile(_first(found, path)) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise InvalidFile([_unreadable(path, error)]) from None


def is_same_moved(before: R, now: R, field: str) -> bool:
    """Whether two records say the same but for `field`, which names a folder that is no longer where it was before."""
    was, present = getattr(before, field), getattr(now, field)
    return bool(
        was and present and not Path(was).exists() and before.model_copy(update={field: present}) == now
    )


def write_record(path: Path, record: FileRecord) -> None:
    """Write a record as YAML or JSON, by the file's suffix, without fields at their default; whole or not at all."""
    fields = {
        "schema_version": record.schema_version,
        **record.model_dump(mode="json", exclude_defaults=True),
    }
    value = record.to_file(fields)
    if path.suffix == ".json":
        text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    else:
        text = dump_yaml(value, record.INLINE)
        _WRITTEN.add(text, json.dumps(value))
    write_bytes(path, text.encode(), is_synced=record.IS_SYNCED)


def write_text(path: Path, text: str) -> None:
    """Write a text file: under a temporary name first, then renamed."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes, *, is_synced: bool = False) -> None:
    """Write a file whole or not at all; raises StorageFailed when the disk refuses.

    `is_synced`: also where the power is cut right after it; that takes milliseconds.
    """
    with storage_errors(path):
        folder, prefix = path.parent, f".{path.name}."
        try:
            handle, name = tempfile.mkstemp(dir=folder, prefix=prefix)
        except FileNotFoundError:
            folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=folder, prefix=prefix)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                if is_synced:
                    file.flush()
                    os.fsync(file.fileno())
            temporary.chmod(0o644)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def read_lines(path: Path, kind: type[R], limit: int = TEXT_LIMIT, *, skips_torn: bool = False) -> list[R]:
    """The records of a JSON-lines file; a missing file has none, a torn last line is refused by name, or passed over
    where whoever writes it does so line by line.

    Only a line feed ends a line: a JSON text may hold U+2028 and U+0085 as they are. Raises InvalidFile with every
    problem of every line.
    """
    if not path.exists():
        return []
    records: list[R] = []
    problems: list[Problem] = []
    lines = read_text(path, limit).split("\n")
    for number, line in enumerate(lines[:-1] if skips_torn else lines, 1):
        if not line.strip():
            continue
        try:
            records.append(_line_record(line, kind, path, number))
        except InvalidFile as error:
            problems += error.problems
    if problems:
        raise InvalidFile(problems)
    return records


def require_version(value: object, kind: type[FileRecord], path: Path) -> None:
    """Raises InvalidFile for a record of another version of its schema; one that names none is of the present one."""
    version = cast("dict[str, Any]", value).get("schema_version") if isinstance(value, dict) else None
    if not isinstance(version, int) or version < 1 or version == kind.VERSION:
        return
    message = (
        f"is of version {version} of the {kind.SCHEMA!r} schema, and this benchwright reads version {kind.VERSION} "
        "alone: its fields may mean something else."
    )
    mend = "Read it with the benchwright that wrote it, or make it again."
    raise InvalidFile([Problem(where=str(path), message=message, mend=mend)])


def _line_record(line: str, kind: type[R], path: Path, number: int) -> R:
    mend = "Mend or delete the line."
    try:
        value: object = load_json(line)
        require_version(value, kind, path)
        return _strictly(line, kind)
    except KeysTwice as error:
        found = [f"the key {key!r} stands there twice" for key, _ in error.keys]
    except ValidationError as error:
        found = [f"{_dotted(one['loc']) or 'the line'}: {refused(one['msg'])}" for one in error.errors()]
    except (ValueError, RecursionError) as error:
        # Beside what is no JSON: numbers of thousands of digits, and brackets deeper than Python's stack.
        found = [f"is no JSON: {unread_reason(error)}"]
    raise InvalidFile([_problem(path, f"{message}.", mend, number) for message in found])


def _strictly(text: str, kind: type[R]) -> R:
    """The record in a JSON text; raises ValidationError, also for the text "1" where a number is due."""
    return kind.model_validate_json(text, strict=True)


@contextmanager
def storage_errors(path: Path) -> Generator[None]:
    """Turns what a disk says into StorageFailed, with what to do."""
    try:
        yield
    except OSError as error:
        if error.errno not in STORAGE_MENDS:
            raise
        raise storage_failure(path, error) from error


def storage_failure(path: Path, error: OSError) -> StorageFailed:
    """The error for what a disk says of a path; its number must be in STORAGE_MENDS."""
    mend = STORAGE_MENDS[error.errno or 0]
    return StorageFailed(f"{path} could not be written: {error.strerror}. {mend}")


def _problem(path: Path, message: str, mend: str, line: int | None = None) -> Problem:
    where = f"{path}:{line}" if line else str(path)
    return Problem(where=where, message=message, mend=mend)


def unread_reason(error: Exception) -> str:
    """What a parser of ours has against a text; Python's own words where it gives up are no help to anybody."""
    told: str | None = getattr(error, "problem", None) or getattr(error, "msg", None)
    is_deep = isinstance(error, RecursionError)
    return told or ("it is nested too deeply" if is_deep else "a number in it has too many digits")


def _unreadable(path: Path, error: Exception) -> Problem:
    mark = _mark(error)
    line = mark.line + 1 if mark is not None else getattr(error, "lineno", None)
    reason = unread_reason(error)
    return _problem(path, f"cannot be read: {reason}.", "Correct the syntax.", line)


def _mark(error: Exception) -> Any:
    """Where a YAML text went wrong: what ends in a token that never comes is wrong where that was begun."""
    at, begun = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    is_unended = (
        at is not None and begun is not None and _ENDS_EARLY in (getattr(error, "problem", None) or "")
    )
    return begun if is_unended else at


def _listed(path: Path, text: str, found: Sequence[SchemaComplaint]) -> list[Problem]:
    """The first complaints, each with its line."""
    node = compose(text) if len(text) <= YAML_LIMIT else None
    first = found[: LISTED_LIMIT + 1]
    return _first([_complaint(path, one, line_of(node, one.location)) for one in first], path)


def _first(problems: list[Problem], path: Path) -> list[Problem]:
    if len(problems) <= LISTED_LIMIT:
        return problems
    message = f"has more problems than these {LISTED_LIMIT}."
    mend = "Mend these first: the others may come from the same mistake."
    return [*problems[:LISTED_LIMIT], _problem(path, message, mend)]


def _complaint(path: Path, complaint: SchemaComplaint, line: int | None) -> Problem:
    message = f"{_dotted(complaint.location) or 'the file'}: {complaint.message}."
    return _problem(path, message, complaint.mend, line)


def _dotted(location: Sequence[str | int]) -> str:
    return ".".join(str(step) for step in location)


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


def clear(folder: Path, keep: Collection[Path] = ()) -> None:
    """Remove what lies in a folder, where there is one, but for `keep`; raises StorageFailed.

    What a link in its place leads to is left alone: those who read the folder refuse the link.
    """
    if folder.is_symlink() or not folder.is_dir():
        return
    with storage_errors(folder):
        for path in folder.iterdir():
            if path in keep:
                continue
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()


def remove_torn(folder: Path) -> None:
    """Remove them from a folder, but not from those within; call it under the suite's lock."""
    with storage_errors(folder):
        for path in folder.glob(".*"):
            if _TORN.fullmatch(path.name):
                path.unlink()

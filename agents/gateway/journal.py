"""The journal: every reply that was paid for, by the digest of what was asked, so that none is paid for twice.

One SQLite file with a write-ahead log, which one process at a time owns. A row is there before its request goes out:
one that is still open when the file is next read was sent by a process that was killed, and may have been paid for.

Beside it, `models.json` sums up what was used. It is there before the first request goes out, so a journal that was
emptied, lost or left out of a copy is missed: a budget never begins anew without a word.
"""

import sqlite3
import time
from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from plans.errors import InvalidFile, NotInJournal, StorageFailed
from plans.files import held, read_own_record, storage_errors, write_record
from plans.records.model_call import EndpointAnswer, ModelCall, ModelRequest, as_known
from plans.records.usage import ModelUsage, ModelUsageFile, Usage, UsageLine

VERSION = 2
RECORD = "models.json"
"""The file beside a journal that sums up what was used."""
MEMORY = Path(":memory:")
"""A journal that ends with the process."""
TABLE = """
CREATE TABLE IF NOT EXISTS calls (
    key TEXT PRIMARY KEY, state TEXT NOT NULL, role TEXT NOT NULL, stage TEXT NOT NULL, project TEXT NOT NULL,
    round INTEGER, template_hash TEXT NOT NULL, request TEXT NOT NULL, answer TEXT,
    begun REAL NOT NULL, seconds REAL, feared TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS charges (
    key TEXT NOT NULL, role TEXT NOT NULL, stage TEXT NOT NULL, project TEXT NOT NULL, round INTEGER,
    usage TEXT NOT NULL);
"""
NAME_ONE = "Name journal.sqlite, or the folder, of a run or suite in which models were asked."
_PLACED = "role, stage, project, round"


def key_of_request(request: ModelRequest) -> str:
    """Where the journal keeps what is answered to it: words that are others each time are left out of it."""
    known = request.model_copy(update={"messages": tuple(map(as_known, request.messages))})
    return sha256(known.model_dump_json(exclude_defaults=True).encode()).hexdigest()


@dataclass
class Journal:
    """An open journal; see `open_journal`."""

    path: Path
    rows: sqlite3.Connection
    is_replay: bool = False
    """Whether it alone answers, and nothing is asked or written."""
    has_asked: bool = False
    """Whether a request went out since it was opened."""

    def reply(self, key: str) -> EndpointAnswer | None:
        """What was answered to the request with this key; None where nothing was."""
        with self._failing():
            found = self.rows.execute(
                "SELECT answer FROM calls WHERE key = ? AND state = 'done'", (key,)
            ).fetchone()
            return EndpointAnswer.model_validate_json(found[0]) if found else None

    def require(self, key: str, call: ModelCall) -> None:
        """Raise NotInJournal where the journal alone may answer."""
        if self.is_replay:
            place = ", ".join(filter(None, (call.role, call.stage, call.project)))
            raise NotInJournal(
                f"{self.path} has no reply to a call ({place}; key {key[:12]}), and it alone may answer. "
                "Either the work that made it stopped before this call, or a prompt, a model or a parameter is another "
                "than then. Make it anew with the model itself."
            )

    def begin(self, key: str, call: ModelCall, request: ModelRequest, feared: Usage) -> None:
        """Note a request that is about to go out, and what it is charged should the process be killed meanwhile."""
        values = (
            key,
            "open",
            *_place(call),
            call.template_hash,
            request.model_dump_json(exclude_defaults=True),
            feared.model_dump_json(exclude_defaults=True),
        )
        with self._failing():
            self.rows.execute(
                f"INSERT OR REPLACE INTO calls (key, state, {_PLACED}, template_hash, request, feared, begun) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*values, time.time()),
            )
        self.has_asked = True
        if self.path != MEMORY and not self._record.exists():
            line = _usage_line(_place(call), feared)
            self._write_record(ModelUsage(lines=(*self.usage().lines, line)))

    def end(
        self, key: str, call: ModelCall, answer: EndpointAnswer | None, usage: Usage, seconds: float
    ) -> None:
        """Keep an answer, or that there was none, with what it used; both or neither is on disk afterwards."""
        kept = answer.model_dump_json(exclude_defaults=True) if answer else None
        with self._failing():
            self.rows.execute("BEGIN")
            self.rows.execute(
                "UPDATE calls SET state = ?, answer = ?, seconds = ? WHERE key = ?",
                ("done" if answer else "failed", kept, seconds, key),
            )
            self.rows.execute(
                f"INSERT INTO charges (key, {_PLACED}, usage) VALUES (?, ?, ?, ?, ?, ?)",
                (key, *_place(call), usage.model_dump_json(exclude_defaults=True)),
            )
            self.rows.execute("COMMIT")

    def usage(self) -> ModelUsage:
        """All that was used since the journal began, by role, stage, project and round."""
        with self._failing():
            found: dict[tuple[object, ...], Usage] = {}
            for *place, told in self.rows.execute(f"SELECT {_PLACED}, usage FROM charges ORDER BY {_PLACED}"):
                usage = Usage.model_validate_json(told)
                found[tuple(place)] = found.get(tuple(place), Usage()) + usage
            lines = tuple(_usage_line(place, usage) for place, usage in found.items())
            return ModelUsage(lines=lines, is_replay=self.is_replay)

    def keep_record(self) -> None:
        """Sum up beside the journal what was used, where a request went out."""
        if self.path != MEMORY and self.has_asked:
            self._write_record(self.usage())

    @property
    def _record(self) -> Path:
        return self.path.with_name(RECORD)

    def _write_record(self, usage: ModelUsage) -> None:
        write_record(self._record, ModelUsageFile(usage=usage))

    def _failing(self) -> AbstractContextManager[None]:
        return _failing(self.path, self.is_replay)


@contextmanager
def open_journal(path: Path = MEMORY, *, replay: bool = False) -> Generator[Journal]:
    """The journal at `path`, made where there is none; for `replay` it has to be there, and is only read.

    Raises Busy while another process has it, StorageFailed where it cannot be used or has lost calls that the record
    beside it tells of, NotInJournal where there is none to be replayed.
    """
    is_file = path != MEMORY
    address = f"{path.absolute().as_uri()}{'?mode=ro' if replay else ''}" if is_file else ":memory:"
    if replay and not path.is_file():
        raise NotInJournal(f"There is no journal at {path}, and it alone may answer. Correct the path.")
    with ExitStack() as kept:
        if is_file and not replay:
            with storage_errors(path):
                path.parent.mkdir(parents=True, exist_ok=True)
            kept.enter_context(held(path.with_name(f"{path.name}.lock")))
            if not path.exists():
                _refuse_lost(path, 0)
        with _failing(path, replay):
            # Statements commit by themselves, but for those between BEGIN and COMMIT.
            rows = sqlite3.connect(address, uri=is_file, timeout=30, isolation_level=None)
            kept.enter_context(closing(rows))
            _prepare(rows, path, replay)
        journal = Journal(path, rows, replay)
        try:
            yield journal
        finally:
            journal.keep_record()
        if not replay:
            with _failing(path, replay):
                # So that the closed file is whole by itself, and can be read where nothing may be written.
                rows.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _failing(path: Path, is_replay: bool) -> Generator[None]:
    """Errors of the database, and of what its rows hold, as ours."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if is_replay:
            raise NotInJournal(
                f"The journal {path} cannot be read: {error}. It alone may answer. {NAME_ONE} One that a kill left "
                "open has to lie, with the files beside it, where they may be written."
            ) from error
        raise StorageFailed(
            f"The journal {path} cannot be used: {error}. What is answered could not be kept, and would be paid for "
            "again. Free some space, mend the file's permissions, or put the journal back as it was, and give the same "
            "command again."
        ) from error
    except ValidationError as error:
        why = error.errors(include_url=False)[0]["msg"]
        raise StorageFailed(
            f"The journal {path} is damaged: a row of it holds no {error.title} ({why}). What was paid for stands in "
            "it, and is not to be guessed. Put a copy from before in its place, or work in another folder (--out), "
            "where everything is asked, and paid for, anew."
        ) from error


def _prepare(rows: sqlite3.Connection, path: Path, is_replay: bool) -> None:
    if not is_replay:
        rows.execute("PRAGMA journal_mode = WAL")
        # With a write-ahead log this is safe against a kill; only a power cut may lose the last replies.
        rows.execute("PRAGMA synchronous = NORMAL")
    (version,) = rows.execute("PRAGMA user_version").fetchone()
    if version not in (0, VERSION):
        raise StorageFailed(f"{path} is of another version of this program, which has to read it.")
    if is_replay:
        if not rows.execute("SELECT 1 FROM sqlite_master WHERE name = 'charges'").fetchone():
            raise NotInJournal(f"{path} is no journal of models, and it alone may answer. {NAME_ONE}")
        return
    rows.executescript(TABLE)
    # What was under way when a process was killed may have been paid for.
    rows.execute("BEGIN")
    for key, feared in rows.execute("SELECT key, feared FROM calls WHERE state = 'open'").fetchall():
        usage = Usage.model_validate_json(feared).model_copy(update={"failed": {"killed": 1}})
        rows.execute(
            f"INSERT INTO charges (key, {_PLACED}, usage) SELECT key, {_PLACED}, ? FROM calls WHERE key = ?",
            (usage.model_dump_json(exclude_defaults=True), key),
        )
    rows.execute("UPDATE calls SET state = 'failed' WHERE state = 'open'")
    rows.execute("COMMIT")
    rows.execute(f"PRAGMA user_version = {VERSION}")
    (known,) = rows.execute("SELECT count(*) FROM charges").fetchone()
    if path != MEMORY:
        _refuse_lost(path, known)


def _refuse_lost(path: Path, known: int) -> None:
    """Raise StorageFailed where the record beside the journal tells of more calls than the `known` ones in it."""
    record = path.with_name(RECORD)
    if not record.exists():
        return
    try:
        usage = read_own_record(record, ModelUsageFile).usage
        # A replay sums up what the calls of earlier work used, and they are in the journal of that work.
        calls = 0 if usage.is_replay else usage.total.calls
    except InvalidFile:
        # It is written only once a model was asked.
        calls = 1
    if known < calls:
        there = f"holds only {known:,} calls" if known else "is missing or empty"
        raise StorageFailed(
            f"{path} {there}, and {record} has {calls:,} on record. Going on would pay for the same replies again, "
            "with a budget that forgot what was spent. Put the journal back as it was, or work in another folder "
            f"(--out). To pay again all the same, delete {record}: the budget then begins anew."
        )


def _usage_line(place: Sequence[object], usage: Usage) -> UsageLine:
    return UsageLine.model_validate({**dict(zip(_PLACED.split(", "), place, strict=True)), "usage": usage})


def _place(call: ModelCall) -> tuple[str, str, str, int | None]:
    return call.role, call.stage, call.project, call.round

"""The journal: every reply that was paid for, by the digest of what was asked, so that none is paid for twice.

One SQLite file with a write-ahead log, which one process at a time owns. A row is there before its request goes out:
one that is still open when the file is next read was sent by a process that was killed, and may have been paid for.
"""

import sqlite3
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import cast

from pydantic import ValidationError

from agents.gateway.estimating import input_estimate, one_call
from plans.errors import BenchwrightError, NotInJournal, StorageFailed
from plans.files import storage_errors
from plans.locks import held
from plans.records.known_message import as_known
from plans.records.model_call import ModelCall, ModelRequest
from plans.records.model_reply import Answer
from plans.records.model_usage import ModelUsage, UsageLine
from plans.records.usage import Tokens, Usage

VERSION = 2
"""In the first, nobody noted what a call is charged when its process is killed."""
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

    def reply(self, key: str) -> Answer | None:
        """What was answered to the request with this key; None where nothing was."""
        with self._failing():
            found = self.rows.execute(
                "SELECT answer FROM calls WHERE key = ? AND state = 'done'", (key,)
            ).fetchone()
            return Answer.model_validate_json(found[0]) if found else None

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

    def end(self, key: str, call: ModelCall, answer: Answer | None, usage: Usage, seconds: float) -> None:
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
            charged = self.rows.execute(f"SELECT {_PLACED}, usage FROM charges ORDER BY {_PLACED}").fetchall()
            return _summed(charged)

    @contextmanager
    def _failing(self) -> Generator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            raise _unusable(self.path, error, replay=self.is_replay) from error
        except ValidationError as error:
            raise _damaged(self.path, error) from error


@contextmanager
def open_journal(path: Path = MEMORY, *, replay: bool = False) -> Generator[Journal]:
    """The journal at `path`, made where there is none; for `replay` it has to be there, and is only read.

    Raises Busy while another process has it, StorageFailed where it cannot be used, NotInJournal where there is none to
    be replayed.
    """
    if replay:
        if not path.is_file():
            raise NotInJournal(f"There is no journal at {path}, and it alone may answer. Correct the path.")
        yield from _opened(path, f"{path.absolute().as_uri()}?mode=ro", replay=True)
    elif path == MEMORY:
        yield from _opened(path, ":memory:")
    else:
        with storage_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        with held(path.with_name(f"{path.name}.lock")):
            yield from _opened(path, path.absolute().as_uri())


def _opened(path: Path, address: str, *, replay: bool = False) -> Generator[Journal]:
    try:
        # Statements commit by themselves, but for those between BEGIN and COMMIT.
        rows = sqlite3.connect(address, uri=address != ":memory:", timeout=30, isolation_level=None)
    except sqlite3.DatabaseError as error:
        raise _unusable(path, error, replay=replay) from error
    try:
        _prepare(rows, path, replay=replay)
        yield Journal(path, rows, replay)
        if not replay:
            # So that the closed file is whole by itself, and can be read where nothing may be written.
            rows.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        raise _unusable(path, error, replay=replay) from error
    finally:
        rows.close()


def _prepare(rows: sqlite3.Connection, path: Path, *, replay: bool) -> None:
    try:
        if not replay:
            rows.execute("PRAGMA journal_mode = WAL")
            # With a write-ahead log this is safe against a kill; only a power cut may lose the last replies.
            rows.execute("PRAGMA synchronous = NORMAL")
        (version,) = rows.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise StorageFailed(f"{path} is of a later version of this program, which has to read it.")
        if not replay:
            rows.executescript(TABLE)
            if version == 1 and not _has_fears(rows):
                rows.execute("ALTER TABLE calls ADD COLUMN feared TEXT")
            _charge_killed(rows)
            rows.execute(f"PRAGMA user_version = {VERSION}")
        elif not rows.execute("SELECT 1 FROM sqlite_master WHERE name = 'charges'").fetchone():
            raise NotInJournal(f"{path} is no journal of models, and it alone may answer. {NAME_ONE}")
    except sqlite3.DatabaseError as error:
        raise _unusable(path, error, replay=replay) from error
    except ValidationError as error:
        raise _damaged(path, error) from error


def _has_fears(rows: sqlite3.Connection) -> bool:
    return any(name == "feared" for _, name, *_ in rows.execute("PRAGMA table_info(calls)"))


def _charge_killed(rows: sqlite3.Connection) -> None:
    """Charge what was under way when a process was killed: it may have been paid for."""
    killed = rows.execute("SELECT key, request, feared FROM calls WHERE state = 'open'").fetchall()
    rows.execute("BEGIN")
    for key, request, feared in killed:
        if feared is None:
            sent = input_estimate(ModelRequest.model_validate_json(request))
            usage = one_call(None, Tokens(input=sent), None)
        else:
            usage = Usage.model_validate_json(feared)
        told = usage.model_copy(update={"failed": {"killed": 1}}).model_dump_json(exclude_defaults=True)
        rows.execute(
            f"INSERT INTO charges (key, {_PLACED}, usage) SELECT key, {_PLACED}, ? FROM calls WHERE key = ?",
            (told, key),
        )
    rows.execute("UPDATE calls SET state = 'failed' WHERE state = 'open'")
    rows.execute("COMMIT")


def _unusable(path: Path, error: sqlite3.DatabaseError, *, replay: bool) -> BenchwrightError:
    if replay:
        return NotInJournal(
            f"The journal {path} cannot be read: {error}. It alone may answer. {NAME_ONE} One that a kill left open "
            "has to lie, with the files beside it, where they may be written."
        )
    return StorageFailed(
        f"The journal {path} cannot be used: {error}. What is answered could not be kept, and would be paid for again. "
        "Free some space, mend the file's permissions, or move away what is no journal, and give the same command "
        "again."
    )


def _damaged(path: Path, error: ValidationError) -> StorageFailed:
    why = error.errors(include_url=False)[0]["msg"]
    return StorageFailed(
        f"The journal {path} is damaged: a row of it holds no {error.title} ({why}). What was paid for stands in it, "
        "and is not to be guessed. Put a copy from before in its place; or move it away and give the same command "
        "again, which then asks, and pays for, everything anew."
    )


def _summed(charged: Iterable[Sequence[object]]) -> ModelUsage:
    """What rows of charges come to; ValidationError for one that is none."""
    found: dict[tuple[object, ...], Usage] = {}
    for *place, usage in charged:
        told = Usage.model_validate_json(cast("str", usage))
        found[tuple(place)] = found.get(tuple(place), Usage()) + told
    names = _PLACED.split(", ")
    return ModelUsage(
        lines=tuple(
            UsageLine.model_validate({**dict(zip(names, place, strict=True)), "usage": usage})
            for place, usage in found.items()
        )
    )


def _place(call: ModelCall) -> tuple[str, str, str, int | None]:
    return call.role, call.stage, call.project, call.round

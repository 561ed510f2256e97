"""LangGraph's checkpoints in the suite's folder."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

import aiosqlite
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.types import Interrupt

from pipeline.graph.reviews import checkpoint_of
from plans.errors import StorageFailed
from plans.files import storage_errors
from plans.paths import SuitePaths
from review.checkpoints import Checkpoint

# This reads the tables of langgraph-checkpoint-sqlite, which are private: a test holds it against `aget_state`.
# `o.idx >= 0` leaves out a review whose node has written its result already, which a kill right after a resume does.
PENDING = """
SELECT w.thread_id, w.type, w.value
FROM writes w
JOIN (SELECT thread_id, max(checkpoint_id) AS newest FROM checkpoints WHERE checkpoint_ns = '' GROUP BY thread_id) h
  ON w.thread_id = h.thread_id AND w.checkpoint_id = h.newest AND w.checkpoint_ns = ''
WHERE w.channel = '__interrupt__' AND NOT EXISTS (
    SELECT 1 FROM writes o
    WHERE o.thread_id = w.thread_id AND o.checkpoint_ns = '' AND o.checkpoint_id = w.checkpoint_id
      AND o.task_id = w.task_id AND o.idx >= 0)
ORDER BY w.thread_id
"""


@asynccontextmanager
async def open_checkpoints(paths: SuitePaths) -> AsyncGenerator[AsyncSqliteSaver]:
    """The suite's checkpoints; hold the suite's lock around it, since one process at a time may own the file.

    Raises StorageFailed when the file cannot be made or is damaged.
    """
    with storage_errors(paths.authoring):
        paths.authoring.mkdir(parents=True, exist_ok=True)
    with _database_errors(paths):
        await asyncio.to_thread(_probe, str(paths.checkpoints))
        async with aiosqlite.connect(paths.checkpoints, timeout=30) as connection:
            # With a write-ahead log this is safe against a kill; only a power cut may lose the last steps.
            await connection.execute("PRAGMA synchronous = NORMAL")
            saver = AsyncSqliteSaver(connection)
            await saver.setup()
            yield saver


async def read_pending(paths: SuitePaths) -> list[Checkpoint] | None:
    """Every checkpoint that waits for a decision, read without the suite's lock, also while it is being authored; None
    where no work was ever begun by this file, as where it is empty.

    The write-ahead log gives a reader a consistent state, and lets whoever writes go on. Raises StorageFailed.
    """
    address = f"{paths.checkpoints.resolve().as_uri()}?mode=ro"
    with _database_errors(paths):
        await asyncio.to_thread(_probe, address)
        async with aiosqlite.connect(address, uri=True, timeout=30) as connection:
            async with connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'") as rows:
                if await rows.fetchone() is None:
                    return None
            saver = AsyncSqliteSaver(connection)
            return await pending_checkpoints(saver) if await has_threads(saver) else None


def _probe(address: str) -> None:
    """Raises sqlite3.DatabaseError where the file cannot be opened.

    The thread of an aiosqlite connection that could not be made goes on, and may print a traceback about a closed loop.
    """
    connection = sqlite3.connect(address, timeout=30, uri=address.startswith("file:"))
    try:
        connection.execute("PRAGMA schema_version")
    finally:
        connection.close()


@contextmanager
def _database_errors(paths: SuitePaths) -> Generator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise StorageFailed(
            f"{paths.checkpoints} cannot be used: {error}. Without it nobody knows how far each item is. Free some "
            "space, or mend the file's permissions, and run the same command again; finished work is kept."
        ) from error


async def is_cut_short(saver: AsyncSqliteSaver, thread: str) -> bool:
    """Whether a thread has begun and not ended, however it ends."""
    latest = await saver.aget_tuple(RunnableConfig(configurable={"thread_id": thread}))
    return latest is not None and "status" not in latest.checkpoint["channel_values"]


async def has_threads(saver: AsyncSqliteSaver) -> bool:
    """Whether anything was ever begun by these checkpoints."""
    async with saver.lock, saver.conn.execute("SELECT 1 FROM checkpoints LIMIT 1") as rows:
        return await rows.fetchone() is not None


async def pending_checkpoints(saver: AsyncSqliteSaver) -> list[Checkpoint]:
    """Every checkpoint that waits for a decision."""
    async with saver.lock, saver.conn.execute(PENDING) as rows:
        found: list[Checkpoint] = []
        async for _, kind, value in rows:
            interrupts: list[Interrupt] = saver.serde.loads_typed((kind, value))
            found.extend(checkpoint_of(interrupt.value) for interrupt in interrupts)
    return found

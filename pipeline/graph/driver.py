"""The only way in which a thread of the graph is run, with its checkpoints in the folder of the suite."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Protocol, cast

import aiosqlite
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointMetadata
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.types import Command, Interrupt

from pipeline.graph.build import ThreadGraph, build_graph
from pipeline.graph.nodes import TryRefusal
from pipeline.graph.state import (
    FamilyContext,
    NodeContext,
    Reply,
    State,
    checkpoint_folder,
    checkpoint_of,
)
from plans.errors import AuthorError, StorageFailed
from plans.files import storage_errors
from plans.paths import SuitePaths
from review.checkpoints import Checkpoint, Reviewer
from review.ledger import Ledger

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


class ProgressSink(Protocol):
    """Hears what the graph does."""

    def begun(self, thread: str, node: str) -> None:
        """A thread has come to a node, for the first time or once more."""
        ...

    def left(self, thread: str, node: str) -> None:
        """A thread has done with a node."""
        ...

    def refused(self, refusal: TryRefusal) -> None:
        """A try at an item does not do; it is made anew or put right, or goes back to a developer, or is given up."""
        ...

    def ended(self, thread: str, status: str) -> None:
        """A thread has ended with this status, now or in an earlier call."""
        ...


class Driver:
    """Runs threads until they end or wait for a person. One driver owns a suite's checkpoints at a time."""

    def __init__(
        self,
        kind: ThreadGraph,
        saver: AsyncSqliteSaver,
        context: NodeContext | FamilyContext,
        reviewer: Reviewer,
        progress: ProgressSink,
    ) -> None:
        self._version = kind.version
        self._refusals = kind.refusals
        self._graph = build_graph(kind, saver)
        self._context = context
        self._reviewer = reviewer
        self._progress = progress

    async def drive(self, thread: str, first: State) -> State:
        """Start a thread with `first`, or go on where it was left.

        Returns its state: with a status when it has ended, without one when it waits at a checkpoint.
        """
        config = RunnableConfig(configurable={"thread_id": thread}, metadata={"graph_version": self._version})
        try:
            return await self._drive(thread, first, config)
        except sqlite3.DatabaseError as error:
            raise StorageFailed(
                f"{self._context.paths.checkpoints} could not be written: {error}. {_mend(error)} run the same command "
                "again; finished work is kept."
            ) from error

    async def _drive(self, thread: str, first: State, config: RunnableConfig) -> State:
        following: State | Command[Any] | None = first
        is_new = True
        while True:
            snapshot = await self._graph.aget_state(config)
            state = cast("State", snapshot.values)
            if snapshot.created_at is not None:
                _check_version(thread, snapshot.metadata, self._version)
                if snapshot.interrupts:
                    resume = await self._decide(snapshot.interrupts[0])
                    if resume is None:
                        return state
                    following = resume
                elif "status" in state:
                    self._progress.ended(thread, state["status"])
                    return state
                elif is_new:
                    # Started before: the input is never sent again. `snapshot.next` says nothing here: it is empty
                    # when a kill fell between a node's result and the next checkpoint.
                    following = None
                else:
                    raise _lost(thread, self._context.paths)
            is_new = False
            await self._advance(thread, following, config)

    async def _advance(
        self, thread: str, following: State | Command[Any] | None, config: RunnableConfig
    ) -> None:
        """Run until the thread ends, waits or fails, with every step on disk before the next begins."""
        events = self._graph.astream(
            following, config, context=self._context, stream_mode="tasks", durability="sync"
        )
        async for event in events:
            task = cast("dict[str, Any]", event)
            if "input" in task:
                self._progress.begun(thread, task["name"])
            if "input" in task and (refusal := self._refusals.get(task["name"])) is not None:
                self._progress.refused(refusal(cast("State", task["input"]), self._context))
            if "result" in task and not task.get("interrupts"):
                self._progress.left(thread, task["name"])

    async def _decide(self, waiting: Interrupt) -> Command[Any] | None:
        """The command that resumes a checkpoint, or None when nobody has decided."""
        checkpoint = checkpoint_of(waiting.value)
        paths = self._context.paths
        ledger, folder = Ledger(paths), checkpoint_folder(paths, checkpoint)
        answer = ledger.answer(checkpoint) or await self._reviewer.review(checkpoint, folder)
        if answer is None:
            return None
        # It outlives this process in the ledger before the graph hears of it.
        edits = ledger.record_answer(checkpoint, answer, folder)
        return Command(resume={waiting.id: Reply(action=answer.action, note=answer.note, edits=edits)})


def _mend(error: sqlite3.DatabaseError) -> str:
    is_full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return "The disk is full: free some space and" if is_full else "Make sure that there is space, and"


def _check_version(thread: str, metadata: CheckpointMetadata | None, due: int) -> None:
    version: object = cast("dict[str, object]", metadata or {}).get("graph_version")
    if version != due:
        raise AuthorError(
            f"{thread!r} was begun with version {version!r} of the authoring graph, and this is version "
            f"{due}: going on would end it without a word. Finish it with the benchwright that began it, or "
            "delete the suite's .authoring folder to begin again."
        )


def _lost(thread: str, paths: SuitePaths) -> AuthorError:
    return AuthorError(
        f"{thread!r} stopped without saying how it ended, so its checkpoints do not fit this graph. Delete "
        f"{paths.checkpoints} and run the same command again: decisions are kept."
    )

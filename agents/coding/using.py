"""What a turn used of its model, told beside its transcript also where no report comes of it.

A turn that is stopped from outside, or whose adapter crashes, has used what it used: the runner adds it up.
"""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from plans.files import write_text
from plans.records.usage import Usage


@contextmanager
def told_used(transcript: Path, usage: Callable[[], Usage]) -> Generator[None]:
    """Write, once the turn has ended in whatever way, what it used."""
    try:
        yield
    finally:
        write_text(transcript.with_name("usage.json"), usage().model_dump_json(exclude_defaults=True))


@contextmanager
def told_if_stopped(transcript: Path, usage: Callable[[], Usage]) -> Generator[None]:
    """The same, of a turn that is stopped from outside alone.

    For an agent whose next try, after a crash, counts once more what the journal replays to it.
    """
    try:
        yield
    except asyncio.CancelledError:
        with told_used(transcript, usage):
            raise

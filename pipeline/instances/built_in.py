"""A built-in family's code at work: in this process, and where much is asked in several."""

import asyncio
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from pipeline.instances import at_work
from plans.code_digests import closure_digest
from plans.contracts.instances import Answered, Wanted
from plans.digests import files_digest, value_digest
from plans.errors import InfrastructureError
from plans.family_files import seen_files
from plans.instance_families import folder_of, packaged_code
from plans.records.instance import Drawn, Evaluated, Instance
from plans.records.plan import Plan

A = TypeVar("A")
R = TypeVar("R")

PAYS = 24
"""Things asked at once from which on other processes are worth what it costs to hand them over."""
WARM = 1.5
"""Seconds of the processor's time spent here after which other processes are started: each takes most of a second to
be there."""
SLICES = 4
"""Parts for each process: so that one which is slow does not keep all waiting."""
SLICE = 32
"""Things done in this process before whatever else waits, such as Ctrl-C, is looked to."""


@contextmanager
def open_built_in(package: str, jobs: int = 1) -> Generator["BuiltInFamily"]:
    """The family whose folder is this package, in so many processes where that pays; they end with it."""
    if jobs == 1:
        yield BuiltInFamily(package)
        return
    pool = ProcessPoolExecutor(
        jobs,
        # Forked ones would have our locks, loops and journals in whatever state they are.
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin_work,
    )
    try:
        yield BuiltInFamily(package, pool, jobs)
    finally:
        pool.shutdown(cancel_futures=True)


class BuiltInFamily:
    """Implements plans.contracts.instances.InstanceFamily; the same for any number of processes, bit by bit."""

    def __init__(self, package: str, pool: Executor | None = None, jobs: int = 1) -> None:
        """`package`: such as `plans.calendar`; without a pool everything is done here."""
        code = packaged_code(package)
        self.name: str = code.name
        self.plan: Plan = code.plan
        self.checks: tuple[str, ...] = code.checks
        self._package = package
        self._pool = pool
        self._jobs = jobs
        self._spent = 0.0

    @property
    def digest(self) -> str:
        """Digest of its modules, what they import of ours, and every file of its folder that is read by them."""
        parts = (f"{self._package}.{part}" for part in ("generator", "checks", "metrics"))
        data: dict[str, str | bytes] = {
            name: path.read_bytes()
            for name, path in seen_files(folder_of(self._package))
            if path.suffix != ".py" and path.is_file()
        }
        return value_digest([closure_digest(set(parts)), files_digest(data)])

    async def draw(self, wanted: Sequence[Wanted]) -> Sequence[Drawn]:
        return await self._done(at_work.draw, wanted)

    async def check(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        return await self._done(at_work.check, instances)

    async def questions(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        return await self._done(at_work.questions, instances)

    async def evaluate(self, answered: Sequence[Answered], variant: str = "") -> Sequence[Evaluated]:
        return await self._done(partial(at_work.evaluate, variant=variant), answered)

    async def labels(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        return await self._done(at_work.labels, instances)

    async def _done(self, work: Callable[[str, Sequence[A]], list[R]], asked: Sequence[A]) -> list[R]:
        """What the work comes to for all that is asked, in its order; the first error of that order is raised."""
        if self._pool is None or len(asked) < PAYS or self._spent < WARM:
            done: list[R] = []
            for part in _parts(asked, SLICE):
                began = time.process_time()
                done += work(self._package, part)
                self._spent += time.process_time() - began
                await asyncio.sleep(0)
            return done
        loop = asyncio.get_running_loop()
        parts = _parts(asked, math.ceil(len(asked) / (self._jobs * SLICES)))
        try:
            running = [loop.run_in_executor(self._pool, work, self._package, part) for part in parts]
            ended = await asyncio.gather(*running, return_exceptions=True)
        except BrokenProcessPool as error:
            raise _lost(self.name) from error
        found: list[R] = []
        for one in ended:
            if isinstance(one, BrokenProcessPool):
                raise _lost(self.name) from one
            if isinstance(one, BaseException):
                raise one
            found += one
        return found


def _parts(asked: Sequence[A], size: int) -> list[Sequence[A]]:
    return [asked[start : start + size] for start in range(0, len(asked), size)]


def _lost(family: str) -> InfrastructureError:
    return InfrastructureError(
        f"A process that worked for the family {family!r} died, as when memory is short, and what it was doing is "
        "lost. Give the same command again with fewer --jobs: what was finished is kept."
    )


def _begin_work() -> None:
    """In a worker: Ctrl-C is the parent's affair, and a worker does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)

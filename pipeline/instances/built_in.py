"""Families of instances that come with benchwright: their functions, called here or in workers."""

import asyncio
import copy
import math
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from agents.families.holding import (
    ContractMismatch,
    broken,
    held_checked,
    held_drawn,
    held_evaluated,
    held_texts,
    wanted_in_words,
)
from plans.contracts.instances import Answered, Wanted
from plans.digests import closure_digest, files_digest, value_digest
from plans.errors import AuthorError, InfrastructureError
from plans.families import FamilyCode, Json, folder_of, packaged_code, seen_files
from plans.records.instance import DrawnInstance, Evaluated, Instance
from plans.records.plan import Plan

T = TypeVar("T")


def draw(package: str, wanted: Sequence[Wanted]) -> list[DrawnInstance]:
    """Make instances."""
    code = packaged_code(package)
    return [_drawn(code, one) for one in wanted]


def tell(
    package: str, instances: Sequence[Instance], verb: Literal["check", "questions", "labels"]
) -> list[Mapping[str, str]]:
    """Of each, check → what is wrong, check → what a model is asked, or disaggregation → bucket."""
    code = packaged_code(package)
    function = {"check": code.check, "questions": code.questions, "labels": code.labels}[verb]
    held = partial(held_checked, checks=code.checks) if verb == "check" else held_texts
    return [_given(code, verb, f"instance {one.id}", held, function, _json(one)) for one in instances]


def evaluate(package: str, answered: Sequence[Answered], variant: str) -> list[Evaluated]:
    """What answers score; AuthorError names the variants there are."""
    code = packaged_code(package)
    if variant and variant not in code.variants:
        raise AuthorError(
            f"The family {code.name!r} has no metrics {variant!r}, so nothing could be scored by them. "
            f"Use one of: {', '.join(code.variants) or 'none, but leave them out'}."
        )
    scores = code.variants[variant] if variant else code.evaluate
    # Many answers to one instance come together: its values are taken out once.
    values: dict[int, Json] = {}
    found: list[Evaluated] = []
    for one in answered:
        value = values.get(id(one.instance))
        if value is None:
            value = values[id(one.instance)] = _json(one.instance)
        about = f"instance {one.instance.id}"
        found.append(_given(code, "evaluate", about, held_evaluated, scores, value, one.answer))
    return found


def _drawn(code: FamilyCode, wanted: Wanted) -> DrawnInstance:
    about = wanted_in_words(wanted)
    # A family that changes what it is handed would change what is written down beside the instance.
    parameters = copy.deepcopy(dict(wanted.parameters))
    drawn = _given(code, "draw", about, held_drawn, code.draw, parameters, wanted.random_seed)
    told = {name: drawn.parameters.get(name) for name in wanted.parameters}
    if told != dict(wanted.parameters):
        # When it is verified the instance is drawn from what it says of itself.
        again = copy.deepcopy(told)
        if _given(code, "draw", about, held_drawn, code.draw, again, wanted.random_seed) != drawn:
            said = "its parameters are others than those asked for, and give another instance"
            raise broken(code.name, "draw", about, said)
    return drawn


def _json(instance: Instance) -> Json:
    return cast("Json", instance.model_dump(mode="json"))


def _given(
    code: FamilyCode,
    verb: str,
    about: str,
    held: Callable[[object], T],
    function: Callable[..., object],
    *arguments: Any,
) -> T:
    """What the family's function gives, held to the contract."""
    try:
        given = function(*arguments)
    except Exception as error:
        # It is code that somebody else writes, and may fail of anything.
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise broken(code.name, verb, about, f"{type(error).__name__}: {error} ({where})") from error
    try:
        return held(given)
    except ContractMismatch as error:
        raise broken(code.name, verb, about, str(error)) from None


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

    async def draw(self, wanted: Sequence[Wanted]) -> Sequence[DrawnInstance]:
        return await self._done(draw, wanted)

    async def check(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        return await self._done(partial(tell, verb="check"), instances)

    async def questions(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        return await self._done(partial(tell, verb="questions"), instances)

    async def evaluate(self, answered: Sequence[Answered], variant: str = "") -> Sequence[Evaluated]:
        return await self._done(partial(evaluate, variant=variant), answered)

    async def labels(self, instances: Sequence[Instance]) -> Sequence[Mapping[str, str]]:
        return await self._done(partial(tell, verb="labels"), instances)

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

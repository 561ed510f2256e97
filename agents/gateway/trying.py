"""Trying a call again: what is sent, how often, with what waits between, and until when."""

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from agents.gateway.abilities import Abilities
from agents.gateway.faults import HANDLING, Fault
from plans.records.model_call import ModelRequest
from plans.records.model_reply import Answer
from plans.records.usage import Tokens

FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0
"""Seconds between two tries where the endpoint does not say how long."""


class Asked(Protocol):
    """An endpoint, or what stands in for one."""

    async def answer(
        self, request: ModelRequest, abilities: Abilities, *, is_streamed: bool = False
    ) -> Answer:
        """Its answer to one request; raises Fault."""
        ...

    async def close(self) -> None:
        """Let go of what it holds."""
        ...


class Patience(NamedTuple):
    """How long a call may take."""

    deadline: float = 900
    """Seconds in all."""
    one: float = 300
    """Seconds of one try."""


@dataclass
class Course:
    """What became of one call until now."""

    failures: Counter[str] = field(default_factory=Counter[str])
    """Why a request gave nothing → how often."""
    lost: Tokens = Tokens()
    """What was used by tries whose answers cannot be used, as far as their endpoint told it."""
    is_answered: bool = False
    seconds: float = 0.0
    """What it took in tries and waits; until its turn came does not count, as that is of our own making."""

    @property
    def requests(self) -> int:
        """Requests that went out."""
        return self.failures.total() + self.is_answered


@dataclass
class Line:
    """The way to one endpoint: so many calls go at once, and what it takes is remembered for every model."""

    asked: Asked
    at_once: int
    known: dict[str, Abilities] = field(default_factory=dict[str, Abilities])
    """Model → what it takes."""

    def __post_init__(self) -> None:
        self._slots = asyncio.Semaphore(self.at_once)

    async def answer(
        self, request: ModelRequest, course: Course, patience: Patience, *, is_streamed: bool = False
    ) -> Answer:
        """The answer, after as many tries as it takes; `course` tells of them also where it fails.

        Raises the last Fault when no other try helps, or is not to be had before the deadline.
        """
        tries: Counter[str] = Counter()
        while True:
            left = patience.deadline - course.seconds
            try:
                return await self._tried(request, course, min(patience.one, left), is_streamed)
            except Fault as fault:
                tries[fault.kind] += 1
                wait = _pause(tries.total()) if fault.wait is None else fault.wait
                left = patience.deadline - course.seconds
                if tries[fault.kind] >= HANDLING[fault.kind].tries or wait >= left:
                    if fault.wait is not None and fault.kind == "busy":
                        fault.words += (
                            f" (it asks to wait {fault.wait:.0f} s, and {max(left, 0):.0f} s are left)"
                        )
                    raise
            await asyncio.sleep(wait)
            course.seconds += wait

    def ignores(self, model: str, rung: str) -> None:
        """Remember that the endpoint took this way of asking for JSON and did not keep to it."""
        abilities = self.known.get(model, Abilities())
        if abilities.rung == rung and (lower := abilities.lower()) is not None:
            self.known[model] = lower

    async def _tried(
        self, request: ModelRequest, course: Course, seconds: float, is_streamed: bool
    ) -> Answer:
        """One try, in which what the endpoint does not take is left out."""
        abilities = self.known.get(request.model, Abilities())
        async with self._slots:
            while True:
                began = time.monotonic()
                try:
                    async with asyncio.timeout(seconds):
                        answer = await self.asked.answer(request, abilities, is_streamed=is_streamed)
                except TimeoutError:
                    course.failures["silent"] += 1
                    raise Fault("silent", f"no whole answer in {seconds:.3g} s") from None
                except asyncio.CancelledError:
                    course.failures["left"] += 1
                    raise
                except Fault as fault:
                    course.failures[fault.reason] += 1
                    course.lost += fault.tokens or Tokens()
                    lesser = abilities.after(fault, request)
                    if lesser is None:
                        raise
                    abilities = lesser
                else:
                    course.is_answered = True
                    # Only now: a request may be turned down for what nobody said.
                    known = self.known.get(request.model, Abilities())
                    self.known[request.model] = known.joined(abilities)
                    return answer
                finally:
                    course.seconds += time.monotonic() - began


def _pause(tries: int) -> float:
    """Ever longer, and not all calls at the same moment."""
    return min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT) * random.uniform(0.75, 1.25)

"""Trying a call again: what is sent, how often, with what waits between, and until when."""

import asyncio
import random
import time
from collections import Counter
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from agents.gateway.abilities import Abilities
from agents.gateway.faults import HANDLING, Fault
from plans.records.model_call import ModelRequest
from plans.records.model_reply import Answer

FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0
"""Seconds between two tries where the endpoint does not say how long."""


@dataclass
class Attempt:
    """One request, and what is known of it while it is under way."""

    is_streamed: bool = False
    """Whether the answer is to come in pieces."""
    received: int = 0
    """Bytes of the answer."""


class Fare(Protocol):
    """Who pays for each try of a call."""

    def reserved(self) -> AbstractAsyncContextManager[None]:
        """Room in the budget for one try; raises BudgetError where there is none."""
        ...

    def begin(self) -> None:
        """Note a try that goes out now; raises CancelledError where it is not to go out any more."""
        ...

    def end(self, attempt: Attempt, ended: Answer | Fault | None, seconds: float) -> None:
        """Charge a try; None: it was stopped. `seconds`: what the call took by now."""
        ...


class Asked(Protocol):
    """An endpoint, or what stands in for one."""

    async def answer(self, request: ModelRequest, abilities: Abilities, attempt: Attempt) -> Answer:
        """Its answer to one request, noting in `attempt` what comes; raises Fault."""
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

    fare: Fare
    requests: int = 0
    """That went out."""
    seconds: float = 0.0
    """What it took in tries and waits; until its turn came does not count, as that is of our own making."""


class _Try(NamedTuple):
    """One request of a call."""

    course: Course
    attempt: Attempt
    seconds: float
    """That it may take."""


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

        Raises the last Fault when no other try helps, or is not to be had before the deadline; and BudgetError before a
        try that the budget does not allow.
        """
        tries: Counter[str] = Counter()
        lesser: Abilities | None = None
        while True:
            abilities = lesser or self.known.get(request.model, Abilities())
            left = patience.deadline - course.seconds
            try:
                async with course.fare.reserved(), self._slots:
                    now = _Try(course, Attempt(is_streamed), min(patience.one, left))
                    answer = await self._tried(request, abilities, now)
            except Fault as fault:
                # What the endpoint does not take is left out.
                if (lesser := abilities.after(fault, request)) is not None:
                    continue
                tries[fault.kind] += 1
                wait = _pause(tries.total()) if fault.wait is None else fault.wait
                left = patience.deadline - course.seconds
                if tries[fault.kind] >= HANDLING[fault.kind].tries or wait >= left:
                    if fault.wait is not None and fault.kind == "busy":
                        fault.words += (
                            f" (it asks to wait {fault.wait:.0f} s, and {max(left, 0):.0f} s are left)"
                        )
                    raise
            else:
                # Only now: a request may be turned down for what nobody said.
                known = self.known.get(request.model, Abilities())
                self.known[request.model] = known.joined(abilities)
                return answer
            await asyncio.sleep(wait)
            course.seconds += wait

    def ignores(self, model: str, rung: str) -> None:
        """Remember that the endpoint took this way of asking for JSON and did not keep to it."""
        abilities = self.known.get(model, Abilities())
        if abilities.rung == rung and (lower := abilities.lower()) is not None:
            self.known[model] = lower

    async def _tried(self, request: ModelRequest, abilities: Abilities, trial: _Try) -> Answer:
        """One request."""
        course = trial.course
        course.fare.begin()
        course.requests += 1
        began = time.monotonic()
        ended: Answer | Fault | None = None
        try:
            ended = await self._answered(request, abilities, trial)
        except Fault as fault:
            ended = fault
            raise
        else:
            return ended
        finally:
            course.seconds += time.monotonic() - began
            course.fare.end(trial.attempt, ended, course.seconds)

    async def _answered(self, request: ModelRequest, abilities: Abilities, trial: _Try) -> Answer:
        try:
            async with asyncio.timeout(trial.seconds):
                return await self.asked.answer(request, abilities, trial.attempt)
        except TimeoutError:
            raise Fault("silent", f"no whole answer in {trial.seconds:.3g} s") from None


def _pause(tries: int) -> float:
    """Ever longer, and not all calls at the same moment."""
    return min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT) * random.uniform(0.75, 1.25)

"""Trying a call again: what is sent, how often, with what waits between, until when."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from agents.gateway.abilities import Abilities
from agents.gateway.faults import HANDLING, Fault
from plans.records.model_call import Answer, ModelRequest

FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0
"""Seconds between two tries where the endpoint does not say how long."""
QUIET = 5.0
"""Seconds for which calls to an endpoint may fail before a person is told."""
SILENT = 60.0
"""Seconds for which an endpoint may send nothing before a person is told; a model may think as long."""
PERIOD = 30.0
"""Seconds from one notice about an endpoint to the next."""
LOOK = 5.0
"""Seconds from one look at a long wait to the next."""
SHOWN = 200
"""Characters of what an endpoint says that a notice shows."""


class RetryNotices:
    """Tells a person that calls to an endpoint fail and are tried again, so that a long wait is no riddle.

    One for all endpoints of a process and for all who ask them: many calls wait for the same endpoint, and share a
    notice. It is given within ten seconds from when calls began to fail, and then every half a minute.
    """

    def __init__(self, say: Callable[[str], object] | None = None, quiet: float | None = None) -> None:
        """`say` left out: nobody is told. `quiet`: seconds in place of QUIET."""
        self._say = say
        self._quiet = QUIET if quiet is None else quiet
        self._since: dict[str, float] = {}
        """Endpoint → when its calls began to fail; none of it has been answered since."""
        self._heard: dict[str, float] = {}
        """Endpoint → when a call was last answered."""
        self._told: dict[str, float] = {}

    def answered(self, endpoint: str) -> None:
        """Note that a call was answered."""
        self._since.pop(endpoint, None)
        self._heard[endpoint] = time.monotonic()

    def failed(self, endpoint: str, seconds: float = 0.0) -> None:
        """Note that a call was not answered, which took so many seconds to see."""
        began = time.monotonic() - seconds
        self._since.setdefault(endpoint, max(began, self._heard.get(endpoint, began)))

    def failing(self, endpoint: str, asked_by: str, words: str, wait: float, goes_on: str) -> None:
        """Say, where it is time, that a call fails and that nothing else happens for `wait` seconds; `goes_on` tells
        how long it is tried.
        """
        now = time.monotonic()
        if now + wait - self._since.get(endpoint, now) >= self._quiet:
            self._tell(endpoint, asked_by, words, goes_on)

    def silent(self, endpoint: str, asked_by: str, began: float, left: float, limit: str) -> None:
        """Say, where it is time, that nothing comes of a call that went out at `began`; `limit`: what bounds it."""
        quiet = time.monotonic() - max(began, self._heard.get(endpoint, began))
        if quiet >= SILENT:
            goes_on = f"It is given {left:.0f} s more, by {limit}"
            self._tell(endpoint, asked_by, f"nothing came for {quiet:.0f} s", goes_on)

    def _tell(self, endpoint: str, asked_by: str, words: str, goes_on: str) -> None:
        now, before = time.monotonic(), self._told.get(endpoint)
        if self._say is not None and (before is None or now - before >= PERIOD):
            self._told[endpoint] = now
            who = f" ({asked_by})" if asked_by else ""
            self._say(f"Endpoint {endpoint!r}{who}: {words}. {goes_on}.")


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
    asked_by: str = ""
    """Role or agent, as notices name it."""
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
    limit: str
    """The setting that says so, in words."""


@dataclass
class Line:
    """The way to one endpoint: so many calls go at once, and what it takes is remembered for every model."""

    asked: Asked
    at_once: int
    name: str = ""
    """The endpoint's."""
    notices: RetryNotices = field(default_factory=RetryNotices)
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
            spent = course.seconds
            left = patience.deadline - spent
            try:
                async with course.fare.reserved(), self._slots:
                    limit = _setting("patience" if patience.one <= left else "deadline", course.asked_by)
                    now = _Try(course, Attempt(is_streamed), min(patience.one, left), limit)
                    answer = await self._tried(request, abilities, now)
            except Fault as fault:
                # What the endpoint does not take is left out.
                if (lesser := abilities.after(fault, request)) is not None:
                    continue
                self.notices.failed(self.name, course.seconds - spent)
                tries[fault.kind] += 1
                wait = _pause(tries.total()) if fault.wait is None else fault.wait
                left = patience.deadline - course.seconds
                most = HANDLING[fault.kind].tries
                if tries[fault.kind] >= most or wait >= left:
                    if fault.wait is not None and fault.kind == "busy":
                        fault.words += (
                            f" (it asks to wait {fault.wait:.0f} s, and {max(left, 0):.0f} s are left)"
                        )
                    raise
                words = f"{fault.words[:SHOWN]} (try {tries[fault.kind]} of at most {most})"
            else:
                self.notices.answered(self.name)
                # Only now: a request may be turned down for what nobody said.
                known = self.known.get(request.model, Abilities())
                self.known[request.model] = known.joined(abilities)
                return answer
            await self._wait(wait, course, words, left)

    def ignores(self, model: str, rung: str) -> None:
        """Remember that the endpoint took this way of asking for JSON and did not keep to it."""
        abilities = self.known.get(model, Abilities())
        if abilities.rung == rung and (lower := abilities.lower()) is not None:
            self.known[model] = lower

    async def _wait(self, seconds: float, course: Course, words: str, left: float) -> None:
        """Wait between two tries, and say so where it takes long; `left` is what the call still has."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            given_up = left - seconds + rest
            goes_on = f"It is asked again in {rest:.0f} s, and given up in {given_up:.0f} s at the latest"
            self.notices.failing(self.name, course.asked_by, words, rest, goes_on)
            await asyncio.sleep(min(rest, LOOK))
        course.seconds += seconds

    @contextmanager
    def _watched(self, trial: _Try) -> Generator[None]:
        """Within, a person is told where nothing comes of a request."""
        loop, began = asyncio.get_running_loop(), time.monotonic()

        def look() -> None:
            nonlocal timer
            left = trial.seconds - (time.monotonic() - began)
            if not trial.attempt.received:
                self.notices.silent(self.name, trial.course.asked_by, began, left, trial.limit)
            timer = loop.call_later(LOOK, look)

        timer = loop.call_later(LOOK, look)
        try:
            yield
        finally:
            timer.cancel()

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
            with self._watched(trial):
                async with asyncio.timeout(trial.seconds):
                    return await self.asked.answer(request, abilities, trial.attempt)
        except TimeoutError:
            raise Fault("silent", f"no whole answer in {trial.seconds:.3g} s, by {trial.limit}") from None


def _setting(name: str, asked_by: str) -> str:
    """Where a bound of a call is set, in words."""
    return f"`{name}` under [roles.{asked_by}] in benchwright.toml" if asked_by else f"the role's `{name}`"


def _pause(tries: int) -> float:
    """Ever longer, and not all calls at the same moment."""
    return min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT) * random.uniform(0.75, 1.25)

"""Trying a call again: what can go wrong with a try, what the endpoint takes, how often and until when it is tried."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, cast

import tenacity

from agents.gateway.faults import HANDLING, Abilities, FailedTry, FaultKind
from plans.records.model_call import EndpointAnswer, ModelRequest

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
    notice. It is given within ten seconds from when calls began to fail, and then every half a minute. Where nothing
    comes of a call, it is given after a minute, and each time that the silence has doubled.
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
        self._silent_until: dict[str, float] = {}
        """Endpoint of which nothing came → when that is told again."""

    def answered(self, endpoint: str) -> None:
        """Note that a call was answered."""
        self._since.pop(endpoint, None)
        self._silent_until.pop(endpoint, None)
        self._heard[endpoint] = time.monotonic()

    def failed(self, endpoint: str, seconds: float = 0.0) -> None:
        """Note that a call was not answered, which took so many seconds to see."""
        began = time.monotonic() - seconds
        self._silent_until.pop(endpoint, None)
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
        now = time.monotonic()
        quiet = now - max(began, self._heard.get(endpoint, began))
        if quiet >= SILENT and now >= self._silent_until.get(endpoint, now):
            goes_on = f"It is given {left:.0f} s more, by {limit}"
            if self._tell(endpoint, asked_by, f"nothing came for {quiet:.0f} s", goes_on):
                self._silent_until[endpoint] = now + quiet

    def _tell(self, endpoint: str, asked_by: str, words: str, goes_on: str) -> bool:
        """Whether it was time to say it."""
        now, before = time.monotonic(), self._told.get(endpoint)
        if self._say is None or (before is not None and now - before < PERIOD):
            return False
        self._told[endpoint] = now
        who = f" ({asked_by})" if asked_by else ""
        self._say(f"Endpoint {endpoint!r}{who}: {words}. {goes_on}.")
        return True


@dataclass
class RequestAttempt:
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

    def end(self, attempt: RequestAttempt, ended: EndpointAnswer | FailedTry | None, seconds: float) -> None:
        """Charge a try; None: it was stopped. `seconds`: what the call took by now."""
        ...


class AskedEndpoint(Protocol):
    """An endpoint, or what stands in for one."""

    async def answer(
        self, request: ModelRequest, abilities: Abilities, attempt: RequestAttempt
    ) -> EndpointAnswer:
        """Its answer to one request, noting in `attempt` what comes; raises Fault."""
        ...

    async def close(self) -> None:
        """Let go of what it holds."""
        ...


class CallPatience(NamedTuple):
    """How long a call may take."""

    deadline: float = 900
    """Seconds in all."""
    one: float = 300
    """Seconds of one try."""


@dataclass
class CallHistory:
    """What became of one call until now."""

    fare: Fare
    asked_by: str = ""
    """Role or agent, as notices name it."""
    requests: int = 0
    """That went out."""
    seconds: float = 0.0
    """What it took in tries and waits; until its turn came does not count, as that is of our own making."""


class Limit(NamedTuple):
    """How long one request may take."""

    seconds: float
    setting: str
    """Where that is set, in words."""

    @classmethod
    def of(cls, patience: CallPatience, left: float, asked_by: str) -> "Limit":
        """`left`: seconds until the deadline of the call."""
        name = "patience" if patience.one <= left else "deadline"
        where = (
            f"`{name}` under [roles.{asked_by}] in benchwright.toml" if asked_by else f"the role's `{name}`"
        )
        return cls(min(patience.one, left), where)


@dataclass
class EndpointLine:
    """The way to one endpoint: so many calls go at once, and what it takes is remembered for every model."""

    asked: AskedEndpoint
    at_once: int
    name: str = ""
    """The endpoint's."""
    notices: RetryNotices = field(default_factory=RetryNotices)
    known: dict[str, Abilities] = field(default_factory=dict[str, Abilities])
    """Model → what it takes."""

    def __post_init__(self) -> None:
        self._slots = asyncio.Semaphore(self.at_once)

    async def answer(
        self, request: ModelRequest, course: CallHistory, patience: CallPatience, *, is_streamed: bool = False
    ) -> EndpointAnswer:
        """The answer, after as many tries as it takes; `course` tells of them also where it fails.

        Raises the last Fault when no other try helps, or is not to be had before the deadline; and BudgetError before a
        try that the budget does not allow.
        """
        retries = _Retries(course, patience)

        async def wait(seconds: float) -> None:
            await self._wait(seconds, course, retries.words, patience.deadline - course.seconds)

        retrying = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_exception_type(FailedTry),
            after=retries.count,
            wait=retries.wait,
            stop=retries.are_over,
            sleep=wait,
            reraise=True,
        )
        return await retrying(self._once, request, course, patience, is_streamed=is_streamed)

    async def _once(
        self, request: ModelRequest, course: CallHistory, patience: CallPatience, *, is_streamed: bool
    ) -> EndpointAnswer:
        """One try, made again at once without what the endpoint does not take."""
        abilities = self.known.get(request.model, Abilities())
        while True:
            spent = course.seconds
            attempt = RequestAttempt(is_streamed)
            try:
                async with course.fare.reserved(), self._slots:
                    left = patience.deadline - spent
                    limit = Limit.of(patience, left, course.asked_by)
                    answer = await self._tried(request, abilities, course, attempt, limit)
            except FailedTry as fault:
                if (lesser := abilities.after(fault, request)) is None:
                    self.notices.failed(self.name, course.seconds - spent)
                    raise
                abilities = lesser
            else:
                self.notices.answered(self.name)
                # Only now: a request may be turned down for what nobody said.
                known = self.known.get(request.model, Abilities())
                self.known[request.model] = known.joined(abilities)
                return answer

    def ignores(self, model: str, rung: str) -> None:
        """Remember that the endpoint took this way of asking for JSON and did not keep to it."""
        abilities = self.known.get(model, Abilities())
        if abilities.rung == rung and (lower := abilities.lower()) is not None:
            self.known[model] = lower

    async def _wait(self, seconds: float, course: CallHistory, words: str, left: float) -> None:
        """Wait between two tries, and say so where it takes long; `left` is what the call still has."""
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            given_up = left - seconds + rest
            goes_on = f"It is asked again in {rest:.0f} s, and given up in {given_up:.0f} s at the latest"
            self.notices.failing(self.name, course.asked_by, words, rest, goes_on)
            await asyncio.sleep(min(rest, LOOK))
        course.seconds += seconds

    @contextmanager
    def _watched(self, course: CallHistory, attempt: RequestAttempt, limit: Limit) -> Generator[None]:
        """Within, a person is told where nothing comes of a request."""
        loop, began = asyncio.get_running_loop(), time.monotonic()

        def look() -> None:
            nonlocal timer
            if not attempt.received:
                left = limit.seconds - (time.monotonic() - began)
                self.notices.silent(self.name, course.asked_by, began, left, limit.setting)
            timer = loop.call_later(LOOK, look)

        timer = loop.call_later(LOOK, look)
        try:
            yield
        finally:
            timer.cancel()

    async def _tried(
        self,
        request: ModelRequest,
        abilities: Abilities,
        course: CallHistory,
        attempt: RequestAttempt,
        limit: Limit,
    ) -> EndpointAnswer:
        course.fare.begin()
        course.requests += 1
        began = time.monotonic()
        ended: EndpointAnswer | FailedTry | None = None
        try:
            with self._watched(course, attempt, limit):
                async with asyncio.timeout(limit.seconds):
                    ended = await self.asked.answer(request, abilities, attempt)
                    return ended
        except TimeoutError:
            ended = FailedTry("silent", f"no whole answer in {limit.seconds:.3g} s, by {limit.setting}")
            raise ended from None
        except FailedTry as fault:
            ended = fault
            raise
        finally:
            course.seconds += time.monotonic() - began
            course.fare.end(attempt, ended, course.seconds)


class _Retries:
    """When one call is tried again, by what went wrong with it until now."""

    def __init__(self, course: CallHistory, patience: CallPatience) -> None:
        self._course = course
        self._patience = patience
        self._tries: Counter[FaultKind] = Counter()
        # Ever longer, and not all calls at the same moment: by a quarter more or less.
        random = tenacity.wait_random_exponential(0.5 * FIRST_WAIT, 0.5 * LONGEST_WAIT)
        self._pause = tenacity.wait_exponential(0.75 * FIRST_WAIT, 0.75 * LONGEST_WAIT) + random
        self.words = ""
        """What the last try came to, for a person."""

    def count(self, state: tenacity.RetryCallState) -> None:
        """Take note of a try that came to nothing."""
        fault = _fault_of(state)
        self._tries[fault.kind] += 1
        most = HANDLING[fault.kind].tries
        self.words = f"{fault.words[:SHOWN]} (try {self._tries[fault.kind]} of at most {most})"

    def wait(self, state: tenacity.RetryCallState) -> float:
        """Seconds until the next one: as the endpoint asks."""
        asked = _fault_of(state).wait
        return self._pause(state) if asked is None else asked

    def are_over(self, state: tenacity.RetryCallState) -> bool:
        """Whether there is no next one, for this kind of fault or within the deadline."""
        fault = _fault_of(state)
        left = self._patience.deadline - self._course.seconds
        is_over = self._tries[fault.kind] >= HANDLING[fault.kind].tries or state.upcoming_sleep >= left
        if is_over and fault.wait is not None and fault.kind == "busy":
            fault.words += f" (it asks to wait {fault.wait:.0f} s, and {max(left, 0):.0f} s are left)"
        return is_over


def _fault_of(state: tenacity.RetryCallState) -> FailedTry:
    assert state.outcome is not None
    return cast("FailedTry", state.outcome.exception())

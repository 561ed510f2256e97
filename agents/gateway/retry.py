"""A call that is under way: how often, how long and with what it is tried, and what each try is charged."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol, cast

import tenacity

from agents.gateway.budget import (
    Purse,
    RoleModel,
    answer_estimate,
    beside,
    input_estimate,
    most_tokens,
    one_call,
    received_estimate,
)
from agents.gateway.faults import HANDLING, Abilities, FailedTry, FaultKind
from agents.gateway.journal import Journal
from plans.records.model_call import EndpointAnswer, ModelCall, ModelRequest, Rung
from plans.records.model_settings import Price
from plans.records.usage import Tokens, Usage

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


class AskedEndpoint(Protocol):
    """An endpoint, or what stands in for one."""

    async def answer(
        self, request: ModelRequest, abilities: Abilities, attempt: RequestAttempt
    ) -> EndpointAnswer:
        """Its answer to one request, noting in `attempt` what comes; raises FailedTry."""
        ...

    async def close(self) -> None:
        """Let go of what it holds."""
        ...


@dataclass
class EndpointLine:
    """The way to one endpoint: so many calls go at once, and what it takes is remembered for every model."""

    asked: AskedEndpoint
    at_once: int
    name: str
    """The endpoint's."""
    notices: RetryNotices
    known: dict[str, Abilities] = field(default_factory=dict[str, Abilities])
    """Model → what it takes."""

    def __post_init__(self) -> None:
        self.slots = asyncio.Semaphore(self.at_once)

    def abilities(self, model: str) -> Abilities:
        """What a model takes, as far as that is known."""
        return self.known.get(model, Abilities())

    def ignores(self, model: str, rung: Rung) -> None:
        """Remember that the endpoint took this way of asking for JSON and did not keep to it."""
        abilities = self.abilities(model)
        if abilities.rung == rung and (lower := abilities.lower()) is not None:
            self.known[model] = lower


def used_by_answer(request: ModelRequest, answer: EndpointAnswer, price: Price | None) -> Usage:
    """What a whole answer took, or is estimated to have taken."""
    if answer.tokens is not None:
        return one_call(answer.tokens, None, price)
    uses = (f"{use.name}{use.arguments}" for use in answer.tool_uses)
    written = answer_estimate("".join([answer.text, answer.refusal, *uses]))
    return one_call(None, Tokens(input=input_estimate(request), output=written), price)


def used_by(
    request: ModelRequest,
    attempt: RequestAttempt,
    ended: EndpointAnswer | FailedTry | None,
    price: Price | None,
) -> Usage:
    """What a try took, or is estimated to have taken; None: it was stopped before anything came of it."""
    if isinstance(ended, EndpointAnswer):
        return used_by_answer(request, ended, price)
    told = ended.tokens if ended else None
    if ended and not ended.is_cut and (told or not ended.may_be_paid):
        used = one_call(told, None, price)
    else:
        came = received_estimate(attempt.received, is_streamed=attempt.is_streamed)
        used = one_call(told, beside(told, Tokens(input=input_estimate(request), output=came)), price)
    return used.model_copy(update={"failed": {ended.reason if ended else "left": 1}})


@dataclass(eq=False)
class PaidCall:
    """A call that is under way: tried until it is answered or no other try helps, and every try is paid for."""

    key: str
    """The journal's."""
    call: ModelCall
    part: RoleModel
    request: ModelRequest
    line: EndpointLine
    purse: Purse
    journal: Journal
    _waiting: int = 0
    """How many wait for its answer. One that nobody waits for goes on only as far as it will be paid for anyway."""
    _is_closed: bool = False
    """Whether no try of it may go out any more, whoever waits."""
    _is_out: bool = False
    """Whether a try of it is with the endpoint now."""
    _requests: int = 0
    """That went out."""
    _seconds: float = 0.0
    """What it took in tries and waits; until its turn came does not count, as that is of our own making."""
    _tries: Counter[FaultKind] = field(default_factory=Counter["FaultKind"])
    """What went wrong until now → how often."""
    _words: str = ""
    """What the last try came to, for a person."""

    def __post_init__(self) -> None:
        self.task = asyncio.create_task(self._answered())

    async def answer(self) -> EndpointAnswer:
        """Wait for the answer. Who stops waiting does not stop a try that has gone out: it is being paid for, and the
        journal is to have what it brings.
        """
        self._waiting += 1
        try:
            return await asyncio.shield(self.task)
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._let_go()

    def close(self) -> None:
        """Let nothing of it go out any more."""
        self._is_closed = True
        self._let_go()

    def _let_go(self) -> None:
        if not self._is_out:
            self.task.cancel()

    async def _answered(self) -> EndpointAnswer:
        retrying = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_exception_type(FailedTry),
            wait=self._pause,
            stop=self._is_over,
            sleep=self._wait,
            reraise=True,
        )
        try:
            return await retrying(self._once)
        except FailedTry as fault:
            raise fault.error(self.part.asked, self._requests, self.part.endpoint) from fault

    def _pause(self, state: tenacity.RetryCallState) -> float:
        """Seconds until the next try: as the endpoint asks, else ever longer, and not for all calls the same."""
        fault = _fault_of(state)
        self._tries[fault.kind] += 1
        most = HANDLING[fault.kind].tries
        self._words = f"{fault.words[:SHOWN]} (try {self._tries[fault.kind]} of at most {most})"
        if fault.wait is not None:
            return fault.wait
        return (tenacity.wait_exponential(FIRST_WAIT, LONGEST_WAIT) + tenacity.wait_random(0, FIRST_WAIT))(
            state
        )

    def _is_over(self, state: tenacity.RetryCallState) -> bool:
        """Whether there is no next try, for this kind of fault or within the deadline."""
        fault = _fault_of(state)
        left = self.part.deadline - self._seconds
        is_over = self._tries[fault.kind] >= HANDLING[fault.kind].tries or state.upcoming_sleep >= left
        if is_over and fault.wait is not None and fault.kind == "busy":
            fault.words += f" (it asks to wait {fault.wait:.0f} s, and {max(left, 0):.0f} s are left)"
        return is_over

    async def _wait(self, seconds: float) -> None:
        """Wait between two tries, and say so where it takes long."""
        left, end = self.part.deadline - self._seconds, time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            given_up = left - seconds + rest
            goes_on = f"It is asked again in {rest:.0f} s, and given up in {given_up:.0f} s at the latest"
            self.line.notices.failing(self.line.name, self.part.role, self._words, rest, goes_on)
            await asyncio.sleep(min(rest, LOOK))
        self._seconds += seconds

    async def _once(self) -> EndpointAnswer:
        """One try, made again at once without what the endpoint does not take; BudgetError where it is not allowed."""
        line, request = self.line, self.request
        abilities = line.abilities(request.model)
        while True:
            spent = self._seconds
            try:
                async with self.purse.reserved(self.part.role, request, self.part.price), line.slots:
                    answer = await self._tried(abilities)
            except FailedTry as fault:
                if (lesser := abilities.after(fault, request)) is None:
                    line.notices.failed(line.name, self._seconds - spent)
                    raise
                abilities = lesser
            else:
                line.notices.answered(line.name)
                # Only now: a request may be turned down for what nobody said.
                line.known[request.model] = line.abilities(request.model).joined(abilities)
                return answer

    async def _tried(self, abilities: Abilities) -> EndpointAnswer:
        if self._is_closed or not self._waiting:
            raise asyncio.CancelledError("nobody waits for the answer any more")
        part, request = self.part, self.request
        attempt = RequestAttempt(part.is_streamed)
        left = part.deadline - self._seconds
        bound = "patience" if part.patience <= left else "deadline"
        setting = f"`{bound}` under [roles.{part.role}] in benchwright.toml"
        limit = min(part.patience, left)
        # Should the process be killed, nobody knows how far the model got: all that it may take is charged then.
        self.journal.begin(self.key, self.call, request, one_call(None, most_tokens(request), part.price))
        self._is_out = True
        self._requests += 1
        began = time.monotonic()
        ended: EndpointAnswer | FailedTry | None = None
        try:
            with self._watched(attempt, limit, setting):
                async with asyncio.timeout(limit):
                    ended = await self.line.asked.answer(request, abilities, attempt)
                    return ended
        except TimeoutError:
            ended = FailedTry("silent", f"no whole answer in {limit:.3g} s, by {setting}")
            raise ended from None
        except FailedTry as fault:
            ended = fault
            raise
        finally:
            self._seconds += time.monotonic() - began
            self._is_out = False
            used = used_by(request, attempt, ended, part.price)
            self.purse.charge(part.role, used, part.price, request)
            answer = ended if isinstance(ended, EndpointAnswer) else None
            self.journal.end(self.key, self.call, answer, used, self._seconds)

    @contextmanager
    def _watched(self, attempt: RequestAttempt, limit: float, setting: str) -> Generator[None]:
        """Within, a person is told where nothing comes of a request."""
        loop, began = asyncio.get_running_loop(), time.monotonic()

        def look() -> None:
            nonlocal timer
            if not attempt.received:
                left = limit - (time.monotonic() - began)
                self.line.notices.silent(self.line.name, self.part.role, began, left, setting)
            timer = loop.call_later(LOOK, look)

        timer = loop.call_later(LOOK, look)
        try:
            yield
        finally:
            timer.cancel()


def _fault_of(state: tenacity.RetryCallState) -> FailedTry:
    assert state.outcome is not None
    return cast("FailedTry", state.outcome.exception())

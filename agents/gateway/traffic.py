"""The calls of one turn: what became of each, and what that says about the endpoint."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.gateway.counting import Reading
from agents.gateway.hosted import most_told
from agents.gateway.outcomes import Outcome
from agents.gateway.spending import cost_of
from plans.records.endpoint import Price
from plans.records.usage import Tokens, Usage
from plans.wellformed import well_formed

BUDGET = "budget"
"""Reason of a call that was refused because the budget was used up."""
TEXT_SIZE = 4
"""Bytes of text to a token, roughly."""
EVENT_SIZE = 100
"""Bytes to a token in a stream, where each comes in an event of its own; most have more."""
SILENCE = 600.0
"""Seconds without a word after which an endpoint is taken for dead."""
DETAIL = 300
"""Characters of an error that are kept."""


@dataclass
class Call:
    """One request to a model."""

    model: str
    sent: int
    """Bytes of the request."""
    is_streamed: bool = False
    began: float = field(default_factory=time.monotonic)
    heard: float | None = None
    """When the answer last said something; blanks and comments, which keep a connection open, say nothing."""
    received: int = 0
    """Bytes of the answer."""
    outcome: Outcome = "under way"
    reason: str = ""
    """Why there is no whole answer: an HTTP status, or a word of the relay's."""
    detail: str = ""
    is_too_long: bool = False
    """Whether it was rejected because it is larger than what can be asked."""
    tokens: Tokens | None = None
    left_out: Mapping[str, int] = field(default_factory=dict[str, int])
    """Tool or parameter that the endpoint was not told of → times."""
    ended: float | None = None

    def hear(self) -> None:
        """Note that the answer said something."""
        self.heard = time.monotonic()

    def put(self) -> None:
        """Note that it goes out only now: until then nobody could have answered."""
        self.began = time.monotonic()

    def end(self, outcome: Outcome, reason: str = "", detail: str = "") -> None:
        """Note how it ended; the first word stands."""
        if self.outcome == "under way":
            self.outcome, self.reason, self.detail = outcome, reason, well_formed(detail)[:DETAIL]
            self.ended = time.monotonic()

    def read(self, reading: Reading) -> None:
        """Note what the answer says of itself."""
        self.tokens = reading.tokens
        if reading.error:
            self.end("endpoint failed", "error in the answer", reading.error)
        elif not reading.is_whole:
            self.end("endpoint failed", "ended early", "the answer ended without its end")
        else:
            self.end("answered")

    @property
    def waited(self) -> float:
        """Seconds since something was heard of the endpoint."""
        return (self.ended or time.monotonic()) - (self.heard or self.began)

    @property
    def is_unreported(self) -> bool:
        """Whether something was used and nobody said how much."""
        return self.tokens is None and (self.received > 0 or self.outcome in ("under way", "left"))

    @property
    def estimate(self) -> Tokens:
        """What an unreported call is charged, or a program could make all of its calls for nothing."""
        if not self.is_unreported:
            return Tokens()
        per_token = EVENT_SIZE if self.is_streamed else TEXT_SIZE
        return Tokens(input=self.sent // TEXT_SIZE, output=self.received // per_token)


class Traffic:
    """All calls of a turn, in the order in which they began."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.counts = 0
        """Requests that had tokens counted."""
        self._began = time.monotonic()

    def begin(self, model: str, sent: int, is_streamed: bool = False) -> Call:
        """A call that begins now."""
        call = Call(model, sent, is_streamed)
        self.calls.append(call)
        return call

    def usage(self, price: Price | None = None) -> Usage:
        """What is known by now; the cost only where the price is known and every call has told its tokens."""
        failed: dict[str, int] = {}
        for call in self.calls:
            if call.reason:
                failed[call.reason] = failed.get(call.reason, 0) + 1
        first = self.calls[0].began - self._began if self.calls else None
        return Usage(
            calls=len(self.calls),
            counts=self.counts,
            failed=failed,
            unreported=sum(call.is_unreported for call in self.calls),
            tokens=sum((call.tokens for call in self.calls if call.tokens), Tokens()),
            estimated=sum(call.estimate.total for call in self.calls),
            cost=self._cost(price),
            first_call=first,
            left_out=most_told(call.left_out for call in self.calls),
        )

    def _cost(self, price: Price | None) -> float | None:
        if not self.calls:
            return 0.0
        if price is None or any(call.is_unreported for call in self.calls):
            return None
        return sum(cost_of(call.tokens, price) for call in self.calls if call.tokens)

    def answered(self) -> int:
        """How many calls got a whole answer."""
        return sum(call.outcome == "answered" for call in self.calls)

    def put(self) -> int:
        """How many calls were put to the endpoint, or would have been but for the budget."""
        return sum(call.outcome != "refused" or call.reason == BUDGET for call in self.calls)

    def endpoint_trouble(self, patience: float = SILENCE, *, is_first: bool = True) -> str:
        """Why the turn cannot be held against the program, as it stood when the turn ended; empty when it can.

        What counts is the last word of the endpoint: a program that got an answer after a failure has got over it. A
        silence of `patience` seconds is a failure too, in a call that is still waiting or was given up, or in several,
        one after another, of which the program waited for none so long. Where no call at all was answered, program and
        endpoint do not understand each other, and no agent has been at work; unless, in a turn that is not the `first`,
        its own work grew beyond what can be asked.
        """
        quiet = end = 0.0
        for call in reversed(self.calls):
            if call.outcome == "endpoint failed":
                return f"{call.reason}: {call.detail}" if call.detail else call.reason
            if call.outcome in ("under way", "left"):
                end = max(end, call.ended or time.monotonic())
                # Calls may have waited side by side.
                quiet = min(quiet + call.waited, end - (call.heard or call.began))
                if quiet >= patience:
                    return f"silent: nothing was heard for {quiet:.0f} s"
                if call.heard:
                    quiet = end = 0.0
            if call.outcome == "rejected" and not self.answered() and (is_first or not call.is_too_long):
                return f"it answered no call, and rejected the last with {call.reason}: {call.detail}"
            if call.outcome in ("answered", "rejected"):
                return ""
        return ""

    def refused_for(self, reason: str) -> bool:
        """Whether the relay refused a call for this reason."""
        return any(call.outcome == "refused" and call.reason == reason for call in self.calls)

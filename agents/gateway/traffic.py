"""The calls of one turn: what became of each, and what that says about the endpoint."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.gateway.budget import TOKEN_BYTES, beside, one_call, received_estimate
from agents.gateway.counting import Reading
from agents.gateway.faults import Outcome
from agents.gateway.protocols import most_told
from plans.plain_text import well_formed
from plans.records.model_settings import Price
from plans.records.usage import Refusal, Tokens, Usage

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
    """As the endpoint told them by now."""
    is_whole: bool = False
    """Whether the answer came to its end, so that what it tells is all."""
    is_unsent: bool = False
    """Whether no connection came about, so that no model can have been at work."""
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
        self.tell(reading)
        if reading.error:
            self.end("endpoint failed", "error in the answer", reading.error)
        elif not reading.is_whole:
            self.end("endpoint failed", "ended early", "the answer ended without its end")
        else:
            self.end("answered")

    def tell(self, reading: Reading) -> None:
        """Note what an answer that may go on says by now of what it used."""
        self.tokens, self.is_whole = reading.tokens, reading.is_whole

    @property
    def waited(self) -> float:
        """Seconds since something was heard of the endpoint."""
        return (self.ended or time.monotonic()) - (self.heard or self.began)

    @property
    def is_unreported(self) -> bool:
        """Whether something may have been used and nobody said how much, or not all: a stream that breaks off has told
        the output of its beginning alone.
        """
        if self.tokens is not None and self.is_whole:
            return False
        if self.tokens is not None or self.received > 0 or self.outcome in ("under way", "left"):
            return True
        # A status of the endpoint's is an answer in which no model was at work; silence is none.
        return self.outcome == "endpoint failed" and not (self.is_unsent or self.reason.isdecimal())

    @property
    def estimate(self) -> Tokens:
        """What an unreported call is charged beside what was told, or a program could make its calls for nothing."""
        if not self.is_unreported:
            return Tokens()
        written = received_estimate(self.received, is_streamed=self.is_streamed)
        return beside(self.tokens, Tokens(input=self.sent // TOKEN_BYTES, output=written))

    def used(self, price: Price | None) -> Usage:
        """What it used, and is charged."""
        used = one_call(self.tokens, self.estimate if self.is_unreported else None, price)
        return used.model_copy(update={"failed": {self.reason: 1}}) if self.reason else used


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
        first = self.calls[0].began - self._began if self.calls else None
        used = sum((call.used(price) for call in self.calls), Usage())
        return used.model_copy(
            update={
                "counts": self.counts,
                "first_call": first,
                "left_out": most_told(call.left_out for call in self.calls),
            }
        )

    def answered(self) -> int:
        """How many calls got a whole answer."""
        return sum(call.outcome == "answered" for call in self.calls)

    def put(self) -> int:
        """How many calls were put to the endpoint, or would have been but for the budget."""
        return sum(call.outcome != "refused" or call.reason == Refusal.BUDGET for call in self.calls)

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

    def refused_for(self, reason: Refusal) -> bool:
        """Whether the relay refused a call for this reason."""
        return any(call.outcome == "refused" and call.reason == reason for call in self.calls)

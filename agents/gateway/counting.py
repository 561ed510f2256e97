"""Usage of calls: answers of four protocols counted as they pass, and the calls of one turn.

A usage of zero tokens means "not reported", as some endpoints count nothing; so does more than any answer could use.

Some endpoints put an error in the place of the model's text, with status 200. Whether a text is the model's is decided
by what the endpoint reports of it, which a model cannot write itself: a text of which the endpoint counted tokens is
the model's, whatever it says.
"""

import json
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from agents.gateway.budget import TOKEN_BYTES, beside, one_call, received_estimate
from agents.gateway.faults import TryOutcome
from agents.gateway.protocols import JSON, list_of, most_told, table_of
from plans.plain_text import well_formed
from plans.records.model_settings import Price, WireProtocol
from plans.records.usage import RelayRefusal, Tokens, Usage

EVENT_END = re.compile(rb"\r?\n\r?\n")
END_SIZE = 4
"""Bytes of the longest end of an event."""
SIZE_LIMIT = 64_000_000
"""Bytes of an answer that comes in one piece, or of one event of a stream; a larger one is a failure."""
MOST_TOKENS = 1_000_000_000
"""Of one call. An endpoint that says more has said nothing."""
TEXT_KEPT = 20_000
"""Characters of an answer's text that are looked through for an error; a longer one is none."""
UNWRITTEN = "the endpoint reports that the model wrote no token of its text"
SILENCE = 600.0
"""Seconds without a word after which an endpoint is taken for dead."""
DETAIL = 300
"""Characters of an error that are kept."""


class UsageReading(NamedTuple):
    """What an answer said of itself."""

    tokens: Tokens | None
    """None when it did not say."""
    is_whole: bool
    """Whether it came to the end that its protocol has for it."""
    error: str = ""
    """What the endpoint said went wrong, after it had begun to answer, or in place of the model's text."""
    error_as_text: JSON | None = None
    """The object with an `error` that came as the text, of which no token was counted."""
    is_unwritten: bool = False
    """Whether input was counted and no output, though there is text: the two contradict each other."""
    is_uncounted: bool = False
    """Whether there is text, and the endpoint reports a usage of zero tokens."""


class TooLarge(Exception):
    """An answer is larger than any that is read."""

    def __init__(self) -> None:
        super().__init__(f"more than {SIZE_LIMIT:,} bytes in one piece or event")


class StreamMeter:
    """Reads an answer of server-sent events, event by event."""

    def __init__(self, protocol: WireProtocol, *, hides_usage: bool = False) -> None:
        """`hides_usage`: the event that tells the usage was asked for by us, and the program shall not see it."""
        self._counter = _COUNTERS[protocol]()
        self._hides_usage = hides_usage
        self._rest = bytearray()
        self.spoken = 0
        """Events by now that said something: comments, and events without data, only keep a connection open."""

    def feed(self, chunk: bytes) -> bytes:
        """What of the answer is complete and to be passed on; raises TooLarge."""
        # All that came before was looked through but for what may be the beginning of an end.
        looked = max(len(self._rest) - END_SIZE + 1, 0)
        self._rest += chunk
        passed: list[bytes] = []
        begin = 0
        for end in EVENT_END.finditer(self._rest, looked):
            event = bytes(self._rest[begin : end.end()])
            begin = end.end()
            if not self._read(event):
                passed.append(event)
        del self._rest[:begin]
        if len(self._rest) > SIZE_LIMIT:
            raise TooLarge
        return b"".join(passed)

    def rest(self) -> bytes:
        """What came after the last complete event."""
        rest, self._rest = bytes(self._rest), bytearray()
        self._read(rest)
        return rest

    def reading(self) -> UsageReading:
        """What is known by now."""
        return self._counter.reading()

    def _read(self, event: bytes) -> bool:
        """Take note of one event; whether it is to be hidden."""
        lines = [line[5:].strip() for line in event.splitlines() if line.startswith(b"data:")]
        data = b"\n".join(lines)
        self.spoken += bool(data)
        if data == b"[DONE]":
            self._counter.is_whole = True
        value = _object(data) if data else None
        if value is None:
            return False
        self._counter.note(value)
        return self._hides_usage and not value.get("choices", True) and bool(value.get("usage"))


def read_answer(protocol: WireProtocol, body: bytes) -> UsageReading:
    """What an answer says that came in one piece."""
    counter = _COUNTERS[protocol]()
    for value in _objects(body):
        counter.note(value)
    # That it is one JSON text shows that it is whole.
    counter.is_whole = bool(body) and _parsed(body) is not None
    return counter.reading()


def reading_of(protocol: WireProtocol, values: Iterable[JSON], *, is_whole: bool = False) -> UsageReading:
    """What an answer says that was parsed already: one object, or the events of a stream.

    `is_whole`: whether it is known to be all of it, also where it does not say so itself.
    """
    counter = _COUNTERS[protocol]()
    for value in values:
        counter.note(value)
    counter.is_whole = counter.is_whole or is_whole
    return counter.reading()


def error_in_text(text: str) -> JSON | None:
    """The error that a text is, as an object with `error`; None for any other text.

    It is one by its form alone: a JSON object with an `error`, or with an HTTP status from 400 to 599 as its `code` or
    `status`.
    """
    if not text.lstrip().startswith(("{", "[")):
        return None
    value = _parsed(text.encode())
    if isinstance(value, list):
        listed = cast("list[object]", value)
        value = listed[0] if len(listed) == 1 else None
    table = table_of(value)
    if table.get("error"):
        return table
    return {"error": table} if error_status(table) is not None else None


def error_status(*tables: JSON) -> int | None:
    """The HTTP status of an error that one of these tables names as its `code` or `status`."""
    for said in (table.get(name) for table in tables for name in ("code", "status")):
        if isinstance(said, int | str) and str(said).isdecimal() and 400 <= int(said) < 600:
            return int(said)
    return None


class _Counter(ABC):
    """What has been noted of one answer."""

    def __init__(self) -> None:
        self.tokens = Tokens()
        self.is_whole = False
        self.error = ""
        self.reports_usage = False
        self.uses_tools = False
        self._text: list[str] = []
        self._size = 0

    @abstractmethod
    def note(self, value: JSON) -> None:
        """Take note of an answer, or of one event of it."""

    def reading(self) -> UsageReading:
        said = self.tokens
        is_told = (
            said.total > 0 and max(said.input, said.cached_input, said.output, said.reasoning) <= MOST_TOKENS
        )
        reading = UsageReading(said if is_told else None, self.is_whole, self.error)
        is_text_alone = self._size > 0 and not self.uses_tools and self.is_whole
        if not is_text_alone or said.output:
            return reading
        if self._size <= TEXT_KEPT and (found := error_in_text("".join(self._text))) is not None:
            return reading._replace(error=self.error or json.dumps(found), error_as_text=found)
        if self.reports_usage and said.input:
            return reading._replace(error=self.error or UNWRITTEN, is_unwritten=True)
        return reading._replace(is_uncounted=self.reports_usage)

    def add_text(self, value: object) -> None:
        """Note a piece of what the model is said to have written."""
        if isinstance(value, str):
            self._size += len(value)
            if self._size <= TEXT_KEPT:
                self._text.append(value)

    def fail(self, value: JSON) -> None:
        error = value.get("error")
        if error:
            self.error = _text(table_of(error).get("message") or error)


class _Chat(_Counter):
    def note(self, value: JSON) -> None:
        self.fail(value)
        choices = [table_of(choice) for choice in list_of(value.get("choices"))]
        if any(choice.get("finish_reason") for choice in choices):
            self.is_whole = True
        for choice in choices[:1]:
            message = table_of(choice.get("message") or choice.get("delta"))
            content = message.get("content")
            for part in (content, *list_of(content)):
                self.add_text(part if isinstance(part, str) else table_of(part).get("text"))
            self.uses_tools = self.uses_tools or bool(message.get("tool_calls"))
        usage = table_of(value.get("usage"))
        if usage:
            self.reports_usage = "completion_tokens" in usage
            self.tokens = Tokens(
                input=_count(usage, "prompt_tokens"),
                cached_input=_count(table_of(usage.get("prompt_tokens_details")), "cached_tokens"),
                output=_count(usage, "completion_tokens"),
                reasoning=_count(table_of(usage.get("completion_tokens_details")), "reasoning_tokens"),
            )


class _Responses(_Counter):
    ENDS = ("response.completed", "response.incomplete", "response.failed")

    def note(self, value: JSON) -> None:
        kind = value.get("type")
        if kind == "error":
            self.error = _text(value.get("message") or value)
        answer = table_of(value.get("response")) if kind in self.ENDS else value
        self.fail(answer)
        self.is_whole = self.is_whole or kind in self.ENDS
        for item in map(table_of, list_of(answer.get("output"))):
            self.uses_tools = self.uses_tools or item.get("type") not in ("message", "reasoning")
            for part in map(table_of, list_of(item.get("content"))):
                self.add_text(part.get("text"))
        usage = table_of(answer.get("usage"))
        if usage:
            self.reports_usage = "output_tokens" in usage
            self.tokens = Tokens(
                input=_count(usage, "input_tokens"),
                cached_input=_count(table_of(usage.get("input_tokens_details")), "cached_tokens"),
                output=_count(usage, "output_tokens"),
                reasoning=_count(table_of(usage.get("output_tokens_details")), "reasoning_tokens"),
            )


class _Messages(_Counter):
    """Its stream tells the input at the beginning and the output as it grows: the last word on each stands."""

    def __init__(self) -> None:
        super().__init__()
        self._said: JSON = {}

    def note(self, value: JSON) -> None:
        self.fail(value)
        if value.get("type") == "message_stop":
            self.is_whole = True
        for place in (value, table_of(value.get("message"))):
            self._said |= {
                name: said for name, said in table_of(place.get("usage")).items() if said is not None
            }
        self.reports_usage = "output_tokens" in self._said
        for block in map(
            table_of, (*list_of(value.get("content")), value.get("content_block"), value.get("delta"))
        ):
            self.uses_tools = self.uses_tools or str(block.get("type")).endswith("tool_use")
            self.add_text(block.get("text"))
        cached = _count(self._said, "cache_read_input_tokens")
        self.tokens = Tokens(
            input=_count(self._said, "input_tokens")
            + _count(self._said, "cache_creation_input_tokens")
            + cached,
            cached_input=cached,
            output=_count(self._said, "output_tokens"),
        )


class _Gemini(_Counter):
    """Every event tells the usage so far."""

    def note(self, value: JSON) -> None:
        self.fail(value)
        if any(table_of(one).get("finishReason") for one in list_of(value.get("candidates"))):
            self.is_whole = True
        if table_of(value.get("promptFeedback")).get("blockReason"):
            self.is_whole = True
        for candidate in map(table_of, list_of(value.get("candidates"))[:1]):
            for part in map(table_of, list_of(table_of(candidate.get("content")).get("parts"))):
                self.uses_tools = self.uses_tools or "functionCall" in part
                self.add_text(None if part.get("thought") else part.get("text"))
        usage = table_of(value.get("usageMetadata"))
        if usage:
            self.reports_usage = "candidatesTokenCount" in usage
            reasoning = _count(usage, "thoughtsTokenCount")
            self.tokens = Tokens(
                input=_count(usage, "promptTokenCount") + _count(usage, "toolUsePromptTokenCount"),
                cached_input=_count(usage, "cachedContentTokenCount"),
                output=_count(usage, "candidatesTokenCount") + reasoning,
                reasoning=reasoning,
            )


_COUNTERS: dict[WireProtocol, Callable[[], _Counter]] = {
    "chat": _Chat,
    "responses": _Responses,
    "messages": _Messages,
    "gemini": _Gemini,
}


def _parsed(text: bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _object(text: bytes) -> JSON | None:
    value = _parsed(text)
    return cast("JSON", value) if isinstance(value, dict) else None


def _objects(text: bytes) -> Iterator[JSON]:
    """The object that a JSON text is, or those that it lists, as Gemini streams where no events are asked for."""
    value = _parsed(text)
    listed = cast("Iterable[object]", value) if isinstance(value, list) else [value]
    yield from (cast("JSON", one) for one in listed if isinstance(one, dict))


def _count(usage: JSON, name: str) -> int:
    value = usage.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


@dataclass
class CountedCall:
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
    outcome: TryOutcome = "under way"
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

    def end(self, outcome: TryOutcome, reason: str = "", detail: str = "") -> None:
        """Note how it ended; the first word stands."""
        if self.outcome == "under way":
            self.outcome, self.reason, self.detail = outcome, reason, well_formed(detail)[:DETAIL]
            self.ended = time.monotonic()

    def read(self, reading: UsageReading) -> None:
        """Note what the answer says of itself."""
        self.tell(reading)
        if reading.error:
            self.end("endpoint failed", "error in the answer", reading.error)
        elif not reading.is_whole:
            self.end("endpoint failed", "ended early", "the answer ended without its end")
        else:
            self.end("answered")

    def tell(self, reading: UsageReading) -> None:
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
        self.calls: list[CountedCall] = []
        self.counts = 0
        """Requests that had tokens counted."""
        self._began = time.monotonic()

    def begin(self, model: str, sent: int, is_streamed: bool = False) -> CountedCall:
        """A call that begins now."""
        call = CountedCall(model, sent, is_streamed)
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
        return sum(call.outcome != "refused" or call.reason == RelayRefusal.BUDGET for call in self.calls)

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

    def refused_for(self, reason: RelayRefusal) -> bool:
        """Whether the relay refused a call for this reason."""
        return any(call.outcome == "refused" and call.reason == reason for call in self.calls)

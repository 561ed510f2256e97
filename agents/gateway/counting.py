"""Usage of calls: answers of four protocols counted as they pass, and the calls of one turn.

A usage of zero tokens means "not reported", as some endpoints count nothing; so does more than any answer could use.

Some endpoints put an error in the place of the model's text, with status 200. Whether a text is the model's is decided
by what the endpoint reports of it, which a model cannot write itself: a text of which the endpoint counted tokens is
the model's, whatever it says.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from agents.gateway.budget import TOKEN_BYTES, beside, one_call, received_estimate
from agents.gateway.faults import TryOutcome
from agents.gateway.protocols import JSON, list_of, most_told, table_of
from plans.plain_text import well_formed
from plans.records.model_settings import Price, WireProtocol
from plans.records.usage import RelayRefusal, Tokens, Usage

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


def read_answer(protocol: WireProtocol, body: bytes) -> UsageReading:
    """What an answer says that came in one piece: that it is one JSON text shows that it is whole."""
    value = json_value(body)
    # Gemini streams a list of events where none are asked for.
    return reading_of(protocol, map(table_of, list_of(value) or [value]), is_whole=value is not None)


def reading_of(protocol: WireProtocol, values: Iterable[JSON], *, is_whole: bool = False) -> UsageReading:
    """What an answer says that was parsed already: one object, or the events of a stream.

    `is_whole`: whether it is known to be all of it, also where it does not say so itself.
    """
    counter = AnswerCounter(protocol)
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
    value = json_value(text.encode())
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


class _Form(NamedTuple):
    """Where a protocol's answers, and the events of its streams, say what. Paths are of keys; `*` is each entry of a
    list, and `0` its first.
    """

    usage: tuple[str, ...]
    """Tables; of each number in them, the last word stands."""
    input: tuple[str, ...]
    """Numbers in them, which are added up."""
    cached: str
    output: tuple[str, ...]
    reasoning: str
    texts: tuple[str, ...]
    """Texts, or tables with a `text` that is no `thought`."""
    tools: tuple[str, ...]
    """What stands there where a tool is used."""
    is_tool: Callable[[object], bool]
    ends: tuple[str, ...]
    is_end: Callable[[object], bool]


def _is_one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: value in words


def _is_response_tool(kind: object) -> bool:
    return kind not in ("message", "reasoning")


def _is_tool_use(kind: object) -> bool:
    return str(kind).endswith("tool_use")


_FORMS: dict[WireProtocol, _Form] = {
    "chat": _Form(
        usage=("usage",),
        input=("prompt_tokens",),
        cached="prompt_tokens_details.cached_tokens",
        output=("completion_tokens",),
        reasoning="completion_tokens_details.reasoning_tokens",
        texts=tuple(
            f"choices.0.{part}.content{each}" for part in ("message", "delta") for each in ("", ".*")
        ),
        tools=("choices.0.message.tool_calls", "choices.0.delta.tool_calls"),
        is_tool=bool,
        ends=("choices.*.finish_reason",),
        is_end=bool,
    ),
    "responses": _Form(
        usage=("usage", "response.usage"),
        input=("input_tokens",),
        cached="input_tokens_details.cached_tokens",
        output=("output_tokens",),
        reasoning="output_tokens_details.reasoning_tokens",
        texts=("output.*.content.*", "response.output.*.content.*"),
        tools=("output.*.type", "response.output.*.type"),
        is_tool=_is_response_tool,
        ends=("type",),
        is_end=_is_one_of("response.completed", "response.incomplete", "response.failed"),
    ),
    "messages": _Form(
        usage=("usage", "message.usage"),
        input=("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"),
        cached="cache_read_input_tokens",
        output=("output_tokens",),
        reasoning="",
        texts=("content.*", "content_block", "delta"),
        tools=("content.*.type", "content_block.type", "delta.type"),
        is_tool=_is_tool_use,
        ends=("type",),
        is_end=_is_one_of("message_stop"),
    ),
    "gemini": _Form(
        usage=("usageMetadata",),
        input=("promptTokenCount", "toolUsePromptTokenCount"),
        cached="cachedContentTokenCount",
        output=("candidatesTokenCount", "thoughtsTokenCount"),
        reasoning="thoughtsTokenCount",
        texts=("candidates.0.content.parts.*",),
        tools=("candidates.0.content.parts.*.functionCall",),
        is_tool=bool,
        ends=("candidates.*.finishReason", "promptFeedback.blockReason"),
        is_end=bool,
    ),
}


class AnswerCounter:
    """What has been noted of one answer."""

    def __init__(self, protocol: WireProtocol) -> None:
        self.is_whole = False
        self._form = _FORMS[protocol]
        self._usage: JSON = {}
        self._error = ""
        self._uses_tools = False
        self._text = ""
        self._size = 0

    def note(self, value: JSON) -> None:
        """Take note of an answer, or of one event of it."""
        form = self._form
        for error in filter(None, _at(value, "error", "response.error")):
            self._error = _words(table_of(error).get("message") or error)
        if value.get("type") == "error" and not self._error:
            self._error = _words(value.get("message") or value)
        self.is_whole = self.is_whole or any(map(form.is_end, _at(value, *form.ends)))
        self._uses_tools = self._uses_tools or any(map(form.is_tool, _at(value, *form.tools)))
        for part in _at(value, *form.texts):
            said = part if isinstance(part, str) else table_of(part).get("text")
            if isinstance(said, str) and not table_of(part).get("thought"):
                self._size += len(said)
                self._text += said if self._size <= TEXT_KEPT else ""
        for usage in _at(value, *form.usage):
            self._usage |= {name: said for name, said in table_of(usage).items() if said is not None}

    def reading(self) -> UsageReading:
        """What the answer says by now."""
        form, usage = self._form, self._usage
        said = Tokens(
            input=sum(_count(usage, name) for name in form.input),
            cached_input=_count(usage, form.cached),
            output=sum(_count(usage, name) for name in form.output),
            reasoning=_count(usage, form.reasoning),
        )
        is_told = (
            said.total > 0 and max(said.input, said.cached_input, said.output, said.reasoning) <= MOST_TOKENS
        )
        reading = UsageReading(said if is_told else None, self.is_whole, self._error)
        is_text_alone = self._size > 0 and not self._uses_tools and self.is_whole
        if not is_text_alone or said.output:
            return reading
        if self._size <= TEXT_KEPT and (found := error_in_text(self._text)) is not None:
            return reading._replace(error=self._error or json.dumps(found), error_as_text=found)
        reports_usage = form.output[0] in usage
        if reports_usage and said.input:
            return reading._replace(error=self._error or UNWRITTEN, is_unwritten=True)
        return reading._replace(is_uncounted=reports_usage)


def _at(value: JSON, *paths: str) -> Iterator[object]:
    for path in paths:
        found: list[object] = [value]
        for step in path.split("."):
            if step in ("*", "0"):
                listed = map(list_of, found)
                found = [one for each in listed for one in (each if step == "*" else each[:1])]
            else:
                found = [table[step] for table in map(table_of, found) if step in table]
        yield from found


def json_value(text: bytes) -> object:
    """The JSON value that a text is; None for any other text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _count(usage: JSON, path: str) -> int:
    value = next(_at(usage, path), 0)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _words(value: object) -> str:
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

    def used(self, price: Price | None) -> Usage:
        """What it used, and is charged: what is unreported too, or a program could make its calls for nothing."""
        estimated = None
        if self.is_unreported:
            written = received_estimate(self.received, is_streamed=self.is_streamed)
            estimated = beside(self.tokens, Tokens(input=self.sent // TOKEN_BYTES, output=written))
        used = one_call(self.tokens, estimated, price)
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
                ended, heard = call.ended or time.monotonic(), call.heard or call.began
                end = max(end, ended)
                # Calls may have waited side by side.
                quiet = min(quiet + ended - heard, end - heard)
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

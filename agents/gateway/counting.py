"""What an answer of a model used, read from it as it passes: four protocols, streamed and not.

An endpoint that says zero tokens has said nothing, as no answer uses none; nor has one that says more than any answer
could.
"""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, cast

from plans.records.endpoint import WireProtocol
from plans.records.usage import Tokens

JSON = dict[str, Any]
EVENT_END = re.compile(rb"\r?\n\r?\n")
END_SIZE = 4
"""Bytes of the longest end of an event."""
SIZE_LIMIT = 64_000_000
"""Bytes of an answer that comes in one piece, or of one event of a stream; a larger one is a failure."""
MOST_TOKENS = 1_000_000_000
"""Of one call. An endpoint that says more has said nothing."""


class Reading(NamedTuple):
    """What an answer said of itself."""

    tokens: Tokens | None
    """None when it did not say."""
    is_whole: bool
    """Whether it came to the end that its protocol has for it."""
    error: str = ""
    """What the endpoint said went wrong, after it had begun to answer."""


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

    def reading(self) -> Reading:
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


def read_answer(protocol: WireProtocol, body: bytes) -> Reading:
    """What an answer says that came in one piece."""
    counter = _COUNTERS[protocol]()
    for value in _objects(body):
        counter.note(value)
    # That it is one JSON text shows that it is whole.
    reading = counter.reading()
    return reading._replace(is_whole=bool(body) and _parsed(body) is not None)


def reading_of(protocol: WireProtocol, values: Iterable[JSON]) -> Reading:
    """What an answer says that was parsed already: one object, or the events of a stream."""
    counter = _COUNTERS[protocol]()
    for value in values:
        counter.note(value)
    return counter.reading()


class _Counter(ABC):
    """What has been noted of one answer."""

    def __init__(self) -> None:
        self.tokens = Tokens()
        self.is_whole = False
        self.error = ""

    @abstractmethod
    def note(self, value: JSON) -> None:
        """Take note of an answer, or of one event of it."""

    def reading(self) -> Reading:
        said = self.tokens
        is_told = (
            said.total > 0 and max(said.input, said.cached_input, said.output, said.reasoning) <= MOST_TOKENS
        )
        return Reading(said if is_told else None, self.is_whole, self.error)

    def fail(self, value: JSON) -> None:
        error = value.get("error")
        if error:
            self.error = _text(_dict(error).get("message") or error)


class _Chat(_Counter):
    def note(self, value: JSON) -> None:
        self.fail(value)
        if any(_dict(choice).get("finish_reason") for choice in _list(value.get("choices"))):
            self.is_whole = True
        usage = _dict(value.get("usage"))
        if usage:
            self.tokens = Tokens(
                input=_count(usage, "prompt_tokens"),
                cached_input=_count(_dict(usage.get("prompt_tokens_details")), "cached_tokens"),
                output=_count(usage, "completion_tokens"),
                reasoning=_count(_dict(usage.get("completion_tokens_details")), "reasoning_tokens"),
            )


class _Responses(_Counter):
    ENDS = ("response.completed", "response.incomplete", "response.failed")

    def note(self, value: JSON) -> None:
        kind = value.get("type")
        if kind == "error":
            self.error = _text(value.get("message") or value)
        answer = _dict(value.get("response")) if kind in self.ENDS else value
        self.fail(answer)
        self.is_whole = self.is_whole or kind in self.ENDS
        usage = _dict(answer.get("usage"))
        if usage:
            self.tokens = Tokens(
                input=_count(usage, "input_tokens"),
                cached_input=_count(_dict(usage.get("input_tokens_details")), "cached_tokens"),
                output=_count(usage, "output_tokens"),
                reasoning=_count(_dict(usage.get("output_tokens_details")), "reasoning_tokens"),
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
        for place in (value, _dict(value.get("message"))):
            self._said |= {name: said for name, said in _dict(place.get("usage")).items() if said is not None}
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
        if any(_dict(one).get("finishReason") for one in _list(value.get("candidates"))):
            self.is_whole = True
        if _dict(value.get("promptFeedback")).get("blockReason"):
            self.is_whole = True
        usage = _dict(value.get("usageMetadata"))
        if usage:
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


def _dict(value: object) -> JSON:
    return cast("JSON", value) if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _count(usage: JSON, name: str) -> int:
    value = usage.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)

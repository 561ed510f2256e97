"""An answer of server-sent events on its way to a program: counted, and secrets masked that several events spell."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, cast

from agents.gateway.counting import SIZE_LIMIT, AnswerCounter, UsageReading, json_in
from agents.gateway.transport import MASK, Mask, TooLarge
from plans.records.model_settings import WireProtocol

EVENT_END = re.compile(rb"\r?\n\r?\n")
END_SIZE = 4
"""Bytes of the longest end of an event."""
JsonPath = tuple[str | int, ...]
"""Where in its event a text stands: keys, and the numbers by which a protocol tells apart what it streams at once."""
NUMBERS = ("index", "output_index", "content_index", "summary_index")
SAYS_NOTHING = frozenset(
    {
        "id",
        "item_id",
        "object",
        "type",
        "role",
        "model",
        "status",
        "finish_reason",
        "stop_reason",
        "finishReason",
    }
    | {"system_fingerprint", "service_tier", "modelVersion", "responseId"}
)
"""Keys whose texts are the same in many events and no part of what is said."""
PATIENCE = 16
"""Words at one other place, since the last one at a place, after which what was begun there is taken to have ended.
Places that take turns, as the answers of one request do, end nothing, and comments are words at none."""
LONGEST_SILENCE = 4_096
"""Words at all other places after which it has ended too."""
DEPTH = 40
"""Levels of an event in which texts are looked for."""


class _Event:
    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        lines = [line[5:].strip() for line in raw.splitlines() if line.startswith(b"data:")]
        self.data = b"\n".join(lines)
        value = json_in(self.data) if self.data else None
        self.value = cast("dict[str, Any]", value) if isinstance(value, dict) else None
        """What its data is; None where that is no JSON object."""
        self.is_changed = False

    def written(self) -> bytes:
        if not self.is_changed:
            return self._raw
        kept = [line for line in self._raw.splitlines() if line and not line.startswith(b"data:")]
        return b"\n".join([*kept, b"data: " + json.dumps(self.value).encode(), b"", b""])


@dataclass
class _Text:
    """A text within an event, that can be written anew."""

    event: _Event
    holder: Any
    key: Any

    @property
    def now(self) -> str:
        return cast("str", self.holder[self.key])

    def becomes(self, text: str) -> None:
        self.holder[self.key] = text
        self.event.is_changed = True


@dataclass
class _Tail:
    """Texts at one place whose end is the beginning of a secret."""

    texts: list[_Text]
    others: Counter[JsonPath] = field(default_factory=Counter[JsonPath])
    """Other places → how often they have spoken since then."""

    @property
    def has_ended(self) -> bool:
        """Whether what began here is not going to go on."""
        return max(self.others.values(), default=0) > PATIENCE or self.others.total() > LONGEST_SILENCE


class AnswerStream:
    """Passes whole events on, those in which a secret may have begun when the next ones have shown whether it has."""

    def __init__(self, protocol: WireProtocol, mask: Mask, *, hides_usage: bool = False) -> None:
        """`hides_usage`: the event that tells the usage was asked for by us, and the program shall not see it."""
        self.spoken = 0
        """Events by now that said something: comments, and events without data, only keep a connection open."""
        self._counter = AnswerCounter(protocol)
        self._mask = mask
        self._hides_usage = hides_usage
        self._rest = bytearray()
        self._held: list[_Event] = []
        self._tails: dict[JsonPath, _Tail] = {}

    def feed(self, chunk: bytes) -> bytes:
        """What may be passed on by now; raises TooLarge."""
        for event in self._completed(chunk):
            if not self._read(event):
                self._held.append(event)
                self._look_through(event)
        self._tails = {place: tail for place, tail in self._tails.items() if not tail.has_ended}
        kept = {id(text.event) for tail in self._tails.values() for text in tail.texts}
        free = next((at for at, event in enumerate(self._held) if id(event) in kept), len(self._held))
        passed, self._held = self._held[:free], self._held[free:]
        return self._mask.answer(b"".join(event.written() for event in passed))

    def rest(self) -> bytes:
        """All that is held back, and what came after the last whole event."""
        last, self._rest = bytes(self._rest), bytearray()
        self._read(_Event(last))
        passed, self._held, self._tails = self._held, [], {}
        return self._mask.answer(b"".join(event.written() for event in passed) + last)

    def reading(self) -> UsageReading:
        """What the answer says by now."""
        return self._counter.reading()

    def _completed(self, chunk: bytes) -> list[_Event]:
        # All that came before was looked through but for what may be the beginning of an end.
        looked = max(len(self._rest) - END_SIZE + 1, 0)
        self._rest += chunk
        ends = [0, *(end.end() for end in EVENT_END.finditer(self._rest, looked))]
        events = [_Event(bytes(self._rest[begin:end])) for begin, end in pairwise(ends)]
        del self._rest[: ends[-1]]
        if len(self._rest) > SIZE_LIMIT:
            raise TooLarge(f"more than {SIZE_LIMIT:,} bytes in one event")
        return events

    def _read(self, event: _Event) -> bool:
        """Take note of an event; whether it is to be hidden."""
        self.spoken += bool(event.data)
        if event.data == b"[DONE]":
            self._counter.is_whole = True
        if event.value is None:
            return False
        self._counter.note(event.value)
        return self._hides_usage and not event.value.get("choices", True) and bool(event.value.get("usage"))

    def _look_through(self, event: _Event) -> None:
        if not self._mask.in_answers:
            return
        for place, text in _texts_of(event, event.value, ()):
            for other, tail in self._tails.items():
                if other != place and text.now:
                    tail.others[place] += 1
            self._follow(place, text)

    def _follow(self, place: JsonPath, text: _Text) -> None:
        """Go on at a place with what an event says there."""
        tail = self._tails.pop(place, None)
        texts = [*tail.texts, text] if tail else [text]
        whole = "".join(one.now for one in texts)
        border = len(whole) - len(text.now)
        found = (one.span() for secret in self._mask.in_answers for one in secret.whole.finditer(whole))
        if across := [(begin, end) for begin, end in found if begin < border < end]:
            begin, end = min(across)
            for one in texts[1:-1]:
                one.becomes("")
            texts[0].becomes(whole[:begin] + MASK)
            text.becomes(whole[end:])
            texts, whole = [text], text.now
        if size := max(secret.beginning(whole) for secret in self._mask.in_answers):
            while sum(len(one.now) for one in texts[1:]) >= size:
                del texts[0]
            self._tails[place] = _Tail(texts)


def _texts_of(event: _Event, value: object, place: JsonPath) -> Iterator[tuple[JsonPath, _Text]]:
    """The texts of an event that may go on in the next one."""
    if isinstance(value, dict):
        told = cast("dict[str, Any]", value)
        here = (*place, *(told[name] for name in NUMBERS if isinstance(told.get(name), int)))
        inner: Sequence[tuple[str | int, Any]] = [
            (key, one) for key, one in told.items() if key not in SAYS_NOTHING
        ]
    elif isinstance(value, list):
        here, inner = place, list(enumerate(cast("list[Any]", value)))
    else:
        return
    if len(place) > DEPTH:
        return
    for key, one in inner:
        if isinstance(one, str):
            yield (*here, key), _Text(event, cast("Any", value), key)
        else:
            yield from _texts_of(event, one, (*here, key))

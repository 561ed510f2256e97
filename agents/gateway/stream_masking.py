"""A secret that a stream tells a few letters at a time: each event by itself shows none of it."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from agents.gateway.counting import EVENT_END
from agents.gateway.masking import MASK, Mask

Place = tuple[str | int, ...]
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
LONGEST_WAIT = 4_096
"""Words at all other places after which it has ended too."""
DEPTH = 40
"""Levels of an event in which texts are looked for."""


@dataclass(eq=False)
class _Event:
    raw: bytes
    value: dict[str, Any] | None
    """What its data is; None where that is no JSON object."""
    is_changed: bool = False

    def written(self) -> bytes:
        if not self.is_changed:
            return self.raw
        kept = [line for line in self.raw.splitlines() if line and not line.startswith(b"data:")]
        return b"\n".join([*kept, b"data: " + json.dumps(self.value).encode(), b"", b""])


@dataclass
class _Text:
    """A text within an event, that can be written anew."""

    event: _Event
    holder: dict[str, Any] | list[Any]
    key: Any

    @property
    def now(self) -> str:
        return cast("str", cast("Any", self.holder)[self.key])

    def becomes(self, text: str) -> None:
        cast("Any", self.holder)[self.key] = text
        self.event.is_changed = True


@dataclass
class _Tail:
    """The end of what was said at a place, where that is the beginning of a secret."""

    text: str = ""
    parts: list[tuple[_Text, int]] = field(default_factory=list[tuple[_Text, int]])
    """The texts that it stands in, with how many of its letters end each."""
    others: Counter[Place] = field(default_factory=Counter[Place])
    """Other places → how often they have spoken since then."""

    @property
    def has_ended(self) -> bool:
        """Whether what began here is not going to go on."""
        return max(self.others.values(), default=0) > PATIENCE or self.others.total() > LONGEST_WAIT


class StreamMask:
    """Passes whole events on, those in which a secret may have begun when the next ones have shown whether it has."""

    def __init__(self, mask: Mask) -> None:
        self._mask = mask
        self._held: list[_Event] = []
        self._tails: dict[Place, _Tail] = {}

    def feed(self, events: bytes) -> bytes:
        """What may be passed on by now, of these events and those that were held back before."""
        for raw in _split(events):
            event = _Event(raw, _value_of(raw))
            self._held.append(event)
            for place, text in _texts(event, event.value, ()):
                for other, tail in self._tails.items():
                    if other != place and text.now:
                        tail.others[place] += 1
                self._follow(place, text)
        self._tails = {place: tail for place, tail in self._tails.items() if not tail.has_ended}
        held = {id(text.event) for tail in self._tails.values() for text, _ in tail.parts}
        free = next((at for at, event in enumerate(self._held) if id(event) in held), len(self._held))
        passed, self._held = self._held[:free], self._held[free:]
        return self._mask.answer(b"".join(event.written() for event in passed))

    def rest(self, last: bytes) -> bytes:
        """All that is held back, and what came after the last whole event."""
        passed, self._held, self._tails = self._held, [], {}
        return self._mask.answer(b"".join(event.written() for event in passed) + last)

    def _follow(self, place: Place, text: _Text) -> None:
        """Go on at a place with what an event says there."""
        tail = self._tails.pop(place, _Tail())
        whole = tail.text + text.now
        found = (secret.across(whole, len(tail.text)) for secret in self._mask.in_answers)
        if across := [one for one in found if one]:
            at, end = min(across)
            _blot(tail, at)
            text.becomes(text.now[end - len(tail.text) :])
            tail, whole = _Tail(), text.now
        size = self._beginning(whole)
        if size:
            before = _last(tail, size - len(text.now))
            parts = [*before, (text, min(size, len(text.now)))] if text.now else before
            self._tails[place] = _Tail(whole[-size:], parts)

    def _beginning(self, text: str) -> int:
        """How many letters at its end are the beginning of a secret, and not all of it."""
        return max((secret.beginning(text) for secret in self._mask.in_answers), default=0)


def _blot(tail: _Tail, at: int) -> None:
    """Put the mask in the place of what follows the tail's first `at` letters."""
    word, begin = MASK, 0
    for text, size in tail.parts:
        cut = min(max(at - begin, 0), size)
        if cut < size:
            text.becomes(text.now[: len(text.now) - size + cut] + word)
            word = ""
        begin += size


def _last(tail: _Tail, size: int) -> list[tuple[_Text, int]]:
    """The parts that the last `size` letters of a tail stand in."""
    parts: list[tuple[_Text, int]] = []
    for text, length in reversed(tail.parts):
        if size <= 0:
            break
        parts.insert(0, (text, min(length, size)))
        size -= length
    return parts


def _split(events: bytes) -> Iterator[bytes]:
    begin = 0
    for end in EVENT_END.finditer(events):
        yield events[begin : end.end()]
        begin = end.end()


def _value_of(raw: bytes) -> dict[str, Any] | None:
    data = b"\n".join(line[5:].strip() for line in raw.splitlines() if line.startswith(b"data:"))
    try:
        value: object = json.loads(data) if data else None
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _texts(event: _Event, value: object, place: Place) -> Iterator[tuple[Place, _Text]]:
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
            yield from _texts(event, one, (*here, key))

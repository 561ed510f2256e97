"""The way to an endpoint: its address and key, the proxy on the way, packed answers, and secrets masked in them.

The environment names proxies (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY) and hosts that need none (NO_PROXY). An address on
this machine's loopback never goes through a proxy: one elsewhere cannot reach it, and would be sent the key and the
prompts. Nothing else is read from the environment, as the HTTP libraries do by themselves: a password in a `.netrc` is
no part of a run, and went out in place of the endpoint's key.
"""

import json
import re
import socket
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from typing import Any, cast
from urllib.parse import parse_qsl, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from yarl import URL

from agents.gateway.counting import EVENT_END
from plans.errors import ProxyUnusable
from plans.records.model_settings import Endpoint, Price

COMPRESSIONS = ("gzip", "deflate")
"""What some endpoints send though they were asked not to, and what can be unpacked with a bound."""
ANY_HEADER = zlib.MAX_WBITS | 32
"""Of zlib: read whichever header there is."""
SCHEMES = ("http", "https")
"""Schemes of proxies that both HTTP libraries support without another package; SOCKS is not among them."""
MASK = "[key]"
WORD_LENGTH = 16
"""Characters from which letters or digits alone are taken for a key; shorter ones, such as those that local endpoints
are given for want of a key, are words of many an answer."""
SHORTEST = 6
"""Characters of the shortest other key that is looked for in a model's answer."""
BACKSLASHES = r"\\{1,8}+"
"""Before an escape: JSON within JSON within JSON has seven."""
HALF_ESCAPE = re.compile(rf"{BACKSLASHES}(?:u[0-9a-fA-F]{{0,3}})?|%[0-9a-fA-F]?")
"""What may become another character with the next letters."""
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


@dataclass(frozen=True)
class ModelRoute:
    """What a relay connects: one model of an endpoint, and the key for it."""

    endpoint: Endpoint
    model: str
    key: str = field(default="", repr=False)

    @property
    def price(self) -> Price | None:
        """What the model costs, where that is known."""
        return self.endpoint.prices.get(self.model)


class Packed(Exception):
    """An answer is packed in a way that cannot be read."""


class Overfull(Exception):
    """More came out of an answer than is taken."""


class Unpacking:
    """Unpacks one answer, piece by piece."""

    def __init__(self, coding: str) -> None:
        """`coding`: as the answer names it, empty where it names none; raises Packed."""
        self._coding = coding.strip().lower()
        if self._coding not in ("", "identity", *COMPRESSIONS):
            raise Packed(f"it came packed as {coding[:20]!r}, which nobody asked for")
        self._zlib = zlib.decompressobj(ANY_HEADER) if self._coding in COMPRESSIONS else None

    def unpacked(self, piece: bytes, limit: int) -> bytes:
        """What a piece comes to; raises Overfull for more than `limit` bytes, and Packed for what is not packed so."""
        if self._zlib is None:
            return piece
        parts: list[bytes] = []
        left = limit
        while piece:
            try:
                part = self._zlib.decompress(piece, left + 1)
            except zlib.error as error:
                raise Packed(f"it is no {self._coding} ({error})") from None
            left -= len(part)
            if left < 0:
                raise Overfull
            parts.append(part)
            # Several may stand one behind the other, and are one text.
            piece = self._zlib.unused_data if self._zlib.eof else self._zlib.unconsumed_tail
            if self._zlib.eof:
                self._zlib = zlib.decompressobj(ANY_HEADER)
        return b"".join(parts)


@dataclass(frozen=True)
class Proxy:
    """A proxy that the environment names."""

    url: URL
    """With the name and password that it is shown."""

    @property
    def note(self) -> str:
        """How errors name it: without name and password."""
        return f"(asked through the proxy {_shown_url(self.url)}, which the environment names; NO_PROXY exempts a host)"


def proxy_for(address: str) -> Proxy | None:
    """The proxy for an http address; None where it is asked directly. Raises ProxyUnusable."""
    place = urlsplit(address)
    host = place.hostname or ""
    named = getproxies()
    proxy = named.get(place.scheme) or named.get("all")
    if not proxy or is_loopback(host) or proxy_bypass(host):
        return None
    try:
        url = URL(proxy if "://" in proxy else f"http://{proxy}")
    except ValueError:
        url = URL()
    if url.scheme not in SCHEMES or not url.host:
        raise ProxyUnusable(
            f"{host} would be asked through the proxy {_shown_url(url)!r}, which {place.scheme.upper()}_PROXY or "
            f"ALL_PROXY names, and only {' and '.join(SCHEMES)} proxies are supported, not SOCKS. Name such a proxy in "
            f"{place.scheme.upper()}_PROXY, or add {host} to NO_PROXY to ask it directly."
        )
    return Proxy(url)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by every spelling that needs no name server."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(name.partition("%")[0])
    except ValueError:
        try:
            # Also `127.1` and other short forms, which connect to the same place.
            address = ip_address(socket.inet_aton(name))
        except OSError:
            return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return address.is_loopback or address.is_unspecified


def _shown_url(url: URL) -> str:
    return str(url.with_user(None)) if url.host else f"{url.scheme}://?"


class Secret:
    """A secret in whatever way JSON or an address may write it: any of its characters may be escaped, at any depth."""

    def __init__(self, text: str) -> None:
        letters = [_spelled(letter) for letter in text]
        self._letters = [re.compile(letter) for letter in letters]
        whole = "".join(letters)
        self._whole = re.compile(whole)
        self._whole_bytes = re.compile(whole.encode(errors="replace"))
        self.size = len(text) * 12
        """Characters of its longest spelling, roughly."""

    def without(self, text: str) -> str:
        """The text with the mask in its place."""
        return self._whole.sub(MASK, text)

    def without_bytes(self, body: bytes) -> bytes:
        """The same of bytes."""
        return self._whole_bytes.sub(MASK.encode(), body)

    def across(self, text: str, border: int) -> tuple[int, int] | None:
        """Begin and end of the first one that begins before the border and ends behind it."""
        for at in range(max(border - self.size, 0), border):
            end = self._end(text, at)
            if end is not None and end > border:
                return at, end
        return None

    def beginning(self, text: str) -> int:
        """How many characters at the text's end are the beginning of one, and not all of it."""
        begin = max(len(text) - self.size, 0)
        return next((len(text) - at for at in range(begin, len(text)) if self._is_begun(text, at)), 0)

    def _end(self, text: str, at: int) -> int | None:
        found = self._whole.match(text, at)
        return found.end() if found else None

    def _is_begun(self, text: str, at: int) -> bool:
        for letter in self._letters:
            if at == len(text):
                return True
            found = letter.match(text, at)
            if found is None:
                return text[at] in "\\%" and HALF_ESCAPE.fullmatch(text, at) is not None
            at = found.end()
        return False


class Mask:
    """Puts a word in a secret's place, as it is and as JSON or an address would write it."""

    def __init__(self, *secrets: str) -> None:
        # The longest first: another may be a part of it.
        known = sorted({secret for secret in secrets if secret}, key=len, reverse=True)
        self._everywhere = [Secret(secret) for secret in known]
        self.in_answers = [Secret(secret) for secret in known if not _is_word(secret)]
        """What no answer may hold."""

    def words(self, text: str) -> str:
        """Words of the endpoint about a failure."""
        for secret in self._everywhere:
            text = secret.without(text)
        return text

    def error(self, body: bytes) -> bytes:
        """The body of an error."""
        return _without(self._everywhere, body)

    def answer(self, body: bytes) -> bytes:
        """Whole events or the whole body of an answer; a key that could be any word of it stays."""
        return _without(self.in_answers, body)


def mask_of(model_route: ModelRoute) -> Mask:
    """A mask for the key, and for what may be secret in the address."""
    place = urlsplit(model_route.endpoint.url)
    user, password = unquote(place.username or ""), unquote(place.password or "")
    shown = b64encode(f"{user}:{password}".encode()).decode() if user or password else ""
    values = [value for _, value in parse_qsl(place.query) if len(value) >= WORD_LENGTH]
    # Some endpoints take a token for the name, and no password.
    return Mask(model_route.key, password or user, shown, place.query, *values)


def _is_word(secret: str) -> bool:
    is_plain = secret.isalpha() or secret.isdecimal()
    return len(secret) < (WORD_LENGTH if is_plain else SHORTEST)


def _spelled(letter: str) -> str:
    """Every way to write a character, as a pattern."""
    units = letter.encode("utf-16-be", errors="surrogatepass").hex()
    escaped = "".join(f"{BACKSLASHES}u(?i:{units[at : at + 4]})" for at in range(0, len(units), 4))
    in_addresses = "".join(f"%(?i:{byte:02x})" for byte in letter.encode(errors="replace"))
    if letter == "\\":
        return f"(?:{escaped}|{in_addresses}|{BACKSLASHES})"
    forms = [re.escape(letter), escaped, in_addresses]
    short = "\\/" if letter == "/" else json.dumps(letter, ensure_ascii=False)[1:-1]
    if len(short) == 2 and short.startswith("\\"):
        forms.append(BACKSLASHES + re.escape(short[1:]))
    return f"(?:{'|'.join(forms)})"


def _without(secrets: Iterable[Secret], body: bytes) -> bytes:
    for secret in secrets:
        body = secret.without_bytes(body)
    return body


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
    others: Counter[JsonPath] = field(default_factory=Counter[JsonPath])
    """Other places → how often they have spoken since then."""

    @property
    def has_ended(self) -> bool:
        """Whether what began here is not going to go on."""
        return max(self.others.values(), default=0) > PATIENCE or self.others.total() > LONGEST_SILENCE


class StreamMask:
    """Passes whole events on, those in which a secret may have begun when the next ones have shown whether it has."""

    def __init__(self, mask: Mask) -> None:
        self._mask = mask
        self._held: list[_Event] = []
        self._tails: dict[JsonPath, _Tail] = {}

    def feed(self, events: bytes) -> bytes:
        """What may be passed on by now, of these events and those that were held back before."""
        for raw in _split(events):
            event = _Event(raw, _value_of(raw))
            self._held.append(event)
            for place, text in _texts_of(event, event.value, ()):
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

    def _follow(self, place: JsonPath, text: _Text) -> None:
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

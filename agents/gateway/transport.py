"""The way to an endpoint and back: its key, the proxy, answers as they come, and secrets masked in them.

The environment names proxies (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY) and hosts that need none (NO_PROXY). An address on
this machine's loopback never goes through a proxy: one elsewhere cannot reach it, and would be sent the key and the
prompts. Nothing else is read from the environment, as the HTTP libraries do by themselves: a password in a `.netrc` is
no part of a run, and went out in place of the endpoint's key.
"""

import json
import re
import socket
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from itertools import pairwise
from typing import Any, cast
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit
from urllib.request import getproxies, proxy_bypass

from aiohttp import ClientConnectorError, ClientResponse, ConnectionTimeoutError
from aiohttp.http_exceptions import ContentEncodingError
from yarl import URL

from agents.gateway.counting import SIZE_LIMIT, AnswerCounter, UsageReading, json_value
from plans.errors import ProxyUnusable
from plans.records.model_settings import Endpoint, Price, WireProtocol

CODINGS = ("", "identity", "gzip", "deflate")
"""How answers may come: some endpoints pack them though they were asked not to."""
UNSENT = (ClientConnectorError, ConnectionTimeoutError)
"""Errors of a connection that never stood."""
SCHEMES = ("http", "https")
"""Schemes of proxies that aiohttp supports; SOCKS is not among them."""
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
EVENT_END = re.compile(rb"\r?\n\r?\n")
END_SIZE = 4
"""Bytes of the longest end of an event."""
JsonPath = tuple[str | int, ...]
"""Where in its event a text stands: keys, and the numbers by which a protocol tells apart what it streams at once."""
NUMBERS = ("index", "output_index", "content_index", "summary_index")
SAYS_NOTHING = frozenset(
    ("id", "item_id", "object", "type", "role", "model", "status", "finish_reason", "stop_reason")
    + ("finishReason", "system_fingerprint", "service_tier", "modelVersion", "responseId")
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


class TooLarge(Exception):
    """More came than is taken; says how much that is."""


def pieces_of(answer: ClientResponse, limit: int | None = None) -> AsyncGenerator[bytes]:
    """What comes of an answer, unpacked; raises Packed, and TooLarge beyond so many bytes."""
    coding = answer.headers.get("content-encoding", "").strip().lower()
    if coding not in CODINGS:
        raise Packed(f"it came packed as {coding[:20]!r}, which nobody asked for")

    async def pieces() -> AsyncGenerator[bytes]:
        size = 0
        while piece := await answer.content.readany():
            size += len(piece)
            if limit is not None and size > limit:
                raise TooLarge(f"more than {limit:,} bytes")
            yield piece

    return pieces()


def fault_of(error: Exception) -> Exception:
    """What went wrong with an answer: Packed where that is what an error of the HTTP library came of."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, ContentEncodingError):
        cause = cause.__cause__
    return Packed("it came packed in a way that cannot be read") if cause else error


def place_of(answer: ClientResponse) -> str:
    """Where a redirection leads, without what may be secret in an address; empty where it leads nowhere."""
    try:
        place = urlsplit(answer.headers.get("location", ""))
    except ValueError:
        return ""
    return urlunsplit((place.scheme, place.netloc.rpartition("@")[2], place.path, "", ""))


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
        self.whole = re.compile(whole)
        self.whole_bytes = re.compile(whole.encode(errors="replace"))
        # Characters of its longest spelling, roughly.
        self._size = len(text) * 12

    def beginning(self, text: str) -> int:
        """How many characters at the text's end are the beginning of one, and not all of it."""
        begin = max(len(text) - self._size, 0)
        return next((len(text) - at for at in range(begin, len(text)) if self._is_begun(text, at)), 0)

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
            text = secret.whole.sub(MASK, text)
        return text

    def error(self, body: bytes) -> bytes:
        """The body of an error."""
        for secret in self._everywhere:
            body = secret.whole_bytes.sub(MASK.encode(), body)
        return body

    def answer(self, body: bytes) -> bytes:
        """Whole events or the whole body of an answer; a key that could be any word of it stays."""
        for secret in self.in_answers:
            body = secret.whole_bytes.sub(MASK.encode(), body)
        return body


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


class _Event:
    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        lines = [line[5:].strip() for line in raw.splitlines() if line.startswith(b"data:")]
        self.data = b"\n".join(lines)
        value = json_value(self.data) if self.data else None
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

"""Client of a package mirror: requests, places of its files, and its pages with rewritten links."""

import json
import re
from base64 import b64encode
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from html import escape
from html.parser import HTMLParser
from posixpath import basename
from typing import Any, cast
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from yarl import URL

from agents.gateway.transport import Mask, proxy_for
from plans.errors import ProxyUnusable
from plans.records.sandboxing import Mirror

ELSEWHERE = "elsewhere"
_SEGMENT = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+")
_SCOPED = re.compile(r"@[A-Za-z0-9_~-][A-Za-z0-9._~-]*/[A-Za-z0-9_~-][A-Za-z0-9._~-]*")
"""The one name in which a slash may be hidden, `@scope%2fname`: npm asks so."""
_QUERY = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@/?%-]{0,2000}")
_PORTS = {"http": 80, "https": 443}
_LONGEST = 4000
"""Characters of an address that is asked for."""


class Refused(Exception):
    """What was asked for is nothing that packages are had by."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


@dataclass(frozen=True)
class MirrorFolder:
    """A folder of the mirror, as it is named: below it, and nowhere else, files are had."""

    name: str
    """Of its folder here."""
    scheme: str
    host: str
    port: int
    path: str
    """Without a slash at its end."""
    authorization: str = field(repr=False)
    """Shown to this place alone, and to those of its host that have none of their own; empty: nothing is."""
    secrets: tuple[str, ...] = field(repr=False)
    """What it may repeat, and nobody inside may read."""

    @property
    def origin(self) -> tuple[str, str, int]:
        """Who answers there."""
        return self.scheme, self.host, self.port

    @property
    def host_told(self) -> str:
        """Host and port as an address has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    def address(self, below: str) -> str:
        """Where something below it lies."""
        return f"{self.scheme}://{self.host_told}{self.path}{below}"

    def below(self, address: str) -> str | None:
        """Path and query of an address below this place; None for any other address."""
        try:
            one = urlsplit(address)
            port = one.port or _PORTS.get(one.scheme, 0)
        except ValueError:
            return None
        if (one.scheme, (one.hostname or "").lower(), port) != self.origin:
            return None
        if not one.path.startswith(f"{self.path}/") or not is_plain(rest := one.path[len(self.path) :]):
            return None
        if not _QUERY.fullmatch(one.query):
            return None
        return f"{rest}?{one.query}" if one.query else rest


class MirrorFolders:
    """All places of a mirror."""

    def __init__(self, mirror: Mirror) -> None:
        places = [_place(name, address) for name, address in _named(mirror)]
        self._all = tuple(_known(place, places) for place in places)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What the mirror may repeat, and nobody inside may read."""
        return tuple(secret for place in self._all for secret in place.secrets)

    def asked(self, target: str) -> str:
        """The mirror's address of what a request names in its first line; raises Refused."""
        if not target.startswith("/") or len(target) > _LONGEST:
            raise Refused(400, "only paths are asked for here, and no address of another place")
        path, _, query = target.partition("?")
        _, name, below = (*path.split("/", 2), "")[:3]
        if name == ELSEWHERE:
            raise Refused(403, f"it lies at {host_of(f'//{below}')}, which [mirror] files does not name")
        place = next((one for one in self._all if one.name == name), None)
        if place is None or not is_plain(f"/{below}") or not _QUERY.fullmatch(query):
            raise Refused(404, "nothing of a package is called so")
        return place.address(f"/{below}") + (f"?{query}" if query else "")

    def holding(self, address: str) -> MirrorFolder | None:
        """The place in which an address of the mirror lies; None where it is none of the mirror's."""
        return next((place for place in self._all if place.below(address) is not None), None)

    def led(self, address: str) -> str:
        """The path here of what a page of the mirror names."""
        for place in self._all:
            if (below := place.below(address)) is not None:
                return f"/{place.name}{below}"
        # Its file's name stays: by it clients choose a version.
        file = basename(address.partition("?")[0])
        return f"/{ELSEWHERE}/{host_of(address)}/{file if _SEGMENT.fullmatch(file) else ''}"


def host_of(address: str) -> str:
    """Host and port of an address, as it may be told; `nowhere` where it has none that could be one."""
    try:
        host = urlsplit(address).netloc.rpartition("@")[2]
    except ValueError:
        return "nowhere"
    return host if re.fullmatch(r"[A-Za-z0-9.:\[\]-]{1,255}", host) else "nowhere"


def is_plain(path: str) -> bool:
    """Whether a path is what it looks like to every server: no step up, no slash or step that is written otherwise."""
    *inner, last = path.removeprefix("/").split("/")
    return all(map(_is_plain_segment, inner)) and (not last or _is_plain_segment(last))


def _is_plain_segment(segment: str) -> bool:
    if not _SEGMENT.fullmatch(segment):
        return False
    try:
        word = unquote(segment, errors="strict")
    except UnicodeDecodeError:
        return False
    if _SCOPED.fullmatch(word):
        return True
    # Some servers drop what stands behind a semicolon, and some decode twice.
    is_step = word.partition(";")[0] in (".", "..")
    return not is_step and word.isprintable() and not set("/\\%?#") & set(word)


def _named(mirror: Mirror) -> list[tuple[str, str]]:
    roots = [(kind, address) for kind in mirror.kinds if (address := getattr(mirror, kind))]
    return [*roots, *((f"files-{number}", address) for number, address in enumerate(mirror.files, 1))]


def _known(place: MirrorFolder, places: Sequence[MirrorFolder]) -> MirrorFolder:
    """The place with what its host is shown elsewhere, as package clients do it, where nothing was said for itself."""
    shown = [one.authorization for one in places if one.origin == place.origin and one.authorization]
    return replace(place, authorization=place.authorization or next(iter(shown), ""))


def _place(name: str, address: str) -> MirrorFolder:
    one = urlsplit(address)
    user, password = unquote(one.username or ""), unquote(one.password or "")
    shown = b64encode(f"{user}:{password}".encode()).decode() if user or password else ""
    # Some registries take a token for the name, and no password.
    secrets = (password or user, shown) if shown else ()
    return MirrorFolder(
        name=name,
        scheme=one.scheme,
        host=(one.hostname or "").lower(),
        port=one.port or _PORTS[one.scheme],
        path=one.path.rstrip("/"),
        authorization=f"Basic {shown}" if shown else "",
        secrets=secrets,
    )


Led = Callable[[str], str]
"""From an address of the mirror to ours."""

HTML = ("text/html", "application/vnd.pypi.simple.v1+html")
FILES = (".whl", ".metadata", ".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".zip")
"""How files of packages are called; some servers call the type of all that they do not know HTML."""


class NoPage(ValueError):
    """What says that it is a page of an index is none."""


def is_file(address: str) -> bool:
    """Whether a file of a package lies at an address."""
    return address.partition("?")[0].endswith(FILES)


def is_page(content_type: str, address: str) -> bool:
    """Whether an answer of this type, that lies at this address, names files; a file is none, whatever type it has."""
    if is_file(address):
        return False
    return content_type in HTML or content_type == "application/json" or content_type.endswith("+json")


def page_led(body: bytes, content_type: str, address: str, led: Led) -> bytes:
    """The page that lies at this address of the mirror, with links that lead through us; raises NoPage."""
    if content_type in HTML:
        return _html(body.decode(errors="replace"), address, led).encode()
    try:
        value = json.loads(body)
        if isinstance(value, dict):
            _lead_files(cast("dict[str, Any]", value), address, led)
            _lead_tarballs(cast("dict[str, Any]", value), address, led)
        return json.dumps(value).encode()
    except (ValueError, RecursionError) as error:
        raise NoPage(f"it is no JSON ({type(error).__name__})") from None


class _Anchors(HTMLParser):
    """All links of a page, each with its attributes and its words."""

    def __init__(self) -> None:
        super().__init__()
        self.base = ""
        self.found: list[tuple[dict[str, str], list[str]]] = []
        self._is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "base" and not self.base:
            self.base = given.get("href", "")
        if tag == "a" and "href" in given:
            self.found.append((given, []))
            self._is_open = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._is_open = False

    def handle_data(self, data: str) -> None:
        if self._is_open:
            self.found[-1][1].append(data)


def _html(text: str, address: str, led: Led) -> str:
    anchors = _Anchors()
    try:
        anchors.feed(text)
        anchors.close()
    except AssertionError as error:
        # So the parser answers to some declarations that it does not know.
        raise NoPage(f"it is no HTML ({error})") from None
    base = _joined(address, anchors.base)
    lines = [_anchor(given, "".join(words), base, led) for given, words in anchors.found]
    head = '<!DOCTYPE html>\n<html><head><meta name="pypi:repository-version" content="1.0"></head><body>\n'
    return head + "".join(lines) + "</body></html>\n"


def _anchor(given: dict[str, str], words: str, base: str, led: Led) -> str:
    kept = {name: value for name, value in given.items() if name.startswith("data-")}
    shown = {"href": _through(given["href"], base, led), **kept}
    attributes = " ".join(f'{name}="{escape(value)}"' for name, value in shown.items())
    return f"<a {attributes}>{escape(words.strip())}</a><br>\n"


def _lead_files(page: dict[str, Any], address: str, led: Led) -> None:
    for file in _tables(page.get("files")):
        if isinstance(file.get("url"), str):
            file["url"] = _through(file["url"], address, led)
        # It lies beside the mirror, and no client asks for it unless it is told to.
        file.pop("provenance", None)


def _lead_tarballs(page: dict[str, Any], address: str, led: Led) -> None:
    versions = page.get("versions")
    listed = cast("dict[str, Any]", versions).values() if isinstance(versions, dict) else ()
    for one in _tables([page, *listed]):
        dist = one.get("dist")
        if isinstance(dist, dict):
            told = cast("dict[str, Any]", dist)
            if isinstance(told.get("tarball"), str):
                told["tarball"] = _through(told["tarball"], address, led)


def _tables(value: object) -> list[dict[str, Any]]:
    listed = cast("list[object]", value) if isinstance(value, list) else []
    return [cast("dict[str, Any]", one) for one in listed if isinstance(one, dict)]


def _through(link: str, base: str, led: Led) -> str:
    address, fragment = urldefrag(_joined(base, link))
    return led(address) + (f"#{fragment}" if fragment else "")


def _joined(base: str, link: str) -> str:
    try:
        return urljoin(base, link.strip())
    except ValueError:
        return ""


CONNECTIONS = 32
"""To the mirror, at a time."""
CONNECTING = 30.0
"""Seconds in which a connection must come about."""
PATIENCE = 10.0
"""Seconds in which a mirror that is tried has to answer."""
TRIED = {"python": "/pip/", "node": "/-/ping"}
"""What every mirror of the kind has, or says in a moment that it has not."""
_TYPES = re.compile(r"[A-Za-z0-9 ./*+;=,_-]{1,500}")


@dataclass(frozen=True)
class Bounds:
    """How much one turn may have."""

    page_bytes: int = 100_000_000
    file_bytes: int = 500_000_000
    """Of one file; a sandbox takes no larger one."""
    turn_bytes: int = 10_000_000_000
    requests: int = 50_000
    silence: float = 60.0
    """Seconds without a word after which the mirror is taken for dead."""
    seconds: float = 900.0
    """From the first of an answer to its end, which a program that is slow to take it holds up too."""


def is_trouble(status: int) -> bool:
    """Whether such an answer says that nobody could have had packages there just then."""
    return status in (401, 407, 429) or status >= 500


async def mirror_faults(mirror: Mirror) -> dict[str, str]:
    """Kind of package → why the mirror gives none now; empty where it answers for all that it was named for."""
    places, faults = MirrorFolders(mirror), dict[str, str]()
    mask = Mask(*places.secrets)
    async with client_within(Bounds(silence=PATIENCE)) as client:
        for kind in mirror.kinds:
            address = places.asked(f"/{kind}{TRIED[kind]}")
            place = places.holding(address)
            assert place is not None
            try:
                async with asking(client, "GET", address, place, {}) as (answer, note):
                    if is_trouble(answer.status):
                        faults[kind] = f"{address} answers {answer.status}{note}"
            except ProxyUnusable as error:
                faults[kind] = str(error)
            except (TimeoutError, ClientError, OSError) as error:
                words = mask.words(f"{address} does not answer ({type(error).__name__}: {error})")
                faults[kind] = " ".join([words, *notes_of(error)])
    return faults


def notes_of(error: Exception) -> list[str]:
    """What was noted of an error on its way."""
    return [note for note in getattr(error, "__notes__", ()) if note]


def client_within(bounds: Bounds) -> ClientSession:
    """Who asks: keeps no cookies, and takes files as they come."""
    # Bounds on silence alone: a program that is slow to take what came is no fault of the mirror's.
    timeout = ClientTimeout(
        total=None, sock_connect=min(CONNECTING, bounds.silence), sock_read=bounds.silence
    )
    return ClientSession(
        timeout=timeout,
        connector=TCPConnector(limit=CONNECTIONS),
        cookie_jar=DummyCookieJar(),
    )


def _asking_headers(given: Mapping[str, str], authorization: str) -> dict[str, str]:
    """Of a request's headers the types of pages that it takes, and what its place is shown."""
    types = given.get("accept", "*/*")
    # A compressed file would have another digest than the one that its page names.
    passed = {"accept": types if _TYPES.fullmatch(types) else "*/*", "accept-encoding": "identity"}
    return {
        **passed,
        "user-agent": "benchwright",
        **({"authorization": authorization} if authorization else {}),
    }


@asynccontextmanager
async def asking(
    client: ClientSession, method: str, address: str, place: MirrorFolder, given: Mapping[str, str]
) -> AsyncGenerator[tuple[ClientResponse, str]]:
    """What the mirror answers at an address of this place, and a note of the proxy that it was asked through.

    Raises what the request raises, with that note.
    """
    proxy = proxy_for(address)
    note = f" {proxy.note}" if proxy else ""
    try:
        async with client.request(
            method,
            URL(address, encoded=True),
            headers=_asking_headers(given, place.authorization),
            allow_redirects=False,
            proxy=proxy.url if proxy else None,
            # Digests name a file as it came.
            auto_decompress=not is_file(address),
        ) as answer:
            yield answer, note
    except (TimeoutError, ClientError, OSError) as error:
        error.add_note(note.strip())
        raise

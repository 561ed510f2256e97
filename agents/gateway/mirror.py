"""The package mirror's door: the only way of a sandboxed program to packages.

It passes on what lies below the places that the mirror was named with, and nothing else; pages are given with links
that lead through it.
"""

import asyncio
import hashlib
import json
import re
import time
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from html import escape
from html.parser import HTMLParser
from posixpath import basename
from typing import TypeVar
from urllib.parse import unquote, urldefrag, urljoin, urlsplit, urlunsplit

from aiohttp import (
    ClientError,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    DummyCookieJar,
    web,
)
from yarl import URL

from agents.gateway.protocols import list_of, table_of
from agents.gateway.relay import ProgramDoor, ProgramLeft, cut_off, told_program
from agents.gateway.transport import Mask, Packed, TooLarge, pieces_of, proxy_for
from plans.errors import ProxyUnusable
from plans.plain_text import well_formed
from plans.records.sandboxing import FetchedFile, FetchedPackages, Mirror

MOST = 5000
"""Files, and kinds of refusals, that are noted one by one."""
LONGEST = 300
"""Characters of a name."""
REDIRECTIONS = 5
PAGES = 2
"""Read and made anew at a time: a registry's largest takes some hundred megabytes while it is."""
ELSEWHERE = "elsewhere"
CONNECTING = 30.0
"""Seconds in which a connection must come about."""
PATIENCE = 10.0
"""Seconds in which a mirror that is tried has to answer."""
TRIED = {"python": "/pip/", "node": "/-/ping"}
"""What every mirror of the kind has, or says in a moment that it has not."""
HTML = ("text/html", "application/vnd.pypi.simple.v1+html")
ARCHIVES = (".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".zip")
FILES = (".whl", ".metadata", *ARCHIVES)
"""How files of packages are called; some servers call the type of all that they do not know HTML."""
_SEGMENT = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+")
_SCOPED = re.compile(r"@[A-Za-z0-9_~-][A-Za-z0-9._~-]*/[A-Za-z0-9_~-][A-Za-z0-9._~-]*")
"""The one name in which a slash may be hidden, `@scope%2fname`: npm asks so."""
_QUERY = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@/?%-]{0,2000}")
_TYPES = re.compile(r"[A-Za-z0-9 ./*+;=,_-]{1,500}")
_PORTS = {"http": 80, "https": 443}
_LONGEST = 4000
"""Characters of an address that is asked for."""
_CODINGS = ("gzip", "deflate", "br", "zstd")


T = TypeVar("T")


class Refused(Exception):
    """What was asked for is nothing that packages are had by."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


class NoPage(ValueError):
    """What says that it is a page of an index is none."""


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


@dataclass(frozen=True)
class MirrorFolder:
    """A folder of the mirror, as it is named: below it, and nowhere else, files are had."""

    name: str
    """Of its folder here."""
    root: str
    """Its address, without name and password, and without a slash at its end."""
    authorization: str = field(repr=False)
    """Shown to this place alone, and to those of its host that have none of their own; empty: nothing is."""
    secrets: tuple[str, ...] = field(repr=False)
    """What it may repeat, and nobody inside may read."""

    @classmethod
    def named(cls, name: str, address: str) -> "MirrorFolder":
        """As an address names it."""
        one = urlsplit(address)
        user, password = unquote(one.username or ""), unquote(one.password or "")
        shown = b64encode(f"{user}:{password}".encode()).decode() if user or password else ""
        root = urlunsplit((one.scheme, one.netloc.rpartition("@")[2], one.path.rstrip("/"), "", ""))
        # Some registries take a token for the name, and no password.
        return cls(name, root, f"Basic {shown}" if shown else "", (password or user, shown) if shown else ())

    @property
    def origin(self) -> tuple[str, str, int]:
        """Who answers there."""
        return _origin(self.root)

    def below(self, address: str) -> str | None:
        """Path and query of an address below this place; None for any other address."""
        try:
            one, is_here = urlsplit(address), _origin(address) == self.origin
        except ValueError:
            return None
        path = urlsplit(self.root).path
        rest = one.path.removeprefix(path)
        is_below = one.path.startswith(f"{path}/") and is_plain(rest) and _QUERY.fullmatch(one.query)
        return f"{rest}{'?' if one.query else ''}{one.query}" if is_here and is_below else None


class MirrorFolders:
    """All places of a mirror."""

    def __init__(self, mirror: Mirror) -> None:
        named = [(kind, getattr(mirror, kind)) for kind in mirror.kinds]
        named += [(f"files-{number}", address) for number, address in enumerate(mirror.files, 1)]
        places = [MirrorFolder.named(name, address) for name, address in named]
        # As package clients do it, a host is shown what was said for another place of it.
        shown = {place.origin: place.authorization for place in reversed(places) if place.authorization}
        self._all = [
            replace(place, authorization=place.authorization or shown.get(place.origin, ""))
            for place in places
        ]
        self.mask = Mask(*(secret for place in places for secret in place.secrets))

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
        return f"{place.root}/{below}{'?' if query else ''}{query}"

    def holding(self, address: str) -> MirrorFolder:
        """The place in which an address of the mirror lies; raises Refused where it is none of the mirror's."""
        for place in self._all:
            if place.below(address) is not None:
                return place
        raise Refused(403, f"the mirror leads to {host_of(address)}, to a place that [mirror] does not name")

    def led(self, address: str) -> str:
        """The path here of what a page of the mirror names."""
        for place in self._all:
            if (below := place.below(address)) is not None:
                return f"/{place.name}{below}"
        # Its file's name stays: by it clients choose a version.
        file = basename(address.partition("?")[0])
        return f"/{ELSEWHERE}/{host_of(address)}/{file if _SEGMENT.fullmatch(file) else ''}"


def _origin(address: str) -> tuple[str, str, int]:
    one = urlsplit(address)
    return one.scheme, (one.hostname or "").lower(), one.port or _PORTS.get(one.scheme, 0)


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


def is_file(address: str) -> bool:
    """Whether a file of a package lies at an address."""
    return address.partition("?")[0].endswith(FILES)


def is_page(content_type: str, address: str) -> bool:
    """Whether an answer of this type, that lies at this address, names files; a file is none, whatever type it has."""
    is_named = content_type in HTML or content_type == "application/json" or content_type.endswith("+json")
    return is_named and not is_file(address)


def page_led(body: bytes, content_type: str, address: str, led: Callable[[str], str]) -> bytes:
    """The page that lies at this address of the mirror, with links that lead through us; raises NoPage.

    `led`: from an address of the mirror to ours.
    """

    def through(link: str, base: str = address) -> str:
        place, fragment = urldefrag(_joined(base, link))
        return led(place) + (f"#{fragment}" if fragment else "")

    if content_type in HTML:
        return _html(body.decode(errors="replace"), address, through).encode()
    try:
        value: object = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise NoPage(f"it is no JSON ({type(error).__name__})") from None
    page = table_of(value)
    for file in map(table_of, list_of(page.get("files"))):
        if isinstance(file.get("url"), str):
            file["url"] = through(file["url"])
        # It lies beside the mirror, and no client asks for it unless it is told to.
        file.pop("provenance", None)
    for version in (page, *map(table_of, table_of(page.get("versions")).values())):
        dist = table_of(version.get("dist"))
        if isinstance(dist.get("tarball"), str):
            dist["tarball"] = through(dist["tarball"])
    return json.dumps(value).encode()


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
        self._is_open = self._is_open and tag != "a"

    def handle_data(self, data: str) -> None:
        if self._is_open:
            self.found[-1][1].append(data)


def _html(text: str, address: str, through: Callable[[str, str], str]) -> str:
    anchors = _Anchors()
    try:
        anchors.feed(text)
        anchors.close()
    except AssertionError as error:
        # So the parser answers to some declarations that it does not know.
        raise NoPage(f"it is no HTML ({error})") from None
    base = _joined(address, anchors.base)
    lines: list[str] = []
    for given, words in anchors.found:
        kept = {name: value for name, value in given.items() if name.startswith("data-")}
        shown = {"href": through(given["href"], base), **kept}
        attributes = " ".join(f'{name}="{escape(value)}"' for name, value in shown.items())
        lines.append(f"<a {attributes}>{escape(''.join(words).strip())}</a><br>\n")
    head = '<!DOCTYPE html>\n<html><head><meta name="pypi:repository-version" content="1.0"></head><body>\n'
    return f"{head}{''.join(lines)}</body></html>\n"


def _joined(base: str, link: str) -> str:
    try:
        return urljoin(base, link.strip())
    except ValueError:
        return ""


def is_trouble(status: int) -> bool:
    """Whether such an answer says that nobody could have had packages there just then."""
    return status in (401, 407, 429) or status >= 500


async def mirror_faults(mirror: Mirror) -> dict[str, str]:
    """Kind of package → why the mirror gives none now; empty where it answers for all that it was named for."""
    places, faults = MirrorFolders(mirror), dict[str, str]()
    async with ClientSession(timeout=_timeout(PATIENCE), cookie_jar=DummyCookieJar()) as client:
        for kind in mirror.kinds:
            address = places.asked(f"/{kind}{TRIED[kind]}")
            try:
                async with asking(client, "GET", address, places.holding(address), {}) as answer:
                    if is_trouble(answer.status):
                        faults[kind] = _noted(f"{address} answers {answer.status}", address)
            except ProxyUnusable as error:
                faults[kind] = str(error)
            except (TimeoutError, ClientError, OSError) as error:
                words = f"{address} does not answer: {type(error).__name__}: {error}"
                faults[kind] = places.mask.words(_noted(words, address))
    return faults


def _timeout(silence: float) -> ClientTimeout:
    # Bounds on silence alone: a program that is slow to take what came is no fault of the mirror's.
    return ClientTimeout(total=None, sock_connect=min(CONNECTING, silence), sock_read=silence)


def asking(
    client: ClientSession, method: str, address: str, place: MirrorFolder, given: Mapping[str, str]
) -> AbstractAsyncContextManager[ClientResponse]:
    """What the mirror answers at an address of this place; of the `given` headers of a request the types that it takes
    go on.
    """
    types = given.get("accept", "*/*")
    headers = {
        "accept": types if _TYPES.fullmatch(types) else "*/*",
        # A compressed file would have another digest than the one that its page names.
        "accept-encoding": "identity",
        "user-agent": "benchwright",
    }
    if place.authorization:
        headers["authorization"] = place.authorization
    proxy = proxy_for(address)
    return client.request(
        method,
        URL(address, encoded=True),
        headers=headers,
        allow_redirects=False,
        proxy=proxy.url if proxy else None,
        auto_decompress=not is_file(address),
    )


def _noted(words: str, address: str) -> str:
    """Words about what came of an address, with the proxy that it was asked through."""
    proxy = proxy_for(address)
    return f"{words} {proxy.note}" if proxy else words


class MirrorUsage:
    """The notes of one turn."""

    def __init__(self) -> None:
        self.trouble = ""
        """Why packages could not be had, where that was the mirror's last word; empty where it was an answer."""
        self._files = Counter[FetchedFile]()
        self._refused = Counter[str]()
        self._left_out = 0

    def failed(self, words: str) -> None:
        """Note that the mirror gave no answer."""
        self.trouble = _told(words)

    def had(self, kind: str, address: str, digest: str, size: int) -> None:
        """Note a file that came whole."""
        path = urlsplit(address).path
        file = _told(unquote(basename(path)))
        self._count(
            self._files, FetchedFile(kind=kind, name=_name(kind, path), file=file, digest=digest, size=size)
        )

    def refused(self, what: str) -> None:
        """Note what was asked for in vain."""
        self._count(self._refused, _told(what))

    def _count(self, counts: Counter[T], one: T) -> None:
        if one in counts or len(counts) < MOST:
            counts[one] += 1
        else:
            self._left_out += 1

    def record(self, mirror: Mirror) -> FetchedPackages:
        """All of it."""
        return FetchedPackages(
            mirror=mirror.recorded(),
            files=tuple(self._files),
            refused=dict(self._refused),
            left_out=self._left_out,
        )


def _name(kind: str, path: str) -> str:
    """The package's name, by which clients know it: npm's stands before the file, Python's begins the file's."""
    before, is_npm, _ = path.rpartition("/-/")
    if kind == "node" and is_npm:
        *_, scope, name = ["", *unquote(before).split("/")]
        return _told(f"{scope}/{name}" if scope.startswith("@") else name)
    file = unquote(basename(path)).removesuffix(".metadata")
    if file.endswith(".whl"):
        return _told(file.partition("-")[0])
    stem = next((file.removesuffix(end) for end in ARCHIVES if file.endswith(end)), file)
    return _told(stem.rpartition("-")[0] or stem)


def _told(words: str) -> str:
    return well_formed(words)[:LONGEST]


class MirrorDoor(ProgramDoor):
    """The door of one turn; `on_socket` and `on_loopback` say where it listens."""

    def __init__(self, mirror: Mirror, bounds: Bounds | None = None) -> None:
        self.mirror = mirror
        self.taken = MirrorUsage()
        self._places = MirrorFolders(mirror)
        self._bounds = bounds or Bounds()
        super().__init__(_timeout(self._bounds.silence), 0)
        self._reading = asyncio.Semaphore(PAGES)
        self._requests = 0
        self._bytes = 0

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        what = f"{request.method} {request.raw_path}"
        try:
            return await self._passed_on(request)
        except Refused as refused:
            self.taken.refused(f"{what}: {refused}")
            return _said(refused.status, str(refused))
        except ProgramLeft:
            return web.Response()
        except (TimeoutError, ClientError, OSError, TooLarge, Packed, NoPage, ProxyUnusable) as error:
            words = f"{what}: {type(error).__name__}: {error}"
            if not isinstance(error, ProxyUnusable):
                words = _noted(words, self._places.asked(request.raw_path))
            self._note(words, error)
            return _said(502, f"the mirror gave nothing that can be used ({type(error).__name__})")

    def _note(self, words: str, error: Exception) -> None:
        """Note what came to nothing: what is too large is no failure of the mirror's."""
        note = self.taken.refused if isinstance(error, TooLarge) else self.taken.failed
        note(self._places.mask.words(words))

    async def _passed_on(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.method not in ("GET", "HEAD"):
            raise Refused(405, "packages are had by GET and HEAD alone")
        if request.body_exists:
            raise Refused(400, "whoever asks for a package sends nothing along")
        self._requests += 1
        if self._requests > self._bounds.requests or self._bytes > self._bounds.turn_bytes:
            raise Refused(403, "all that one turn may have from the mirror has been had")
        address = self._places.asked(request.raw_path)
        for _ in range(REDIRECTIONS + 1):
            place = self._places.holding(address)
            async with asking(self._client, request.method, address, place, request.headers) as answer:
                leads_to = answer.headers.get("location")
                if answer.status not in (301, 302, 303, 307, 308) or not leads_to:
                    return await self._given(request, answer, address, place)
            address = _joined(address, leads_to).partition("#")[0]
        raise Refused(403, "the mirror leads from one place to another without an end")

    async def _given(
        self, request: web.BaseRequest, answer: ClientResponse, address: str, place: MirrorFolder
    ) -> web.StreamResponse:
        """What the program gets of an answer."""
        if is_trouble(answer.status):
            self.taken.failed(_noted(f"it answered {answer.status}", address))
            return _said(502, f"the mirror answered {answer.status}")
        self.taken.trouble = ""
        if answer.status != 200:
            status = answer.status if 400 <= answer.status < 500 else 502
            return _said(status, f"the mirror answered {answer.status}")
        if is_page(answer.content_type, address):
            if request.method == "HEAD":
                return web.Response(content_type=answer.content_type)
            async with self._reading:
                return await self._page(request, answer, address)
        return await self._file(request, answer, address, place)

    async def _page(self, request: web.BaseRequest, answer: ClientResponse, address: str) -> web.Response:
        body = bytearray()
        async for piece in self._timed(pieces_of(answer, self._bounds.page_bytes)):
            body += piece

        # As whoever asks sees us.
        here = host_of(f"//{request.headers.get('host', '')}")

        def led(link: str) -> str:
            return f"http://{here}{self._places.led(link)}"

        # One of a registry's pages may take a second, in which other turns go on.
        page = await asyncio.to_thread(page_led, bytes(body), answer.content_type, address, led)
        charset = "utf-8" if answer.content_type in HTML else None
        return web.Response(
            body=self._places.mask.answer(page), content_type=answer.content_type, charset=charset
        )

    async def _file(
        self, request: web.BaseRequest, answer: ClientResponse, address: str, place: MirrorFolder
    ) -> web.StreamResponse:
        # What is called a file passes as it is, packed or not, for the digest that its page names.
        coding = answer.headers.get("content-encoding", "")
        headers = {"content-encoding": coding} if coding in _CODINGS and is_file(address) else {}
        size = answer.content_length if is_file(address) or not coding else None
        if (size or 0) > self._bounds.file_bytes:
            raise TooLarge(f"a file of {size} bytes is larger than any that a sandbox takes")
        response = web.StreamResponse(headers={"content-type": "application/octet-stream", **headers})
        response.content_length = size
        await told_program(response.prepare(request))
        if request.method == "HEAD":
            return response
        digest, came = hashlib.sha256(), 0
        try:
            async for piece in self._timed(answer.content.iter_any()):
                came += len(piece)
                if came > self._bounds.file_bytes or self._bytes > self._bounds.turn_bytes:
                    raise TooLarge("it has no end, or none that a sandbox has room for")
                digest.update(piece)
                await told_program(response.write(piece))
        except (TimeoutError, ClientError, OSError, TooLarge) as error:
            self._note(f"{urlsplit(address).path}: {type(error).__name__}: {error}", error)
            # A clean end would make half of a file look like the whole.
            cut_off(request)
            return response
        await told_program(response.write_eof())
        self.taken.had(place.name.partition("-")[0], address, digest.hexdigest(), came)
        return response

    async def _timed(self, pieces: AsyncIterator[bytes]) -> AsyncGenerator[bytes]:
        """What comes, as it comes; TooLarge where that takes too long, by whichever side: silence is told apart."""
        until = time.monotonic() + self._bounds.seconds
        async for piece in pieces:
            self._bytes += len(piece)
            if time.monotonic() > until:
                raise TooLarge(f"it has not come within {self._bounds.seconds:g} s")
            yield piece


def _said(status: int, words: str) -> web.Response:
    """A refusal, whose reason clients show in their own messages."""
    response = web.Response(
        status=status, reason=f"benchwright: {words}"[:200], text=f"benchwright: {words}\n"
    )
    # What may still come on this connection is no request of a package client's.
    response.force_close()
    return response

"""How a package mirror is asked: as whom, with what, for how long, and whether it answers at all."""

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from yarl import URL

from agents.gateway.masking import Mask
from agents.gateway.mirror_pages import NoPage
from agents.gateway.mirror_places import Places
from agents.gateway.proxies import proxy_for
from plans.errors import ProxyUnusable
from plans.records.mirror import Mirror

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


class TooMuch(Exception):
    """More came than is taken."""


def is_trouble(status: int) -> bool:
    """Whether such an answer says that nobody could have had packages there just then."""
    return status in (401, 407, 429) or status >= 500


async def mirror_faults(mirror: Mirror) -> dict[str, str]:
    """Kind of package → why the mirror gives none now; empty where it answers for all that it was named for."""
    places, faults = Places(mirror), dict[str, str]()
    mask = Mask(*places.secrets)
    async with client_within(Bounds(silence=PATIENCE)) as client:
        for kind in mirror.kinds:
            address = places.asked(f"/{kind}{TRIED[kind]}")
            place = places.holding(address)
            headers = asking_headers({}, place.authorization if place else "")
            try:
                proxy = proxy_for(address)
            except ProxyUnusable as error:
                faults[kind] = str(error)
                continue
            note = f" {proxy.note}" if proxy else ""
            try:
                async with client.get(
                    URL(address, encoded=True),
                    headers=headers,
                    allow_redirects=False,
                    proxy=proxy.url if proxy else None,
                ) as answer:
                    if is_trouble(answer.status):
                        faults[kind] = f"{address} answers {answer.status}{note}"
            except (TimeoutError, ClientError, OSError) as error:
                words = mask.words(f"{address} does not answer ({type(error).__name__}: {error})")
                faults[kind] = f"{words}{note}"
    return faults


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
        auto_decompress=False,
    )


def asking_headers(given: Mapping[str, str], authorization: str) -> dict[str, str]:
    """Of a request's headers the types of pages that it takes, and what its place is shown."""
    types = given.get("accept", "*/*")
    # A compressed file would have another digest than the one that its page names.
    passed = {"accept": types if _TYPES.fullmatch(types) else "*/*", "accept-encoding": "identity"}
    return {
        **passed,
        "user-agent": "benchwright",
        **({"authorization": authorization} if authorization else {}),
    }


def plain_page(body: bytes, coding: str, limit: int) -> bytes:
    """A page as it was before it was compressed, which nobody asked for; raises NoPage and TooMuch."""
    if coding in ("", "identity"):
        return body
    if coding != "gzip":
        raise NoPage(f"it came as {coding[:20]!r}, which was not asked for")
    unpacking = zlib.decompressobj(31)
    try:
        plain = unpacking.decompress(body, limit)
    except zlib.error as error:
        raise NoPage(f"it is no gzip ({error})") from None
    if unpacking.unconsumed_tail:
        raise TooMuch("a page of the mirror is larger than any that a client could use")
    return plain

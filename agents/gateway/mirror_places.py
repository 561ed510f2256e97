"""Where a package mirror's files lie, as it names them and as they are asked for here, and nothing beside.

Inside, each place has a folder of its own: /python, /node, /files-1 and so on. Links of a page that lead nowhere among
them lead to /elsewhere, where it is said what to name.
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from posixpath import basename
from urllib.parse import unquote, urlsplit

from plans.records.mirror import Mirror

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
class Place:
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


class Places:
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

    def holding(self, address: str) -> Place | None:
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


def _known(place: Place, places: Sequence[Place]) -> Place:
    """The place with what its host is shown elsewhere, as package clients do it, where nothing was said for itself."""
    shown = [one.authorization for one in places if one.origin == place.origin and one.authorization]
    return replace(place, authorization=place.authorization or next(iter(shown), ""))


def _place(name: str, address: str) -> Place:
    one = urlsplit(address)
    user, password = unquote(one.username or ""), unquote(one.password or "")
    shown = b64encode(f"{user}:{password}".encode()).decode() if user or password else ""
    # Some registries take a token for the name, and no password.
    secrets = (password or user, shown) if shown else ()
    return Place(
        name=name,
        scheme=one.scheme,
        host=(one.hostname or "").lower(),
        port=one.port or _PORTS[one.scheme],
        path=one.path.rstrip("/"),
        authorization=f"Basic {shown}" if shown else "",
        secrets=secrets,
    )

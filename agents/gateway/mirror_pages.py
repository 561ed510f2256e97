"""Pages by which package clients find files, made anew so that every link leads through us.

Indexes of Python packages are HTML (PEP 503) or JSON (PEP 691), those of npm are JSON in which `dist.tarball` names a
file. What a page says otherwise is passed on as far as clients go by it.
"""

import json
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from typing import Any, cast
from urllib.parse import urldefrag, urljoin

Led = Callable[[str], str]
"""From an address of the mirror to ours."""

HTML = ("text/html", "application/vnd.pypi.simple.v1+html")
FILES = (".whl", ".metadata", ".tar.gz", ".tar.bz2", ".tar.xz", ".tgz", ".zip")
"""How files of packages are called; some servers call the type of all that they do not know HTML."""


class NoPage(ValueError):
    """What says that it is a page of an index is none."""


def is_page(content_type: str, address: str) -> bool:
    """Whether an answer of this type, that lies at this address, names files; a file is none, whatever type it has."""
    if address.partition("?")[0].endswith(FILES):
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

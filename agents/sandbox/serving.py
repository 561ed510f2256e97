"""Serving a submission on loopback.

The rule, which stands in the agent's prompt too: a package.json with a start or dev script is run; else index.html at
the root is served; else the only one of dist/, build/ and public/ that has an index.html. What is run gets neither a
network nor installed packages: node_modules is no part of a submission. A script that starts a program out of such a
package therefore cannot run, and the only built folder beside it is served in its stead.
"""

import json
import mimetypes
import os
import re
import shutil
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from plans.errors import NotServable

INDEX = "index.html"
_BUILT = ("dist", "build", "public")
_TYPES = {
    ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".html": "text/html",
    ".htm": "text/html", ".json": "application/json", ".svg": "image/svg+xml", ".csv": "text/csv",
    ".txt": "text/plain", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json",
}  # fmt: skip
_OWN_PROGRAMS = (
    "node",
    "npm",
    "deno",
    "bun",
    "python",
    "python3",
    "php",
    "ruby",
    "sh",
    "bash",
    "cd",
    "exec",
    "echo",
)
"""Programs that start without any package of the submission."""
_REQUIREMENT = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]*", re.MULTILINE)
_CHUNK = 256 * 1024
PACKAGE_LIMIT = 1_000_000
"""Bytes of the largest package.json that is read."""


@dataclass(frozen=True, slots=True)
class StaticSite:
    """A folder of files, served by us."""

    root: Path
    instead_of: str = ""
    """The start script that was not run, for want of the package that its program comes in; empty: there is none."""


@dataclass(frozen=True, slots=True)
class CommandSite:
    """A project whose own script serves it; running it needs a sandbox."""

    root: Path
    command: tuple[str, ...]


Site = StaticSite | CommandSite


def find_site(submission: Path, left_out: str = "") -> Site:
    """How a submission is to be served; raises NotServable saying what was looked for.

    `left_out` says in a few words what of the submission is not in the folder, as it could not be kept.
    """
    package = _package(submission)
    script = _start_script(package or {})
    built = [submission / name for name in _BUILT if _is_page(submission / name / INDEX)]
    if script is not None:
        name, text = script
        if len(built) == 1 and _lacks_its_program(submission, text):
            return StaticSite(built[0], instead_of=name)
        return CommandSite(submission, ("npm", "run", "--silent", name))
    if _is_page(submission / INDEX):
        return StaticSite(submission)
    if len(built) == 1:
        return StaticSite(built[0])
    found = f"{len(built)} of dist/, build/, public/ have one" if built else "nor in dist/, build/ or public/"
    unread = " (it has one that cannot be read)" if package is None else ""
    mend = f"it may be among what was not kept: {left_out}" if left_out else f"put {INDEX} at the root"
    raise NotServable(
        f"The submission has no start page: no package.json with a start or dev script{unread}, no {INDEX} at its "
        f"root, {found}. Nothing can be shown to the judge; {mend}."
    )


class StaticServer:
    """Serves static submissions; implements plans.contracts.sandboxing.Server."""

    @asynccontextmanager
    async def serve(self, submission: Path) -> AsyncGenerator[str]:
        """Yields the start page's address on loopback; raises NotServable."""
        site = find_site(submission)
        if isinstance(site, CommandSite):
            raise NotServable(
                f"The submission is served by {' '.join(site.command)!r}, and only static files are served here; "
                "running what others wrote needs a sandbox."
            )
        with serve_files(site.root) as url:
            yield url


@contextmanager
def serve_files(root: Path) -> Generator[str]:
    """Serve the files of a folder on a free port of 127.0.0.1; yields the address of its start page."""
    server = _Server(("127.0.0.1", 0), partial(_Files, root.resolve()))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # A page that keeps a connection open must not keep us from closing.
    block_on_close = False


class _Files(BaseHTTPRequestHandler):
    """Regular files inside one folder: no links out of it, no listing, nothing kept by the browser."""

    protocol_version = "HTTP/1.1"
    timeout = 10
    # Else the kernel holds a body back until the browser has acknowledged its head: up to 40 ms for each file.
    disable_nagle_algorithm = True

    def __init__(self, root: Path, *connection: Any) -> None:
        self._root = root
        super().__init__(*connection)

    def do_GET(self) -> None:  # noqa: N802 - the name that http.server calls
        self._answer(with_body=True)

    def do_HEAD(self) -> None:  # noqa: N802 - the name that http.server calls
        self._answer(with_body=False)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the signature of http.server
        """Requests are not logged."""

    def _answer(self, *, with_body: bool) -> None:
        path = _file_of(self._root, urlsplit(self.path).path)
        if path is None:
            # Not `send_response`, whose Date would tell a page that its calendar is another one.
            self.send_response_only(HTTPStatus.NOT_FOUND)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        try:
            with path.open("rb") as file:
                self.send_response_only(HTTPStatus.OK)
                self.send_header("Content-Type", content_type(path))
                self.send_header("Content-Length", str(os.fstat(file.fileno()).st_size))
                self.send_header("Cache-Control", "no-store")
                self.send_header("X-Content-Type-Options", "nosniff")
                self.end_headers()
                if with_body:
                    shutil.copyfileobj(file, self.wfile, _CHUNK)
        except (BrokenPipeError, ConnectionResetError, TimeoutError):
            # The browser turned away before the file was through; that is its right.
            self.close_connection = True


def content_type(path: Path) -> str:
    """The content type of a file by its suffix; text is UTF-8."""
    kind = _TYPES.get(path.suffix.lower()) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    is_text = kind.startswith("text/") or kind in ("application/json", "image/svg+xml")
    return f"{kind}; charset=utf-8" if is_text else kind


def _file_of(root: Path, url_path: str) -> Path | None:
    """The regular file that an address names; None for anything else, also for what a link would reach outside."""
    name = unquote(url_path).lstrip("/")
    if "\0" in name or "\\" in name:
        return None
    try:
        path = (root / name).resolve()
        if path.is_dir():
            path = (path / INDEX).resolve()
        if path.is_relative_to(root) and path.is_file():
            return path
    except OSError:
        return None
    # Apps with routes of their own are loaded by their start page, whatever the route.
    is_route = "." not in name.rsplit("/", 1)[-1]
    start = root / INDEX
    return start if is_route and _is_page(start) else None


def _is_page(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def dependencies(submission: Path) -> list[str]:
    """The packages that a submission's package.json names; none where there is no such file or it cannot be read."""
    package = _package(submission) or {}
    named = (package.get(field) for field in ("dependencies", "devDependencies"))
    return sorted(
        {name for names in named if isinstance(names, dict) for name in cast("dict[str, object]", names)}
    )


def needed(submission: Path) -> list[str]:
    """The packages that a submission needs when it runs: of its package.json, and of its requirements.txt."""
    package = _package(submission) or {}
    run = package.get("dependencies")
    found = list(cast("dict[str, object]", run)) if isinstance(run, dict) else []
    listed = submission / "requirements.txt"
    if _is_page(listed) and listed.stat().st_size <= PACKAGE_LIMIT:
        found += _REQUIREMENT.findall(listed.read_text(encoding="utf-8", errors="replace"))
    return sorted(set(found))


def _start_script(package: dict[str, object]) -> tuple[str, str] | None:
    """`start` or `dev`, whichever the package has, and its command line; None when it has neither."""
    scripts = package.get("scripts")
    if not isinstance(scripts, dict):
        return None
    texts = cast("dict[str, object]", scripts)
    return next(((name, str(texts[name])) for name in ("start", "dev") if texts.get(name)), None)


def _lacks_its_program(submission: Path, script: str) -> bool:
    """Whether the script starts a program of a package that the submission names and does not bring along."""
    if (submission / "node_modules").is_dir() or not dependencies(submission):
        return False
    words = [word for word in script.split() if "=" not in word]
    return bool(words) and words[0] not in _OWN_PROGRAMS and "/" not in words[0]


def _package(submission: Path) -> dict[str, object] | None:
    """What package.json says; nothing where there is none, None when there is one that cannot be read."""
    path = submission / "package.json"
    if not _is_page(path):
        return {}
    try:
        with path.open("rb") as file:
            text = file.read(PACKAGE_LIMIT + 1)
        package = json.loads(text) if len(text) <= PACKAGE_LIMIT else None
    except (OSError, ValueError, RecursionError):
        return None
    return cast("dict[str, object]", package) if isinstance(package, dict) else None

"""The environment, read in one place."""

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from plans.errors import AuthorError

CHROMIUM_PLACES = (
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
"""Binaries, not the wrapper scripts in /usr/bin: those add extensions and keys. The first one is twice as fast."""

CHROMIUM_NOTE = "benchwright-chromium"
"""File in the virtual environment in which set-up notes the browser that it found."""

MOST_WORKERS = 64
"""Browsers at once, each of which takes some 200 MB."""


@dataclass(frozen=True)
class Settings:
    """What the environment says."""

    chromium: Path | None
    """The browser binary: the one that the environment names, there or not, else one that is there, else None."""
    editor: str | None
    """Command that edits a text file."""
    reviewer: str
    """Name written into decisions."""
    worker_count: int
    """Browser workers at once."""


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings from the environment (default: the process's own); AuthorError for a value that makes no sense."""
    env = os.environ if environment is None else environment
    return Settings(
        chromium=_chromium(env),
        editor=env.get("VISUAL") or env.get("EDITOR"),
        reviewer=env.get("BENCHWRIGHT_REVIEWER") or env.get("USER") or env.get("LOGNAME") or "developer",
        worker_count=_worker_count(env),
    )


def passed_on(names: Iterable[str], environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """The named variables of the environment (default: the process's own); AuthorError names those that are not set."""
    env = os.environ if environment is None else environment
    wanted = list(dict.fromkeys(names))
    if missing := [name for name in wanted if name not in env]:
        raise AuthorError(
            f"{', '.join(map(repr, missing))} cannot be passed on to the agent, because the environment has no such "
            "variable. Set it, or leave --pass-env out."
        )
    return {name: env[name] for name in wanted}


def _worker_count(env: Mapping[str, str]) -> int:
    said = env.get("BENCHWRIGHT_WORKERS")
    if not said:
        return min(os.cpu_count() or 1, 2)
    if not said.isdecimal() or not 1 <= int(said) <= MOST_WORKERS:
        raise AuthorError(
            f"BENCHWRIGHT_WORKERS is {said!r}, and it says how many browsers judge at once. "
            f"Set it to a whole number from 1 to {MOST_WORKERS}, or unset it."
        )
    return int(said)


def _chromium(env: Mapping[str, str]) -> Path | None:
    named = env.get("BENCHWRIGHT_CHROMIUM")
    if named:
        return Path(named)
    note = Path(sys.prefix) / CHROMIUM_NOTE
    places = [*([note.read_text().strip()] if note.is_file() else []), *CHROMIUM_PLACES]
    return next((Path(place) for place in places if place and os.access(place, os.X_OK)), None)

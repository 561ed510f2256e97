"""What a worker and its browser get of the environment."""

import os
from collections.abc import Mapping
from pathlib import Path

_READ = frozenset(
    {"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TZDIR", "LD_LIBRARY_PATH", "VIRTUAL_ENV"}
)
_OWN = {"PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8"}
"""What a worker says is JSON in UTF-8, whatever the encoding of the user's terminal."""
_READ_BEGINNING_WITH = ("LC_", "XDG_", "FONTCONFIG_", "PYTHON", "PLAYWRIGHT_")


def surroundings(scratch: Path, environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Where programs, libraries, fonts and time zones lie, of the process's own environment where none is given.

    No key is among it: a page that broke out of its browser would find it there, and with a hand-in's own server a way
    to carry it away. Temporary files go into `scratch`.
    """
    env = os.environ if environment is None else environment
    given = {
        name: value for name, value in env.items() if name in _READ or name.startswith(_READ_BEGINNING_WITH)
    }
    return {**given, **_OWN, "TMPDIR": str(scratch)}

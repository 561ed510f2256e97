"""What of a hand-in starts its app, and so is kept before anything else."""

from collections.abc import Iterator
from pathlib import Path

STARTING = ("index.html", "package.json", "dist/index.html", "build/index.html", "public/index.html")
"""Files by which an app is started, as hand-ins are served."""


def starting_files(workspace: Path) -> Iterator[Path]:
    """Those of the files that are there; what a link leads to, and what cannot be looked at, is none."""
    return (path for name in STARTING if _is_plain(path := workspace / name))


def is_served(folder: str) -> bool:
    """Whether a folder of this name at the root may be what is served."""
    return f"{folder}/index.html" in STARTING


def _is_plain(path: Path) -> bool:
    try:
        return path.is_file() and not (path.is_symlink() or path.parent.is_symlink())
    except OSError:
        return False

"""Which files of a family's folder its code could see: whatever else lies there changes no instance and no score."""

from collections.abc import Iterator
from pathlib import Path, PurePath

BESIDE = ("__pycache__", "fixtures", "design", "review.jsonl", "provenance.yaml")
"""What lies in such a folder and is never seen by its code."""
BACKUPS = ("~", ".bak", ".orig", ".swp", ".tmp", "#")
"""Ends of the names that editors give to what they keep beside a file."""


def seen_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Path in the folder and place of each file and link that its code could see, in order; hidden ones are none."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if not _is_beside(inside) and (path.is_symlink() or path.is_file()):
            yield inside.as_posix(), path


def _is_beside(inside: PurePath) -> bool:
    return inside.name.endswith(BACKUPS) or any(
        part in BESIDE or part.startswith(".") for part in inside.parts
    )

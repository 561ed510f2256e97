"""Paths of files inside a folder, such as that of a grader's files or of a hand-in."""

from pathlib import PurePosixPath
from typing import Annotated

from pydantic import AfterValidator, Field


def stays_inside(path: str) -> bool:
    """Whether a POSIX path names something inside whatever folder it is resolved in, and nothing else could read it
    otherwise: no root or drive, no step up, no backslash, no character that cannot be printed.
    """
    plain = PurePosixPath(path)
    return (
        path not in ("", ".")
        and str(plain) == path
        and not plain.is_absolute()
        and ".." not in plain.parts
        and not any(character in path for character in "\\:")
        and path.isprintable()
    )


def _safe(path: str) -> str:
    if not stays_inside(path):
        raise ValueError(
            f"{path!r} is no path inside the folder; write it with slashes from the folder's own root, without `..`, "
            "`.`, a drive or a slash at its beginning or end"
        )
    return path


RelativePath = Annotated[str, Field(min_length=1), AfterValidator(_safe)]
"""Where a file lies in a folder, with slashes, from the folder's root; it never leads out of it."""

RelativePattern = RelativePath
"""The same with `*` and `?` for what is not known of the names, and `**` for any number of folders."""

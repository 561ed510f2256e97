"""What command agents may read beside the system's programs: refused where no sandbox could show it as named."""

import os
from collections.abc import Sequence
from pathlib import Path

from agents.coding.command import MESSAGES
from agents.sandbox.layout import TEMPORARY
from plans.errors import AuthorError
from plans.records.sandboxing import HOME, WORK

KERNELS = ("/proc", "/sys", "/dev")
"""Where a kernel shows processes and devices: a sandbox has its own, and this machine's are nobody's to read."""
MADE_THERE = (*KERNELS, "/etc", TEMPORARY, WORK, HOME, MESSAGES)
"""Places that a sandbox makes itself."""


def mounts_named(paths: Sequence[Path]) -> str:
    """The files and folders of `--mount`, absolute, as the option MOUNTS of an agent has them.

    AuthorError for one that is not there, that lies where a sandbox has something of its own, or whose name cannot be
    told from two names.
    """
    return os.pathsep.join(_named(path) for path in paths)


def _named(path: Path) -> str:
    whole = path.resolve()
    if not path.exists():
        raise _refused(path, "is not there, so no agent could read it. Correct it")
    if os.pathsep in str(whole):
        raise _refused(
            path,
            f"has {os.pathsep!r} in its path, which stands between two places in the run's record, so that others "
            "would be shown. Move or rename it",
        )
    if not str(whole).isprintable():
        raise _refused(path, "has a name that cannot be written down. Rename it")
    if within := [place for place in KERNELS if whole.is_relative_to(place)]:
        raise _refused(
            path, f"lies in {within[0]}, of which every sandbox has its own. Name a place elsewhere"
        )
    if made := [place for place in MADE_THERE if Path(place).is_relative_to(whole)]:
        raise _refused(
            path,
            f"would cover {' and '.join(made[:2])}, which every sandbox makes itself, so that no agent could work. "
            "Name what is needed in it",
        )
    return str(whole)


def _refused(path: Path, what: str) -> AuthorError:
    return AuthorError(f"--mount {str(path)!r} {what}, or leave it out.")

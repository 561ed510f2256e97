"""Files of a suite that a killed process was still writing under their temporary names."""

import re
from pathlib import Path

from plans.files import storage_errors

_TORN = re.compile(r"\.(.+\.(yaml|json|jsonl|md|txt|html)|\.gitattributes)\.[a-z0-9_]{8}")
"""Temporary names of what `plans.files` writes into a suite; other dotfiles, as `.env.template`, are somebody's own."""


def remove_torn(folder: Path) -> None:
    """Remove them from a folder, but not from those within; call it under the suite's lock."""
    with storage_errors(folder):
        for path in folder.glob(".*"):
            if _TORN.fullmatch(path.name):
                path.unlink()

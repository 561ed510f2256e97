"""Emptying a folder before it is written anew, so that nothing stays of what lay there."""

import shutil
from collections.abc import Collection
from pathlib import Path

from plans.files import storage_errors


def clear(folder: Path, keep: Collection[Path] = ()) -> None:
    """Remove what lies in a folder, where there is one, but for `keep`; raises StorageFailed.

    What a link in its place leads to is left alone: those who read the folder refuse the link.
    """
    if folder.is_symlink() or not folder.is_dir():
        return
    with storage_errors(folder):
        for path in folder.iterdir():
            if path in keep:
                continue
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()

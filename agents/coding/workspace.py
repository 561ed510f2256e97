"""The workspace of our own yardsticks."""

import shutil
from pathlib import Path

from plans.items import write_files
from plans.records.project import Files


def replace_contents(workspace: Path, files: Files) -> None:
    """Make `files` all that the workspace holds."""
    for path in workspace.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    write_files(workspace, files)

"""The folder of a demo: a run's, with the suite in it; the next demo begins with an empty one."""

import shutil
from fnmatch import fnmatch
from pathlib import Path

from plans.errors import AuthorError
from plans.files import storage_errors
from plans.paths import RunPaths, SuitePaths


def clear_demo(paths: RunPaths) -> None:
    """Remove an earlier demo; AuthorError, and nothing is removed, where anything else lies with it."""
    if not paths.root.exists():
        return
    if foreign := sorted(entry.name for entry in paths.root.iterdir() if not _is_of_a_demo(entry, paths)):
        raise AuthorError(
            f"{paths.root} holds {foreign[0]!r}, which no demo made and which would be lost. Choose another folder "
            "with --out."
        )
    with storage_errors(paths.root):
        shutil.rmtree(paths.root)


def _is_of_a_demo(entry: Path, paths: RunPaths) -> bool:
    if entry.name == "suite":
        suite = SuitePaths(entry)
        return suite.suite.is_file() or suite.authoring.is_dir()
    files = (paths.spec, paths.times, paths.lock, paths.result, paths.summary, paths.report)
    # One that was killed while it wrote has left a file beside the one that it meant.
    is_half_written = any(entry.name.startswith(f".{file.name}.") for file in files)
    is_by_another_judge = fnmatch(entry.name, "RESULT-*.json")
    folders = (paths.projects, paths.archive, paths.trials)
    return entry in (*files, *folders) or is_half_written or is_by_another_judge

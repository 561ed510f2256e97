"""The folder of a demo: a run's, with the suite in it; the next demo begins with an empty one.

<demo>/
├── .demo       written before anything else: a demo made this folder, and the next one may empty it
├── suite/      the suite that was authored
└── …           what lies in a run's folder
"""

import shlex
import shutil
from fnmatch import fnmatch
from pathlib import Path

from plans.errors import AuthorError
from plans.files import storage_errors, write_text
from plans.paths import RunPaths

MARKER = ".demo"
_SAID = "Made by `benchwright demo`: the next demo empties this folder.\n"


def begin_demo(paths: RunPaths) -> None:
    """Make the folder, or empty that of an earlier demo; AuthorError, and all stays, where anything else lies there."""
    marker = paths.root / MARKER
    with storage_errors(paths.root):
        there = sorted(paths.root.iterdir()) if paths.root.exists() else []
    if there and not marker.is_file():
        raise AuthorError(
            f"{paths.root} is not empty and has no {MARKER}, which every demo writes, so it stays as it is. Choose "
            "another folder with --out; or, if it is a demo by an earlier version that nobody needs any more: "
            f"rm -r {shlex.quote(str(paths.root))}"
        )
    if foreign := [entry.name for entry in there if not _is_of_a_demo(entry, paths)]:
        raise AuthorError(
            f"{paths.root} holds {foreign[0]!r}, which no demo made and which would be lost. Move it away, or choose "
            "another folder with --out."
        )
    write_text(marker, _SAID)
    with storage_errors(paths.root):
        for entry in there:
            _remove(entry)


def _remove(entry: Path) -> None:
    """Remove what an earlier demo wrote; the marker stays, so that emptying which was killed is done again."""
    if entry.name == MARKER:
        return
    if entry.is_dir() and not entry.is_symlink():
        shutil.rmtree(entry)
    else:
        entry.unlink()


def _is_of_a_demo(entry: Path, paths: RunPaths) -> bool:
    files = (
        paths.spec,
        paths.times,
        paths.lock,
        paths.result,
        paths.summary,
        paths.report,
        paths.root / MARKER,
    )
    # One that was killed while it wrote has left a file beside the one that it meant.
    is_half_written = any(entry.name.startswith(f".{file.name}.") for file in files)
    is_by_another_judge = fnmatch(entry.name, "RESULT-*.json")
    folders = (paths.root / "suite", paths.projects, paths.archive, paths.trials)
    return entry in (*files, *folders) or is_half_written or is_by_another_judge

"""The folder of a demo: a run's, with the suite in it; the next demo begins with an empty one.

<demo>/
├── .demo       written before anything else: a demo made this folder, and the next one may empty it
├── .demo-lock  held for as long as a demo lasts
├── suite/      the suite that was authored
└── …           what lies in a run's folder
"""

import shutil
from collections.abc import Collection, Generator
from contextlib import ExitStack, contextmanager
from fnmatch import fnmatch
from pathlib import Path

from pipeline.commands import command_line
from plans.errors import AuthorError
from plans.files import storage_errors, write_text
from plans.items import held_suite
from plans.locks import held
from plans.paths import RunPaths, SuitePaths
from plans.records.base import Record

MARKER = ".demo"
LOCK = ".demo-lock"
_SAID = "Made by `benchwright demo`: the next demo empties this folder.\n"


class Extent(Record):
    """How much of the whole job a demo shows."""

    seeds: int = 6
    live: int = 2
    """Items whose gate is run there; the others' evidence is the sample suite's where their digests agree."""
    rounds: int = 3


@contextmanager
def demo_folder(paths: RunPaths, extent: Extent) -> Generator[None]:
    """Make the folder, or empty that of an earlier demo, and hold it for as long as this one lasts.

    Raises AuthorError, and all stays, where anything lies there that no demo made; Busy, and all stays, while another
    process works on the demo, its run or its suite.
    """
    _refuse_foreign(paths)
    marker = paths.root / MARKER
    if not marker.exists():
        write_text(marker, _SAID)
    with held(paths.root / LOCK):
        _empty(paths)
        write_text(marker, _SAID + extent.model_dump_json() + "\n")
        yield


def _refuse_foreign(paths: RunPaths) -> None:
    with storage_errors(paths.root):
        there = sorted(paths.root.iterdir()) if paths.root.exists() else []
    if there and not (paths.root / MARKER).is_file():
        raise AuthorError(
            f"{paths.root} is not empty and has no {MARKER}, which every demo writes, so it stays as it is. Choose "
            "another folder with --out; or, if it is a demo by an earlier version that nobody needs any more: "
            f"{command_line('rm', '-r', paths.root)}"
        )
    if foreign := [entry.name for entry in there if not _is_of_a_demo(entry, paths)]:
        raise AuthorError(
            f"{paths.root} holds {foreign[0]!r}, which no demo made and which would be lost. Move it away, or choose "
            "another folder with --out."
        )


def _empty(paths: RunPaths) -> None:
    """Remove what an earlier demo wrote; the marker stays, so that emptying which was killed is done again.

    Locks are held meanwhile, and their files stay: who opened one that is then removed would hold it beside the next.
    """
    suite = SuitePaths(paths.root / "suite")
    has_suite = suite.root.is_dir() and not suite.root.is_symlink()
    locks = [paths.lock, *([suite.lock] if has_suite else [])]
    with ExitStack() as stack:
        stack.enter_context(held(paths.lock))
        if has_suite:
            stack.enter_context(held_suite(suite))
        with storage_errors(paths.root):
            _clear(paths.root, {paths.root / MARKER, paths.root / LOCK, *locks})


def _clear(folder: Path, kept: Collection[Path]) -> None:
    """Remove all that is in a folder but the files `kept`, and the folders that they lie in."""
    for entry in folder.iterdir():
        if entry in kept:
            continue
        if not entry.is_dir() or entry.is_symlink():
            entry.unlink()
        elif any(file.is_relative_to(entry) for file in kept):
            _clear(entry, kept)
        else:
            shutil.rmtree(entry)


def _is_of_a_demo(entry: Path, paths: RunPaths) -> bool:
    files = (
        paths.spec,
        paths.times,
        paths.lock,
        paths.result,
        paths.summary,
        paths.report,
        paths.root / MARKER,
        paths.root / LOCK,
    )
    # One that was killed while it wrote has left a file beside the one that it meant.
    is_half_written = any(entry.name.startswith(f".{file.name}.") for file in files)
    is_by_another_judge = fnmatch(entry.name, "RESULT-*.json")
    folders = (paths.root / "suite", paths.projects, paths.archive, paths.trials)
    return entry in (*files, *folders) or is_half_written or is_by_another_judge

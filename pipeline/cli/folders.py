"""Folders that verbs take: one of another kind is told for what it is, with the command that was meant."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import click

from pipeline.cli.kinds import NOUN, Kind, kinds_of, mark_of
from pipeline.cli.places import refuse_nameless, resolved
from pipeline.cli.suggesting import meant
from pipeline.commands import command_line
from plans.errors import AuthorError
from plans.paths import SuitePaths

TRACES: dict[Kind, tuple[str, ...]] = {
    "suite": ("items", "instances", "plan.yaml", ".authoring"),
    "item": ("reference", "prd.yaml", "query.yaml"),
    "run": ("trials", "projects", "archive"),
}
"""What still shows of which kind a folder was, when the file that makes it one is lost."""

VERBS_WITH_ITEM = ("run", "verify", "review")
"""Verbs that take a suite and, with --item, one item of it."""

MOST_NAMED = 6
"""Folders that one message names."""


class FolderOf(click.Path):
    """The type of an argument that is the folder of a suite, an item or a run.

    A folder of another kind is refused with AuthorError, and one that does not exist or has nothing of the kind, with
    what there is instead. One that has lost a file is left to the verb, to say which.
    """

    def __init__(self, kind: Kind) -> None:
        super().__init__(file_okay=False, path_type=Path)
        self._kind: Kind = kind

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        refuse_nameless(self, value, param, ctx)
        verb = ctx.info_name or "" if ctx else ""
        folder = Path(cast("Path", value))
        if folder.is_file():
            raise AuthorError(_as_folder(folder, self._kind, _start(param, verb)))
        folder = cast("Path", super().convert(cast("Path", value), param, ctx))
        if self._kind in kinds_of(folder) or (verb == "review" and SuitePaths(folder).authoring.is_dir()):
            return folder
        if mistake := _mistake(folder, self._kind, verb):
            start = _start(param, verb)
            meant = "".join(f"\n  {command_line(*start, *words)}" for words in mistake.meant[:MOST_NAMED])
            raise AuthorError(f"{folder} {mistake.what}{meant}")
        if not folder.exists() or _holds_nothing(folder, self._kind):
            raise AuthorError(_absence(folder, self._kind))
        return folder


@dataclass(frozen=True)
class _Mistake:
    what: str
    """What the folder is, and what to do."""
    meant: tuple[tuple[str | Path, ...], ...] = ()
    """What may have been meant, as the verb's arguments."""


def _mistake(folder: Path, wanted: Kind, verb: str) -> _Mistake | None:
    """Why the folder is not what is wanted; None when it is nothing that is known."""
    here = next(iter(kinds_of(folder)), None)
    needed = f"and {NOUN[wanted]} is needed here"
    if here == "suite" and wanted == "item" and SuitePaths(folder).instances.is_dir():
        run, show = (command_line("benchwright", verb, folder) for verb in ("run", "show"))
        return _Mistake(
            f"is a suite of instances, and they are no items that are handed in for: answers are scored by {run} "
            f"--model MODEL, and one instance is shown by {show} --item ID."
        )
    if above := _above(folder, wanted):
        what = NOUN[here] if here else f"a part of {NOUN[wanted]}"
        part = ("--item", folder.name) if here and verb in VERBS_WITH_ITEM else ()
        return _Mistake(f"is {what}, {needed}. This one?", ((above, *part),))
    if beneath := _beneath(folder, wanted):
        what = f"is {NOUN[here]}, {needed}" if here else f"lies around {NOUN[wanted]}"
        return _Mistake(f"{what}. One of these?", beneath)
    if here == "suite" and wanted == "run":
        return _Mistake(
            "is a suite, and a run of it is needed here. To make one: "
            f"{command_line('benchwright', 'run', folder)} --agent …"
        )
    if here is not None:
        return _Mistake(f"is {NOUN[here]}, {needed}.")
    if SuitePaths(folder).fruitless.exists():
        return _Mistake(
            "is no suite: every seed of it was refused or rejected, and nothing waits for a decision. The command "
            "that began it says why when it is repeated, and with other seeds it may take the folder."
        )
    if SuitePaths(folder).authoring.is_dir():
        return _Mistake(
            "is still being authored: it is no suite before what waits is decided "
            f"({command_line('benchwright', 'review', folder)}) and the command that began it was repeated, if it was "
            "stopped."
        )
    return None


def _start(param: click.Parameter | None, verb: str) -> tuple[str, ...]:
    """What a folder that was meant is to be written after."""
    return (param.opts[0],) if isinstance(param, click.Option) else ("benchwright", verb)


def _as_folder(file: Path, wanted: Kind, start: Sequence[str]) -> str:
    """That a file was named, and the folder that may have been meant: one of those that it lies in."""
    above = _above(file, wanted)
    meant = f" This one?\n  {command_line(*start, above)}" if above else ""
    return f"{file} is a file, and the folder of {NOUN[wanted]} is needed here.{meant}"


def _holds_nothing(folder: Path, kind: Kind) -> bool:
    """Whether not even a part of what makes the kind is left in a folder."""
    return not any((folder / part).exists() for part in TRACES[kind])


def _absence(folder: Path, kind: Kind) -> str:
    """That there is no such thing, and what lies beside it."""
    here = folder.parent
    beside = sorted(other.name for other in here.glob("*") if kind in kinds_of(other))
    named = ", ".join(beside[:MOST_NAMED]) + (", …" if len(beside) > MOST_NAMED else "")
    if kind == "item" and here.name == "items" and "suite" in kinds_of(here.parent):
        has = f"it has: {named or 'none'}.{meant(folder.name, beside)}"
        return f"There is no item {folder.name!r} in {here.parent}; {has}"
    why = "it does not exist" if not folder.exists() else f"there is no {mark_of(folder, kind).name}"
    instead = f" In {here} lie: {named}." if beside else f" Name the folder of {NOUN[kind]}."
    return f"No {kind} lies in {folder}: {why}.{instead}{meant(folder.name, beside)}"


def _above(folder: Path, kind: Kind) -> Path | None:
    """The nearest folder above of that kind, written as the person wrote the path where that names it."""
    return next((one for one in (*folder.parents, *resolved(folder).parents) if kind in kinds_of(one)), None)


def _beneath(folder: Path, kind: Kind) -> tuple[tuple[Path], ...]:
    """The folders of that kind one or two levels down."""
    name = mark_of(folder, kind).name
    return tuple((file.parent,) for depth in ("*", "*/*") for file in sorted(folder.glob(f"{depth}/{name}")))

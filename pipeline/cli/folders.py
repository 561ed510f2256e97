"""Folders that verbs read and places that they write to: one of another kind is told for what it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

import click

from plans.errors import AuthorError, WrongVerb
from plans.families import is_family_folder
from plans.files import storage_errors
from plans.items import read_suite
from plans.paths import FamilyPaths, ItemPaths, RunPaths, SuitePaths
from plans.shell import command_line
from plans.slugs import did_you_mean

FolderKind = Literal["suite", "item", "run"]
KINDS: tuple[FolderKind, ...] = ("suite", "item", "run")
NOUN: dict[FolderKind, str] = {"suite": "a suite", "item": "an item of a suite", "run": "a run"}
"""What a kind is called in a sentence."""


def kinds_of(folder: Path) -> tuple[FolderKind, ...]:
    """What a folder is: nothing of ours, one thing, or several where they were once written into each other."""
    return tuple(kind for kind in KINDS if mark_of(folder, kind).is_file())


def mark_of(folder: Path, kind: FolderKind) -> Path:
    """The file that makes a folder one of that kind."""
    match kind:
        case "suite":
            return SuitePaths(folder).suite
        case "item":
            return ItemPaths(folder).criteria
        case "run":
            return RunPaths(folder).spec


Held = Literal["suite", "run"]
"""What a folder is to hold."""
RecordKind = Held | Literal["schemas"]
"""What is written there."""
WRITTEN: dict[RecordKind, str] = {"suite": "a suite", "run": "a run", "schemas": "schemas"}
"""What is held, in a sentence."""
REPORT = b"benchwright report</title>"
"""What stands in the head of every report that we wrote."""
HEAD = 8192
"""Bytes of a file in which that is looked for."""


class NewFolder(click.Path):
    """The type of an option that names a folder to write to, there or not.

    One that is to hold a suite or a run has to be a free place for it: empty, or one in which that was begun, not
    inside a suite, not an item's folder, and no suite's for a run or the other way round.
    """

    def __init__(self, holds: RecordKind | None = None, *, is_replaced: bool = False) -> None:
        """`is_replaced`: the verb itself knows what in it is its own, and replaces that."""
        super().__init__(file_okay=False, path_type=Path)
        self._holds: RecordKind | None = holds
        self._is_replaced = is_replaced

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        refuse_nameless(self, value, param, ctx)
        if Path(cast("Path", value)).is_file():
            self.fail(f"{str(value)!r} is a file, and a folder is needed here.", param, ctx)
        folder = cast("Path", super().convert(cast("Path", value), param, ctx))
        if self._holds is None:
            return folder
        if self._holds == "schemas" or self._is_replaced:
            return unmixed(folder, self._holds)
        return free_place(folder, self._holds)


class FolderThere(click.Path):
    """The type of an argument that is any folder; AuthorError where there is none."""

    def __init__(self) -> None:
        super().__init__(file_okay=False, path_type=Path)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        refuse_nameless(self, value, param, ctx)
        folder = Path(cast("Path", value))
        if not folder.exists():
            beside = [other.name for other in folder.parent.glob("*") if other.is_dir()]
            raise AuthorError(
                f"No folder lies in {folder}: it does not exist. Check the path.{did_you_mean(folder.name, beside)}"
            )
        return cast("Path", super().convert(cast("Path", value), param, ctx))


class NewPage(click.Path):
    """The type of an option that names the file of a page to write; no file is replaced but our own reports."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        refuse_nameless(self, value, param, ctx)
        file = cast("Path", super().convert(cast("Path", value), param, ctx))
        if file.exists() and not _is_report(file):
            raise AuthorError(
                f"{file} exists and is not a report of benchwright. Choose another file, or remove it."
            )
        return file


def refuse_nameless(
    kind: click.Path, value: object, param: click.Parameter | None, ctx: click.Context | None
) -> None:
    """An empty name, as a shell makes of a variable that is not set, would be the working directory."""
    if not str(value).strip():
        kind.fail("it is empty, and would be the working directory. Write '.' if you mean that.", param, ctx)


def free_place(folder: Path, holds: Held) -> Path:
    """The folder; AuthorError where a suite or a run written there would mix with, or replace, anything else."""
    unmixed(folder, holds)
    with storage_errors(folder):
        there = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
    if there and not _was_begun(folder, holds, there):
        raise AuthorError(
            f"{folder} is not empty and holds no {holds}. Files in it, such as {there[0]!r}, could be overwritten. "
            "Choose a new or empty folder with --out."
        )
    return folder


def unmixed(folder: Path, holds: RecordKind) -> Path:
    """The folder; AuthorError where a suite or a run written there would mix with another thing of ours."""
    if there := _occupant(folder, holds):
        raise AuthorError(
            f"{folder} {there}, and {WRITTEN[holds]} written there would mix with it. Choose another folder"
            f"{'' if holds == 'schemas' else ' with --out'}."
        )
    return folder


def _was_begun(folder: Path, holds: Held, there: Sequence[str]) -> bool:
    """Whether what lies in a folder was written by the work that is to go on there."""
    if mark_of(folder, holds).is_file():
        return True
    if holds == "suite":
        suite = SuitePaths(folder)
        # What a suite locks is laid down before it is authored, or it would be judged without.
        return suite.authoring.is_dir() or list(there) == [suite.runtime.name]
    return _is_unfinished(RunPaths(folder))


def _is_unfinished(run: RunPaths) -> bool:
    """Whether a process was stopped while it made the folder: it holds the lock, and nothing but what is written
    before `run.yaml`, which comes last.
    """
    first = (run.times, run.projects, run.graders, run.instances, run.media)
    names = {path.name for path in (run.lock, *first)}
    # Beside the journal lie its lock and what SQLite adds; beside others a file under its temporary name.
    others = (run.journal.name, *(f".{path.name}." for path in (*first, run.spec)))
    there = [path.name for path in run.root.iterdir()]
    locks = {run.lock.name, f"{run.journal.name}.lock"}
    return not locks.isdisjoint(there) and all(name in names or name.startswith(others) for name in there)


def _is_report(file: Path) -> bool:
    if not file.is_file():
        return False
    with storage_errors(file), file.open("rb") as page:
        return REPORT in page.read(HEAD)


def _occupant(folder: Path, holds: RecordKind) -> str | None:
    """What lies in a folder, or around it, that what it is to hold would mix with."""
    for kind in kinds_of(folder):
        if kind != holds:
            return f"is {NOUN[kind]}"
    if around := next((one for one in resolved(folder).parents if "suite" in kinds_of(one)), None):
        return f"lies inside the suite {around}"
    return None


def resolved(folder: Path) -> Path:
    """Where a path leads; AuthorError where a symlink on it leads back to itself."""
    try:
        return folder.resolve()
    except RuntimeError as error:
        raise AuthorError(f"{folder} is a symlink that leads back to itself. Name another folder.") from error


TRACES: dict[FolderKind, tuple[str, ...]] = {
    "suite": ("items", "instances", "plan.yaml", ".authoring"),
    "item": ("reference", "prd.yaml", "query.yaml"),
    "run": ("trials", "projects", "archive"),
}
"""What still shows of which kind a folder was, when the file that makes it one is lost."""

VERBS_WITH_ITEM = ("run", "verify", "review")
"""Verbs that take a suite and, with --item, one item of it."""

Contents = Literal["items", "instances"]
"""What a suite holds, and what a run was played on."""
GROUP = "instances"
"""The verb group for suites of instances, the runs on them and their families."""
VERBS_OF_BOTH = (
    "author",
    "review",
    "check",
    "verify",
    "show",
    "run",
    "report",
    "compare",
    "grow",
    "refresh",
)
"""Verbs that exist for items and, in the group, for instances."""


def wrong_contents(what: str, held: Contents, verb: str, *words: str | Path) -> WrongVerb:
    """The error for a verb of one group that was given what the other group takes; `what` holds `held`."""
    prefix = () if held == "items" else (GROUP,)
    return WrongVerb(what, command_line("benchwright", *prefix, verb, *words))


def is_family(folder: Path) -> bool:
    """Whether a family of instances lies there, released or begun by a model."""
    return is_family_folder(folder) or FamilyPaths(folder).family_spec.is_file()


MOST_NAMED = 6
"""Folders that one message names."""


class FolderOf(click.Path):
    """The type of an argument that is the folder of a suite, an item or a run.

    A folder of another kind is refused with AuthorError, and one that does not exist or has nothing of the kind, with
    what there is instead. One that has lost a file is left to the verb, to say which. One that holds the other contents
    is refused with WrongVerb, which has the command for it.
    """

    def __init__(self, kind: FolderKind, contents: Contents = "items") -> None:
        super().__init__(file_okay=False, path_type=Path)
        self._kind: FolderKind = kind
        self._contents: Contents = contents

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        refuse_nameless(self, value, param, ctx)
        verb = ctx.command.name or "" if ctx else ""
        folder = Path(cast("Path", value))
        if folder.is_file():
            raise AuthorError(_as_folder(folder, self._kind, self._start(param, verb)))
        folder = cast("Path", super().convert(cast("Path", value), param, ctx))
        if verb == "review" and self._contents == "items" and is_family(folder):
            raise wrong_contents(f"{folder} is a family of instances. Use:", "instances", verb, folder)
        if self._kind in kinds_of(folder) or (verb == "review" and SuitePaths(folder).authoring.is_dir()):
            self._refuse_other_contents(folder, param, verb)
            return folder
        if self._kind == "item" and "suite" in kinds_of(folder):
            self._refuse_other_contents(folder, param, verb)
        if mistake := _mistake(folder, self._kind, verb):
            start = self._start(param, verb)
            meant = "".join(f"\n  {command_line(*start, *words)}" for words in mistake.meant[:MOST_NAMED])
            raise AuthorError(f"{folder} {mistake.what}{meant}")
        if not folder.exists() or _holds_nothing(folder, self._kind):
            raise AuthorError(_absence(folder, self._kind))
        return folder

    def _refuse_other_contents(self, folder: Path, param: click.Parameter | None, verb: str) -> None:
        """WrongVerb where the folder holds what the verbs of the other group take."""
        held = contents_of(folder, "run" if self._kind == "run" else "suite")
        if held in (None, self._contents):
            return
        what = f"{folder} is a {'run on' if self._kind == 'run' else 'suite of'} {held}."
        if isinstance(param, click.Option) or verb not in VERBS_OF_BOTH:
            takes = param.opts[0] if isinstance(param, click.Option) else verb
            what = f"{what[:-1]}, and {takes} needs {self._contents}."
        if verb in VERBS_OF_BOTH:
            raise wrong_contents(f"{what} Use:", held, verb, folder)
        if held == "instances" and self._kind != "run":
            raise wrong_contents(f"{what} To score models on it, use:", held, "run", folder)
        raise AuthorError(what)

    def _start(self, param: click.Parameter | None, verb: str) -> tuple[str, ...]:
        """What a folder that was meant is to be written after."""
        if isinstance(param, click.Option):
            return (param.opts[0],)
        return ("benchwright", verb) if self._contents == "items" else ("benchwright", GROUP, verb)


def contents_of(folder: Path, kind: Literal["suite", "run"]) -> Contents | None:
    """What a suite holds, or a run was played on, by what lies in the folder; None where that does not show.

    Raises InvalidFile for a suite.yaml that has to be read for it and cannot be.
    """
    if kind == "run":
        run = RunPaths(folder)
        if run.instances.exists():
            return "instances"
        return "items" if run.projects.exists() else None
    suite = SuitePaths(folder)
    if suite.instances.is_dir() or suite.order.exists():
        return "instances"
    if suite.items.is_dir() or suite.authoring_spec.exists():
        return "items"
    if suite.suite.is_file():
        return "instances" if read_suite(suite).splits else "items"
    return None


@dataclass(frozen=True)
class _Mistake:
    what: str
    """What the folder is, and what to do."""
    meant: tuple[tuple[str | Path, ...], ...] = ()
    """What may have been meant, as the verb's arguments."""


def _mistake(folder: Path, wanted: FolderKind, verb: str) -> _Mistake | None:
    """Why the folder is not what is wanted; None when it is nothing that is known."""
    here = next(iter(kinds_of(folder)), None)
    needed = f"and {NOUN[wanted]} is needed here"
    if above := _above(folder, wanted):
        what = NOUN[here] if here else f"a part of {NOUN[wanted]}"
        part = ("--item", folder.name) if here and verb in VERBS_WITH_ITEM else ()
        return _Mistake(f"is {what}, {needed}. This one?", ((above, *part),))
    if beneath := _beneath(folder, wanted):
        what = f"is {NOUN[here]}, {needed}" if here else f"lies around {NOUN[wanted]}"
        return _Mistake(f"{what}. One of these?", beneath)
    of_instances = contents_of(folder, "suite") == "instances"
    group = (GROUP,) if of_instances else ()
    if here == "suite" and wanted == "run":
        player = "--model MODEL" if of_instances else "--agent …"
        return _Mistake(
            "is a suite, and a run of it is needed here. To make one: "
            f"{command_line('benchwright', *group, 'run', folder)} {player}"
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
            "is not finished. Decide waiting reviews "
            f"({command_line('benchwright', *group, 'review', folder)}), or repeat the author command to continue."
        )
    return None


def _as_folder(file: Path, wanted: FolderKind, start: Sequence[str]) -> str:
    """That a file was named, and the folder that may have been meant: one of those that it lies in."""
    above = _above(file, wanted)
    meant = f" This one?\n  {command_line(*start, above)}" if above else ""
    return f"{file} is a file, and the folder of {NOUN[wanted]} is needed here.{meant}"


def _holds_nothing(folder: Path, kind: FolderKind) -> bool:
    """Whether not even a part of what makes the kind is left in a folder."""
    return not any((folder / part).exists() for part in TRACES[kind])


def _absence(folder: Path, kind: FolderKind) -> str:
    """That there is no such thing, and what lies beside it."""
    here = folder.parent
    beside = sorted(other.name for other in here.glob("*") if kind in kinds_of(other))
    named = ", ".join(beside[:MOST_NAMED]) + (", …" if len(beside) > MOST_NAMED else "")
    if kind == "item" and here.name == "items" and "suite" in kinds_of(here.parent):
        has = f"it has: {named or 'none'}.{did_you_mean(folder.name, beside)}"
        return f"There is no item {folder.name!r} in {here.parent}; {has}"
    why = "it does not exist" if not folder.exists() else f"there is no {mark_of(folder, kind).name}"
    instead = f" In {here} lie: {named}." if beside else f" Name the folder of {NOUN[kind]}."
    return f"No {kind} lies in {folder}: {why}.{instead}{did_you_mean(folder.name, beside)}"


def _above(folder: Path, kind: FolderKind) -> Path | None:
    """The nearest folder above of that kind, written as the person wrote the path where that names it."""
    return next((one for one in (*folder.parents, *resolved(folder).parents) if kind in kinds_of(one)), None)


def _beneath(folder: Path, kind: FolderKind) -> tuple[tuple[Path], ...]:
    """The folders of that kind one or two levels down."""
    name = mark_of(folder, kind).name
    return tuple((file.parent,) for depth in ("*", "*/*") for file in sorted(folder.glob(f"{depth}/{name}")))

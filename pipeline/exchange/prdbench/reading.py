"""A folder of published PRDBench tasks, read as it is: every criterion with the problems that were found in it."""

import os
import posixpath
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, cast

from pipeline.exchange.prdbench.files import (
    Outputs,
    Scripts,
    TaskFiles,
    outputs_of,
    scripts_of,
    stale_products,
)
from pipeline.exchange.prdbench.folder import PublishedFolder
from pipeline.exchange.prdbench.needs import needs_of
from pipeline.exchange.prdbench.plan import (
    PLAN,
    EntryCommand,
    EntryDraft,
    ReadPlan,
    drafted,
    joined,
    read_plan,
    read_rubric,
)
from plans.errors import AuthorError, InvalidFile
from plans.plain_text import folded
from plans.records.problem import Problem
from plans.records.published import (
    PublishedCriterion,
    PublishedDefect,
    PublishedRubric,
    PublishedStep,
    PublishedTask,
)

_NUMBER = re.compile(r"[0-9]{1,6}")
PRD = "src/PRD.md"
AUX = "aux_data.json"
_FOLDERS = frozenset({"src", "evaluation"})
_SOUND_ELSEWHERE = frozenset({"dir"})
"""Words of Windows' shell that GNU's tools have too."""


class PublishedDataset(NamedTuple):
    """All tasks of a folder."""

    root: Path
    """The folder in which those of the tasks lie."""
    tasks: tuple[PublishedTask, ...]
    problems: tuple[Problem, ...]
    """Of the folder, and of tasks of which nothing could be read."""
    folders: Mapping[int, PublishedFolder]
    """Task → its files."""


def read_dataset(folder: Path) -> PublishedDataset:
    """Every task of a folder, in the order of their numbers; what cannot be read is a problem, and stops nothing.

    Raises AuthorError where no task lies there at all.
    """
    root = _root(folder)
    survivors, problems = _survivors(root)
    tasks: dict[int, PublishedTask] = {}
    folders: dict[int, PublishedFolder] = {}
    for number, name in _numbered(root):
        task_folder = PublishedFolder(root / name, name)
        if number in tasks:
            message = f"has the number {number}, as another folder has, and is not read."
            problems.append(task_folder.problem(".", message, "Give it a number of its own."))
            continue
        try:
            plan = read_plan(task_folder)
        except InvalidFile as error:
            problems += [*error.problems, *task_folder.problems]
            continue
        folders[number] = task_folder
        tasks[number] = task_of(number, task_folder, plan, survivors.get(number, ()))
    if missing := sorted(set(survivors) - {number for number, _ in _numbered(root)}):
        message = f"names data for the tasks {', '.join(map(str, missing))}, which are not there."
        mend = "Nothing follows, unless they were to be there."
        problems.append(Problem(where=AUX, message=message, mend=mend, severity="warning"))
    read = tuple(tasks.values())
    return PublishedDataset(root, read, tuple(problems), folders)


def _root(folder: Path) -> Path:
    """The folder whose entries are the tasks: the one that is named, or `PRDBench` in it."""
    inner = folder / "PRDBench"
    for root in (folder,) if inner.is_symlink() else (folder, inner):
        if any(_is_there(root, f"{name}/{file}") for _, name in _numbered(root) for file in (PLAN, PRD)):
            return root
    if _is_there(folder, PLAN):
        raise AuthorError(
            f"{str(folder)!r} is a single task of PRDBench, and its number and data are told by the folder above. "
            "Name that one."
        )
    raise AuthorError(
        f"{str(folder)!r} holds no task of PRDBench, so nothing was read: looked for folders with a number for their "
        f"name, there and in 'PRDBench', that hold {PLAN!r} or {PRD!r}. Name the folder of a checkout of the published "
        "data."
    )


def _is_there(root: Path, file: str) -> bool:
    """Whether a file lies there itself, with no link on the way."""
    steps = [root / part for part in (*reversed(PurePosixPath(file).parents), file) if str(part) != "."]
    return not any(step.is_symlink() for step in steps) and (root / file).is_file()


def _numbered(root: Path) -> list[tuple[int, str]]:
    """Number and name of the folders that can be tasks, in the order of their numbers; links are none."""
    try:
        entries = list(os.scandir(root))
    except OSError:
        # What is no folder, or may not be read, holds no task that could be told of; the caller says what it found.
        return []
    return sorted(
        (int(entry.name), entry.name)
        for entry in entries
        if _NUMBER.fullmatch(entry.name) and stat.S_ISDIR(entry.stat(follow_symlinks=False).st_mode)
    )


def _survivors(root: Path) -> tuple[dict[int, tuple[str, ...]], list[Problem]]:
    """Task → the data that its code agent is given; nothing where aux_data.json says nothing, with a problem."""
    listing = PublishedFolder(root, root.name, is_listed=False)
    mend = "Without it nobody knows which data under src/ a code agent is given; restore the published file."
    try:
        value = listing.json(AUX)
    except InvalidFile as error:
        return {}, [one.model_copy(update={"mend": mend, "severity": "warning"}) for one in error.problems]
    found: dict[int, tuple[str, ...]] = {}
    problems: list[Problem] = []
    for name, files in cast("dict[str, Any]", value).items() if isinstance(value, dict) else ():
        listed = cast("list[Any]", files) if isinstance(files, list) else [files]
        if not _NUMBER.fullmatch(name) or not all(isinstance(one, str) for one in listed):
            problems.append(
                listing.problem(
                    f"{AUX}: {folded(name[:40])}", "is no list of files of a task.", mend, is_warning=True
                )
            )
        else:
            found[int(name)] = tuple(cast("list[str]", listed))
    if not isinstance(value, dict):
        problems.append(listing.problem(AUX, "is no list of files by task.", mend, is_warning=True))
    return found, problems


class _Parts(NamedTuple):
    """What is known of one criterion without the others."""

    draft: EntryDraft
    outputs: Outputs
    scripts: Scripts
    rubric: PublishedRubric | None


def task_of(number: int, folder: PublishedFolder, plan: ReadPlan, survivors: Sequence[str]) -> PublishedTask:
    """The task with its criteria.

    Args:
        number: Its number.
        folder: Its files.
        plan: Its plan, read from there.
        survivors: Data that its code agent is given, as aux_data.json names them.
    """
    rubric = read_rubric(folder)
    prd, problems = _prd(folder)
    drafts = [drafted(entry, folder) for entry in plan.entries]
    rubrics = joined({draft.entry.ordinal: draft.entry.metric for draft in drafts}, rubric.rows)
    stale = stale_products(drafts, folder)
    library = TaskFiles(folder)
    parts = [
        _Parts(
            draft,
            outputs_of(draft, folder, stale),
            scripts_of(draft, library),
            rubrics.get(draft.entry.ordinal),
        )
        for draft in drafts
    ]
    kept, lost = _kept(survivors, folder)
    return PublishedTask(
        number=number,
        prd=prd,
        criteria=tuple(_criteria(number, parts, folder)),
        planned=plan.planned,
        must_survive=kept,
        shipped_beside=tuple(
            name for name in folder.files if name.partition("/")[0] not in _FOLDERS and name not in stale
        ),
        stale_products=tuple(sorted(stale)),
        needs=needs_of(prd, drafts, [part.scripts for part in parts], library, kept),
        problems=(*folder.problems, *problems, *plan.problems, *rubric.problems, *lost),
    )


def _criteria(number: int, parts: Sequence[_Parts], folder: PublishedFolder) -> Iterator[PublishedCriterion]:
    for draft, outputs, scripts, rubric in parts:
        entry = draft.entry
        yield PublishedCriterion(
            task=number,
            ordinal=entry.ordinal,
            id=draft.id,
            title=draft.title,
            metric=entry.metric,
            kind=entry.kind,
            description=entry.description,
            expected_output=entry.expected_output,
            steps=tuple(
                PublishedStep(
                    command=one.case.command, run=one.run, asked_input=one.case.input, input=one.found.input
                )
                for one in draft.commands
            ),
            run_files=scripts.files,
            input_files=entry.input_files,
            expected_files=entry.expected_files,
            reference_files=outputs.references,
            products=outputs.products,
            supposed_products=outputs.supposed,
            rubric=rubric,
            defects=tuple(defects_of(draft, folder, outputs, scripts, rubric)),
        )


def _prd(folder: PublishedFolder) -> tuple[str | None, list[Problem]]:
    try:
        text = folder.text(PRD)
    except InvalidFile as error:
        return None, list(error.problems)
    if not text.lost:
        return text.text, []
    message = f"is not wholly {text.encoding.upper()}; what could not be read is marked in it."
    return text.text, [folder.problem(PRD, message, "Restore it from the published data.", is_warning=True)]


def _kept(survivors: Sequence[str], folder: PublishedFolder) -> tuple[tuple[str, ...], list[Problem]]:
    """The data that are given to the code agent, those that lie there and those that do not told apart."""
    kept: list[str] = []
    lost: list[Problem] = []
    for name in survivors:
        place = folder.place(name)
        if place is None:
            message = f"names {name!r}, which lies outside of the task, and is not looked for."
            lost.append(folder.problem(AUX, message, "Name a file of the task."))
            continue
        if place.partition("/")[0] != "src":
            message = f"names {name!r}, which does not lie under src/, and is not given to code agents."
            lost.append(folder.problem(AUX, message, "Name files under src/.", is_warning=True))
            continue
        kept.append(place)
        if place not in folder.files:
            message = "is to be given to code agents, and is not there."
            lost.append(
                folder.problem(place, message, "Restore it from the published data.", is_warning=True)
            )
    return tuple(kept), lost


def defects_of(
    draft: EntryDraft,
    folder: PublishedFolder,
    outputs: Outputs,
    scripts: Scripts,
    rubric: PublishedRubric | None,
) -> Iterator[PublishedDefect]:
    """What is wrong with a criterion as far as no program has to be run for it, and whether it can be satisfied."""
    yield from draft.entry.defects
    if not any(command.case.command for command in draft.commands):
        yield PublishedDefect(
            kind="command", message="no command is given: it is decided by what lies there."
        )
    for command in draft.commands:
        yield from _of_command(command)
    yield from scripts.defects
    yield from (PublishedDefect(kind="input", message=message) for message in _lacking_inputs(draft, folder))
    yield from (PublishedDefect(kind="expected", message=message) for message in _of_outputs(outputs))
    if rubric is None:
        yield PublishedDefect(kind="rubric", message="metric.json has no row of its id with a like title.")
    elif set(rubric.points) != {0, 1, 2}:
        given = ", ".join(map(str, sorted(rubric.points, reverse=True))) or "no"
        message = f"its rubric tells of {given} points, in the form `2 points: …`; 2, 1 and 0 can be given."
        yield PublishedDefect(kind="rubric", message=message)


def _of_command(command: EntryCommand) -> Iterator[PublishedDefect]:
    taken_apart, found = command.commands, command.found
    if command.unread is not None:
        message = f"bash cannot read the command {command.case.command!r}: {command.unread}."
        yield PublishedDefect(kind="command", message=message, blocks=True)
    if taken_apart is not None and taken_apart.foreign is not None:
        message = f"{taken_apart.foreign!r} is a command of PowerShell or Windows, which bash does not know."
        yield PublishedDefect(kind="command", message=message, blocks=True)
    elif words := {call.words[0] for call in command.calls if call.words} & _SOUND_ELSEWHERE:
        message = f"{min(words)!r} is a command of Windows; it works where GNU's tools are installed."
        yield PublishedDefect(kind="command", message=message)
    if found.wanted is not None and found.input.source != "missing":
        message = f"its standard input {found.wanted!r} is not there; {found.input.file!r} is taken for it."
        yield PublishedDefect(kind="command", message=message)


def _lacking_inputs(draft: EntryDraft, folder: PublishedFolder) -> Iterator[str]:
    for command in draft.commands:
        if command.found.input.source == "missing":
            name = command.found.wanted or command.found.input.file
            yield f"its standard input {name!r} is not there, nor a file that can be meant."
    for name in draft.entry.input_files:
        place = folder.place(name)
        if place is None:
            yield f"its input file {name!r} lies outside of the task, and is not looked for."
        elif place not in folder.files and place not in folder.folders and not folder.matching(place):
            yield f"its input file {name!r} is not there: a submission, or an earlier criterion, has to make it."


def _of_outputs(outputs: Outputs) -> Iterator[str]:
    for name in outputs.missing:
        yield f"the expected file {name!r} is not there, so its content cannot be compared."
    for name in outputs.mistaken:
        yield f"{name!r}, named as expected, is itself to be written: there is nothing to compare it with."
    for name in map(posixpath.basename, outputs.stale):
        yield f"{name!r} is shipped though its command is to write it: that it is there shows nothing."

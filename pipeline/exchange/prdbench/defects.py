"""What is wrong with a published criterion, as far as no program has to be run for it."""

import posixpath
from collections.abc import Iterator

from pipeline.exchange.prdbench.drafting import Command, Draft
from pipeline.exchange.prdbench.folder import PublishedFolder
from pipeline.exchange.prdbench.outputs import Outputs
from pipeline.exchange.prdbench.scripts import Scripts
from plans.records.published import Defect, Rubric

_SOUND_ELSEWHERE = frozenset({"dir"})
"""Words of Windows' shell that GNU's tools have too."""


def defects_of(
    draft: Draft, folder: PublishedFolder, outputs: Outputs, scripts: Scripts, rubric: Rubric | None
) -> tuple[Defect, ...]:
    """Everything that is wrong with a criterion, those that nobody can mend by a better hand-in marked.

    Args:
        draft: The criterion.
        folder: Its task.
        outputs: The files of its outcome.
        scripts: What its commands run.
        rubric: What its points are given for, or None.
    """
    found = [*draft.entry.defects, *_of_commands(draft), *scripts.defects]
    found += _of_inputs(draft, folder)
    found += _of_outputs(outputs)
    if rubric is None:
        message = (
            "metric.json has no row of its id with a like title, so nothing says what 1 point is given for."
        )
        found.append(Defect(kind="no_rubric", message=message))
    elif set(rubric.points) != {0, 1, 2}:
        given = ", ".join(map(str, sorted(rubric.points, reverse=True))) or "no"
        message = (
            f"its rubric tells of {given} points, where 2, 1 and 0 can be given; they are read in the form "
            "`2 points: …`."
        )
        found.append(Defect(kind="no_rubric", message=message))
    return tuple(found)


def _of_commands(draft: Draft) -> Iterator[Defect]:
    if not any(command.case.command for command in draft.commands):
        yield Defect(kind="no_command", message="no command is given: it is decided by what lies there.")
    for command in draft.commands:
        yield from _of_command(command)


def _of_command(command: Command) -> Iterator[Defect]:
    if command.unread is not None:
        message = f"bash cannot read the command {command.case.command!r}: {command.unread}."
        yield Defect(kind="command_unreadable", message=message, blocks=True)
    if command.commands is None:
        return
    if command.commands.foreign is not None:
        message = (
            f"{command.commands.foreign!r} is a command of PowerShell or Windows, which bash does not know."
        )
        yield Defect(kind="foreign_shell", message=message, blocks=True)
    elif words := {call.words[0] for call in command.calls if call.words} & _SOUND_ELSEWHERE:
        message = f"{min(words)!r} is a command of Windows; it works where GNU's tools are installed."
        yield Defect(kind="foreign_shell", message=message)


def _of_inputs(draft: Draft, folder: PublishedFolder) -> Iterator[Defect]:
    for command in draft.commands:
        found = command.found
        if found.input.source == "missing":
            name = found.wanted or found.input.file
            message = f"its standard input {name!r} is not there, nor a file that can be meant."
            yield Defect(kind="input_missing", message=message)
        elif found.wanted is not None:
            message = (
                f"its standard input {found.wanted!r} is not there; {found.input.file!r} is taken for it."
            )
            yield Defect(kind="input_missing", message=message)
    for name in draft.entry.input_files:
        place = folder.place(name)
        if place is None:
            message = f"its input file {name!r} lies outside of the task, and is not looked for."
            yield Defect(kind="input_file_missing", message=message)
        elif place not in folder.files and place not in folder.folders and not folder.matching(place):
            message = (
                f"its input file {name!r} is not there: a hand-in, or an earlier criterion, has to make it."
            )
            yield Defect(kind="input_file_missing", message=message)


def _of_outputs(outputs: Outputs) -> Iterator[Defect]:
    for name in outputs.missing:
        message = f"the expected file {name!r} is not there, so its content cannot be compared."
        yield Defect(kind="reference_missing", message=message)
    for name in outputs.mistaken:
        message = (
            f"{name!r}, named as expected, is itself to be written: there is nothing to compare it with."
        )
        yield Defect(kind="reference_is_product", message=message)
    for name in outputs.stale:
        base = posixpath.basename(name)
        message = f"{base!r} is shipped though its command is to write it: that it is there shows nothing."
        yield Defect(kind="stale_product", message=message)

"""Tasks adapted to the interface of a hand-in: other command lines, other typed input, or why that cannot be sure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from agents.judging.commands.adapting.interface import Interface
from agents.judging.commands.adapting.lines import Call, calls, is_moving, replaced
from agents.judging.commands.adapting.rewording import Reworded, reworded
from agents.judging.commands.adapting.typed import retyped, typed_into
from agents.judging.commands.kinds import how_of
from plans.errors import JudgeError
from plans.records.criteria import EvaluationTask
from plans.records.task_modes import Command, UnitTest
from plans.records.verdict import Adaptation
from plans.untrusted_text import lines_of

_LOOKS_IN = "PYTHONPATH="
"""What a line says by itself of where packages lie."""
_NO_MENU = "the specification states no menu, so that nothing tells what is typed for what"


class Unsure(NamedTuple):
    """Why a task cannot surely be tried on what a hand-in has."""

    why: str


@dataclass(frozen=True)
class Adapted:
    """A task as it is tried, and what was done to it."""

    task: EvaluationTask
    adaptations: tuple[Adaptation, ...] = ()
    guess: str = ""
    """What of it nothing that the hand-in says tells, so that failing shows nothing; empty where it tells all."""


def adapted(
    task: EvaluationTask, commands: Interface, menu: Interface, grader: Mapping[str, bytes]
) -> Adapted | Unsure:
    """The task as it is tried on a hand-in, or why nobody can be sure how it would be.

    Tests import what the PRD fixes, whatever the interface, and stay as they are.

    Args:
        task: As the criteria have it.
        commands: The program that commands are given to.
        menu: The program whose menu is used.
        grader: The grader's files: what is typed may lie in one, and what is laid may hold commands.
    """
    how = how_of(task)
    if isinstance(how, UnitTest):
        return Adapted(task)
    made: list[Command] = []
    adaptations: list[Adaptation] = []
    guesses: list[str] = []
    for command in how.act:
        try:
            typed = typed_into(command, grader)
            new = _command(command, typed, commands, menu)
            _refuse_named_within(command, typed, task, commands, grader)
        except JudgeError as unsure:
            return Unsure(str(unsure))
        made.append(new.command)
        adaptations += new.adaptations
        guesses += new.guesses
    if menu.translation is not None and _uses_menu(task, menu.asked.programs):
        adaptations += _entries(menu)
    changed = how.model_copy(update={"act": tuple(made)})
    if _uses(task, commands.asked.programs) and (commands.own.is_slow or menu.own.is_slow):
        guesses.append("the program takes so long to start that nothing is known of how it is called")
    return Adapted(
        task.model_copy(update={"how": changed}), tuple(dict.fromkeys(adaptations)), "; ".join(guesses[:1])
    )


@dataclass(frozen=True)
class _New:
    command: Command
    adaptations: tuple[Adaptation, ...]
    guesses: tuple[str, ...] = ()


def _command(command: Command, typed: str, commands: Interface, menu: Interface) -> _New:
    found = calls(command.line)
    programs = commands.asked.programs
    if found is None:
        if any(program in command.line for program in programs) and not _is_as_asked(commands):
            raise JudgeError(
                f"{command.line!r} is more than commands one after the other, and is not rewritten"
            )
        return _New(command, ())
    own = [call for call in found if call.program in programs]
    if is_moving(command.line) and any(call.program != commands.own.start.program for call in own):
        raise JudgeError(f"{command.line!r} moves to another folder before it starts the program")
    if len(programs) > 1 and any(call.program != commands.own.start.program for call in own):
        raise JudgeError(
            f"the criteria start {len(programs)} programs, and it is not sure which of its own each is"
        )
    changes: list[tuple[Call, str]] = []
    adaptations: list[Adaptation] = []
    guesses: list[str] = []
    new_typed = typed
    for call in own:
        interface = commands if call.words else menu
        given = _head(call, command.line, interface)
        words, guess = reworded(call, command.line, interface) if call.words else Reworded("")
        guesses += [guess] if guess else []
        changes.append((call, f"{given} {words}".strip()))
        if not call.words and typed:
            new_typed = retyped(typed, interface)
            guesses += [] if interface.asked.menu or interface.is_as_it_is else [_NO_MENU]
    line = replaced(command.line, changes)
    if line != command.line:
        is_start_alone = all(text.endswith(_words_as_asked(call, command.line)) for call, text in changes)
        by = "entry point" if is_start_alone else "help text"
        adaptations.append(Adaptation(asked=command.line, given=line, by=by))
    if new_typed == typed:
        return _New(command.model_copy(update={"line": line}), tuple(adaptations), tuple(guesses))
    adaptations.append(Adaptation(asked=typed, given=new_typed, by="menu"))
    changed = command.model_copy(update={"line": line, "input": new_typed})
    return _New(changed, tuple(adaptations), tuple(guesses))


def _head(call: Call, line: str, interface: Interface) -> str:
    """How it is started: as asked, but where it would not be found so, such as a package in another folder."""
    start = interface.own.start
    asked = line[call.head[0].begin : call.head[-1].end]
    if call.program != start.program:
        return start.line
    is_found = start.is_bare or is_moving(line) or _LOOKS_IN in line
    return asked if is_found else start.line


def _words_as_asked(call: Call, line: str) -> str:
    return line[call.words[0].begin : call.words[-1].end] if call.words else ""


def _is_as_asked(interface: Interface) -> bool:
    """Whether it is started and called just as it is asked."""
    start = interface.own.start
    return (
        start.program in interface.asked.programs
        and start.is_bare
        and all(
            interface.commands.get(one.name) is not None and interface.commands[one.name].name == one.name
            for one in interface.asked.commands
        )
    )


def _refuse_named_within(
    command: Command, typed: str, task: EvaluationTask, interface: Interface, grader: Mapping[str, bytes]
) -> None:
    """Raise JudgeError where what the program reads holds commands that are called otherwise, such as a batch."""
    others = {name for name, own in interface.commands.items() if own.name != name}
    if interface.is_as_it_is or not others:
        return
    named = {laid.to: grader.get(laid.file, b"") for laid in how_of(task).arrange.files}
    texts = [
        data.decode("utf-8", "replace") for to, data in named.items() if to in command.line or to in typed
    ]
    read = [row.split() for text in texts for row in lines_of(text)]
    if found := sorted({words[0] for words in read if words and words[0] in others}):
        raise JudgeError(
            f"a file that the program reads holds the command {found[0]!r}, which is called otherwise here"
        )


def _entries(menu: Interface) -> Iterator[Adaptation]:
    for choice, own in menu.entries.items():
        title = menu.asked.menu[choice]
        if (choice, title) != own:
            yield Adaptation(asked=f"{choice}. {title}", given=f"{own.choice}. {own.title}", by="menu")


def _uses(task: EvaluationTask, programs: Sequence[str]) -> bool:
    """Whether a task starts the program at all."""
    return any(call.program in programs for command in how_of(task).act for call in calls(command.line) or ())


def _uses_menu(task: EvaluationTask, programs: Sequence[str]) -> bool:
    """Whether a task starts the program without words, so that it shows its menu."""
    how = how_of(task)
    return any(
        call.program in programs and not call.words
        for command in how.act
        for call in calls(command.line) or ()
    )

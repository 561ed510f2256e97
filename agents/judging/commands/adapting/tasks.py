"""Tasks adapted to the interface of a submission: other command lines, other typed input."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from agents.judging.commands.adapting.exploring import Explored, Flag, MenuEntry, OwnCommand, Translation
from agents.judging.commands.adapting.meaning import (
    Called,
    PresumedInterface,
    ProgramCall,
    Signature,
    calls,
    is_moving,
    paired,
    replaced,
    words,
)
from agents.judging.commands.working_copies import how_of
from plans.errors import JudgeError
from plans.plain_text import lines_of
from plans.records.criteria import EvaluationTask
from plans.records.task_kinds import Command, GraderFile
from plans.records.verdict import Adaptation
from plans.shell import ShellToken

_LOOKS_IN = "PYTHONPATH="
"""What a line says by itself of where packages lie."""
_NO_MENU = "the specification states no menu, so that nothing tells what is typed for what"


@dataclass(frozen=True)
class ProgramInterface:
    """What a program of the submission has of what is asked."""

    asked: PresumedInterface
    own: Explored

    @property
    def is_as_it_is(self) -> bool:
        """Whether nothing but its start can be told apart: it breaks down, or says the same to everything, and that is
        what it is judged by; or it is too slow to tell anything, and it is tried as it is asked.
        """
        return self.own.is_broken or self.own.is_mute or self.own.is_slow

    @cached_property
    def commands(self) -> Mapping[str, OwnCommand]:
        """Asked command → its own."""
        described = [
            Called(one.name, self.asked.title_of(one), (len(one.values), len(one.values)))
            for one in self.asked.commands
        ]
        listed = {one.name for one in self.own.commands}
        # What a program answers to is a command of its own, also where its help does not list it.
        unlisted = [OwnCommand(name) for name in sorted(self.own.answers_to - listed)]
        known = [*self.own.commands, *unlisted]
        pairs = paired(described, [one.called for one in known], self.asked.things)
        return {self.asked.commands[one].name: known[other] for one, other in pairs.items()}

    @cached_property
    def entries(self) -> Mapping[str, MenuEntry]:
        """Asked choice → the entry of its own menu."""
        choices = list(self.asked.menu)
        titles = [Called(title=self.asked.menu[choice]) for choice in choices]
        pairs = paired(titles, [Called(title=one.title) for one in self.own.menu], self.asked.things)
        return {choices[one]: self.own.menu[other] for one, other in pairs.items()}

    @cached_property
    def has_same_menu(self) -> bool:
        """Whether its menu is the asked one, choice by choice and title by title."""
        return [MenuEntry(*one) for one in self.asked.menu.items()] == list(self.own.menu)

    @cached_property
    def translation(self) -> Translation | None:
        """How its menu is read as the criteria have it; None where it is the same, or there is none."""
        if self.has_same_menu or not self.own.menu or not self.entries:
            return None
        pairs = {own: MenuEntry(choice, self.asked.menu[choice]) for choice, own in self.entries.items()}
        return Translation(
            own=self.own.menu, asked=tuple(MenuEntry(*one) for one in self.asked.menu.items()), pairs=pairs
        )


def likeliest(
    asked: PresumedInterface, explored: Sequence[Explored]
) -> tuple[ProgramInterface, ProgramInterface]:
    """The program that commands are given to, and the one whose menu is used: those that have most of what is asked.

    Of several that have as much it is the first; a program that breaks down only where there is no other.
    """
    found = [ProgramInterface(asked, one) for one in explored]
    sound = [one for one in found if not one.own.is_broken] or found
    return max(sound, key=lambda one: len(one.commands)), max(sound, key=lambda one: len(one.entries))


class Reworded(NamedTuple):
    """The words of a command as a program of the submission is given them."""

    words: str
    guess: str = ""
    """What of it nothing that the program says tells; empty where it tells all."""


class _Parts(NamedTuple):
    """The words of a command."""

    before: tuple[ShellToken, ...]
    """Options and their values, ahead of its name."""
    name: ShellToken
    after: tuple[ShellToken, ...]


def reworded(call: ProgramCall, line: str, interface: ProgramInterface) -> Reworded:
    """What its own program is given for what the criteria give theirs; raises JudgeError where that cannot be sure.

    Where a program calls a command otherwise and does not tell what it takes, the values stay in the order in which
    they were asked: that may work, and where it does not, nobody knows whose fault that is.
    """

    def raw(word: ShellToken) -> str:
        return line[word.begin : word.end]

    if interface.is_as_it_is:
        return Reworded(" ".join(map(raw, call.words)))
    parts = _parts(call, interface)
    name = parts.name.text
    own = _own(name, interface)
    if own is None:
        return Reworded(" ".join(map(raw, call.words)))
    ahead, behind = _options([(word.text, raw(word)) for word in parts.before], own, interface)
    signature = interface.asked.command(name)
    after = [(word.text, raw(word)) for word in parts.after]
    values = _valued(signature, own, after, interface)
    guess = _guess(signature, own, after, interface) if own.name != name else ""
    return Reworded(" ".join([*ahead, own.name, *behind, *values]), guess)


def _guess(
    signature: Signature | None,
    own: OwnCommand,
    given: Sequence[tuple[str, str]],
    interface: ProgramInterface,
) -> str:
    """What of the values and options behind a command is taken as it was asked, with nothing to show for it."""
    flags = {flag.name for flag in (*own.flags, *interface.own.options)}
    options = [text.partition("=")[0] for text, _ in given if text.startswith("--")]
    if unknown := [name for name in options if name not in flags]:
        return f"{own.name!r} does not tell of {unknown[0]!r}, and is given it all the same"
    names = signature.values if signature else ()
    if len(given) < 2 or (own.values is not None and len(own.values) + own.more < len(names)):
        return ""  # One value has no order, and what goes by options has the names of these.
    asked = sorted(tuple(words(name)) for name in names)
    if asked and own.values is not None and asked == sorted(tuple(words(name)) for name in own.values):
        return ""
    return f"in which order {own.name!r} takes its values is not told, and they are given as they were asked"


def _parts(call: ProgramCall, interface: ProgramInterface) -> _Parts:
    names = {one.name for one in interface.asked.commands}
    given = call.words
    at = next((n for n, word in enumerate(given) if word.text in names), None)
    if at is None:
        if given[0].text.startswith("-"):
            raise JudgeError(
                f"it is not sure which word of {' '.join(word.text for word in given)!r} is the command"
            )
        at = 0
    return _Parts(given[:at], given[at], given[at + 1 :])


def _own(name: str, interface: ProgramInterface) -> OwnCommand | None:
    """Its own command; None where the criteria give a name that is to be no command, and is none here."""
    if name in interface.commands:
        return interface.commands[name]
    if interface.asked.command(name) is None and interface.asked.commands:
        if interface.own.command(name) is not None or name in interface.own.answers_to:
            raise JudgeError(f"{name!r} is given as an unknown command, and the program has it")
        return None
    if not interface.asked.commands and (
        interface.own.command(name) is not None or name in interface.own.answers_to
    ):
        return interface.own.command(name) or OwnCommand(name)
    raise JudgeError(f"no command of the program surely is {name!r}")


def _options(
    given: Sequence[tuple[str, str]], own: OwnCommand, interface: ProgramInterface
) -> tuple[list[str], list[str]]:
    """Words ahead of its command and behind it, with each option by the name that the program has for it."""
    ahead: list[str] = []
    behind: list[str] = []
    place = ahead
    for text, raw in given:
        if not text.startswith("--"):
            place.append(raw)
            continue
        name, equals, value = text.partition("=")
        flag, is_of_command = _flag(name, own, interface)
        place = behind if is_of_command else ahead
        place.append(f"{flag}={shlex.quote(value)}" if equals else flag)
    return ahead, behind


def _flag(name: str, own: OwnCommand, interface: ProgramInterface) -> tuple[str, bool]:
    """How the program calls an option, and whether it is one of the command rather than of all."""
    everywhere = [flag.name for flag in interface.own.options]
    of_command = [flag.name for flag in own.flags]
    if name in everywhere:
        return name, False
    if name in of_command:
        return name, True
    if not everywhere and not of_command:
        return name, False  # It tells of no options at all, and the PRD names this one.
    known = list(dict.fromkeys([*everywhere, *of_command]))
    pairs = paired([Called(name)], [Called(one) for one in known], (), "options")
    if 0 not in pairs:
        raise JudgeError(f"no option of the program surely is {name!r}")
    found = known[pairs[0]]
    return found, found not in everywhere


def _valued(
    signature: Signature | None,
    own: OwnCommand,
    given: Sequence[tuple[str, str]],
    interface: ProgramInterface,
) -> list[str]:
    """The values as its own command takes them: one after the other, or behind options of their names."""
    raws = [raw for _, raw in given]
    names = signature.values if signature else ()
    if own.values is None or not names or len(given) > len(names):
        return raws
    by_name = [flag for flag in own.flags if flag.takes_value]
    if len(own.values) + own.more >= len(names):
        order = _order(names, own.values)
        return raws if order is None or len(given) != len(names) else [raws[n] for n in order]
    return _by_name(names, own, by_name, raws, interface)


def _order(names: Sequence[str], own: Sequence[str]) -> list[int] | None:
    """In which order the values go where both name the same values; None: in the given one."""
    asked, there = [tuple(words(name)) for name in names], [tuple(words(name)) for name in own]
    if asked == there or sorted(asked) != sorted(there) or len(set(asked)) < len(asked):
        return None
    return [asked.index(name) for name in there]


def _by_name(
    names: Sequence[str],
    own: OwnCommand,
    flags: Sequence[Flag],
    raws: Sequence[str],
    interface: ProgramInterface,
) -> list[str]:
    known = [*(own.values or ()), *(flag.name for flag in flags)]
    pairs = paired([Called(name) for name in names], [Called(name) for name in known], (), "options")
    if missing := [name for n, name in enumerate(names) if n not in pairs]:
        raise JudgeError(f"it is not sure as what {own.name!r} takes the value {missing[0].upper()}")
    placed: dict[int, str] = {}
    behind: list[str] = []
    for n, raw in enumerate(raws):
        if pairs[n] < len(own.values or ()):
            placed[pairs[n]] = raw
        else:
            behind += [known[pairs[n]], raw]
    return [*(placed[n] for n in sorted(placed)), *behind]


def typed_into(command: Command, grader: Mapping[str, bytes]) -> str:
    """What a command reads, as text; empty where it reads nothing. JudgeError where it is no text.

    A file that the grader lacks is told when the task is tried.
    """
    if not isinstance(command.input, GraderFile):
        return command.input or ""
    try:
        return grader.get(command.input.file, b"").decode()
    except UnicodeDecodeError as error:
        raise JudgeError(f"what is typed, {command.input.file!r}, is no text") from error


def retyped(typed: str, interface: ProgramInterface) -> str:
    """The same choices and values for its own menu; raises JudgeError where that cannot be sure.

    A line is a choice, and the lines after it are the values that the entry's command takes, as the PRD has it; what
    no menu has, such as a wrong choice, stays as it is, and so does all where the PRD states no menu.
    """
    asked = interface.asked
    if interface.is_as_it_is or interface.has_same_menu or not asked.menu:
        return typed
    if not interface.own.menu:
        raise JudgeError(
            "the program prints no menu when it is started without anything, and a menu is asked for"
        )
    lines = typed.split("\n")
    made: list[str] = []
    at = 0
    while at < len(lines):
        choice = lines[at].strip()
        made.append(_choice(choice, lines[at], interface))
        at += 1
        if asked.is_end(choice):
            break
        if choice in asked.menu:
            values = _values(choice, interface, is_last=at >= len(lines))
            made += lines[at : at + values]
            at += values
    return "\n".join([*made, *lines[at:]])


def _choice(choice: str, line: str, interface: ProgramInterface) -> str:
    if choice in interface.asked.menu:
        if choice not in interface.entries:
            title = interface.asked.menu[choice]
            raise JudgeError(f"no entry of its menu surely is {choice}. {title}")
        return interface.entries[choice].choice
    if choice and any(choice.lower() == entry.choice.lower() for entry in interface.own.menu):
        raise JudgeError(f"{choice!r} is typed as a wrong choice, and its menu has it")
    return line


def _values(choice: str, interface: ProgramInterface, *, is_last: bool) -> int:
    """How many values an entry asks for."""
    if choice in interface.asked.of_entries:
        return len(interface.asked.of_entries[choice].values)
    if is_last:
        return 0
    title = interface.asked.menu[choice]
    raise JudgeError(f"the specification does not say how many values {title!r} asks for")


class Unsure(NamedTuple):
    """Why a task cannot surely be tried on what a submission has."""

    why: str


@dataclass(frozen=True)
class Adapted:
    """A task as it is tried, and what was done to it."""

    task: EvaluationTask
    adaptations: tuple[Adaptation, ...] = ()
    guess: str = ""
    """What of it nothing that the submission says tells, so that failing shows nothing; empty where it tells all."""


def adapted(
    task: EvaluationTask, commands: ProgramInterface, menu: ProgramInterface, grader: Mapping[str, bytes]
) -> Adapted | Unsure:
    """The task as it is tried on a submission, or why nobody can be sure how it would be.

    Tests import what the PRD fixes, whatever the interface, and stay as they are.

    Args:
        task: As the criteria have it.
        commands: The program that commands are given to.
        menu: The program whose menu is used.
        grader: The grader's files: what is typed may lie in one, and what is laid may hold commands.
    """
    how = how_of(task)
    if how.runs_tests:
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


def _command(command: Command, typed: str, commands: ProgramInterface, menu: ProgramInterface) -> _New:
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
    changes: list[tuple[ProgramCall, str]] = []
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


def _head(call: ProgramCall, line: str, interface: ProgramInterface) -> str:
    """How it is started: as asked, but where it would not be found so, such as a package in another folder."""
    start = interface.own.start
    asked = line[call.head[0].begin : call.head[-1].end]
    if call.program != start.program:
        return start.line
    is_found = start.is_bare or is_moving(line) or _LOOKS_IN in line
    return asked if is_found else start.line


def _words_as_asked(call: ProgramCall, line: str) -> str:
    return line[call.words[0].begin : call.words[-1].end] if call.words else ""


def _is_as_asked(interface: ProgramInterface) -> bool:
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
    command: Command,
    typed: str,
    task: EvaluationTask,
    interface: ProgramInterface,
    grader: Mapping[str, bytes],
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


def _entries(menu: ProgramInterface) -> Iterator[Adaptation]:
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

"""What is typed into a menu, typed into the menu of a hand-in: choices by what they are called, values as they are."""

from collections.abc import Mapping

from agents.judging.commands.adapting.interface import Interface
from plans.errors import JudgeError
from plans.records.task_modes import Command, GraderFile


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


def retyped(typed: str, interface: Interface) -> str:
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


def _choice(choice: str, line: str, interface: Interface) -> str:
    if choice in interface.asked.menu:
        if choice not in interface.entries:
            title = interface.asked.menu[choice]
            raise JudgeError(f"no entry of its menu surely is {choice}. {title}")
        return interface.entries[choice].choice
    if choice and any(choice.lower() == entry.choice.lower() for entry in interface.own.menu):
        raise JudgeError(f"{choice!r} is typed as a wrong choice, and its menu has it")
    return line


def _values(choice: str, interface: Interface, *, is_last: bool) -> int:
    """How many values an entry asks for."""
    if choice in interface.asked.of_entries:
        return len(interface.asked.of_entries[choice].values)
    if is_last:
        return 0
    title = interface.asked.menu[choice]
    raise JudgeError(f"the specification does not say how many values {title!r} asks for")

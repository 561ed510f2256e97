"""The same command with nothing to read, and with what nobody would type: what it says then, it says to anybody."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from agents.judging.commands.line import Line
from plans.shell.calls import Call, run_by

_TIDYING = frozenset({"rm", "mv", "rmdir", "unlink"})
"""Programs by which files are put away."""
_GARBAGE = "qzx-{number}-nobody-types-this"


def reads(line: Line) -> bool:
    """Whether a program of the hand-in is given anything to read."""
    return bool(line.input) or _brings_input(line.line)


def runs_program(line: str) -> bool:
    """Whether the command runs a program of the hand-in, and not only one of the system's, such as `ls`."""
    return any(map(_is_own, run_by(line)))


def tidies_up(line: str) -> bool:
    """Whether the command puts files away, and does nothing else."""
    calls = run_by(line)
    return bool(calls) and all(call.words and call.words[0] in _TIDYING for call in calls)


def takes_arguments(line: str) -> bool:
    """Whether a program of the hand-in is told by its arguments what to do: what it says then answers those."""
    return any(_arguments(call) for call in run_by(line) if _is_own(call))


def named_inputs(lines: Iterable[Line], laid: Mapping[str, bytes]) -> dict[str, Line]:
    """Place of a file that is laid → the command that names it as an argument and is given the same to read: its
    program may read either.
    """
    return {
        place: line
        for line in lines
        for place in _places_named(line.line)
        if place in laid and laid[place].split() == line.input.split()
    }


def with_nothing(line: Line) -> Line:
    """The command, and nothing to read."""
    return replace(line, line=silenced(line.line), input=b"")


def with_garbage(line: Line) -> Line:
    """The command, and as many lines of what fits no menu as it was given."""
    count = max(len(line.input.splitlines()), 3)
    typed = "".join(f"{garbage_of(number)}\n" for number in range(count))
    return replace(line, line=silenced(line.line), input=typed.encode())


def garbage_of(number: int) -> str:
    """A line that fits no menu."""
    return _GARBAGE.format(number=number)


def silenced(line: str) -> str:
    """The command line, in which programs of the hand-in read what it is given, and nothing that it brings itself."""
    if not _brings_input(line):
        return line
    # Of several redirections the last holds, over a pipe and a text that stands in the line too.
    for call in reversed([call for call in run_by(line) if _is_own(call)]):
        line = f"{line[: call.end]} <&3{line[call.end :]}"
    return f"exec 3<&0; {line}"


def _brings_input(line: str) -> bool:
    calls = run_by(line)
    # What has no words is what a group of commands reads.
    return any(call.is_fed or call.reads for call in calls if _is_own(call) or not call.words)


def _places_named(line: str) -> Iterator[str]:
    """The files, by path from the root, that programs of the hand-in may be named as arguments."""
    for call in run_by(line):
        if _is_own(call) and call.folder is not None:
            yield from (posixpath.normpath(posixpath.join(call.folder, word)) for word in _arguments(call))


def _arguments(call: Call) -> tuple[str, ...]:
    """What follows the program, or the module or script that Python is to run."""
    words = call.words[1:]
    if not call.is_python:
        return words
    while words and words[0].startswith("-"):
        if words[0] in ("-m", "-c"):
            return words[2:]
        words = words[1:]
    return words[1:]


def _is_own(call: Call) -> bool:
    if not call.words:
        return False
    program = call.words[0]
    return call.is_python or ("/" in program and not program.startswith("/"))

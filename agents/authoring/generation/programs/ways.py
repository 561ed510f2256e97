"""A model's ways to try a task, made into those of the records; the names by which a grader's files are found."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from agents.authoring.generation.files import PROGRAMS
from agents.authoring.generation.programs.patterns import assembled
from agents.authoring.generation.programs.shapes import (
    FileWay,
    RewrittenTask,
    ShellWay,
    Start,
    UnitWay,
    WrittenInput,
    WrittenTask,
)
from plans.records.criteria import How
from plans.records.project import Grader
from plans.records.task_modes import (
    Arrangement,
    Command,
    FileComparison,
    Laid,
    Printed,
    Rubric,
    ShellInteraction,
    UnitTest,
)

PROGRAM = f"python {PROGRAMS.start}"
"""What every command starts."""
TESTS = "python -m pytest -q"
INPUTS, EXPECTED = "inputs", "expected"
"""Folders of a grader beside that of the tests."""
ZERO = "Nothing of it, a traceback, or a program that cannot be run."


class Way(NamedTuple):
    """How a task is tried, and the file that it is held against, where there is one."""

    how: How
    grader: Grader


Written = WrittenTask | RewrittenTask


def way_of(written: Written) -> ShellWay | FileWay | UnitWay | None:
    """The one way that is there; None where there is none, or more than one."""
    found = [way for way in (written.shell, written.file, written.tests) if way is not None]
    return found[0] if len(found) == 1 else None


def made_way(written: Written, inputs: Mapping[str, WrittenInput], rubric: Rubric) -> Way:
    """The records of a way that was found sound; pydantic's ValidationError where it is not."""
    laid = [inputs[name] for name in dict.fromkeys(written.lays)]
    arrange = Arrangement(
        words=_arranged(laid), files=tuple(Laid(file=input_path(one), to=one.to) for one in laid)
    )
    way = way_of(written)
    match way:
        case ShellWay():
            expected = Printed(words=way.words, pattern=assembled(way.shown, way.never))
            how = ShellInteraction(
                kind="shell-interaction",
                arrange=arrange,
                act=commands(way.starts),
                expected=expected,
                rubric=rubric,
            )
            return Way(how, {})
        case FileWay():
            reference = f"{EXPECTED}/{written.id}/{PurePosixPath(way.product).name}"
            how = FileComparison(
                kind="file-comparison",
                arrange=arrange,
                act=commands(way.starts),
                product=way.product,
                reference=reference,
                expected=way.words,
                rubric=rubric,
            )
            return Way(how, {reference: way.expected.encode()})
        case UnitWay():
            line = " ".join((TESTS, *(f"{way.file}::{name}" for name in way.functions)))
            words = Arrangement(words=way.words)
            how = UnitTest(
                kind="unit-test", tests=(way.file,), arrange=words, act=(Command(line=line),), rubric=rubric
            )
            return Way(how, {})
        case None:
            raise AssertionError("a task without one way was found sound")


def commands(starts: Sequence[Start]) -> tuple[Command, ...]:
    """The command lines, in which every argument is quoted so that a shell takes nothing in it for its own."""
    return tuple(
        Command(
            line=" ".join((PROGRAM, *(f"{shlex.quote(argument)}" for argument in start.arguments))),
            input="".join(f"{line}\n" for line in start.typed) or None,
            exits=start.exits,
            stream=start.stream,
        )
        for start in starts
    )


def input_path(one: WrittenInput) -> str:
    """Where an input lies in `grader/`: elsewhere than it is laid, as programs may change it."""
    return f"{INPUTS}/{one.name}/{one.to}"


def inputs_in(grader: Grader) -> dict[str, WrittenInput]:
    """Name → input, of those that a grader has."""
    found: dict[str, WrittenInput] = {}
    for path, data in grader.items():
        folder, _, rest = path.partition("/")
        name, _, to = rest.partition("/")
        if folder == INPUTS:
            found[name] = WrittenInput(name=name, to=to, content=data.decode())
    return found


def functions_of(how: UnitTest) -> list[str]:
    """The test functions that a task runs, as `file::name`."""
    return [word for command in how.act for word in command.line.split() if "::" in word]


def _arranged(laid: Sequence[WrittenInput]) -> str:
    places = sorted(one.to for one in laid)
    return (
        f"The grader's {', '.join(places)} {'lies' if len(places) == 1 else 'lie'} there." if places else ""
    )


def texts_of(way: ShellWay | FileWay | UnitWay) -> Iterator[str]:
    """What a way hands to the program: arguments and typed lines."""
    if not isinstance(way, UnitWay):
        for start in way.starts:
            yield from start.arguments
            yield from start.typed

"""Task modes of Python projects: the model's answers, converted to records."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Literal, NamedTuple

from agents.authoring.generation.files import PROGRAMS
from agents.authoring.generation.shapes import LONGEST_PART, MOST_PARTS, Edit, TaskHead, WrittenFile
from plans.records.criteria import TaskMethod
from plans.records.model_call import Shape
from plans.records.project import Grader
from plans.records.task_kinds import (
    GAP,
    Arrangement,
    Command,
    FileComparison,
    Laid,
    Printed,
    Rubric,
    ShellInteraction,
    TaskKind,
    UnitTest,
)

NO_TRACEBACK = r"(?![\s\S]*Traceback \(most)"

_ANY_CASE = re.compile(r"^\(\?i\)")
_REPEATED_TWICE = re.compile(r"[+*}]\??\)[+*{]")
_SILENCES = (
    "",
    "\n",
    "python: can't open file '/work/src/main.py': [Errno 2] No such file or directory\n",
    "usage: main.py [-h]\n",
)
"""What is printed where nothing is done."""
_CODES = re.compile(
    r"\\[AbBdDsSwWZnrtfv]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\(\?[a-zA-Z]+[:)]|\(\?P<\w+>|\[[^\]]*\]"
)
_WORD = re.compile(r"[^\W\d_]{3,}")


def assembled(shown: Sequence[str], never: Sequence[str]) -> str:
    """The whole pattern: found in this order, without what may never be found, and without a traceback."""
    absent = "".join(rf"(?![\s\S]*(?:{_grouped(one)}))" for one in never)
    return rf"\A{NO_TRACEBACK}{absent}{GAP}{GAP.join(f'(?:{_grouped(one)})' for one in shown)}"


def pattern_problems(shown: Sequence[str], never: Sequence[str], known: frozenset[str]) -> Iterator[str]:
    """What is wrong with the parts of a pattern; `known` are the words, in lower case, that a program can know."""
    parts = [*shown, *never]
    if not shown:
        yield "`shown` is empty, so that nothing would have to be printed."
    if len(parts) > MOST_PARTS:
        yield f"there are {len(parts)} patterns; write at most {MOST_PARTS}."
    is_sound = bool(shown)
    for part in parts:
        if wrong := _fault(part):
            is_sound = False
            yield f"{part!r} {wrong}"
    if not is_sound:
        return
    if any(re.search(assembled(shown, never), silence, re.MULTILINE) for silence in _SILENCES):
        yield "`shown` is found where nothing was printed by the program; expect values that only its work gives."
    for part in shown:
        words = _words(part)
        strange = [word for word in words if word.casefold() not in known]
        if strange and (len(strange) == len(words) or "|" not in part):
            yield (
                f"{part!r} expects {', '.join(map(repr, strange[:4]))}, which no requirement has in its data and "
                "nothing laid, typed or given holds: a program that words it otherwise would fail. State it in the "
                "requirements and their data, which every agent is told, or look for values."
            )


def known_words(texts: Iterator[str]) -> frozenset[str]:
    """The words of some texts, in lower case."""
    return frozenset(word.casefold() for text in texts for word in _WORD.findall(text))


def _fault(part: str) -> str:
    """What keeps a part from being used; empty where nothing does."""
    if not part.strip():
        return "is empty."
    if len(part) > LONGEST_PART:
        return f"has {len(part)} characters; write at most {LONGEST_PART}."
    if _REPEATED_TWICE.search(part):
        return "repeats what is repeated already, for which there is no end of searching; repeat it once."
    try:
        re.compile(_grouped(part))
    except re.error as error:
        return f"is no regular expression of Python: {error}."
    return ""


def _grouped(part: str) -> str:
    """The part as it can stand within a larger one."""
    return f"(?i:{part[4:]})" if _ANY_CASE.match(part) else part


def _words(part: str) -> list[str]:
    return _WORD.findall(_CODES.sub(" ", part))


class WrittenInput(Shape):
    """A file that tasks lay into the project before they run anything."""

    name: str
    """By which tasks lay it: small letters, digits, dashes. Two inputs may go to one place, for different tasks."""
    to: str
    """Where it is laid, such as data/books.json; it ends in .json, .csv or .txt."""
    content: str
    """The whole file."""


class Start(Shape):
    """One start of the program: `python src/main.py` with these arguments."""

    arguments: list[str]
    """Each by itself and without quotes; none where it is to show its menu."""
    typed: list[str]
    """Lines that it reads from standard input, in order; then the input ends."""
    exits: int | None
    """In a shell: the exit code with which it has to end, where a requirement states one; else null, and not tried."""
    stream: Literal["stdout", "stderr"] | None
    """In a shell: where a requirement states it, the one stream on which `shown` has to be found of this start; else
    null, and either will do."""


class ShellWay(Shape):
    """Tried by what the program prints."""

    starts: list[Start]
    """One after the other, in one copy of the project."""
    shown: list[str]
    """Regular expressions of Python that are found one after the other in all that is printed."""
    never: list[str]
    """Regular expressions that are found nowhere in it; mostly empty."""
    words: str
    """What must be read there, in a sentence that does not say the values themselves."""


class FileWay(Shape):
    """Tried by a file that the program writes."""

    starts: list[Start]
    product: str
    """Where it is written; no task lays a file there. It ends in .json, .csv or .txt."""
    expected: str
    """The whole file as it has to be: JSON is compared by its values, CSV cell by cell, text word by word on each line,
    without indentation and empty lines."""
    words: str
    """What must be found in it, in a sentence."""


class UnitWay(Shape):
    """Tried by unit tests, whose code is asked for afterwards."""

    file: str
    """tests/test_….py; several tasks may share one."""
    functions: list[str]
    """Names of the test functions, each beginning with test_; no other task names them."""
    words: str
    """What they call, with what, and what has to come back, in a sentence or two."""


class WrittenTask(TaskHead):
    """One evaluation task. Of `shell`, `file` and `tests` one is there, and the others are null."""

    statement: str
    """What must be observed, in a sentence; it earns both points."""
    partly: str
    """What earns one point of the two, in a sentence."""
    lays: list[str]
    """Names of inputs that are laid first; mostly one. Empty for tests, which bring what they need."""
    shell: ShellWay | None
    file: FileWay | None
    tests: UnitWay | None


class WrittenScheme(Shape):
    """The criteria: inputs, and the tasks, parents before children."""

    inputs: list[WrittenInput]
    tasks: list[WrittenTask]


class WrittenTestFiles(Shape):
    """All test files."""

    files: list[WrittenFile]


class RewrittenTask(Shape):
    """A task that is tried in a wrong way."""

    id: str
    """Of the task."""
    why: str
    """What was wrong with how it is tried, whatever project it is tried on, in a sentence."""
    lays: list[str]
    shell: ShellWay | None
    file: FileWay | None
    tests: UnitWay | None


class Corrections(Shape):
    """What is put right of how tasks are tried; all of it mostly empty."""

    tasks: list[RewrittenTask]
    """Tasks whose way is written anew, whole; what they are about stays as it is."""
    inputs: list[WrittenInput]
    """Inputs that are new or written anew; of the others nothing."""
    test_files: list[WrittenFile]
    """Test files that are new or written anew, whole; of the others nothing."""


class ProgramRepair(Shape):
    """What is to be changed so that every task passes."""

    cause: str
    """Why tasks failed, in a sentence or two."""
    edits: list[Edit]
    """Changes of the project's files; each is made in the file as the one before it left it."""
    files: list[WrittenFile]
    """Files of the project that are new or better written anew; mostly empty."""
    corrections: Corrections
    """What is wrong with how tasks are tried, and not with the project."""


PROGRAM = f"python {PROGRAMS.start}"
"""What every command starts."""
TESTS = "python -m pytest -q"
INPUTS, EXPECTED = "inputs", "expected"
"""Folders of a grader beside that of the tests."""
ZERO = "Nothing of it, a traceback, or a program that cannot be run."


class TriedWay(NamedTuple):
    """How a task is tried, and the file that it is held against, where there is one."""

    how: TaskMethod
    grader: Grader


Written = WrittenTask | RewrittenTask


def way_of(written: Written) -> ShellWay | FileWay | UnitWay | None:
    """The one way that is there; None where there is none, or more than one."""
    found = [way for way in (written.shell, written.file, written.tests) if way is not None]
    return found[0] if len(found) == 1 else None


def made_way(written: Written, inputs: Mapping[str, WrittenInput], rubric: Rubric) -> TriedWay:
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
            return TriedWay(how, {})
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
            return TriedWay(how, {reference: way.expected.encode()})
        case UnitWay():
            line = " ".join((TESTS, *(f"{way.file}::{name}" for name in way.functions)))
            words = Arrangement(words=way.words)
            how = UnitTest(
                kind="unit-test", tests=(way.file,), arrange=words, act=(Command(line=line),), rubric=rubric
            )
            return TriedWay(how, {})
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


def functions_of(how: TaskKind) -> list[str]:
    """The test functions that a task runs, as `file::name`."""
    return [word for command in how.commands for word in command.line.split() if "::" in word]


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

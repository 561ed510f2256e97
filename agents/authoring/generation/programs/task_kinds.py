"""How a model writes tasks of each kind that is tried by commands: shapes, what is unfair, and the records of it."""

import re
import shlex
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Literal, NamedTuple

from agents.authoring.generation.files import LONGEST_FILE, PROGRAMS
from agents.authoring.generation.shapes import (
    LONGEST_PART,
    MOST_PARTS,
    MOST_STARTS,
    MOST_TYPED,
    Edit,
    TaskHead,
    WrittenFile,
)
from agents.judging.commands.searching import Search
from plans.records.base import found_in, stays_inside
from plans.records.model_call import Shape
from plans.records.project import Grader
from plans.records.specification import PRD, Requirement
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
PROGRAM = f"python {PROGRAMS.start}"
"""What every command starts."""
TESTS = "python -m pytest -q"
INPUTS, EXPECTED = "inputs", "expected"
"""Folders of a grader beside that of the tests."""
ZERO = "Nothing of it, a traceback, or a program that cannot be run."
OUTPUTS, MISSING = "out-", "missing-"
"""How files are called that a command names and that the program writes, or that are not there."""
STANDARD_ERROR = re.compile(r"\bstandard error\b|\bstderr\b", re.I)
_ANY_CASE = re.compile(r"^\(\?i\)")
_REPEATED_TWICE = re.compile(r"[+*}]\??\)[+*{]")
_GROUPS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|([(|]|\)[*+{]?)", re.S)
"""An escape, a set, or a sign that opens, divides, or closes a group; behind the last, that the group is repeated."""
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
_CALLED = re.compile(r"(?<![\w.])([a-z_]\w*(?:\.[A-Za-z_]\w*){2,})\s*\(")
_EXIT_CODE = re.compile(
    r"\b(?:exit(?:s|ed|ing)?(?:\s+with)?|end(?:s|ed|ing)?\s+with|return(?=\s+code))\s+(?:an?\s+|the\s+)?"
    r"(?:(?:code|status)\s*(?:is\s+|of\s+|[:=]\s*)?[`'\"]?(\d{1,3})(?!\d)|(?:codes|statuses)\s*:?\s*([\d\s,/]|or|and)+)"
    r"|\bexit(?:s|ed|ing)?\s+with\s+[`'\"]?(\d{1,3})(?!\d)",
    re.I,
)
_TEST_FILE = re.compile(r"tests/test_[a-z0-9_]+\.py")
_FUNCTION = re.compile(r"test_\w+")
_FILE = re.compile(r"[\w./-]+\.(?:json|csv|txt|tsv|md|log|ini|yaml|toml|xml)")


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
    try:
        with Search() as search:
            silent = search.found(assembled(shown, never), _SILENCES)
    except TimeoutError:
        yield (
            "the patterns cannot be searched in time, not even in a line or two; let no two repetitions take the same "
            "characters."
        )
        return
    if any(found is not None for found in silent):
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
    if _repeats_branches(part):
        return "repeats a group with `|` in it, for which there may be no end of searching; repeat a set such as [ab]."
    try:
        re.compile(_grouped(part))
    except re.error as error:
        return f"is no regular expression of Python: {error}."
    return ""


def _repeats_branches(part: str) -> bool:
    """Whether a group is repeated in which, or in a group of which, there is a choice."""
    divided = [False]
    for sign in _GROUPS.finditer(part):
        match sign[1]:
            case None:
                pass
            case "(":
                divided.append(False)
            case "|":
                divided[-1] = True
            case end if len(divided) > 1:
                is_divided = divided.pop()
                if is_divided and end != ")":
                    return True
                divided[-1] |= is_divided
            case _:
                pass  # It closes what nothing opens, and is no regular expression.
    return False


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


class Known(NamedTuple):
    """What a task's way may build on."""

    prd: PRD
    inputs: Mapping[str, WrittenInput]

    @property
    def stated(self) -> str:
        """Every text of the requirements."""
        return "\n".join(found_in(self.prd, str))

    @property
    def told(self) -> tuple[str, ...]:
        """What an agent is told beside the query at every level: the data of the requirements."""
        return tuple(datum for leaf in self.prd.leaves() for datum in leaf.data)


class TriedWay(NamedTuple):
    """How a task is tried, and the file that it is held against, where there is one."""

    how: TaskKind
    grader: Grader


class Way(Shape, ABC):
    """How a model writes that a task of one kind is tried. A kind that models may write has its own: a field of
    WrittenTask and RewrittenTask, and a paragraph of the prompt `language_commands`.
    """

    def problems(
        self, laid: Sequence[WrittenInput], requirements: Sequence[str], known: Known
    ) -> Iterator[str]:
        """What keeps it from being fair, for a task that lays these inputs and tests these requirements."""
        del laid, requirements, known
        yield from ()

    @abstractmethod
    def tried(self, task: str, arrange: Arrangement, rubric: Rubric) -> TriedWay:
        """The record of it for the task of this id; pydantic's ValidationError where it cannot be made."""


class ShellWay(Way):
    """Tried by what the program prints."""

    starts: list[Start]
    """One after the other, in one copy of the project."""
    shown: list[str]
    """Regular expressions of Python that are found one after the other in all that is printed."""
    never: list[str]
    """Regular expressions that are found nowhere in it; mostly empty."""
    words: str
    """What must be read there, in a sentence that does not say the values themselves."""

    def problems(
        self, laid: Sequence[WrittenInput], requirements: Sequence[str], known: Known
    ) -> Iterator[str]:
        yield from _start_problems(self.starts)
        yield from _end_problems(self.starts, requirements, known.prd)
        yield from _unlaid(self.starts, laid, (), known.stated)
        texts = (*known.told, *(one.content for one in laid), *_texts(self.starts))
        yield from pattern_problems(self.shown, self.never, known_words(iter(texts)))

    def tried(self, task: str, arrange: Arrangement, rubric: Rubric) -> TriedWay:
        expected = Printed(words=self.words, pattern=assembled(self.shown, self.never))
        how = ShellInteraction(
            kind="shell-interaction",
            arrange=arrange,
            act=commands(self.starts),
            expected=expected,
            rubric=rubric,
        )
        return TriedWay(how, {})


class FileWay(Way):
    """Tried by a file that the program writes."""

    starts: list[Start]
    product: str
    """Where it is written; no task lays a file there. It ends in .json, .csv or .txt."""
    expected: str
    """The whole file as it has to be: JSON is compared by its values, CSV cell by cell, text word by word on each line,
    without indentation and empty lines."""
    words: str
    """What must be found in it, in a sentence."""

    def problems(
        self, laid: Sequence[WrittenInput], requirements: Sequence[str], known: Known
    ) -> Iterator[str]:
        yield from _start_problems(self.starts)
        for start in self.starts:
            if start.exits is not None or start.stream is not None:
                yield "names an exit code or a stream, which is tried in a shell alone; leave both null."
        yield from _unlaid(self.starts, laid, (self.product,), known.stated)
        yield from _product_problems(self, [one.to for one in laid], known.stated)

    def tried(self, task: str, arrange: Arrangement, rubric: Rubric) -> TriedWay:
        reference = f"{EXPECTED}/{task}/{PurePosixPath(self.product).name}"
        how = FileComparison(
            kind="file-comparison",
            arrange=arrange,
            act=commands(self.starts),
            product=self.product,
            reference=reference,
            expected=self.words,
            rubric=rubric,
        )
        return TriedWay(how, {reference: self.expected.encode()})


class UnitWay(Way):
    """Tried by unit tests, whose code is asked for afterwards."""

    file: str
    """tests/test_….py; several tasks may share one."""
    functions: list[str]
    """Names of the test functions, each beginning with test_; no other task names them."""
    words: str
    """What they call, with what, and what has to come back, in a sentence or two."""

    def problems(
        self, laid: Sequence[WrittenInput], requirements: Sequence[str], known: Known
    ) -> Iterator[str]:
        yield from _test_problems(self, laid, requirements, known.prd)

    def tried(self, task: str, arrange: Arrangement, rubric: Rubric) -> TriedWay:
        line = " ".join((TESTS, *(f"{self.file}::{name}" for name in self.functions)))
        how = UnitTest(
            kind="unit-test",
            tests=(self.file,),
            arrange=Arrangement(words=self.words),
            act=(Command(line=line),),
            rubric=rubric,
        )
        return TriedWay(how, {})


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


Written = WrittenTask | RewrittenTask


def way_of(written: Written) -> Way | None:
    """The one way that is there; None where there is none, or more than one."""
    found = [value for _, value in written if isinstance(value, Way)]
    return found[0] if len(found) == 1 else None


def made_way(written: Written, inputs: Mapping[str, WrittenInput], rubric: Rubric) -> TriedWay:
    """The records of a way that was found sound; pydantic's ValidationError where it is not."""
    laid = [inputs[name] for name in dict.fromkeys(written.lays)]
    arrange = Arrangement(
        words=_arranged(laid), files=tuple(Laid(file=input_path(one), to=one.to) for one in laid)
    )
    way = way_of(written)
    assert way is not None, "a task without one way was found sound"
    return way.tried(written.id, arrange, rubric)


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


def stated_functions(requirements: Iterable[Requirement]) -> frozenset[str]:
    """Full names, such as `shelf.loans.overdue`, that their data state with what they are called with."""
    return frozenset(name for leaf in requirements for datum in leaf.data for name in _CALLED.findall(datum))


def stated_exits(texts: Iterable[str]) -> frozenset[int]:
    """The exit codes that texts state as such: "exit code 2", "exits with 2", "exit codes 1 and 2"."""
    found = (match.group() for text in texts for match in _EXIT_CODE.finditer(text))
    return frozenset(int(number) for words in found for number in re.findall(r"\d+", words))


def _test_problems(
    way: UnitWay, laid: Sequence[WrittenInput], requirements: Sequence[str], prd: PRD
) -> Iterator[str]:
    if not _TEST_FILE.fullmatch(way.file):
        yield f"its test file {way.file!r} is to be called tests/test_….py, in small letters."
    if not way.functions:
        yield "names no test function."
    for name in way.functions:
        if not _FUNCTION.fullmatch(name):
            yield f"{name!r} is no name of a test function; it begins with test_."
    if laid:
        yield "lays inputs, which tests do not need: they bring their data, or write them to `tmp_path`."
    stated = stated_functions(leaf for leaf in prd.leaves() if leaf.id in requirements)
    if not stated:
        yield (
            "is tried by tests, and no requirement of it states in its data what they could call, as "
            "`package.module.function(…)`. Try it in a shell, or name a requirement that does."
        )


def _start_problems(starts: Sequence[Start]) -> Iterator[str]:
    if not 1 <= len(starts) <= MOST_STARTS:
        yield f"starts the program {len(starts)} times; it is to be 1 to {MOST_STARTS}."
    for start in starts:
        texts = [*start.arguments, *start.typed]
        if len(start.typed) > MOST_TYPED:
            yield f"types {len(start.typed)} lines at once; type at most {MOST_TYPED}."
        if start.arguments[:1] and start.arguments[0].startswith(("python", PROGRAMS.start)):
            yield f"gives {start.arguments[0]!r} as an argument; `python {PROGRAMS.start}` stands before them already."
        for text in texts:
            if not text.isprintable():
                yield f"{text!r} holds what cannot be typed in a line."
            if ".." in PurePosixPath(text).parts or (text.startswith("/") and len(text) > 1):
                yield f"{text!r} leads out of the project."


def _end_problems(starts: Sequence[Start], requirements: Sequence[str], prd: PRD) -> Iterator[str]:
    """Exit codes and streams that no requirement of the task states."""
    data = [datum for leaf in prd.leaves() if leaf.id in requirements for datum in leaf.data]
    stated = stated_exits(data)
    for start in starts:
        if start.exits is not None and not 0 <= start.exits <= 255:
            yield f"expects the exit code {start.exits}; there are 0 to 255."
        elif start.exits and start.exits not in stated:
            elsewhere = [leaf.id for leaf in prd.leaves() if start.exits in stated_exits(leaf.data)]
            mend = f"Name {elsewhere[0]} too, which does." if elsewhere else "Leave it null."
            yield (
                f"expects the exit code {start.exits}, and no requirement of it states that in its data, which every "
                f'agent is told, as "exit code {start.exits}". {mend}'
            )
        if start.stream == "stderr" and not any(map(STANDARD_ERROR.search, data)):
            yield (
                "looks for it on `stderr`, and no requirement of it has in its data, which every agent is told, that "
                "it is printed on standard error."
            )


def _texts(starts: Sequence[Start]) -> Iterator[str]:
    """What starts hand to the program: arguments and typed lines."""
    for start in starts:
        yield from start.arguments
        yield from start.typed


def _unlaid(
    starts: Sequence[Start], laid: Sequence[WrittenInput], own: Sequence[str], stated: str
) -> Iterator[str]:
    """Files that a command names and nobody provides; `own`: what the program writes."""
    places = [one.to for one in laid]
    for text in dict.fromkeys(_texts(starts)):
        for file in _FILE.findall(text):
            is_free = file.startswith((OUTPUTS, MISSING))
            if file not in (*places, *own) and not is_free and file not in stated:
                yield (
                    f"names the file {file!r}, which it does not lay. Lay it, let its name begin with {OUTPUTS} where "
                    f"the program is to write it, or with {MISSING} where it is not to be there."
                )
    for place in places:
        if place not in stated and not any(place in text for text in _texts(starts)):
            yield f"lays {place!r}, which no requirement and no command of it names, so that no program would read it."


def _product_problems(way: FileWay, places: Sequence[str], stated: str) -> Iterator[str]:
    if fault := place_fault(way.product):
        yield f"its product {way.product!r} {fault}"
    if way.product in places:
        yield f"lays a file at {way.product!r}, which the program is to write; choose another place for one of them."
    folder = PurePosixPath(way.product).parent.as_posix()
    if folder != "." and folder not in stated and not any(place.startswith(f"{folder}/") for place in places):
        yield (
            f"its product lies in {folder}/, which is not there, and no requirement says that the program makes it. "
            f"Write to the project's root, as {OUTPUTS}{PurePosixPath(way.product).name}."
        )
    if not way.expected.strip():
        yield "expects an empty file, which any program could leave."
    if len(way.expected) > LONGEST_FILE:
        yield f"expects {len(way.expected):,} characters; write at most {LONGEST_FILE:,}."


def place_fault(path: str) -> str:
    """What is wrong with the place of a file that is no program; empty where nothing is."""
    if not stays_inside(path):
        return "is no path inside the project."
    if PurePosixPath(path).suffix not in PROGRAMS.uncommented:
        return f"is to end in {', '.join(PROGRAMS.uncommented)}."
    return ""

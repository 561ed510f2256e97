"""What a model is asked for when it says how a program is tried: records that it fills in, read by the files beside."""

from typing import Literal

from agents.authoring.generation.shapes import Edit, TaskHead, WrittenFile
from plans.records.model_call import Shape


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
    """The whole file as it has to be: JSON is compared by its values, CSV cell by cell, text line by line."""
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

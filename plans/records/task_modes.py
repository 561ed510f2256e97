"""How an evaluation task is tried: in a browser, in a shell, by files, by tests."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer

from plans.records.base import Record, RelativePath, RelativePattern
from plans.records.steps import Step

TIME_LIMIT = 60.0
"""Seconds that all commands of a task have together where nobody says otherwise."""

Stream = Literal["stdout", "stderr", "both"]
"""What a command prints on."""

TimeLimit = Annotated[float, Field(gt=0, le=3600)]
"""Seconds that all commands of a task have together."""


class GraderFile(Record):
    """A file of the item's `grader/` folder."""

    file: RelativePath


class Command(Record):
    """One command line, run by a shell in the root of a copy of the submission."""

    line: str = Field(min_length=1)
    """As it would be typed."""
    input: str | GraderFile | None = None
    """What it reads from standard input: the text itself, or a file that holds it; None: nothing, at once at its
    end."""
    exits: int | None = Field(default=None, ge=0, le=255)
    """Exit code with which it has to end, where it is tried in a shell; None: that is not tried."""
    stream: Stream | None = None
    """The stream in which patterns are searched for what it prints, where it is tried in a shell; None: both, and where
    it prints what is not tried."""

    @model_serializer(mode="wrap")
    def _without_what_is_not_tried(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Digests of suites in which neither is tried stay as they were when there was no such field.
        untried = [name for name in ("exits", "stream") if getattr(self, name) is None]
        return {name: value for name, value in handler(self).items() if name not in untried}


Commands = Annotated[tuple[Command, ...], Field(min_length=1)]
"""Run one after the other, each whatever became of the one before."""


class Laid(Record):
    """A grader's file, or a folder of such files, that is laid into the copy of the submission before the
    commands run.
    """

    file: RelativePath
    """Where it lies in `grader/`; of a folder everything in it is laid."""
    to: RelativePath
    """Where it is laid, a folder's files beneath it; what the submission has there is replaced."""


class Arrangement(Record):
    """What must hold before the commands are run."""

    words: str = ""
    """For people, and for judges that read."""
    files: tuple[Laid, ...] = ()


MOST_POINTS = 2.0
"""Points of an outcome that is judged by a rubric."""


class Rubric(Record):
    """Two points, one or none for an outcome (PRDBench)."""

    two: str = Field(min_length=1)
    """What earns both: the outcome passes."""
    one: str = Field(min_length=1)
    """What earns one: the outcome fails, with half the credit."""
    zero: str = Field(min_length=1)
    """What earns none."""


USUAL = Rubric(
    two="All that is expected is shown.",
    one="A part of it is shown, or it is shown with a fault.",
    zero="It is not shown, or the program refuses or breaks down where it should not.",
)


class BrowserSteps(Record):
    """A person's way through an app; what is expected on it decides."""

    kind: Literal["browser"]
    steps: tuple[Step, ...] = Field(min_length=1)
    """From a fresh browser, starting with `open`."""


GAP = r"[\s\S]*?"
"""Whatever stands between two things that a pattern looks for one after the other; who searches parts it there."""

_STREAMS: Mapping[Stream | None, str] = {"stdout": "standard output", "stderr": "standard error"}


def _compiles(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"{pattern!r} is no regular expression: {error}") from error
    return pattern


class Printed(Record):
    """What a program is to print."""

    words: str = Field(min_length=1)
    """What must be read there, for people and for judges that read."""
    pattern: Annotated[str, AfterValidator(_compiles)] | None = None
    """A regular expression of Python that is found in it, where a program can decide."""


class ShellInteraction(Record):
    """Arrange, act, assert: commands with their input, and what they are to print."""

    kind: Literal["shell-interaction"]
    arrange: Arrangement = Arrangement()
    act: Commands
    expected: Printed
    rubric: Rubric | None = None
    time_limit: TimeLimit = TIME_LIMIT

    @property
    def terms(self) -> tuple[str, ...]:
        """With which exit codes commands have to end, and on which stream they have to print, in sentences; of those of
        which neither is tried nothing.
        """
        return tuple(term for command in self.act for term in terms_of(command))


def terms_of(command: Command) -> Iterator[str]:
    """The same of one command."""
    if command.exits is not None:
        yield f"`{command.line}` ends with exit code {command.exits}."
    if command.stream in _STREAMS:
        yield f"What is expected of `{command.line}` is printed on {_STREAMS[command.stream]}."


class FileComparison(Record):
    """Commands that have to write a file, and the one that it is held against."""

    kind: Literal["file-comparison"]
    arrange: Arrangement = Arrangement()
    act: Commands
    product: RelativePattern
    """Where the file is written in the copy of the submission; one that was there before is none."""
    is_supposed: bool = False
    """Whether nobody says that a file is to be written there: that none was shows nothing then."""
    reference: RelativePath | None = None
    """What it is held against, by where it lies in `grader/`; None: that it is there and can be read is all."""
    demands: Literal["equal", "alike"] = "equal"
    """equal: any difference in what the file holds fails, ids and marks of time among it, whatever the rubric says.
    alike: these are left out, and what a difference costs is left to who reads the rubric."""
    expected: str = Field(min_length=1)
    """What must be found in it, in words."""
    rubric: Rubric | None = None
    time_limit: TimeLimit = TIME_LIMIT


class UnitTest(Record):
    """Test files laid into a copy of the submission; how many passed, failed and were skipped decides, and not how the
    command ended: a run that skips all of them ends well.
    """

    kind: Literal["unit-test"]
    tests: tuple[RelativePath, ...]
    """The test files, by where they lie in `grader/`; they are laid at the same place of the copy. None: the tests are
    to be the submission's own, whose passing shows no more than that it brings such tests."""
    arrange: Arrangement = Arrangement()
    act: Commands
    """Runs the tests."""
    rubric: Rubric | None = None
    time_limit: TimeLimit = TIME_LIMIT

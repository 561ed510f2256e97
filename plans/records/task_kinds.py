"""The kinds of evaluation tasks: how each is tried, what is said of it, and what can be wrong with it.

A kind is one class, a `TaskKind`: its fields are what an item's `criteria.yaml` holds, and its class attributes and
properties are all that others ask of it. How its tasks are decided is the business of its judge.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, get_args

from pydantic import AfterValidator, Field, JsonValue, SerializerFunctionWrapHandler, model_serializer

from plans.records.base import Problem, ProblemCode, Record, RelativePath, RelativePattern, found_in
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

    def places(self, grader: Collection[str]) -> Sequence[tuple[str, str]]:
        """(file of the grader, its place in the copy) of what is laid; nothing where the grader has no such file."""
        if self.file in grader:
            return [(self.file, self.to)]
        inside = f"{self.file}/"
        return [
            (file, f"{self.to}/{file.removeprefix(inside)}") for file in grader if file.startswith(inside)
        ]


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


class TaskKind(Record):
    """How a task is tried: the base of every kind's record, and what others ask of a task of which they do not know the
    kind. A kind overrides what it has.

    Its field `kind` is a Literal of the kind's word, by which a file names it.
    """

    plural: ClassVar[str]
    """What its tasks are called in tables: `unit tests`."""
    runs_tests: ClassVar[bool] = False
    """Whether its commands run tests by pytest, whose counts decide; such tests import what requirements state."""

    @classmethod
    def word(cls) -> str:
        """By which files, tables and families name the kind."""
        [word] = get_args(cls.model_fields["kind"].annotation)
        return word

    @property
    def browser_steps(self) -> tuple[Step, ...]:
        """The steps in a browser; none of a task that is tried by commands."""
        return ()

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands; none of a task that is tried in a browser."""
        return ()

    @property
    def test_files(self) -> tuple[str, ...]:
        """Test files of `grader/`, which are laid at the same place of the copy."""
        return ()

    @property
    def product_path(self) -> str | None:
        """Where a file is to be written, perhaps as a pattern; None: it is not tried by one."""
        return None

    @property
    def reference_file(self) -> str | None:
        """The file of `grader/` that what is written is held against."""
        return None

    @property
    def pattern(self) -> str | None:
        """A regular expression that has to be found in what is printed."""
        return None

    @property
    def expected_words(self) -> str:
        """What must be found, where the task says that apart from its outcome."""
        return ""

    @property
    def terms(self) -> tuple[str, ...]:
        """On which terms it must be found, in sentences."""
        return ()

    @property
    def plan_words(self) -> tuple[str, ...]:
        """What a test plan tells of what is typed and what is to come of it: an attack may print all of it."""
        return ()

    @property
    def program_checks(self) -> Mapping[str, JsonValue]:
        """What a program looks for after the commands; nothing where none can decide."""
        return {}

    def described(self) -> Iterator[str]:
        """What is expected, a line for each thing, for authors: they see how their tasks are decided."""
        yield from self.terms

    def problems(self, grader: Collection[str], where: str) -> Iterator[Problem]:
        """What is wrong with how it is tried, besides its steps; `grader`: paths of the item's `grader/`."""
        del grader, where
        yield from ()


class BrowserSteps(TaskKind):
    """A person's way through an app; what is expected on it decides."""

    plural: ClassVar[str] = "in a browser"

    kind: Literal["browser"]
    steps: tuple[Step, ...] = Field(min_length=1)
    """From a fresh browser, starting with `open`."""

    @property
    def browser_steps(self) -> tuple[Step, ...]:
        return self.steps


class CommandTask(TaskKind):
    """The base of the kinds that are tried by commands in a copy of the submission."""

    tries_endings: ClassVar[bool] = False
    """Whether `exits` and `stream` of its commands are tried."""

    if TYPE_CHECKING:
        # Each kind declares these itself, since the order of its fields is that of its files.
        arrange: Arrangement
        act: Commands
        rubric: Rubric | None
        time_limit: TimeLimit

    @property
    def commands(self) -> tuple[Command, ...]:
        return self.act

    @property
    def is_example(self) -> bool:
        """Whether what is expected is an example, from which what comes out may differ."""
        return False

    def problems(self, grader: Collection[str], where: str) -> Iterator[Problem]:
        """Every file that the task names lies in the item's `grader/`, and no two are laid in one place.

        What is laid may be a folder of the grader's, which brings all its files. Exit codes and streams that the kind
        does not try would be told, and tried by nobody.
        """
        for command in () if self.tries_endings else self.act:
            if command.exits is not None or command.stream is not None:
                yield Problem(
                    where=where,
                    message=f"{command.line!r} names an exit code or a stream, which nobody tries of a {self.word()} "
                    "task.",
                    mend="Leave `exits` and `stream` out, or try it in a shell.",
                    code=ProblemCode.EXIT_NOT_TRIED,
                )
        missing = [file for file in self._files_read() if file not in grader]
        missing += [laid.file for laid in found_in(self, Laid) if not laid.places(grader)]
        for file in dict.fromkeys(missing):
            yield Problem(
                where=where,
                message=f"Names {file!r}, which is not among the grader's files.",
                mend="Put it into the item's grader/ folder, or correct the path.",
            )
        pairs = {pair for one in found_in(self, Laid) for pair in one.places(grader)}
        places = [place for _, place in pairs | {(test, test) for test in self.test_files}]
        for place in sorted({place for place in places if places.count(place) > 1}):
            yield Problem(
                where=where, message=f"Two files are laid at {place!r}.", mend="Lay one of them elsewhere."
            )

    def _files_read(self) -> Iterator[str]:
        yield from (one.file for one in found_in(self, GraderFile))
        yield from self.test_files
        if self.reference_file is not None:
            yield self.reference_file


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


class ShellInteraction(CommandTask):
    """Arrange, act, assert: commands with their input, and what they are to print."""

    plural: ClassVar[str] = "shell interactions"
    tries_endings: ClassVar[bool] = True

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

    @property
    def pattern(self) -> str | None:
        return self.expected.pattern

    @property
    def expected_words(self) -> str:
        return self.expected.words

    @property
    def plan_words(self) -> tuple[str, ...]:
        typed = (command.input for command in self.act if isinstance(command.input, str))
        return (self.expected.words, *(command.line for command in self.act), *typed)

    @property
    def program_checks(self) -> Mapping[str, JsonValue]:
        return {} if self.expected.pattern is None else {"printed": self.expected.pattern}

    def described(self) -> Iterator[str]:
        yield f"prints: {self.expected.words}"
        yield f"pattern: {self.expected.pattern}"
        yield from self.terms


def terms_of(command: Command) -> Iterator[str]:
    """The same of one command."""
    if command.exits is not None:
        yield f"`{command.line}` ends with exit code {command.exits}."
    if command.stream in _STREAMS:
        yield f"What is expected of `{command.line}` is printed on {_STREAMS[command.stream]}."


class FileComparison(CommandTask):
    """Commands that have to write a file, and the one that it is held against."""

    plural: ClassVar[str] = "file comparisons"

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

    @property
    def product_path(self) -> str | None:
        return self.product

    @property
    def reference_file(self) -> str | None:
        return self.reference

    @property
    def expected_words(self) -> str:
        return self.expected

    @property
    def plan_words(self) -> tuple[str, ...]:
        return (self.expected, self.product)

    @property
    def program_checks(self) -> Mapping[str, JsonValue]:
        return {} if self.reference is None else {"written": self.product, "like": self.reference}

    @property
    def is_example(self) -> bool:
        return self.demands == "alike"

    def described(self) -> Iterator[str]:
        yield f"writes {self.product}, which has to be as {self.reference}: {self.expected}"


class UnitTest(CommandTask):
    """Test files laid into a copy of the submission; how many passed, failed and were skipped decides, and not how the
    command ended: a run that skips all of them ends well.
    """

    plural: ClassVar[str] = "unit tests"
    runs_tests: ClassVar[bool] = True

    kind: Literal["unit-test"]
    tests: tuple[RelativePath, ...]
    """The test files, by where they lie in `grader/`; they are laid at the same place of the copy. None: the tests are
    to be the submission's own, whose passing shows no more than that it brings such tests."""
    arrange: Arrangement = Arrangement()
    act: Commands
    """Runs the tests."""
    rubric: Rubric | None = None
    time_limit: TimeLimit = TIME_LIMIT

    @property
    def test_files(self) -> tuple[str, ...]:
        return self.tests

    @property
    def program_checks(self) -> Mapping[str, JsonValue]:
        return {"tests": self.arrange.words or list(self.tests)} if self.tests else {}

    def described(self) -> Iterator[str]:
        yield f"tests: {self.arrange.words}"

"""Tried by using the program in a shell."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from plans.records.base import Record
from plans.records.how.command import TIME_LIMIT, Arrangement, Command, Commands, Stream, TimeLimit
from plans.records.how.rubric import Rubric

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

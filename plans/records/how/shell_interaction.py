"""Tried by using the program in a shell."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from plans.records.base import Record
from plans.records.how.command import TIME_LIMIT, Arrangement, Commands, TimeLimit
from plans.records.how.rubric import Rubric

GAP = r"[\s\S]*?"
"""Whatever stands between two things that a pattern looks for one after the other; who searches parts it there."""


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

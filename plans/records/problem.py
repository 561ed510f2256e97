"""A finding of a check."""

from enum import StrEnum
from typing import Literal

from plans.records.base import Record


class ProblemCode(StrEnum):
    """What kind of problem it is, for programs."""

    STATEMENT_DIFFERS = "statement_differs"
    """The steps of an outcome expect something that its statement does not say."""
    EXIT_NOT_TRIED = "exit_not_tried"
    """An exit code or a stream is named of a command of which nobody tries it."""
    NOT_KNOWABLE = "not_knowable"
    """A level of the query says a literal nowhere that is looked for, and withholds no requirement that states it."""
    RESTS_ON_EMPTY = "rests_on_empty"
    """That a task needs its prerequisite is shown by nothing but a mutant of which nothing is left."""
    BLOCKS_MORE_THAN_NEEDED = "blocks_more_than_needed"
    """A presence task keeps tasks from being tried that pass where it fails."""
    VALUE_AS_TEXT = "value_as_text"
    """A number, a day or a time of day is looked for letter by letter in a text, where apps write it otherwise."""


class Problem(Record):
    """Something wrong, where it is, and what mends it."""

    where: str
    """File, line where possible, and place in it."""
    message: str
    """What is wrong, with the offending value."""
    mend: str
    """What to do about it; empty where the message says it."""
    severity: Literal["error", "warning"] = "error"
    code: ProblemCode | None = None
    """What kind of problem it is, where programs tell it from others."""

    def __str__(self) -> str:
        return f"{self.where}: {self.message} {self.mend}".rstrip()

"""Tried by tests of the grader's own."""

from typing import Literal

from pydantic import Field

from plans.records.base import Record
from plans.records.how.command import TIME_LIMIT, Arrangement, Commands, TimeLimit
from plans.records.how.rubric import Rubric
from plans.records.relative_path import RelativePath


class UnitTest(Record):
    """Test files laid into a copy of the hand-in; how many passed, failed and were skipped decides, and not how the
    command ended: a run that skips all of them ends well.
    """

    kind: Literal["unit-test"]
    tests: tuple[RelativePath, ...] = Field(min_length=1)
    """The test files, by where they lie in `grader/`; they are laid at the same place of the copy."""
    arrange: Arrangement = Arrangement()
    act: Commands
    """Runs the tests."""
    rubric: Rubric | None = None
    time_limit: TimeLimit = TIME_LIMIT

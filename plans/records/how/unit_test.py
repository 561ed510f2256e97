"""Tried by tests: the grader's own, or those that the hand-in brings."""

from typing import Literal

from plans.records.base import Record
from plans.records.how.command import TIME_LIMIT, Arrangement, Commands, TimeLimit
from plans.records.how.rubric import Rubric
from plans.records.relative_path import RelativePath


class UnitTest(Record):
    """Test files laid into a copy of the hand-in; how many passed, failed and were skipped decides, and not how the
    command ended: a run that skips all of them ends well.
    """

    kind: Literal["unit-test"]
    tests: tuple[RelativePath, ...]
    """The test files, by where they lie in `grader/`; they are laid at the same place of the copy. None: the tests are
    to be the hand-in's own, whose passing shows no more than that it brings such tests."""
    arrange: Arrangement = Arrangement()
    act: Commands
    """Runs the tests."""
    rubric: Rubric | None = None
    time_limit: TimeLimit = TIME_LIMIT

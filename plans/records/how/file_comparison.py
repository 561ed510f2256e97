"""Tried by what the program writes."""

from typing import Literal

from pydantic import Field

from plans.records.base import Record
from plans.records.how.command import TIME_LIMIT, Arrangement, Commands, TimeLimit
from plans.records.how.rubric import Rubric
from plans.records.relative_path import RelativePath, RelativePattern


class FileComparison(Record):
    """Commands that have to write a file, and the one that it is held against."""

    kind: Literal["file-comparison"]
    arrange: Arrangement = Arrangement()
    act: Commands
    product: RelativePattern
    """Where the file is written in the copy of the hand-in; one that was there before is none."""
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

"""What became of numbers: what was drawn for each, and the instance that came of it; kept a batch a file."""

from typing import ClassVar

from pydantic import JsonValue

from plans.files import read_own_record, write_record
from plans.paths import SuitePaths
from plans.records.asked import Reading
from plans.records.base import FileRecord, Record
from plans.records.instance import Instance

REASON = 200
"""Letters of a reason that are kept."""


class Attempt(Record):
    """What was drawn for a number once."""

    split: str
    wrong: dict[str, str] = {}
    """Check by program → what is wrong, of those that do not pass."""
    readings: dict[str, Reading] = {}
    """Check by model → what it said."""
    alike: str = ""
    """Id of the instance that it has the prompt and the pictures of."""

    @property
    def passes(self) -> bool:
        """Whether every check that was put to it passes."""
        return not self.wrong and all(reading.holds for reading in self.readings.values())


class Outcome(Record):
    """What became of a number."""

    number: int
    parameters: dict[str, JsonValue]
    attempts: tuple[Attempt, ...]
    instance: Instance | None
    """None: the number is given up."""

    @property
    def split(self) -> str:
        """Of the instance."""
        return self.attempts[-1].split

    @property
    def reasons(self) -> tuple[str, ...]:
        """What was wrong with what was drawn, each reason once."""
        found: dict[str, None] = {}
        for one in self.attempts:
            found |= {f"{check}: {said}"[:REASON]: None for check, said in one.wrong.items()}
            for check, reading in one.readings.items():
                if not reading.holds:
                    found[f"{check}: {' '.join(reading.reasons)}"[:REASON]] = None
            if one.alike:
                found[f"alike to {one.alike}"] = None
        return tuple(found)


class Batch(FileRecord):
    """`.authoring/batches/<first number>.json`."""

    SCHEMA: ClassVar[str] = "batch"

    outcomes: tuple[Outcome, ...]


def kept_outcomes(paths: SuitePaths, first: int) -> list[Outcome]:
    """What there is of the work that begins with number `first`, in order and without gaps; raises InvalidFile."""
    found: list[Outcome] = []
    while (file := paths.batch(first + len(found))).exists():
        found += read_own_record(file, Batch).outcomes
    return found


def keep_outcomes(paths: SuitePaths, outcomes: tuple[Outcome, ...]) -> None:
    """Write a batch down."""
    write_record(paths.batch(outcomes[0].number), Batch(outcomes=outcomes))

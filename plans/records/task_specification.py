"""What a benchmark is to be about, as its author says it: what a model plans from."""

from typing import ClassVar

from pydantic import Field

from plans.records.base import FileRecord, Record


class SeedPair(Record):
    """A request, and what a good item makes of it."""

    query: str = Field(min_length=1)
    """As somebody would type it."""
    specification: str = Field(min_length=1)
    """What was meant, in plain words."""


class TaskSpecification(FileRecord):
    """A file of `--task`: a task in plain language, with examples of what is wanted where there are any."""

    SCHEMA: ClassVar[str] = "task"

    task: str = Field(min_length=1)
    """What the benchmark asks of code agents, and for what use."""
    pairs: tuple[SeedPair, ...] = ()
    """Examples."""

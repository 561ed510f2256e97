"""What a model is asked about an item: definitions and parameters, as a file that a person can edit."""

from functools import cache
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field, model_validator

from plans.files import parse_record, read_text
from plans.records.base import FileRecord, Record

FILE = Path(__file__).with_name("checks.yaml")

ArtifactName = Literal["query high", "query medium", "query low", "prd", "criteria"]


class Definition(Record):
    """One check."""

    name: str
    reads: tuple[ArtifactName, ...] = Field(min_length=1)
    """What it is decided by, in the order in which it is shown."""
    definition: str
    """The property that has to hold."""
    fails: tuple[str, ...] = Field(min_length=1)
    """What breaks it, for example."""
    holds_although: tuple[str, ...] = ()
    """What does not break it."""


class Definitions(FileRecord):
    """`checks.yaml`."""

    SCHEMA: ClassVar[str] = "model-checks"

    samples: int = Field(ge=1, le=25)
    """Readings of each check."""
    requotes: int = Field(ge=0, le=5)
    """How often a reading is sent back whose quotations do not occur, or that contradicts itself."""
    most_faults: int = Field(ge=1, le=50)
    """Faults that a reading lists, and that a check reports."""
    checks: tuple[Definition, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _are_apart(self) -> "Definitions":
        names = [check.name for check in self.checks]
        if len(set(names)) < len(names):
            raise ValueError("two checks have one name")
        return self


@cache
def read_definitions(file: Path = FILE) -> Definitions:
    """The checks; raises InvalidFile."""
    return parse_record(read_text(file), Definitions, file)

"""What a model is asked about an item: definitions and parameters, as a file that a person can edit."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import ClassVar, Literal, get_args

from pydantic import Field, model_validator

from agents.authoring.ways import Way
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
    quotations: int = Field(default=1, ge=1, le=4)
    """How many places a fault has to quote at least."""
    answer: Literal["faults", "clauses"] = "faults"
    """faults: whether the property holds, and what breaks it. clauses: the requirements clause by clause, each with the
    outcomes that try it."""


class Definitions(FileRecord):
    """The checks as they are asked of items that are tried in one way."""

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


class DefinitionsOfWays(Definitions):
    """`checks.yaml`."""

    words: dict[Way, dict[str, str]] = {}
    """Way in which items are tried → what stands in the texts for each name between braces; empty: the texts are the
    same for all, and braces in them are braces."""

    @model_validator(mode="after")
    def _are_worded(self) -> "DefinitionsOfWays":
        if self.words and (lacking := set[Way](get_args(Way)) - self.words.keys()):
            raise ValueError(f"`words` has none for {', '.join(sorted(lacking))}")
        for way in self.words:
            try:
                self.of(way)
            except (KeyError, IndexError, ValueError) as error:
                raise ValueError(
                    f"a text names {error} between braces, and `words` of {way} does not"
                ) from None
        return self

    def of(self, way: Way) -> Definitions:
        """What is asked of items that are tried in this way; KeyError where a word is missing."""
        whole = self.model_dump(exclude={"words", "checks"})
        checks = (
            tuple(_worded(check, self.words[way]) for check in self.checks) if self.words else self.checks
        )
        return Definitions(**whole, checks=checks)


@cache
def read_definitions(way: Way, file: Path = FILE) -> Definitions:
    """The checks of items that are tried in this way; raises InvalidFile."""
    return parse_record(read_text(file), DefinitionsOfWays, file).of(way)


def _worded(check: Definition, words: Mapping[str, str]) -> Definition:
    return check.model_copy(
        update={
            "definition": check.definition.format_map(words),
            "fails": tuple(one.format_map(words) for one in check.fails),
            "holds_although": tuple(one.format_map(words) for one in check.holds_although),
        }
    )

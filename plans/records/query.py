"""The underspecified request that a code agent gets."""

from enum import StrEnum
from typing import ClassVar

from pydantic import Field, model_validator

from plans.records.base import FileRecord, Record


class Underspecification(StrEnum):
    """How much the query leaves out."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class QueryLevel(Record):
    """The query at one level of underspecification."""

    text: str = Field(min_length=1)
    """The request as a person would type it."""
    withholds: tuple[str, ...] = ()
    """Ids of the PRD's leaf requirements that the text does not give away, sorted."""


class Query(FileRecord):
    """`query.yaml`: the query at all three levels; a run picks one."""

    SCHEMA: ClassVar[str] = "query"

    levels: dict[Underspecification, QueryLevel]
    """One entry per level, all three present."""

    @model_validator(mode="after")
    def _every_level(self) -> "Query":
        if missing := [level.value for level in Underspecification if level not in self.levels]:
            raise ValueError(f"the query is missing at {', '.join(missing)}, and a run may ask for any level")
        return self

    def at(self, level: Underspecification) -> QueryLevel:
        """The query at `level`."""
        return self.levels[level]

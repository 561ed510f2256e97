"""The clarified specification of a project, and the underspecified request for it."""

from collections.abc import Collection, Iterator
from enum import StrEnum
from typing import ClassVar

from pydantic import Field, model_validator

from plans.records.base import FileRecord, Record


class Requirement(Record):
    """A node of the requirements tree."""

    id: str = Field(pattern=r"^R[0-9]+(\.[0-9]+)*$")
    """Hierarchical id: R1, R1.2, R1.2.1."""
    title: str
    """A few words."""
    text: str
    """What must be true of the product."""
    data: tuple[str, ...] = ()
    """Data that the requirement itself states (a coupon code, tier names), which tasks may then expect."""
    children: tuple["Requirement", ...] = ()
    """More detailed requirements; a leaf is what evaluation tasks refer to."""

    def walk(self) -> Iterator["Requirement"]:
        """This requirement and all beneath it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def without(self, ids: Collection[str]) -> "Requirement | None":
        """The same without the leaves of these ids; None where nothing is left."""
        if not self.children:
            return None if self.id in ids else self
        left = tuple(kept for child in self.children if (kept := child.without(ids)) is not None)
        return self.model_copy(update={"children": left}) if left else None


class PRD(FileRecord):
    """`prd.yaml`: the product requirements of a project; `prd.md` is its rendering."""

    SCHEMA: ClassVar[str] = "prd"

    title: str
    """Name of the product."""
    overview: str
    """What it is, for whom, in a paragraph."""
    users: tuple[str, ...] = ()
    """Who uses it, a sentence each."""
    typical_use: tuple[str, ...] = ()
    """How somebody uses one part of it, a short story each; told for understanding, nothing is tested by them."""
    requirements: tuple[Requirement, ...] = Field(min_length=1)
    """The tree of requirements."""
    data_requirements: tuple[str, ...] = ()
    """What sample data the product brings."""
    non_goals: tuple[str, ...] = ()
    """What it need not do."""

    def walk(self) -> Iterator[Requirement]:
        """Every requirement, parents first."""
        for requirement in self.requirements:
            yield from requirement.walk()

    def without(self, ids: Collection[str]) -> "PRD":
        """The same without the leaves of these ids, and without what nothing is left of."""
        left = tuple(kept for one in self.requirements if (kept := one.without(ids)) is not None)
        return self.model_copy(update={"requirements": left})

    def leaves(self) -> tuple[Requirement, ...]:
        """The requirements without children, in reading order."""
        return tuple(r for r in self.walk() if not r.children)


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

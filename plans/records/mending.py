"""Faults of single parts of an item, and mutants with what they were planted in."""

from typing import Literal, get_args

from plans.records.base import Record
from plans.records.project import Files, PlantedMutant, Scheme

Part = Literal["prd", "query", "criteria", "reference", "mutants"]
PARTS: tuple[Part, ...] = get_args(Part)
"""In the order in which they are made, each from those before it."""


class PartFault(Record):
    """What is wrong with one part of an item, for the step that made it."""

    part: Part
    element: str = ""
    """Id of a requirement, a level, a task, a mutant or an edge; empty where it is about the part as a whole."""
    message: str
    """With the evidence, in words for who made the part."""

    def __str__(self) -> str:
        return f"{self.element}: {self.message}" if self.element else self.message


class PlantedBefore(Record):
    """Mutants that were planted before, and what they were tried on then."""

    scheme: Scheme
    reference: Files
    mutants: tuple[PlantedMutant, ...]


class Planting(Record):
    """What came of planting defects."""

    mutants: tuple[PlantedMutant, ...]
    weak: tuple[PartFault, ...] = ()
    """Tasks whose criteria are weak, as a defect shows that they do not notice; the mutants are those so far then."""
    scheme: Scheme | None = None
    """The criteria as they are to be instead; None where they stand."""

"""A recipe: what planning hands to generation."""

from plans.records.base import Record
from plans.records.plan import ItemParameters
from plans.records.seed import ItemSeed
from plans.records.suite import Lineage


class Recipe(Record):
    """What an item is to be made from, after planning."""

    id: str
    seed: ItemSeed
    parameters: ItemParameters
    parent: Lineage | None = None
    findings: tuple[str, ...] = ()
    """Why earlier attempts were not good enough: what the gate found and what reviewers noted, oldest first."""

"""What is to become an item."""

from pydantic import JsonValue

from plans.records.base import Record
from plans.records.recipe import Recipe
from plans.records.seed import Seed
from plans.records.suite import Lineage


class Assignment(Record):
    """One item to be authored: from a seed, or from a recipe that a refresh or a growth step made."""

    seed: Seed
    """The seed; its id becomes the item's."""
    recipe: Recipe | None = None
    """The recipe, when it is given; left out, the seed is planned afresh."""
    parent: Recipe | None = None
    """What the recipe is a variant of; left out where it is none."""
    settled: dict[str, JsonValue] = {}
    """Values of the plan's parameters that the item is to have, where a model reads the seed; the rest is sampled."""
    lineage: Lineage | None = None
    """What the item is a variant of, where a model wrote its seed; of a recipe, the recipe says so."""

    @property
    def made_from(self) -> Lineage | None:
        """What the item is a variant of; None where it is none."""
        return self.lineage if self.recipe is None else self.recipe.parent

    @property
    def id(self) -> str:
        return self.seed.id

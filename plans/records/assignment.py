"""What is to become an item."""

from plans.records.base import Record
from plans.records.recipe import Recipe
from plans.records.seed import Seed


class Assignment(Record):
    """One item to be authored: from a seed, or from a recipe that a refresh or a growth step made."""

    seed: Seed
    """The seed; its id becomes the item's."""
    recipe: Recipe | None = None
    """The recipe, when it is given; left out, the seed is planned afresh."""
    parent: Recipe | None = None
    """What the recipe is a variant of; left out where it is none."""

    @property
    def id(self) -> str:
        return self.seed.id

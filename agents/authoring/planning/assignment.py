"""How assignments come about: their random seeds, and those that stand for a recipe."""

from plans.digests import value_digest
from plans.records.seed import Assignment, Recipe


def item_random_seed(random_seed: int, item: str) -> int:
    """The item's own random seed: a function of the suite's and of the id, so that other seeds do not shift it."""
    return int(value_digest([random_seed, item])[:8], 16)


def given(recipe: Recipe, parent: Recipe | None = None) -> Assignment:
    """The assignment of a recipe, under the recipe's id; `parent` is what it is a variant of."""
    seed = recipe.seed.seed.model_copy(update={"id": recipe.id})
    return Assignment(seed=seed, recipe=recipe, parent=parent)


def made_from(reference_digest: str, variant: Recipe) -> Recipe:
    """The recipe of a variant, whose lineage names its parent's reference too, so that it is known again."""
    if variant.parent is None:
        return variant
    lineage = variant.parent.model_copy(update={"reference_digest": reference_digest})
    return variant.model_copy(update={"parent": lineage})

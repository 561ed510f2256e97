"""What seeds would become within a plan, told to who reviews the plan: there a wrong reading costs least to mend."""

from collections.abc import Callable, Iterator, Sequence

from plans.errors import AuthorError
from plans.records.assignment import Assignment
from plans.records.recipe import Recipe

SHOWN = 12
"""Seeds that are told of; of others it is said how many there are."""


def foretold(assignments: Sequence[Assignment], sampled: Callable[[Assignment], Recipe]) -> Iterator[str]:
    """A line for each seed: what it is read as, by which words, and the features that its item would have.

    What is given as a recipe was decided before, and is left out.
    """
    seeds = [assignment for assignment in assignments if assignment.recipe is None]
    for assignment in seeds[:SHOWN]:
        try:
            yield _line(sampled(assignment))
        except AuthorError as refusal:
            yield f"{assignment.id} would not be made: {refusal}"
    if (more := len(seeds) - SHOWN) > 0:
        yield f"… and {more} more, which are not read before the plan is approved."


def _line(recipe: Recipe) -> str:
    coverage, features = recipe.seed.coverage, recipe.parameters.values.get("features")
    place, thin = f"{coverage.category} / {coverage.domain}", ""
    if reading := coverage.reading:
        words = ", ".join(f"“{word}”" for word in reading.words) or "no word of it"
        place += f", because of {words} (score {reading.score:g})"
        thin = f"; thin: {reading.thin}" if reading.thin else ""
    named = ", ".join(map(str, features)) if isinstance(features, list) else "as its family draws them"
    return f"{recipe.id} is read as {place}{thin}; features: {named}."

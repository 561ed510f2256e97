"""What seeds would become within a plan, told to who reviews the plan: there a wrong reading costs least to mend."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from plans.catalog.keeping import told_change
from plans.errors import AuthorError
from plans.records.assignment import Assignment
from plans.records.plan import Plan
from plans.records.recipe import Recipe

SHOWN = 12
"""Seeds that are told of; of others it is said how many there are."""


def foretold(
    assignments: Sequence[Assignment],
    sampled: Callable[[Assignment, Plan], Recipe],
    plan: Plan,
    before: Plan | None,
    titles: Mapping[str, str],
) -> Iterator[str]:
    """A line for each seed: what it is read as, by which words, and the features that its item would have.

    Where there was a plan `before`, another line says which features the seed would gain and lose by the new one. What
    is given as a recipe was decided before, and is left out.
    """
    seeds = [assignment for assignment in assignments if assignment.recipe is None]
    for assignment in seeds[:SHOWN]:
        try:
            recipe = sampled(assignment, plan)
        except AuthorError as refusal:
            yield f"{assignment.id} would not be made: {refusal}"
            continue
        yield _line(recipe, titles)
        if before is not None:
            yield f"{assignment.id}: {_change(assignment, sampled, before, recipe, titles)}."
    if (more := len(seeds) - SHOWN) > 0:
        yield f"… and {more} more, which are not read before the plan is approved."


def _change(
    assignment: Assignment,
    sampled: Callable[[Assignment, Plan], Recipe],
    before: Plan,
    recipe: Recipe,
    titles: Mapping[str, str],
) -> str:
    try:
        earlier = _features(sampled(assignment, before))
    except AuthorError:
        return "was refused by the plan before"
    return told_change(earlier, _features(recipe), titles)


def _features(recipe: Recipe) -> list[str]:
    features = recipe.parameters.values.get("features")
    return [str(id) for id in features] if isinstance(features, list) else []


def _line(recipe: Recipe, titles: Mapping[str, str]) -> str:
    coverage = recipe.seed.coverage
    place, thin = f"{coverage.category} / {coverage.domain}", ""
    if reading := coverage.reading:
        words = ", ".join(f"“{word}”" for word in reading.words) or "no word of it"
        place += f", because of {words} (score {reading.score:g})"
        thin = f"; thin: {reading.thin}" if reading.thin else ""
    named = ", ".join(titles.get(id, id) for id in _features(recipe)) or "as its family draws them"
    return f"{recipe.id} is read as {place}{thin}; features: {named}."

"""The Planning Agent without a model: from an assignment to a plan and to the recipe of an item."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence

from plans.catalog.author import told_change
from plans.contracts.authoring import Refresher, Sampler
from plans.digests import value_digest
from plans.errors import AuthorError
from plans.records.plan import Plan
from plans.records.project import MadeArtifact
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


class PlanningAgent:
    """Implements plans.contracts.authoring.Planner: a family's catalog says what can vary, and is sampled."""

    def __init__(self, sampler: Sampler, refresher: Refresher, random_seed: int) -> None:
        self._sampler = sampler
        self._refresher = refresher
        self._random_seed = random_seed

    async def plan(self) -> MadeArtifact[Plan]:
        """The family's plan, before review."""
        return MadeArtifact(await asyncio.to_thread(self._sampler.plan))

    async def redone_plan(self, plan: Plan, notes: Sequence[str]) -> tuple[MadeArtifact[Plan], Sequence[str]]:
        """The plan as reviewers' notes ask for it, oldest first, and for each note what was made of it."""
        redone, answers = await asyncio.to_thread(self._sampler.redone_plan, plan, notes)
        return MadeArtifact(redone), answers

    async def foretold(
        self, assignments: Sequence[Assignment], plan: Plan, first: Plan, notes: Sequence[str] = ()
    ) -> Sequence[str]:
        """What each seed would become by the plan, and which features the last note added and removed."""

        def lines() -> tuple[str, ...]:
            titles = {feature.id: feature.title for feature in self._sampler.catalog().features}
            before = self._sampler.redone_plan(first, notes[:-1])[0] if notes else None
            return tuple(_foretold(assignments, self.sampled, plan, before, titles))

        return await asyncio.to_thread(lines)

    async def recipe(
        self,
        assignment: Assignment,
        plan: Plan,
        attempt: int = 1,
        findings: Sequence[str] = (),
        notes: Sequence[str] = (),
    ) -> MadeArtifact[Recipe]:
        """The recipe of an item; raises SeedRefused."""
        return MadeArtifact(await asyncio.to_thread(self.sampled, assignment, plan, attempt, findings, notes))

    def sampled(
        self,
        assignment: Assignment,
        plan: Plan,
        attempt: int = 1,
        findings: Sequence[str] = (),
        notes: Sequence[str] = (),
    ) -> Recipe:
        """The recipe of an item; raises SeedRefused.

        A later `attempt` gives another recipe of the same seed. `findings` tell the author why the earlier attempts
        were not good enough; `notes` are what reviewers wrote at a redo, oldest first, and the recipe's findings answer
        them.
        """
        random_seed = item_random_seed(self._random_seed, assignment.id)
        if assignment.recipe is None:
            recipe = self._sampler.recipe(assignment.seed, plan, random_seed, attempt, notes)
        elif attempt == 1:
            recipe = assignment.recipe
        else:
            recipe = self._another(assignment, assignment.recipe, random_seed + attempt, plan)
            unread = (_unread(note) for note in notes)
            recipe = recipe.model_copy(update={"findings": (*recipe.findings, *unread)})
        return recipe.model_copy(update={"findings": tuple(dict.fromkeys((*findings, *recipe.findings)))})

    def _another(self, assignment: Assignment, first: Recipe, random_seed: int, plan: Plan) -> Recipe:
        """Another recipe in the place of the `first`, for the same reason: of the same parent, or in the same gap."""
        if assignment.parent is None or first.parent is None:
            return self._refresher.another(first, random_seed, plan)
        variant = made_from(
            first.parent.reference_digest,
            self._refresher.variant(assignment.parent, first.parent.parent_suite, random_seed, plan),
        )
        seed = variant.seed.seed.model_copy(update={"id": assignment.id})
        return variant.model_copy(
            update={"id": assignment.id, "seed": variant.seed.model_copy(update={"seed": seed})}
        )


def _unread(note: str) -> str:
    return (
        f"Note “{note}” was not read: this item was given as a recipe, and a redo samples another one in its place. "
        "Edit the texts instead."
    )


SHOWN = 12
"""Seeds that are told of; of others it is said how many there are."""


def _foretold(
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

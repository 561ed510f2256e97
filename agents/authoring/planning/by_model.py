"""The Planning Agent by a model: from a task specification to a plan, and from a seed to a recipe within it."""

from collections.abc import Sequence
from random import Random

from pydantic import JsonValue

from agents.authoring.events import Hear, Planned, unheard
from agents.authoring.planning.agent import item_random_seed
from agents.authoring.planning.reading import (
    LEVELS,
    OF_CATALOGS,
    OUTCOMES,
    OUTCOMES_EACH,
    TASKS,
    USUAL_SIZES,
    RedonePlan,
    SeedReading,
    WrittenPlan,
    read_plan,
    told,
    value_in,
)
from agents.authoring.writing import ReadAnswer, Writer, WritingOrder, way_of
from plans.contracts.models import Model
from plans.digests import value_digest
from plans.errors import AuthorError, SeedRefused
from plans.records.criteria import DEFAULT_WEIGHT, Level
from plans.records.plan import ItemParameters, Parameter, Plan, ProvidedBy, TaskSpecification
from plans.records.project import MadeArtifact
from plans.records.seed import Assignment, ItemSeed, Recipe, Seed, SeedCoverage
from plans.slugs import slug

SEEDS_SHOWN = 20
"""Seeds that a model sees when it plans; the first of them."""


class ModelPlanner:
    """Implements plans.contracts.authoring.Planner by a model in the role `planner`."""

    def __init__(
        self,
        model: Model,
        family: Plan,
        specification: TaskSpecification,
        seeds: Sequence[Seed],
        random_seed: int,
        hear: Hear = unheard,
    ) -> None:
        """`family`: the plan of the family's catalog, which says what its programs check and compute."""
        self._hear = hear
        self._writer = Writer(model, "planner", "agents.authoring.planning", way_of(family.family), hear=hear)
        self._family = family
        self._specification = specification
        self._seeds = tuple(seeds)
        self._random_seed = random_seed

    async def plan(self) -> MadeArtifact[Plan]:
        """The plan that the task specification asks for; GivenUp where none of the model's holds."""

        async def read(written: WrittenPlan) -> ReadAnswer[Plan]:
            return read_plan(written, self._family)

        return await self._writer.written(self._order("plan"), WrittenPlan, read)

    async def redone_plan(self, plan: Plan, notes: Sequence[str]) -> tuple[MadeArtifact[Plan], Sequence[str]]:
        """The plan as the notes ask for it, and what was made of each; the same plan where there are none."""
        if not notes:
            return MadeArtifact(plan), ()

        async def read(written: RedonePlan) -> ReadAnswer[tuple[Plan, tuple[str, ...]]]:
            found = read_plan(written.plan, self._family)
            lacking = (
                () if len(written.answers) == len(notes) else (f"There are {len(notes)} notes to answer.",)
            )
            return ReadAnswer((found.value, tuple(written.answers)), (*found.problems, *lacking))

        order = self._order("replan", plan=plan, notes=notes)
        made = await self._writer.written(order, RedonePlan, read)
        redone, answers = made.value
        return MadeArtifact(redone, made.uses), answers

    async def foretold(
        self, assignments: Sequence[Assignment], plan: Plan, first: Plan, notes: Sequence[str] = ()
    ) -> Sequence[str]:
        """Nothing: what a seed becomes is known when the model has read it, which is not paid for twice."""
        return ()

    async def recipe(
        self,
        assignment: Assignment,
        plan: Plan,
        attempt: int = 1,
        findings: Sequence[str] = (),
        notes: Sequence[str] = (),
    ) -> MadeArtifact[Recipe]:
        """The recipe: the model reads from the seed what it settles, and the rest is sampled.

        Raises SeedRefused, and AuthorError for a plan from which nothing can be sampled.

        A seed is read once: a later attempt reads it anew only where a reviewer's note says something of it.
        """
        if assignment.recipe is not None:
            raise AuthorError(
                f"{assignment.id!r} is given as a recipe of a catalog, which no model plans. Author it without "
                "`--author model`."
            )
        refuse_unsampled(plan)
        seed = assignment.seed
        made = await self._reading(seed, plan, notes)
        own_seed = int(value_digest([item_random_seed(self._random_seed, seed.id), attempt])[:8], 16)
        recipe = _recipe(assignment, plan, made.value, own_seed)
        tasks = recipe.parameters.values.get(TASKS)
        self._hear(Planned(seed.id, tasks if isinstance(tasks, int) else None))
        said = tuple(dict.fromkeys((*findings, *recipe.findings)))
        return MadeArtifact(recipe.model_copy(update={"findings": said}), made.uses)

    async def title(self, seed: Seed, plan: Plan) -> str:
        """What an item made of the seed is called in a few words, by the reading that `recipe` goes by too.

        Raises SeedRefused and GivenUp.
        """
        refuse_unsampled(plan)
        return (await self._reading(seed, plan)).value.subject

    async def _reading(self, seed: Seed, plan: Plan, notes: Sequence[str] = ()) -> MadeArtifact[SeedReading]:
        async def read(written: SeedReading) -> ReadAnswer[SeedReading]:
            return ReadAnswer(written, _reading_problems(written, plan))

        order = WritingOrder(
            what=f"The reading of {seed.id!r}",
            template="seed",
            words={"plan": plan, "parameters": told(open_parameters(plan)), "seed": seed, "notes": notes},
            stage="sample",
            project=seed.id,
        )
        made = await self._writer.written(order, SeedReading, read)
        if made.value.refusal.strip():
            raise SeedRefused(f"{seed.id!r} is refused: {made.value.refusal.strip()}")
        return made

    def _order(self, template: str, **words: object) -> WritingOrder:
        return WritingOrder(
            what="The plan",
            template=template,
            words={
                "specification": self._specification,
                "seeds": self._seeds[:SEEDS_SHOWN],
                "checks": [one for one in self._family.quality_checks if one.name not in OF_CATALOGS],
                "metrics": self._family.metrics,
                "usual": USUAL_SIZES[way_of(self._family.family)],
                **words,
            },
            stage="plan",
            project="",
            included=("task",),
        )


def refuse_unsampled(plan: Plan) -> None:
    """AuthorError for a plan that was edited into one of which no item can be sampled."""
    lacking = [one.name for one in plan.parameters if one.values is not None and not one.values]
    if not any(one.name == "category" and one.values is not None for one in plan.parameters):
        lacking.append("category")
    if lacking:
        raise AuthorError(
            f"The plan names no values of {', '.join(lacking)}, so no item can be sampled from it. Name some in "
            "plan.yaml (in .authoring/ before the suite is released), and give the same command again."
        )


def open_parameters(plan: Plan) -> list[Parameter]:
    """Parameters of an item that are sampled by themselves; how many outcomes it has depends on how many tasks."""
    return [one for one in plan.parameters if one.name not in ("category", OUTCOMES, LEVELS)]


def _reading_problems(written: SeedReading, plan: Plan) -> list[str]:
    if written.refusal.strip():
        return []
    problems: list[str] = []
    categories = plan.parameter("category").values or ()
    if written.category not in categories:
        problems.append(f"`category` is {written.category!r}; take one of {', '.join(map(str, categories))}.")
    if not slug(written.subject):
        problems.append("`subject` has no word in Latin letters.")
    known = {one.name: one for one in open_parameters(plan)}
    for fixed in written.fixed:
        if fixed.parameter not in known:
            problems.append(f"`fixed`: the plan has no parameter {fixed.parameter!r} to be settled.")
        elif value_in(known[fixed.parameter], fixed.value) is None:
            problems.append(f"`fixed`: {fixed.value!r} is no value of {fixed.parameter!r} in the plan.")
    return problems


def _recipe(assignment: Assignment, plan: Plan, reading: SeedReading, random_seed: int) -> Recipe:
    seed = assignment.seed
    settled = {one.parameter: one.value for one in reading.fixed}
    rng = Random(random_seed)
    values: dict[str, JsonValue] = {"category": reading.category}
    for parameter in open_parameters(plan):
        # Drawn also where it is settled, so that the others do not depend on how the seed was read.
        drawn = _drawn(_usual(parameter, plan), rng)
        given = value_in(parameter, settled[parameter.name]) if parameter.name in settled else None
        values[parameter.name] = drawn if given is None else given
    values |= {name: value for name, value in assignment.settled.items() if name in values}
    tasks, category = values.get(TASKS), str(values["category"])
    if isinstance(tasks, int) and way_of(plan.family) == "browser":
        values |= {
            one.name: assignment.settled.get(OUTCOMES) or _outcomes(one, tasks, plan, rng)
            for one in plan.parameters
            if one.name == OUTCOMES
        }
    return Recipe(
        id=seed.id,
        parent=assignment.lineage,
        seed=ItemSeed(
            seed=seed,
            coverage=SeedCoverage(
                scores={},
                category=category,
                domain=slug(reading.subject),
                covered={one.phrase: one.by for one in reading.served},
                uncovered=tuple(reading.unserved),
                notes=tuple(reading.remarks),
            ),
        ),
        parameters=ItemParameters(
            family=plan.family,
            random_seed=random_seed,
            values=values,
            complexity=DEFAULT_WEIGHT[Level.FUNCTIONALITY] * tasks if isinstance(tasks, int) else 0.0,
        ),
    )


def _usual(parameter: Parameter, plan: Plan) -> Parameter:
    """A size that nobody asked for as far as it is usual: where the range of the plan is larger, that is for requests
    that speak of their size.
    """
    sizes = {
        TASKS: USUAL_SIZES[way_of(plan.family)].tasks,
        OUTCOMES: USUAL_SIZES[way_of(plan.family)].outcomes,
    }
    if (
        parameter.name not in sizes
        or parameter.provided_by is ProvidedBy.DEVELOPER
        or parameter.values is not None
    ):
        return parameter
    fewest, most = sizes[parameter.name]
    low, high = max(parameter.minimum or 0.0, fewest), min(parameter.maximum or 0.0, most)
    return parameter.model_copy(update={"minimum": low, "maximum": high}) if low <= high else parameter


def _outcomes(parameter: Parameter, tasks: int, plan: Plan, rng: Random) -> JsonValue:
    """How many outcomes an item of so many tasks has: a few to each, within the plan, as usual where that fits."""
    each = parameter.model_copy(
        update={
            "minimum": max(parameter.minimum or 0.0, OUTCOMES_EACH[0] * tasks),
            "maximum": min(parameter.maximum or 0.0, OUTCOMES_EACH[1] * tasks),
        }
    )
    fits = (each.minimum or 0.0) <= (each.maximum or 0.0)
    return _drawn(_usual(each if fits else parameter, plan), rng)


def _drawn(parameter: Parameter, rng: Random) -> JsonValue:
    if parameter.values is not None:
        return rng.choice(parameter.values)
    low, high = parameter.minimum or 0.0, parameter.maximum or 0.0
    if parameter.integer:
        return rng.randint(int(low), int(high))
    # Rounded, it may come to lie outside of a narrow range.
    return min(max(round(rng.uniform(low, high), 2), low), high)

"""The Generation Agent by a model: each part is asked for, checked as a catalog's is, and what fails is told to it."""

from collections.abc import Callable, Sequence

from agents.authoring.generation.files import edited, laid, shown
from agents.authoring.generation.planting import Planted, project_of, read_mutants, with_mechanical
from agents.authoring.generation.shapes import (
    Repair,
    WrittenCriteria,
    WrittenMutants,
    WrittenPRD,
    WrittenProject,
    WrittenQuery,
)
from agents.authoring.generation.specified_criteria import corrected, read_criteria
from agents.authoring.generation.specified_steps import shown_steps
from agents.authoring.generation.specifying import read_prd, read_query
from agents.authoring.generation.trying import Undisturbed, failures, judged
from agents.authoring.writing import Order, Read, Writer
from plans.contracts.authoring import Check
from plans.contracts.judging import Judge
from plans.contracts.models import Model
from plans.errors import GivenUp
from plans.prd_text import requirements_text
from plans.records.criteria import Criteria
from plans.records.draft import Built, Specified
from plans.records.how.browser import BrowserSteps
from plans.records.plan import Plan
from plans.records.prd import PRD
from plans.records.project import Files, PlantedMutant
from plans.records.provenance import Made
from plans.records.query import Query
from plans.records.recipe import Recipe

REPAIRS = 4
"""How often a reference is mended before it is given up."""
TITLES = {
    "prd": "The PRD",
    "query": "The query",
    "criteria": "The criteria",
    "reference": "The reference",
    "repair": "The repair of the reference",
    "mutants": "The mutants",
}
"""Prompt → what it asks for, in words."""
INCLUDED = {
    "prd": ("item",),
    "query": ("item",),
    "criteria": ("item", "steps"),
    "reference": ("item", "tasks"),
    "repair": ("files", "steps", "tasks"),
    "mutants": ("files", "tasks"),
}
"""Prompt → those that it includes."""
RUNS = 2
"""Judgements, each with other random values, that a reference has to pass."""


class ModelMaker:
    """Implements plans.contracts.authoring.Maker by a model in the role `generator`, for apps tried in a browser."""

    follows_edits = True

    def __init__(self, model: Model, judge: Judge, checks: Sequence[Check], plan: Callable[[], Plan]) -> None:
        """`checks`: the family's own program-decided ones, which a reference has to pass; `plan`: the suite's, as it
        was reviewed.
        """
        self._writer = Writer(model, "generator", "agents.authoring.generation")
        self._judge = Undisturbed(judge)
        self._checks = tuple(checks)
        self._plan = plan

    async def prd(self, recipe: Recipe) -> Made[PRD]:
        """The specification that the seed's author would have written with patience."""

        async def read(written: WrittenPRD) -> Read[PRD]:
            return read_prd(written)

        return await self._writer.written(self._order("prd", recipe), WrittenPRD, read)

    async def query(self, recipe: Recipe, prd: PRD) -> Made[Query]:
        """The seed's request at three levels."""

        async def read(written: WrittenQuery) -> Read[Query]:
            return read_query(written, prd, recipe.id)

        order = self._order("query", recipe, prd=requirements_text(prd))
        return await self._writer.written(order, WrittenQuery, read)

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> Made[Criteria]:
        """The criteria DAG, with outcomes in words and steps of the judge's language."""

        async def read(written: WrittenCriteria) -> Read[Criteria]:
            return read_criteria(written, prd, query, recipe.id)

        order = self._order("criteria", recipe, prd=requirements_text(prd), query=_said(query))
        return await self._writer.written(order, WrittenCriteria, read)

    async def reference(self, specified: Specified, canary: str) -> Made[Built]:
        """A project that passes every task, however often it had to be mended; GivenUp after REPAIRS."""
        first = await self._first(specified, canary)
        files, criteria, replies = first.value, specified.criteria, list(first.replies)
        repairs = 0
        while wrong := await self._failing(specified.recipe.id, files, criteria):
            if repairs == REPAIRS:
                what = (
                    f"The reference of {specified.recipe.id!r} was mended {REPAIRS} times and does not pass"
                )
                raise GivenUp(what, wrong)
            mended = await self._mended(specified, files, criteria, wrong, canary, repairs)
            (files, criteria), replies = mended.value, [*replies, *mended.replies]
            repairs += 1
        is_changed = criteria != specified.criteria
        built = Built(reference=files, criteria=criteria if is_changed else None)
        return Made(built, tuple(replies))

    async def mutants(self, specified: Specified, built: Built) -> Made[tuple[PlantedMutant, ...]]:
        """The reference with defects planted, each noticed by its task, and mechanical ones beside."""

        async def read(written: WrittenMutants) -> Read[Planted]:
            return await read_mutants(written.mutants, specified, built, self._judge)

        order = self._order(
            "mutants", specified.recipe, tasks=_tasks(specified.criteria), files=shown(built.reference)
        )
        made = await self._writer.written(order, WrittenMutants, read)
        return Made(await with_mechanical(made.value, specified, built, self._judge), made.replies)

    async def _first(self, specified: Specified, canary: str) -> Made[Files]:
        async def read(written: WrittenProject) -> Read[Files]:
            problems: list[str] = []
            files = laid(written.files, canary, problems)
            return Read(files, [*problems, *self._complaints(specified, files)])

        order = self._order(
            "reference",
            specified.recipe,
            prd=requirements_text(specified.prd),
            tasks=_tasks(specified.criteria),
        )
        return await self._writer.written(order, WrittenProject, read)

    async def _mended(
        self,
        specified: Specified,
        files: Files,
        criteria: Criteria,
        wrong: Sequence[str],
        canary: str,
        number: int,
    ) -> Made[tuple[Files, Criteria]]:
        async def read(written: Repair) -> Read[tuple[Files, Criteria]]:
            problems: list[str] = []
            changed = laid(written.files, canary, problems, edited(files, written.edits, problems))
            found = corrected(criteria, written.tasks, specified.prd, specified.query, specified.recipe.id)
            problems += [*found.problems, *self._complaints(specified, changed)]
            if changed == files and found.value == criteria:
                problems.append("Nothing is changed by it, so the same tasks would fail.")
            return Read((changed, found.value), problems)

        order = self._order(
            "repair",
            specified.recipe,
            salt=str(number),
            prd=requirements_text(specified.prd),
            tasks=_tasks(criteria),
            files=shown(files),
            failures=wrong,
        )
        return await self._writer.written(order, Repair, read)

    async def _failing(self, item: str, files: Files, criteria: Criteria) -> list[str]:
        """What does not pass in the first of some judgements in which anything does not."""
        for seed in range(1, RUNS + 1):
            if wrong := failures(await judged(self._judge, item, files, criteria, seed), criteria):
                return wrong
        return []

    def _order(self, template: str, recipe: Recipe, salt: str = "", **words: object) -> Order:
        """An order for a part of a project. A later attempt has another random seed, and so is asked anew."""
        plan = self._plan()
        return Order(
            what=f"{TITLES[template]} of {recipe.id!r}",
            template=template,
            words={
                "seed": recipe.seed.seed,
                "remarks": recipe.seed.coverage.notes,
                "sampled": _sampled(plan, recipe),
                "constraints": plan.constraints,
                "findings": recipe.findings,
                **words,
            },
            stage=template,
            project=recipe.id,
            salt=f"{recipe.parameters.random_seed}.{salt}",
            included=INCLUDED[template],
        )

    def _complaints(self, specified: Specified, files: Files) -> list[str]:
        """What the family's own checks say of the reference; of the rest of the project they are asked by the gate."""
        project = project_of(specified, Built(reference=files))
        place, plan = f"{specified.recipe.id}/reference", self._plan()
        found = (problem for check in self._checks for problem in check.check(project, plan))
        return [str(problem) for problem in found if problem.where.startswith(place)]


def _sampled(plan: Plan, recipe: Recipe) -> list[dict[str, str]]:
    """What the plan's parameters are in this item, each with what it means."""
    meant = {parameter.name: parameter.description for parameter in plan.parameters}
    values = recipe.parameters.values.items()
    return [{"name": name, "value": str(value), "means": meant.get(name, "")} for name, value in values]


def _said(query: Query) -> list[dict[str, object]]:
    return [
        {"level": level.value, "text": said.text, "withholds": list(said.withholds)}
        for level, said in query.levels.items()
    ]


def _tasks(criteria: Criteria) -> list[dict[str, object]]:
    return [
        {
            "id": task.id,
            "title": task.title,
            "level": task.level.value,
            "depends_on": list(task.depends_on),
            "requirements": list(task.requirements),
            "outcomes": [{"id": outcome.id, "statement": outcome.statement} for outcome in task.outcomes],
            "steps": shown_steps(task.how) if isinstance(task.how, BrowserSteps) else [],
        }
        for task in criteria.tasks
    ]

"""The Generation Agent by a model: each part is asked for, checked as a catalog's is, and what fails is told to it."""

from collections.abc import Callable, Sequence

from agents.authoring.generation.files import shown
from agents.authoring.generation.ordering import Orders, said, shown_tasks
from agents.authoring.generation.planting import Planted, read_mutants, with_mechanical
from agents.authoring.generation.reference_by_agent import ByAgent
from agents.authoring.generation.reference_by_reply import ByReply
from agents.authoring.generation.references import Complaints, Job, OpenWriter, Standing
from agents.authoring.generation.shapes import WrittenCriteria, WrittenMutants, WrittenPRD, WrittenQuery
from agents.authoring.generation.specified_criteria import read_criteria
from agents.authoring.generation.specifying import read_prd, read_query
from agents.authoring.generation.trying import Undisturbed, failures, judged
from agents.authoring.writing import Read, Writer
from plans.contracts.authoring import Check
from plans.contracts.coding import CodeAgent
from plans.contracts.judging import Judge
from plans.contracts.models import Model
from plans.errors import GivenUp
from plans.prd_text import requirements_text
from plans.records.criteria import Criteria
from plans.records.draft import Built, Specified
from plans.records.plan import Plan
from plans.records.prd import PRD
from plans.records.project import PlantedMutant
from plans.records.provenance import Made
from plans.records.query import Query
from plans.records.recipe import Recipe

REPAIRS = 4
"""How often a reference is mended before it is given up."""
RUNS = 2
"""Judgements, each with other random values, that a reference has to pass."""


class ModelMaker:
    """Implements plans.contracts.authoring.Maker by a model in the role `generator`, for apps tried in a browser."""

    follows_edits = True

    def __init__(
        self,
        model: Model,
        judge: Judge,
        checks: Sequence[Check],
        plan: Callable[[], Plan],
        coder: CodeAgent | None = None,
    ) -> None:
        """`checks`: the family's own program-decided ones, which a reference has to pass; `plan`: the suite's, as it
        was reviewed; `coder`: who writes references in a workspace, None for the model itself, in its replies.
        """
        self._writer = Writer(model, "generator", "agents.authoring.generation")
        self._judge = Undisturbed(judge)
        self._orders = Orders(plan)
        complaints = Complaints(checks, plan)
        self._opens: OpenWriter = (
            ByReply(self._writer, self._orders, complaints)
            if coder is None
            else ByAgent(coder, self._orders, complaints)
        )

    async def prd(self, recipe: Recipe) -> Made[PRD]:
        """The specification that the seed's author would have written with patience."""

        async def read(written: WrittenPRD) -> Read[PRD]:
            return read_prd(written)

        return await self._writer.written(self._orders.order("prd", recipe), WrittenPRD, read)

    async def query(self, recipe: Recipe, prd: PRD) -> Made[Query]:
        """The seed's request at three levels."""

        async def read(written: WrittenQuery) -> Read[Query]:
            return read_query(written, prd, recipe.id)

        order = self._orders.order("query", recipe, prd=requirements_text(prd))
        return await self._writer.written(order, WrittenQuery, read)

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> Made[Criteria]:
        """The criteria DAG, with outcomes in words and steps of the judge's language."""

        async def read(written: WrittenCriteria) -> Read[Criteria]:
            return read_criteria(written, prd, query, recipe.id)

        order = self._orders.order("criteria", recipe, prd=requirements_text(prd), query=said(query))
        return await self._writer.written(order, WrittenCriteria, read)

    async def reference(self, specified: Specified, canary: str) -> Made[Built]:
        """A project that passes every task, however often it had to be mended; GivenUp after REPAIRS."""
        with self._opens(Job(specified, canary)) as writer:
            made = await writer.first()
            standing, uses = made.value, list(made.uses)
            for number in range(1, REPAIRS + 2):
                wrong = await self._failing(specified.recipe.id, standing)
                if not wrong:
                    break
                if number > REPAIRS:
                    what = f"The reference of {specified.recipe.id!r} was mended {REPAIRS} times and does not pass"
                    raise GivenUp(what, wrong)
                mended = await writer.mended(standing, wrong, number)
                standing, uses = mended.value, [*uses, *mended.uses]
        is_changed = standing.criteria != specified.criteria
        built = Built(reference=standing.files, criteria=standing.criteria if is_changed else None)
        return Made(built, tuple(uses))

    async def mutants(self, specified: Specified, built: Built) -> Made[tuple[PlantedMutant, ...]]:
        """The reference with defects planted, each noticed by its task, and mechanical ones beside."""

        async def read(written: WrittenMutants) -> Read[Planted]:
            return await read_mutants(written.mutants, specified, built, self._judge)

        order = self._orders.order(
            "mutants", specified.recipe, tasks=shown_tasks(specified.criteria), files=shown(built.reference)
        )
        made = await self._writer.written(order, WrittenMutants, read)
        return Made(await with_mechanical(made.value, specified, built, self._judge), made.uses)

    async def _failing(self, item: str, standing: Standing) -> list[str]:
        """What does not pass in the first of some judgements in which anything does not."""
        files, criteria = standing
        for seed in range(1, RUNS + 1):
            if wrong := failures(await judged(self._judge, item, files, criteria, seed), criteria):
                return wrong
        return []

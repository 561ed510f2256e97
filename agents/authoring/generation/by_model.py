"""The Generation Agent by a model: each part is asked for, checked as a catalog's is, and what fails is told to it."""

from collections.abc import Callable, Sequence

from agents.authoring.generation.craft import Asking, Craft
from agents.authoring.generation.files import marked_grader, shown
from agents.authoring.generation.ordering import Orders
from agents.authoring.generation.pages import PageCraft
from agents.authoring.generation.planting import Planted, read_mutants, with_mechanical
from agents.authoring.generation.programs.craft import ProgramCraft
from agents.authoring.generation.reference_by_agent import ByAgent
from agents.authoring.generation.reference_by_reply import ByReply
from agents.authoring.generation.references import Complaints, Job, OpenWriter, Standing
from agents.authoring.generation.shapes import WrittenMutants, WrittenPRD, WrittenQuery
from agents.authoring.generation.specifying import LEAVES, read_prd, read_query
from agents.authoring.generation.trying import Undisturbed, failures, judged
from agents.authoring.ways import Way
from agents.authoring.writing import Read, Writer
from plans.contracts.authoring import Check
from plans.contracts.coding import CodeAgent
from plans.contracts.judging import Judge
from plans.contracts.models import Model
from plans.errors import GivenUp
from plans.prd_text import requirements_text
from plans.records.draft import Built, Scheme, Specified
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
    """Implements plans.contracts.authoring.Maker by a model in the role `generator`."""

    follows_edits = True

    def __init__(
        self,
        model: Model,
        judge: Judge,
        checks: Sequence[Check],
        plan: Callable[[], Plan],
        way: Way,
        coder: CodeAgent | None = None,
    ) -> None:
        """`checks`: the family's own program-decided ones, which a reference has to pass; `plan`: the suite's, as it
        was reviewed; `way`: how its tasks are tried; `coder`: who writes references in a workspace, None for
        the model itself, in its replies.
        """
        self._judge = Undisturbed(judge)
        self._craft: Craft = PageCraft() if way == "browser" else ProgramCraft(self._judge)
        self._writer = Writer(model, "generator", "agents.authoring.generation", way)
        self._orders = Orders(plan, way)
        complaints = Complaints(checks, plan)
        self._opens: OpenWriter = (
            ByReply(self._writer, self._craft, self._orders, complaints)
            if coder is None
            else ByAgent(coder, self._craft, self._orders, complaints)
        )

    async def prd(self, recipe: Recipe) -> Made[PRD]:
        """The specification that the seed's author would have written with patience."""

        async def read(written: WrittenPRD) -> Read[PRD]:
            found = read_prd(written)
            return Read(found.value, [*found.problems, *self._craft.prd_problems(found.value)])

        order = self._orders.order("prd", recipe, most=LEAVES[1])
        return await self._writer.written(order, WrittenPRD, read)

    async def query(self, recipe: Recipe, prd: PRD) -> Made[Query]:
        """The seed's request at three levels."""

        async def read(written: WrittenQuery) -> Read[Query]:
            return read_query(written, prd, recipe.id)

        order = self._orders.order("query", recipe, prd=requirements_text(prd))
        return await self._writer.written(order, WrittenQuery, read)

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> Made[Scheme]:
        """The criteria DAG, with all that a judge lays beside a hand-in."""
        return await self._craft.scheme(Asking(self._writer, self._orders), recipe, prd, query)

    async def reference(self, specified: Specified, canary: str) -> Made[Built]:
        """A project that passes every task, however often it had to be mended; GivenUp after REPAIRS."""
        with self._opens(Job(specified, canary)) as writer:
            made = await writer.first()
            standing, uses = made.value, list(made.uses)
            for number in range(1, REPAIRS + 2):
                wrong = await self._failing(specified, standing)
                if not wrong:
                    break
                if number > REPAIRS:
                    what = f"The reference of {specified.recipe.id!r} was mended {REPAIRS} times and does not pass"
                    raise GivenUp(what, wrong)
                mended = await writer.mended(standing, wrong, number)
                standing, uses = mended.value, [*uses, *mended.uses]
        criteria = standing.scheme.criteria
        built = Built(
            reference=standing.files,
            grader=marked_grader(standing.scheme.grader, canary),
            criteria=criteria if criteria != specified.criteria else None,
        )
        return Made(built, tuple(uses))

    async def mutants(self, specified: Specified, built: Built) -> Made[tuple[PlantedMutant, ...]]:
        """The reference with defects planted, each noticed by its task, and mechanical ones beside."""

        async def read(written: WrittenMutants) -> Read[Planted]:
            return await read_mutants(written.mutants, specified, built, self._judge, self._craft)

        scheme = Scheme(criteria=specified.criteria, grader=built.grader)
        order = self._orders.order(
            "mutants", specified.recipe, files=shown(built.reference), **self._craft.shown(scheme)
        )
        made = await self._writer.written(order, WrittenMutants, read)
        return Made(await with_mechanical(made.value, specified, built, self._judge, self._craft), made.uses)

    async def _failing(self, specified: Specified, standing: Standing) -> list[str]:
        """What does not pass in the first of some judgements in which anything does not; and what was corrected so that
        a hand-in passes it which does nothing.
        """
        files, scheme = standing
        item = specified.recipe.id
        for seed in range(1, RUNS + 1):
            if wrong := failures(await judged(self._judge, item, files, scheme, seed), scheme.criteria):
                return wrong
        return await self._craft.vacuous(specified.recipe, specified.scheme, scheme)

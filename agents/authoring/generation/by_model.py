"""The Generation Agent by a model: each part is asked for, checked as a catalog's is, and what fails is told to it."""

from collections.abc import Callable, Sequence

from agents.authoring.events import Hear, Mending, MutantsTried, unheard
from agents.authoring.generation.craft import Asking, Craft
from agents.authoring.generation.files import marked_grader, shown
from agents.authoring.generation.ordering import Orders
from agents.authoring.generation.pages import PageCraft
from agents.authoring.generation.planting import MECHANICAL, Planted, read_mutants, with_mechanical
from agents.authoring.generation.programs.craft import ProgramCraft
from agents.authoring.generation.reference_by_agent import ByAgent
from agents.authoring.generation.reference_by_reply import ByReply
from agents.authoring.generation.references import Complaints, Job, OpenWriter, Standing
from agents.authoring.generation.shapes import WrittenMutants, WrittenPRD, WrittenQuery
from agents.authoring.generation.specifying import LEAVES, SECTIONS, SHORTEST_DATUM, read_prd, read_query
from agents.authoring.generation.trying import Undisturbed, failures, judged
from agents.authoring.verification.planting import Tried
from agents.authoring.ways import Way
from agents.authoring.writing import Read, Writer
from plans.catalog.narrowing import allows
from plans.contracts.authoring import Check, Maker
from plans.contracts.coding import CodeAgent
from plans.contracts.judging import Judge
from plans.contracts.models import Model
from plans.errors import GivenUp
from plans.patches import made_patch
from plans.prd_text import requirements_text
from plans.records.draft import Built, Scheme, Specified
from plans.records.plan import Plan
from plans.records.prd import PRD
from plans.records.project import Mutant, PlantedMutant
from plans.records.provenance import Made
from plans.records.query import Query
from plans.records.recipe import Recipe
from plans.webapp.catalog.compose import CLAUSE, clause

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
        hear: Hear = unheard,
    ) -> None:
        """`checks`: the family's own program-decided ones, which a reference has to pass; `plan`: the suite's, as it
        was reviewed; `way`: how its tasks are tried; `coder`: who writes references in a workspace, None for
        the model itself, in its replies; `hear`: who is told of what happens.
        """
        self._hear = hear
        self._judge = Undisturbed(judge)
        self._craft: Craft = PageCraft() if way == "browser" else ProgramCraft(self._judge)
        self._writer = Writer(model, "generator", "agents.authoring.generation", way, hear=hear)
        self._orders = Orders(plan, way)
        complaints = Complaints(checks, plan)
        self._opens: OpenWriter = (
            ByReply(self._writer, self._craft, self._orders, complaints)
            if coder is None
            else ByAgent(coder, self._craft, self._orders, complaints, hear)
        )

    async def prd(self, recipe: Recipe) -> Made[PRD]:
        """The specification that the seed's author would have written with patience."""

        async def read(written: WrittenPRD) -> Read[PRD]:
            found = read_prd(written)
            return Read(found.value, [*found.problems, *self._craft.prd_problems(found.value)])

        order = self._orders.order("prd", recipe, sections=SECTIONS, leaves=LEAVES, shortest=SHORTEST_DATUM)
        return await self._writer.written(order, WrittenPRD, read)

    async def query(self, recipe: Recipe, prd: PRD) -> Made[Query]:
        """The seed's request at three levels."""

        async def read(written: WrittenQuery) -> Read[Query]:
            return read_query(written, prd, recipe.id, recipe.seed.seed.query)

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
                self._hear(Mending(specified.recipe.id, number, REPAIRS, tuple(wrong)))
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
            return await read_mutants(
                written.mutants, specified, built, self._judge, self._craft, tried(is_mechanical=False)
            )

        def tried(*, is_mechanical: bool) -> Tried:
            item = specified.recipe.id
            return lambda done, planned: self._hear(MutantsTried(item, is_mechanical, done, planned))

        scheme = Scheme(criteria=specified.criteria, grader=built.grader)
        order = self._orders.order(
            "mutants", specified.recipe, files=shown(built.reference), **self._craft.shown(scheme)
        )
        made = await self._writer.written(order, WrittenMutants, read)
        planted = await with_mechanical(
            made.value, specified, built, self._judge, self._craft, tried(is_mechanical=True)
        )
        return Made(planted, made.uses)

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


class AccessibleMaker:
    """A maker of web apps whose items ask for the accessibility clause besides: its requirement, its task and a mutant
    of it are a program's, and no model is asked for them.

    Where the suite's plan has no room for the clause, items are as their maker makes them.
    """

    def __init__(self, maker: Maker, plan: Callable[[], Plan]) -> None:
        """`plan`: the suite's, as it was reviewed."""
        self._maker = maker
        self._plan = plan
        self.follows_edits = maker.follows_edits

    async def prd(self, recipe: Recipe) -> Made[PRD]:
        """The maker's, with a section more."""
        made = await self._maker.prd(recipe)
        if not allows(self._plan(), "features", CLAUSE):
            return made
        section, _ = clause(len(made.value.requirements) + 1, "")
        return made._replace(
            value=made.value.model_copy(update={"requirements": (*made.value.requirements, section)})
        )

    async def query(self, recipe: Recipe, prd: PRD) -> Made[Query]:
        """The maker's: it says and withholds nothing of the clause, which is told beside it."""
        return await self._maker.query(recipe, _plain(prd))

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> Made[Scheme]:
        """The maker's, with a task more that waits for the first of them."""
        made = await self._maker.criteria(recipe, _plain(prd), query)
        if _plain(prd) == prd:
            return made
        tasks = made.value.criteria.tasks
        _, task = clause(len(prd.requirements), tasks[0].id)
        criteria = made.value.criteria.model_copy(update={"tasks": (*tasks, task)})
        return made._replace(value=made.value.model_copy(update={"criteria": criteria}))

    async def reference(self, specified: Specified, canary: str) -> Made[Built]:
        """The maker's, which has to pass the clause's task too."""
        return await self._maker.reference(specified, canary)

    async def mutants(self, specified: Specified, built: Built) -> Made[tuple[PlantedMutant, ...]]:
        """The maker's for the tasks it wrote, and one that no Tab leads through."""
        if not (tasks := specified.criteria.clause):
            return await self._maker.mutants(specified, built)
        asked = specified.model_copy(
            update={"prd": _plain(specified.prd), "criteria": specified.criteria.without_clause()}
        )
        made = await self._maker.mutants(asked, built)
        page = built.reference["index.html"]
        trapped = page.replace("</head>", f"{_NO_TAB}</head>", 1) if "</head>" in page else f"{_NO_TAB}{page}"
        mutant = Mutant(
            id=f"{MECHANICAL}{CLAUSE}",
            description="The Tab key leads nowhere",
            kills=tuple(task.id for task in tasks),
            operator="missing check",
        )
        planted = PlantedMutant(mutant=mutant, patch=made_patch("index.html", page, trapped))
        return made._replace(value=(*made.value, planted))


_NO_TAB = (
    '<script>addEventListener("keydown", (event) => { if (event.key === "Tab") event.preventDefault(); }, true);'
    "</script>"
)


def _plain(prd: PRD) -> PRD:
    """The specification without the clause's section, which always is its last."""
    section, _ = clause(len(prd.requirements), "")
    return prd.without({leaf.id for leaf in section.children}) if prd.requirements[-1] == section else prd

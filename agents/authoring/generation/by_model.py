"""The Generation Agent by a model: each part is asked for, checked as a catalog's is, and what fails is told to it.

PRD and query are read here; criteria, tests and mutants by the craft of the family (pages.py, programs/craft.py).
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence

from agents.authoring.events import Hear, Mending, MutantsTried, unheard
from agents.authoring.generation.craft import Craft, Orders, ShownScheme, WriterRequest
from agents.authoring.generation.files import marked_grader, shown, unmarked_grader
from agents.authoring.generation.mutants import (
    CLAUSE_MUTANT,
    Defects,
    begun_defects,
    clause_mutants,
    mutants_order,
    patched_defects,
    read_defects,
    standing_defects,
    unconcerned,
    with_mechanical,
)
from agents.authoring.generation.pages import PageCraft
from agents.authoring.generation.patches import (
    PRDPatch,
    QueryPatch,
    listed_requirements,
    new_section,
    patched_prd,
    patched_query,
)
from agents.authoring.generation.programs.craft import ProgramCraft
from agents.authoring.generation.reference_by_agent import ByAgent
from agents.authoring.generation.references import (
    ByReply,
    Complaints,
    CurrentReference,
    Job,
    OpenWriter,
    ReferenceWriter,
)
from agents.authoring.generation.shapes import (
    WrittenLevel,
    WrittenMutants,
    WrittenPRD,
    WrittenQuery,
    overlong,
)
from agents.authoring.generation.trying import FailedOutcome, Undisturbed, failures, judged, unseen
from agents.authoring.verification.checks.leakage import leakage_problems, retelling_problems
from agents.authoring.verification.gate import TrialProgress
from agents.authoring.writing import AuthoringMode, NotPassing, Patching, ReadAnswer, Writer, WritingOrder
from plans.catalog.choosing import allows
from plans.contracts.authoring import Check
from plans.contracts.coding import CodeAgent
from plans.contracts.models import Model
from plans.contracts.runs import Judge
from plans.errors import GivenUp
from plans.prd_text import requirements_text
from plans.records.model_call import ModelUse
from plans.records.plan import Plan
from plans.records.project import (
    Built,
    MadeArtifact,
    PartFault,
    PlantedBefore,
    PlantedMutant,
    Planting,
    Scheme,
    Specified,
)
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query, QueryLevel, Requirement, Underspecification
from plans.webapp.catalog.compose import CLAUSE, clause

SECTIONS = (1, 8)
LEAVES = (3, 24)
"""Fewest and most detailed requirements of a project."""
SHORTEST_DATUM = 3
"""Characters: a shorter one would be found in every query."""


def begun_prd(written: WrittenPRD) -> PRD:
    """The PRD with ids given by its order."""
    return PRD(
        title=written.title.strip(),
        overview=written.overview.strip(),
        users=tuple(written.users),
        typical_use=tuple(written.typical_use),
        requirements=tuple(new_section(number, section) for number, section in enumerate(written.sections, 1))
        or (Requirement(id="R1", title="", text=""),),
        data_requirements=tuple(written.data_requirements),
        non_goals=tuple(written.non_goals),
    )


def checked_prd(prd: PRD) -> ReadAnswer[PRD]:
    """The PRD, and what is wrong with it: that it is too long, or else whatever there is."""
    return ReadAnswer(prd, overlong(prd) or list(_prd_problems(prd)))


def written_query(query: Query) -> WrittenQuery:
    """The query as a model writes it."""
    return WrittenQuery.model_validate(
        {
            level.value: {"text": said.text, "withholds": list(said.withholds)}
            for level, said in query.levels.items()
        }
    )


def read_query(written: WrittenQuery, prd: PRD, item: str, seed: str = "") -> ReadAnswer[Query]:
    """The query at its levels, and what is wrong with it; `seed`: the request that the item is made from."""
    levels = {
        Underspecification.LOW: written.low,
        Underspecification.MEDIUM: written.medium,
        Underspecification.HIGH: written.high,
    }
    query = Query(levels={level: _level(text) for level, text in levels.items()})
    if too_long := overlong(query):
        return ReadAnswer(query, too_long)
    leaves = prd.leaves()
    problems = [str(problem) for problem in leakage_problems(query, leaves, item, seed)]
    problems += [str(problem) for problem in retelling_problems(query, prd.typical_use, item, seed)]
    return ReadAnswer(query, [*_query_problems(query, {leaf.id for leaf in leaves}), *problems])


def _level(written: WrittenLevel) -> QueryLevel:
    return QueryLevel(text=written.text.strip() or "-", withholds=tuple(sorted(set(written.withholds))))


def _prd_problems(prd: PRD) -> Iterator[str]:
    for name in ("title", "overview"):
        if not getattr(prd, name):
            yield f"`{name}` is empty."
    sections, leaves = len(prd.requirements), len(prd.leaves())
    if not SECTIONS[0] <= sections <= SECTIONS[1]:
        yield f"There are {sections} sections; {SECTIONS[0]} to {SECTIONS[1]} can be reviewed."
    if not LEAVES[0] <= leaves <= LEAVES[1]:
        yield f"There are {leaves} detailed requirements; write {LEAVES[0]} to {LEAVES[1]}."
    titles: dict[str, str] = {}
    for requirement in prd.walk():
        if not (requirement.title and requirement.text):
            yield f"{requirement.id} lacks a title or a text."
        if requirement.id.count(".") == 0 and not requirement.children:
            yield f"Section {requirement.id} ({requirement.title!r}) has no detailed requirement that could be tested."
        if other := titles.get(requirement.title.casefold()):
            yield f"{other} and {requirement.id} have the same title; a title says what sets its requirement apart."
        titles[requirement.title.casefold()] = requirement.id
        for datum in requirement.data:
            if len(datum.strip()) < SHORTEST_DATUM:
                yield (
                    f"{requirement.id}: the datum {datum!r} has {len(datum.strip())} of at least {SHORTEST_DATUM} "
                    "characters, spaces around it not counted; so short a text stands by chance in what is said of "
                    "anything. State it within what is printed or typed around it, such as 'title | price' for ' | '."
                )
            elif datum.casefold() not in requirement.text.casefold():
                yield f"{requirement.id}: the datum {datum!r} does not stand in its text, letter by letter."


def _query_problems(query: Query, leaves: set[str]) -> Iterator[str]:
    for level, written in query.levels.items():
        if len(written.text) < 2:
            yield f"{level.value}: the text is empty."
        if unknown := sorted(set(written.withholds) - leaves):
            yield f"{level.value}: withholds {', '.join(unknown)}, which are no detailed requirements of the PRD."
    if not query.at(Underspecification.HIGH).withholds:
        yield "high: nothing is withheld, so nothing is underspecified; say less, and name what is not said."


REPAIRS = 4
"""How often a reference is mended before it is given up."""
_PRD_PATCHING = Patching(PRDPatch, patched_prd, listed_requirements)
_QUERY_PATCHING = Patching(QueryPatch, patched_query)
RUNS = 2
"""Judgements, each with other random values, that a reference has to pass."""


class ModelMaker:
    """Implements plans.contracts.authoring.Maker and plans.contracts.authoring.Mender by a model in the role
    `generator`.
    """

    follows_edits = True

    def __init__(
        self,
        model: Model,
        judge: Judge,
        checks: Sequence[Check],
        plan: Callable[[], Plan],
        way: AuthoringMode,
        coder: CodeAgent | None = None,
        hear: Hear = unheard,
    ) -> None:
        """`checks`: program-decided ones of the gate, each made in the step of what it is about; `plan`: the
        suite's, as it was reviewed; `way`: how its tasks are tried; `coder`: who writes references in a workspace, None
        for the model itself, in its replies; `hear`: who is told of what happens.
        """
        self._hear = hear
        self.judge = Undisturbed(judge)
        self._craft: Craft = PageCraft(self.judge) if way == "browser" else ProgramCraft(self.judge)
        self._writer = Writer(model, "generator", "agents.authoring.generation", way, hear=hear)
        self._orders = Orders(plan, way)
        complaints = Complaints(checks, plan)
        self._asking = WriterRequest(self._writer, self._orders, complaints.of_scheme)
        self._opens: OpenWriter = (
            ByReply(self._writer, self._craft, self._orders, complaints)
            if coder is None
            else ByAgent(coder, self._craft, self._orders, complaints, hear)
        )

    async def prd(self, recipe: Recipe) -> MadeArtifact[PRD]:
        """The specification that the seed's author would have written with patience."""
        order = self._orders.order("prd", recipe, sections=SECTIONS, leaves=LEAVES, shortest=SHORTEST_DATUM)
        return await self._writer.begun(
            order, WrittenPRD, begun_prd, self._checked_prd, patching=_PRD_PATCHING
        )

    async def mended_prd(self, recipe: Recipe, prd: PRD, faults: Sequence[PartFault]) -> MadeArtifact[PRD]:
        """Requirements by their ids."""
        wrong = [*map(str, faults), *(await self._checked_prd(prd)).problems]
        if not wrong:
            return MadeArtifact(prd)
        order = self._orders.patch("prd", recipe, wrong, prd)
        return await self._writer.patched(order, prd, _PRD_PATCHING, self._checked_prd)

    async def query(self, recipe: Recipe, prd: PRD) -> MadeArtifact[Query]:
        """The seed's request at three levels."""
        order = self._orders.order("query", recipe, prd=requirements_text(prd))
        read = _query_reader(recipe, prd)
        return await self._writer.written(order, WrittenQuery, read, patching=_QUERY_PATCHING)

    async def mended_query(
        self, recipe: Recipe, prd: PRD, query: Query, faults: Sequence[PartFault]
    ) -> MadeArtifact[Query]:
        """Texts and what they withhold by level."""
        read, standing = _query_reader(recipe, prd), written_query(query)
        wrong = [*map(str, faults), *(await read(standing)).problems]
        if not wrong:
            return MadeArtifact(query)
        order = self._orders.patch("query", recipe, wrong, prd, query)
        return await self._writer.patched(order, standing, _QUERY_PATCHING, read)

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> MadeArtifact[Scheme]:
        """The criteria DAG, with all that a judge lays beside a submission."""
        return await self._craft.scheme(self._asking, recipe, prd, query)

    async def mended_criteria(
        self, recipe: Recipe, prd: PRD, query: Query, scheme: Scheme, faults: Sequence[PartFault]
    ) -> MadeArtifact[Scheme]:
        """Tasks and what they are made of by id."""
        wrong = [*_of_tasks(faults), *self._craft.misfits(scheme, recipe, prd, query)]
        if not wrong:
            return MadeArtifact(scheme)
        return await self._craft.patched(self._asking, recipe, prd, query, scheme, wrong)

    async def reference(self, specified: Specified, canary: str) -> MadeArtifact[Built]:
        """A project that passes every task, however often it had to be mended; NotPassing after REPAIRS."""
        with self._opens(Job(specified, canary)) as writer:
            return await self._passing(specified, await writer.first(), writer, canary)

    async def mended_reference(
        self, specified: Specified, built: Built, canary: str, faults: Sequence[PartFault]
    ) -> MadeArtifact[Built]:
        """The same files where they pass, else mended as any that fail."""
        with self._opens(Job(specified, canary)) as writer:
            standing = CurrentReference(built.reference, specified.scheme)
            writer.resume(standing)
            return await self._passing(specified, MadeArtifact(standing), writer, canary, _of_tasks(faults))

    async def mutants(self, specified: Specified, built: Built) -> MadeArtifact[tuple[PlantedMutant, ...]]:
        """The reference with defects planted, each noticed by its task, and mechanical ones beside."""
        made = await self.planted(specified, built, may_strengthen=False)
        return MadeArtifact(made.value.mutants, made.uses)

    async def planted(
        self,
        specified: Specified,
        built: Built,
        before: PlantedBefore | None = None,
        faults: Sequence[PartFault] = (),
        *,
        may_strengthen: bool = True,
    ) -> MadeArtifact[Planting]:
        """The same; a mutant that no task notices may come back as a weak criterion, with its patch."""

        async def read(defects: Defects) -> ReadAnswer[Planting]:
            return await read_defects(
                defects,
                specified,
                built,
                self.judge,
                self._craft,
                tried(is_mechanical=False),
                may_strengthen=may_strengthen,
            )

        def tried(*, is_mechanical: bool) -> TrialProgress:
            item = specified.recipe.id
            return lambda done, planned: self._hear(MutantsTried(item, is_mechanical, done, planned))

        scheme = Scheme(criteria=specified.criteria, grader=unmarked_grader(built.grader))
        files, tasks = shown(built.reference), self._craft.shown(scheme)

        def again(standing: Defects, wrong: Sequence[str]) -> WritingOrder:
            return mutants_order(self._orders, specified, standing, wrong, files, tasks)

        patching = Patching(self._craft.mutants_patch, patched_defects, order=again)
        if before is None:
            # Defects are planted in files: what the steps' targets are called in other apps says nothing of them.
            told: ShownScheme = {**tasks, "targets": {}}
            order = self._orders.order("mutants", specified.recipe, files=files, **told)
            made = await self._writer.begun(
                order,
                WrittenMutants,
                lambda written: begun_defects(written, specified.criteria),
                read,
                patching=patching,
            )
            about = None
        else:
            defects = standing_defects(before, scheme, built.reference, self._craft)
            about = defects.about
            found = await read(defects)
            wrong = [*map(str, faults), *found.problems]
            if wrong:
                made = await self._writer.patched(again(defects, wrong), defects, patching, read)
            else:
                made = MadeArtifact(found.value)
        if made.value.scheme is not None:
            return made
        own = made.value.mutants
        if before is None or about is None:
            mutants = await with_mechanical(
                own, specified, built, self.judge, self._craft, tried(is_mechanical=True)
            )
        else:
            mutants = (*own, *unconcerned(before, about))
        return MadeArtifact(Planting(mutants=mutants), made.uses)

    async def _passing(
        self,
        specified: Specified,
        made: MadeArtifact[CurrentReference],
        writer: ReferenceWriter,
        canary: str,
        told: Sequence[str] = (),
    ) -> MadeArtifact[Built]:
        """The reference, mended until it passes; `told`: faults that the first mend is asked for besides."""
        standing, uses = made.value, list(made.uses)
        for number in range(1, REPAIRS + 2):
            seen = await self._failing(specified, standing)
            known = {one.told for one in seen}
            wrong = [*(unseen(one) for one in told if number == 1 and one not in known), *seen]
            if not wrong:
                break
            if number > REPAIRS:
                what = (
                    f"The reference of {specified.recipe.id!r} was mended {REPAIRS} times and does not pass"
                )
                reasons = [one.told for one in wrong]
                raise NotPassing(what, reasons, _built(specified, standing, canary, uses))
            brief = tuple(one.brief for one in wrong)
            self._hear(Mending(specified.recipe.id, number, REPAIRS, brief))
            try:
                mended = await writer.mended(standing, [one.told for one in wrong], number)
            except GivenUp as error:
                what = (
                    f"The reference of {specified.recipe.id!r} does not pass, and no mend of it can be used"
                )
                reasons = [*(one.told for one in wrong), *error.reasons]
                raise NotPassing(what, reasons, _built(specified, standing, canary, uses)) from error
            standing, uses = mended.value, [*uses, *mended.uses]
        return _built(specified, standing, canary, uses)

    async def _checked_prd(self, prd: PRD) -> ReadAnswer[PRD]:
        found = checked_prd(prd)
        more = () if overlong(prd) else self._craft.prd_problems(prd)
        return ReadAnswer(prd, [*found.problems, *more])

    async def _failing(self, specified: Specified, standing: CurrentReference) -> list[FailedOutcome]:
        """The failures of the first of RUNS judgements that has any. Where none has: corrected tasks that a project
        which does nothing passes.
        """
        files, scheme = standing
        item = specified.recipe.id
        for seed in range(1, RUNS + 1):
            if wrong := failures(await judged(self.judge, item, files, scheme, seed), scheme.criteria):
                return wrong
        vacuous = await self._craft.vacuous(specified.recipe, specified.scheme, scheme)
        return list(map(unseen, vacuous))


class AccessibleMaker:
    """A maker of web apps whose items ask for the accessibility clause besides: its requirement, its task and mutants
    of it are a program's, and no model is asked for them.

    Where the suite's plan has no room for the clause, items are as their maker makes them.
    """

    def __init__(self, maker: ModelMaker, plan: Callable[[], Plan]) -> None:
        """`plan`: the suite's, as it was reviewed."""
        self._maker = maker
        self._plan = plan
        self.follows_edits = maker.follows_edits

    async def prd(self, recipe: Recipe) -> MadeArtifact[PRD]:
        """The maker's, with a section more."""
        made = await self._maker.prd(recipe)
        return made._replace(value=self._with_clause(made.value))

    async def mended_prd(self, recipe: Recipe, prd: PRD, faults: Sequence[PartFault]) -> MadeArtifact[PRD]:
        """The same of the maker's part of it."""
        made = await self._maker.mended_prd(recipe, _plain(prd), faults)
        return made._replace(value=self._with_clause(made.value))

    async def query(self, recipe: Recipe, prd: PRD) -> MadeArtifact[Query]:
        """The maker's: it says and withholds nothing of the clause, which is told beside it."""
        return await self._maker.query(recipe, _plain(prd))

    async def mended_query(
        self, recipe: Recipe, prd: PRD, query: Query, faults: Sequence[PartFault]
    ) -> MadeArtifact[Query]:
        """The maker's."""
        return await self._maker.mended_query(recipe, _plain(prd), query, faults)

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> MadeArtifact[Scheme]:
        """The maker's, with a task more that waits for the first of them."""
        made = await self._maker.criteria(recipe, _plain(prd), query)
        return made._replace(value=_with_clause_task(made.value, prd))

    async def mended_criteria(
        self, recipe: Recipe, prd: PRD, query: Query, scheme: Scheme, faults: Sequence[PartFault]
    ) -> MadeArtifact[Scheme]:
        """The same of the maker's tasks."""
        own = _without_clause(scheme)
        made = await self._maker.mended_criteria(recipe, _plain(prd), query, own, faults)
        return made._replace(value=_with_clause_task(made.value, prd))

    async def reference(self, specified: Specified, canary: str) -> MadeArtifact[Built]:
        """The maker's, which has to pass the clause's task too."""
        return await self._maker.reference(specified, canary)

    async def mended_reference(
        self, specified: Specified, built: Built, canary: str, faults: Sequence[PartFault]
    ) -> MadeArtifact[Built]:
        """The maker's, which has to go on passing it."""
        return await self._maker.mended_reference(specified, built, canary, faults)

    async def mutants(self, specified: Specified, built: Built) -> MadeArtifact[tuple[PlantedMutant, ...]]:
        """The maker's for the tasks it wrote, and a program's for the clause."""
        made = await self.planted(specified, built, may_strengthen=False)
        return MadeArtifact(made.value.mutants, made.uses)

    async def planted(
        self,
        specified: Specified,
        built: Built,
        before: PlantedBefore | None = None,
        faults: Sequence[PartFault] = (),
        *,
        may_strengthen: bool = True,
    ) -> MadeArtifact[Planting]:
        """The same."""
        asked = specified.model_copy(
            update={"prd": _plain(specified.prd), "criteria": specified.criteria.without_clause()}
        )
        own = before
        if before is not None:
            rest = tuple(one for one in before.mutants if not one.mutant.id.startswith(CLAUSE_MUTANT))
            own = before.model_copy(update={"scheme": _without_clause(before.scheme), "mutants": rest})
        made = await self._maker.planted(asked, built, own, faults, may_strengthen=may_strengthen)
        found, scheme = made.value, made.value.scheme
        update = {
            "mutants": (
                *found.mutants,
                *await clause_mutants(specified, built, self._maker.judge, before),
            ),
            "scheme": scheme and _with_clause_task(scheme, specified.prd),
        }
        return made._replace(value=found.model_copy(update=update))

    def _with_clause(self, prd: PRD) -> PRD:
        if not allows(self._plan(), "features", CLAUSE):
            return prd
        section, _ = clause(_place(prd) + 1)
        return prd.model_copy(update={"requirements": (*prd.requirements, section)})


def _built(
    specified: Specified, standing: CurrentReference, canary: str, uses: Sequence[ModelUse]
) -> MadeArtifact[Built]:
    criteria = standing.scheme.criteria
    built = Built(
        reference=standing.files,
        grader=marked_grader(standing.scheme.grader, canary),
        criteria=criteria if criteria != specified.criteria else None,
    )
    return MadeArtifact(built, tuple(uses))


def _query_reader(recipe: Recipe, prd: PRD) -> Callable[[WrittenQuery], Awaitable[ReadAnswer[Query]]]:
    """Checks a written request against the requirements and the seed."""

    async def read(written: WrittenQuery) -> ReadAnswer[Query]:
        return read_query(written, prd, recipe.id, recipe.seed.seed.query)

    return read


def _of_tasks(faults: Sequence[PartFault]) -> list[str]:
    """Faults of which each names a task, where it names anything."""
    return [f"task {fault}" if fault.element else str(fault) for fault in faults]


def _without_clause(scheme: Scheme) -> Scheme:
    return scheme.model_copy(update={"criteria": scheme.criteria.without_clause()})


def _with_clause_task(scheme: Scheme, prd: PRD) -> Scheme:
    """The scheme with the clause's task, where the specification asks for it."""
    if _plain(prd) == prd:
        return scheme
    _, task = clause(_place(prd))
    criteria = scheme.criteria.model_copy(update={"tasks": (*scheme.criteria.tasks, task)})
    return scheme.model_copy(update={"criteria": criteria})


def _plain(prd: PRD) -> PRD:
    """The specification without the clause's section, which always is its last."""
    section, _ = clause(_place(prd))
    return prd.without({leaf.id for leaf in section.children}) if prd.requirements[-1] == section else prd


def _place(prd: PRD) -> int:
    """Number of the last section; where one was removed, there are fewer."""
    return int(prd.requirements[-1].id.removeprefix("R"))

"""How Python projects are made, whose tasks are tried by commands and tests."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from agents.authoring.generation.craft import Asking, Correction, Repaired
from agents.authoring.generation.files import PROGRAMS, shown
from agents.authoring.generation.operators import Breaking, emptied, operators
from agents.authoring.generation.ordering import ShownScheme, said, shown_tasks
from agents.authoring.generation.patches import MutantsPatch
from agents.authoring.generation.programs.correcting import corrected
from agents.authoring.generation.programs.interfaces import interface_problems
from agents.authoring.generation.programs.patches import (
    ProgramMutantsPatch,
    SchemeMend,
    SchemePatch,
    UnitTestsPatch,
    mended_scheme,
    patched_scheme,
    patched_tests,
    tests_in,
)
from agents.authoring.generation.programs.schemes import read_scheme
from agents.authoring.generation.programs.shapes import (
    Corrections,
    ProgramRepair,
    WrittenScheme,
    WrittenTestFiles,
)
from agents.authoring.generation.programs.showing import shown_way
from agents.authoring.generation.programs.unit_tests import read_tests, wanted_tests, without_head
from agents.authoring.generation.programs.vacuous import gained
from agents.authoring.generation.tasks import Size, kept_sizes, size_problems, task_problems
from agents.authoring.ways import Way
from agents.authoring.writing import Order, Patching, Read, Writer
from plans.contracts.judging import Judge
from plans.prd_text import requirements_text
from plans.records.criteria import Criteria
from plans.records.project import Files, Grader, Made, PlantedMutant, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query
from plans.records.task_modes import UnitTest

SILENT = "silent-program"
"""Id of the mutant of whose modules nothing is left."""
T = TypeVar("T")


class ProgramCraft:
    """Implements agents.authoring.generation.craft.Craft."""

    way: Way = "commands"
    rules = PROGRAMS
    blank_id = SILENT

    def __init__(self, judge: Judge) -> None:
        """`judge`: shows which tasks a hand-in passes that does nothing."""
        self._judge = judge

    @property
    def breaking(self) -> Breaking:
        """What people get wrong in modules of Python."""
        return operators().commands

    def prd_problems(self, prd: PRD) -> Iterator[str]:
        """Functions that tests can call are stated, and can be imported."""
        yield from interface_problems(prd)

    async def scheme(self, asking: Asking, recipe: Recipe, prd: PRD, query: Query) -> Made[Scheme]:
        """The criteria with what is laid and expected, and then the code of their tests."""
        sizes = asking.orders.sizes(recipe)

        async def read(written: WrittenScheme) -> Read[Scheme]:
            found = read_scheme(written, prd, recipe.id, sizes)
            problems = list(found.problems)
            if not problems and (untested := _without_tests(found.value)).criteria.tasks:
                problems += asking.complaints(recipe, prd, query, untested)
            if not problems:
                problems = await self._gained(recipe, found.value, is_by_tests=False)
            return Read(found.value, problems)

        order = asking.orders.order(
            "criteria", recipe, prd=requirements_text(prd), query=said(query), sizes=sizes
        )
        patching = Patching(SchemePatch, patched_scheme)
        made = await asking.writer.written(order, WrittenScheme, read, patching=patching)
        if not wanted_tests(made.value.criteria):
            return made
        tests = await self.tests(asking, recipe, prd, query, made.value)
        return Made(tests.value, (*made.uses, *tests.uses))

    def misfits(self, scheme: Scheme, recipe: Recipe, prd: PRD, query: Query) -> list[str]:
        """Which requirements are not tested by them, and what their tests cannot call any more."""
        problems = list(task_problems(scheme.criteria, prd, recipe.id))
        read_tests([], wanted_tests(scheme.criteria), prd, problems, scheme.grader)
        return problems

    async def patched(
        self, asking: Asking, recipe: Recipe, prd: PRD, query: Query, scheme: Scheme, wrong: Sequence[str]
    ) -> Made[Scheme]:
        """Tasks and inputs by id, tests by the names of their functions or by edits."""
        sizes = kept_sizes(scheme.criteria, asking.orders.sizes(recipe))

        async def read(mended: Scheme) -> Read[Scheme]:
            found = _reread(mended, prd, recipe.id, sizes)
            problems = found.problems or asking.complaints(recipe, prd, query, found.value)
            return Read(found.value, problems or await self.vacuous(recipe, scheme, found.value))

        order = asking.orders.patch("criteria", recipe, wrong, prd, query, sizes=sizes, **self.shown(scheme))
        patching = Patching(SchemeMend, lambda before, patch: mended_scheme(before, patch, prd))
        return await asking.writer.patched(order, scheme, patching, read)

    @property
    def mutants_patch(self) -> type[MutantsPatch]:
        """Defects, and a patch of the criteria that they show to be weak."""
        return ProgramMutantsPatch

    async def strengthened(
        self, specified: Specified, scheme: Scheme, patch: MutantsPatch
    ) -> Read[Scheme] | None:
        """The ways and tests of weak tasks patched; none may be passed by a hand-in that does nothing."""
        if not isinstance(patch, ProgramMutantsPatch) or patch.criteria is None:
            return None
        found = _reread(
            mended_scheme(scheme, patch.criteria, specified.prd), specified.prd, specified.recipe.id
        )
        problems = found.problems or await self.vacuous(specified.recipe, scheme, found.value)
        return Read(found.value, problems)

    async def tests(
        self, asking: Asking, recipe: Recipe, prd: PRD, query: Query, scheme: Scheme
    ) -> Made[Scheme]:
        """The scheme with the code of its tests; raises GivenUp."""
        wanted = wanted_tests(scheme.criteria)

        async def read(written: WrittenTestFiles) -> Read[Scheme]:
            problems: list[str] = []
            files = read_tests(written.files, wanted, prd, problems)
            whole = scheme.model_copy(update={"grader": {**scheme.grader, **files}})
            problems = problems or [*asking.complaints(recipe, prd, query, whole)]
            if not problems:
                problems = await self._gained(recipe, whole, is_by_tests=True)
            return Read(whole, problems)

        order = asking.orders.order(
            "tests", recipe, prd=requirements_text(prd), wanted=wanted, **self.shown(_of_tests(scheme))
        )
        patching = Patching(UnitTestsPatch, patched_tests)
        return await asking.writer.written(order, WrittenTestFiles, read, patching=patching)

    async def _gained(self, recipe: Recipe, scheme: Scheme, *, is_by_tests: bool) -> list[str]:
        tasks = frozenset(
            task.id for task in scheme.criteria.tasks if isinstance(task.how, UnitTest) == is_by_tests
        )
        return await gained(self._judge, recipe.id, recipe.parameters.family, scheme, tasks)

    async def vacuous(self, recipe: Recipe, before: Scheme, scheme: Scheme) -> list[str]:
        """Of the tasks that were corrected, those that are passed by a hand-in that does nothing."""
        known = {task.id: task for task in before.criteria.tasks}
        is_of_tests = {path for path, data in scheme.grader.items() if before.grader.get(path) != data}
        changed = frozenset(
            task.id
            for task in scheme.criteria.tasks
            if task != known.get(task.id)
            or (isinstance(task.how, UnitTest) and is_of_tests.intersection(task.how.tests))
        )
        return await gained(self._judge, recipe.id, recipe.parameters.family, scheme, changed)

    def shown(self, scheme: Scheme) -> ShownScheme:
        """The tasks with their commands, and the files that these name."""
        return {
            "tasks": shown_tasks(scheme.criteria, lambda task: shown_way(task.how)),
            "targets": {},
            "grader": _texts(scheme.grader),
        }

    def correction(self, text: str, specified: Specified) -> Correction:
        """Tasks whose way is written anew, with what is laid and tested."""
        return _correction(Corrections.model_validate_json(text), specified)

    async def repaired(
        self, writer: Writer, order: Order, specified: Specified, read: Callable[[Repaired], Read[T]]
    ) -> Made[T]:
        """What `read` makes of edits, files and corrections."""

        async def taken(written: ProgramRepair) -> Read[T]:
            correction = _correction(written.corrections, specified)
            return read(Repaired(written.edits, written.files, correction))

        return await writer.written(order, ProgramRepair, taken)

    def blank(self, reference: Files, criteria: Criteria) -> PlantedMutant:
        """Modules that can be imported, and of which nothing is left."""
        left = {
            path: text.partition("\n")[0] + "\n" for path, text in reference.items() if path.endswith(".py")
        }
        return emptied(SILENT, "Nothing is left in any module", left, reference, criteria)


def _correction(written: Corrections, specified: Specified) -> Correction:
    def made(scheme: Scheme) -> Read[Scheme]:
        return corrected(scheme, written, specified.prd, specified.recipe.id)

    return made


def _reread(mended: Scheme, prd: PRD, item: str, sizes: Sequence[Size] = ()) -> Read[Scheme]:
    """Criteria that were patched, with their tests read; raises Unreadable."""
    problems: list[str] = []
    criteria = mended.criteria
    tests = read_tests(tests_in(mended.grader), wanted_tests(criteria), prd, problems)
    if not problems:
        problems += [*size_problems(criteria, sizes), *task_problems(criteria, prd, item)]
    return Read(Scheme(criteria=criteria, grader={**mended.grader, **tests}), problems)


def _without_tests(scheme: Scheme) -> Scheme:
    """The part of it that needs no test files, which are not there yet."""
    tasks = tuple(task for task in scheme.criteria.tasks if not isinstance(task.how, UnitTest))
    return scheme.model_copy(update={"criteria": scheme.criteria.model_copy(update={"tasks": tasks})})


def _of_tests(scheme: Scheme) -> Scheme:
    """The part of it that is tried by tests."""
    tasks = tuple(task for task in scheme.criteria.tasks if isinstance(task.how, UnitTest))
    return Scheme(criteria=Criteria(tasks=tasks))


def _texts(grader: Grader) -> Files:
    """The grader's files as a model is shown them: as it wrote them."""
    texts = shown({path: data.decode() for path, data in grader.items()})
    return {path: without_head(text) if path.endswith(".py") else text for path, text in texts.items()}

"""How web apps are made, whose tasks are tried by steps in a browser."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from agents.authoring.generation.craft import Asking, Correction, Repaired
from agents.authoring.generation.files import PAGES
from agents.authoring.generation.operators import BLANK, Breaking, blank, operators
from agents.authoring.generation.ordering import ShownScheme, said, shown_tasks
from agents.authoring.generation.shapes import Repair, RewrittenTasks, WrittenCriteria
from agents.authoring.generation.specified_criteria import corrected, read_criteria
from agents.authoring.generation.specified_steps import flow, shown_criteria
from agents.authoring.ways import Way
from agents.authoring.writing import Order, Read, Writer
from plans.prd_text import requirements_text
from plans.records.criteria import Criteria
from plans.records.draft import Scheme, Specified
from plans.records.prd import PRD
from plans.records.project import Files, PlantedMutant
from plans.records.provenance import Made
from plans.records.query import Query
from plans.records.recipe import Recipe

T = TypeVar("T")


class PageCraft:
    """Implements agents.authoring.generation.craft.Craft."""

    way: Way = "browser"
    rules = PAGES
    blank_id = BLANK

    @property
    def breaking(self) -> Breaking:
        """What people get wrong in scripts of pages."""
        return operators().browser

    def prd_problems(self, prd: PRD) -> Iterator[str]:
        """A browser can try whatever can be seen."""
        yield from ()

    async def scheme(self, asking: Asking, recipe: Recipe, prd: PRD, query: Query) -> Made[Scheme]:
        """The criteria DAG, with outcomes in words and steps of the judge's language."""
        sizes = asking.orders.sizes(recipe)

        async def read(written: WrittenCriteria) -> Read[Scheme]:
            found = read_criteria(written, prd, query, recipe.id, sizes)
            return Read(Scheme(criteria=found.value), found.problems)

        order = asking.orders.order(
            "criteria", recipe, prd=requirements_text(prd), query=said(query), sizes=sizes
        )
        return await asking.writer.written(order, WrittenCriteria, read)

    async def vacuous(self, recipe: Recipe, before: Scheme, scheme: Scheme) -> list[str]:
        """What steps expect is looked at as they are read; the gate tries it on empty pages."""
        return []

    def shown(self, scheme: Scheme) -> ShownScheme:
        """The tasks with their steps and the targets that these name; what a browser does needs no files."""
        shown = shown_criteria(scheme.criteria)
        return {
            "tasks": shown_tasks(scheme.criteria, lambda task: shown.steps[task.id]),
            "targets": {name: flow(target) for name, target in shown.targets.items()},
            "grader": {},
        }

    def correction(self, text: str, specified: Specified) -> Correction:
        """Tasks whose steps are written anew."""
        return _correction(RewrittenTasks.model_validate_json(text), specified)

    async def repaired(
        self, writer: Writer, order: Order, specified: Specified, read: Callable[[Repaired], Read[T]]
    ) -> Made[T]:
        """What `read` makes of edits, files and steps written anew."""

        async def taken(written: Repair) -> Read[T]:
            correction = _correction(RewrittenTasks(tasks=written.tasks), specified)
            return read(Repaired(written.edits, written.files, correction))

        return await writer.written(order, Repair, taken)

    def blank(self, reference: Files, criteria: Criteria) -> PlantedMutant:
        """A start page on which nothing is left."""
        return blank("webapp", reference, criteria)


def _correction(written: RewrittenTasks, specified: Specified) -> Correction:
    def made(scheme: Scheme) -> Read[Scheme]:
        found = corrected(scheme.criteria, written.tasks, specified.prd, specified.query, specified.recipe.id)
        return Read(Scheme(criteria=found.value, grader=scheme.grader), found.problems)

    return made

"""Who writes a reference; references that a model dictates in replies."""

from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple, Protocol

from agents.authoring.generation.craft import Craft, Orders, Repaired, concerned, wanted_text
from agents.authoring.generation.files import edited, laid, shown
from agents.authoring.generation.mutants import project_of
from agents.authoring.generation.patches import FilesPatch, patched_project
from agents.authoring.generation.shapes import WrittenProject
from agents.authoring.writing import Patching, ReadAnswer, Writer
from plans.contracts.authoring import Check
from plans.prd_text import requirements_text
from plans.records.plan import Plan
from plans.records.project import Built, Files, MadeArtifact, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query


class CurrentReference(NamedTuple):
    """A reference as it is now, with the scheme that it is held to."""

    files: Files
    scheme: Scheme


class Job(NamedTuple):
    """What a reference is to be written for."""

    specified: Specified
    canary: str
    """What each of its files carries."""


class ReferenceWriter(Protocol):
    """Writes the reference of one project, and mends it."""

    async def first(self) -> MadeArtifact[CurrentReference]:
        """The files, which the family's own checks find nothing wrong with; GivenUp where there are none such."""
        ...

    def resume(self, standing: CurrentReference) -> None:
        """Go on from a reference that was made before, in place of `first`."""
        ...

    async def mended(
        self, standing: CurrentReference, wrong: Sequence[str], number: int
    ) -> MadeArtifact[CurrentReference]:
        """It changed so that what is `wrong` with it is not any more; `number` counts from 1. Raises GivenUp.

        Where steps of a task are wrong and the project is not, the criteria are changed instead.
        """
        ...


OpenWriter = Callable[[Job], AbstractContextManager[ReferenceWriter]]
"""What a writer needs is gone with the context."""


class Complaints:
    """What program-decided checks of the gate say of a part, in the step that makes it."""

    def __init__(self, checks: Sequence[Check], plan: Callable[[], Plan]) -> None:
        self._checks = tuple(checks)
        self._plan = plan

    def of(self, specified: Specified, files: Files) -> list[str]:
        """Of a reference, and of criteria as it shows them."""
        built = Built(reference=files, grader=specified.grader)
        return self._told(specified, built, ("reference", "criteria.yaml", "grader"))

    def of_scheme(self, recipe: Recipe, prd: PRD, query: Query, scheme: Scheme) -> list[str]:
        """Of criteria and what is laid with them, before anything is built."""
        specified = Specified(
            recipe=recipe, prd=prd, query=query, criteria=scheme.criteria, grader=scheme.grader
        )
        return self._told(specified, Built(reference={}, grader=scheme.grader), ("criteria.yaml", "grader"))

    def _told(self, specified: Specified, built: Built, parts: Sequence[str]) -> list[str]:
        project, plan = project_of(specified, built), self._plan()
        places = tuple(f"{specified.recipe.id}/{part}" for part in parts)
        found = (problem for check in self._checks for problem in check.check(project, plan))
        return [
            str(problem)
            for problem in found
            if problem.severity == "error" and problem.where.startswith(places)
        ]


class ByReply:
    """Opens writers who ask the model of a role."""

    def __init__(self, writer: Writer, craft: Craft, orders: Orders, complaints: Complaints) -> None:
        self._writer = writer
        self._craft = craft
        self._orders = orders
        self._complaints = complaints

    @contextmanager
    def __call__(self, job: Job) -> Generator[ReferenceWriter]:
        yield _Replies(self._writer, self._craft, self._orders, self._complaints, job)


class _Replies:
    """Implements ReferenceWriter."""

    def __init__(
        self, writer: Writer, craft: Craft, orders: Orders, complaints: Complaints, job: Job
    ) -> None:
        self._writer = writer
        self._craft = craft
        self._orders = orders
        self._complaints = complaints
        self._specified = job.specified
        self._canary = job.canary

    async def first(self) -> MadeArtifact[CurrentReference]:
        specified = self._specified

        async def read(written: WrittenProject) -> ReadAnswer[CurrentReference]:
            problems: list[str] = []
            files = laid(written.files, self._canary, problems, rules=self._craft.rules)
            problems += self._complaints.of(specified, files)
            return ReadAnswer(CurrentReference(files, specified.scheme), problems)

        order = self._orders.order(
            "reference",
            specified.recipe,
            prd=requirements_text(specified.prd),
            **self._craft.shown(specified.scheme),
        )
        return await self._writer.written(
            order, WrittenProject, read, patching=Patching(FilesPatch, patched_project)
        )

    def resume(self, standing: CurrentReference) -> None:
        """A reply is asked for with all that there is."""

    async def mended(
        self, standing: CurrentReference, wrong: Sequence[str], number: int
    ) -> MadeArtifact[CurrentReference]:
        specified = self._specified

        def read(repaired: Repaired) -> ReadAnswer[CurrentReference]:
            problems: list[str] = []
            before = edited(standing.files, repaired.edits, problems)
            files = laid(repaired.files, self._canary, problems, before, self._craft.rules)
            found = repaired.correction(standing.scheme)
            problems += [*found.problems, *self._complaints.of(specified, files)]
            changed = CurrentReference(files, found.value)
            if changed == standing:
                problems.append("Nothing is changed by it, so the same tasks would fail.")
            return ReadAnswer(changed, problems)

        order = self._orders.order(
            "repair",
            specified.recipe,
            salt=str(number - 1),
            prd=wanted_text(specified.prd),
            **concerned(wrong, self._craft.shown(standing.scheme)),
            files=shown(standing.files),
            failures=wrong,
        )
        return await self._craft.repaired(self._writer, order, specified, read)

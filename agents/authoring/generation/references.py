"""Who writes a reference: a model in replies, or a code agent in a workspace. Both are held to the same checks."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from agents.authoring.generation.planting import project_of
from plans.contracts.authoring import Check
from plans.records.plan import Plan
from plans.records.project import Built, Files, Made, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query


class Standing(NamedTuple):
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

    async def first(self) -> Made[Standing]:
        """The files, which the family's own checks find nothing wrong with; GivenUp where there are none such."""
        ...

    def resume(self, standing: Standing) -> None:
        """Go on from a reference that was made before, in place of `first`."""
        ...

    async def mended(self, standing: Standing, wrong: Sequence[str], number: int) -> Made[Standing]:
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

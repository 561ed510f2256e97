"""Who writes a reference: a model in replies, or a code agent in a workspace. Both are held to the same checks."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from agents.authoring.generation.planting import project_of
from plans.contracts.authoring import Check
from plans.records.draft import Built, Scheme, Specified
from plans.records.plan import Plan
from plans.records.project import Files
from plans.records.provenance import Made


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

    async def mended(self, standing: Standing, wrong: Sequence[str], number: int) -> Made[Standing]:
        """It changed so that what is `wrong` with it is not any more; `number` counts from 1. Raises GivenUp.

        Where steps of a task are wrong and the project is not, the criteria are changed instead.
        """
        ...


OpenWriter = Callable[[Job], AbstractContextManager[ReferenceWriter]]
"""What a writer needs is gone with the context."""


class Complaints:
    """What the family's own program-decided checks say of a reference."""

    def __init__(self, checks: Sequence[Check], plan: Callable[[], Plan]) -> None:
        self._checks = tuple(checks)
        self._plan = plan

    def of(self, specified: Specified, files: Files) -> list[str]:
        """Of the rest of the project they are asked by the gate."""
        project = project_of(specified, Built(reference=files))
        place, plan = f"{specified.recipe.id}/reference", self._plan()
        found = (problem for check in self._checks for problem in check.check(project, plan))
        return [str(problem) for problem in found if problem.where.startswith(place)]

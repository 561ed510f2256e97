"""How the two kinds of item, web apps and programs, differ in the making: shapes, files, mutants, words of prompts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from agents.authoring.generation.files import FileRules
from agents.authoring.generation.operators import Breaking
from agents.authoring.generation.ordering import Orders, ShownScheme
from agents.authoring.generation.patches import MutantsPatch
from agents.authoring.generation.shapes import Edit, WrittenFile
from agents.authoring.ways import Way
from agents.authoring.writing import Order, Read, Writer
from plans.records.criteria import Criteria
from plans.records.project import Files, Made, PlantedMutant, Scheme, Specified
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query

T = TypeVar("T")

Correction = Callable[[Scheme], Read[Scheme]]
"""A scheme with some tasks written anew, and what is wrong with them; raises Unreadable."""


SchemeComplaints = Callable[[Recipe, PRD, Query, Scheme], Sequence[str]]
"""What checks of the gate say of criteria and of what is laid with them, before anything is built."""


@dataclass(frozen=True)
class Asking:
    """Whom to ask, by which orders, and what else what is written is held against."""

    writer: Writer
    orders: Orders
    complaints: SchemeComplaints


class Repaired(NamedTuple):
    """What a model would change so that a reference passes."""

    edits: list[Edit]
    files: list[WrittenFile]
    correction: Correction


class Craft(Protocol):
    """How one kind of item is made by a model."""

    way: Way
    rules: FileRules
    blank_id: str
    """Id of the mutant that `blank` makes."""

    @property
    def breaking(self) -> Breaking:
        """Mechanical defects."""
        ...

    def prd_problems(self, prd: PRD) -> Iterator[str]:
        """What keeps requirements from being tried in the item's way."""
        ...

    async def scheme(self, asking: Asking, recipe: Recipe, prd: PRD, query: Query) -> Made[Scheme]:
        """The criteria, with the grader's files that they name; raises GivenUp."""
        ...

    def misfits(self, scheme: Scheme, recipe: Recipe, prd: PRD, query: Query) -> list[str]:
        """What keeps criteria that stand already from trying this PRD."""
        ...

    async def patched(
        self, asking: Asking, recipe: Recipe, prd: PRD, query: Query, scheme: Scheme, wrong: Sequence[str]
    ) -> Made[Scheme]:
        """Criteria that stand already, patched so that nothing is `wrong`; raises GivenUp."""
        ...

    @property
    def mutants_patch(self) -> type[MutantsPatch]:
        """What is asked for where defects are to be put right."""
        ...

    async def strengthened(
        self, specified: Specified, scheme: Scheme, patch: MutantsPatch
    ) -> Read[Scheme] | None:
        """The scheme with the patch of its weak criteria; None where the patch has none. Raises Unreadable."""
        ...

    async def vacuous(self, recipe: Recipe, before: Scheme, scheme: Scheme) -> list[str]:
        """Which tasks, of those that were corrected, are passed by a hand-in that does nothing; in words."""
        ...

    def shown(self, scheme: Scheme) -> ShownScheme:
        """The tasks and the grader's files, as prompts show them."""
        ...

    def correction(self, text: str, specified: Specified) -> Correction:
        """What a file that a code agent wrote corrects; raises pydantic's ValidationError."""
        ...

    async def repaired(
        self, writer: Writer, order: Order, specified: Specified, read: Callable[[Repaired], Read[T]]
    ) -> Made[T]:
        """What `read` makes of a model's repair; raises GivenUp."""
        ...

    def blank(self, reference: Files, criteria: Criteria) -> PlantedMutant:
        """The reference with nothing left that does anything, which every presence task has to notice."""
        ...

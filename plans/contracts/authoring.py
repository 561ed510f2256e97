"""From seeds to released items: who authors, checks, proves and evaluates them."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from plans.records.base import Problem
from plans.records.criteria import Criteria
from plans.records.evidence import CheckResult, Evidence
from plans.records.feedback import EvaluationPlan
from plans.records.plan import Catalog, ItemParameters, Plan
from plans.records.project import (
    Built,
    Files,
    IndependentImplementation,
    MadeArtifact,
    PartFault,
    PlantedBefore,
    PlantedMutant,
    Planting,
    Project,
    Scheme,
    Specified,
    Varied,
)
from plans.records.seed import Assignment, Recipe, Seed
from plans.records.specification import PRD, Query
from plans.records.verdict import Inspection


class Sampler(Protocol):
    """Lays down a family's plan and samples recipes from it: what a catalog does, and no model is asked."""

    family: str

    def plan(self) -> Plan:
        """The family's plan."""
        ...

    def catalog(self) -> Catalog:
        """What seeds may name, and what they may ask for."""
        ...

    def misnamed(self, seed: Seed) -> str:
        """What is wrong with the category and the domain that a seed asks for by name; empty when nothing is."""
        ...

    def redone_plan(self, plan: Plan, notes: Sequence[str]) -> tuple[Plan, Sequence[str]]:
        """`plan` as reviewers' notes ask for it, oldest first, and for each note what was made of it."""
        ...

    def recipe(
        self, seed: Seed, plan: Plan, random_seed: int, attempt: int = 1, notes: Sequence[str] = ()
    ) -> Recipe:
        """Understand a seed and sample what the plan leaves open; raises SeedRefused with the reason.

        The same arguments give the same recipe; a redo raises `attempt` and adds a reviewer's note. The recipe's
        findings answer the notes: what was made of each, and what could not be used.
        """
        ...


class Maker(Protocol):
    """The Generation Agent: makes a project, part by part, each from what lies there of the parts before it.

    Each part may be asked for again after a kill, and is the same then: a catalog's byte by byte, a model's because its
    replies are in the journal. Raises GivenUp where a part cannot be made well, CatalogBroken, and what a Model raises.
    """

    follows_edits: bool
    """Whether it makes parts from the texts before them, so that an edit of one leaves those after it stale. What a
    catalog makes follows from the recipe alone.
    """

    async def prd(self, recipe: Recipe) -> MadeArtifact[PRD]:
        """The clarified specification of what the recipe asks for."""
        ...

    async def query(self, recipe: Recipe, prd: PRD) -> MadeArtifact[Query]:
        """What a code agent is asked, at each level of underspecification, with what that withholds."""
        ...

    async def criteria(self, recipe: Recipe, prd: PRD, query: Query) -> MadeArtifact[Scheme]:
        """How a submission is tried and judged."""
        ...

    async def reference(self, specified: Specified, canary: str) -> MadeArtifact[Built]:
        """A project that passes; each of its files carries the canary."""
        ...

    async def mutants(self, specified: Specified, built: Built) -> MadeArtifact[tuple[PlantedMutant, ...]]:
        """The reference with a defect planted, at least one for each evaluation task."""
        ...


class Refresher(Protocol):
    """Finds recipes that nobody gave a seed for."""

    def variant(
        self, recipe: Recipe, parent_suite: str, random_seed: int, plan: Plan | None = None
    ) -> Recipe:
        """A fresh variant of like complexity within the plan: other domain, names, data, wording, feature order.

        `plan` left out: the family's own.
        """
        ...

    def another(self, recipe: Recipe, random_seed: int, plan: Plan) -> Recipe:
        """A recipe that growth gave, sampled anew within the plan: the same id, seed and subject, other features."""
        ...

    def growth(
        self, plan: Plan, existing: Sequence[ItemParameters], n: int, random_seed: int
    ) -> Sequence[Recipe]:
        """`n` recipes that fill what the plan's parameters leave uncovered."""
        ...


class Generator(Sampler, Maker, Refresher, Protocol):
    """A family's catalog author: all of its authoring without a model."""


class Planner(Protocol):
    """The Planning Agent: lays down a suite's plan, and what its items are made from."""

    async def plan(self) -> MadeArtifact[Plan]:
        """The suite's plan, before review."""
        ...

    async def redone_plan(self, plan: Plan, notes: Sequence[str]) -> tuple[MadeArtifact[Plan], Sequence[str]]:
        """The plan as reviewers' notes ask for it, oldest first, and for each note what was made of it."""
        ...

    async def foretold(
        self, assignments: Sequence[Assignment], plan: Plan, first: Plan, notes: Sequence[str] = ()
    ) -> Sequence[str]:
        """What each seed would become within the plan, a line for each, as far as that costs nothing.

        `plan` is the `first` one as the reviewers' `notes` changed it, oldest first: another line for each seed says
        which of its features the last note added and removed.
        """
        ...

    async def recipe(
        self,
        assignment: Assignment,
        plan: Plan,
        attempt: int = 1,
        findings: Sequence[str] = (),
        notes: Sequence[str] = (),
    ) -> MadeArtifact[Recipe]:
        """What an item is made from, another at each attempt; raises SeedRefused."""
        ...


class Check(Protocol):
    """One program-decided check of the release gate."""

    name: str

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        """Everything that is wrong with the project, in this check's sense."""
        ...


class CatalogCheck(ABC):
    """A check (`Check`) that goes by the features and words of the catalog that an item was made of.

    Of an item that a model specified these say nothing, so that it is not asked.
    """

    name: str

    @abstractmethod
    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        """Everything that is wrong with the project, in this check's sense."""


class Reader(Protocol):
    """The checks of the release gate that a model decides, by reading what an item says."""

    async def read(self, project: Project) -> Sequence[CheckResult]:
        """What was found, a result for every check; one that could not be decided has not passed, and says so.

        Raises what plans.contracts.models.Model does, but for answers that cannot be used.
        """
        ...

    def stands(self, found: Sequence[CheckResult]) -> bool:
        """Whether what was found earlier of the same words answers all that it would ask, as it asks it now."""
        ...


class TrivialSubmissions(Protocol):
    """What a family's release gate submits beside references and mutants: none of it does the work."""

    def empty(self) -> Files:
        """The least that can be run; it does nothing."""
        ...

    def is_empty(self, files: Files) -> bool:
        """Whether it is plain from the files that nothing is left of a submission, as in `empty`."""
        ...

    def attacks(self, criteria: Criteria) -> Mapping[str, Files]:
        """Name → submission that tries to gain a pass by deceit; at least one."""
        ...


class Inspector(Protocol):
    """Runs the criteria of an item on what was built of it, for a developer to look at."""

    async def inspect(self, item: str, criteria: Criteria, built: Built) -> Inspection:
        """What became of each task, run by itself; raises what a Judge does, and AuthorError for a task without
        commands.
        """
        ...


class Gate(Protocol):
    """The release gate: whether an item proves what it claims."""

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        """The item's matrix and its conclusion; not released is an answer, not an error.

        `known` is evidence from an earlier call. An implementation returns it, or the parts of it that still hold,
        when its digests are those of `project` and of the judge, so that nothing is judged twice.
        May be called many times at once; it bounds its own workers. Raises InfrastructureError.
        """
        ...


Implement = Callable[[Project], Awaitable[MadeArtifact[IndependentImplementation]]]
"""Has an item implemented by a hand that sees neither its criteria nor its reference; one that is implemented already
keeps that, with rulings on failures that nobody ruled on. Raises GivenUp where nothing comes of it that can be
served.
"""


class Evaluator(Protocol):
    """The Evaluation Agent: how what is made is to be judged and spoken of."""

    async def evaluate(
        self, item: str, prd: PRD, query: Query, criteria: Criteria, previous: EvaluationPlan | None = None
    ) -> MadeArtifact[EvaluationPlan]:
        """Weights and feedback policy of an item; a `previous` plan keeps what a reviewer settled.

        Raises what plans.contracts.models.Model does, but for answers that cannot be used.
        """
        ...


class Mender(Protocol):
    """Puts parts right that were made before, in the order in which they were made.

    Each method is given a part as it was made, the parts before it as they are by now, and its faults. A part without
    faults that still fits those before it comes back as it is, and no model is asked; of one with faults, what these
    are not about stays as it was. A call that is repeated after a kill gives the same again. Raises GivenUp where a
    part cannot be put right, and what a Model and a Judge raise.
    """

    async def mended_prd(self, recipe: Recipe, prd: PRD, faults: Sequence[PartFault]) -> MadeArtifact[PRD]:
        """Requirements that stay keep their ids."""
        ...

    async def mended_query(
        self, recipe: Recipe, prd: PRD, query: Query, faults: Sequence[PartFault]
    ) -> MadeArtifact[Query]:
        """The request for this PRD."""
        ...

    async def mended_criteria(
        self, recipe: Recipe, prd: PRD, query: Query, scheme: Scheme, faults: Sequence[PartFault]
    ) -> MadeArtifact[Scheme]:
        """How submissions are tried by this PRD."""
        ...

    async def mended_reference(
        self, specified: Specified, built: Built, canary: str, faults: Sequence[PartFault]
    ) -> MadeArtifact[Built]:
        """A reference that passes these criteria: the one there was, where it does."""
        ...

    async def planted(
        self,
        specified: Specified,
        built: Built,
        before: PlantedBefore | None = None,
        faults: Sequence[PartFault] = (),
        *,
        may_strengthen: bool = True,
    ) -> MadeArtifact[Planting]:
        """Mutants of this reference. Of those from `before` only the ones are tried that changed tasks are about.

        `may_strengthen`: whether a defect that no task notices may come back as a weak criterion.
        """
        ...


class Varier(Protocol):
    """Makes the alternatives of items whose maker makes none."""

    async def varied(self, specified: Specified, built: Built, canary: str) -> MadeArtifact[Varied]:
        """The same app with other data and in other markup, each where it can be made, else why it cannot.

        The same arguments give the same, by a model because its replies are in the journal. Raises what a Judge does,
        and what a Model raises but for budgets that have no room for it.
        """
        ...

"""From seeds to released items: who authors, checks, proves and evaluates them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from plans.records.assignment import Assignment
from plans.records.catalog import Catalog
from plans.records.criteria import Criteria
from plans.records.evaluation import EvaluationPlan
from plans.records.evidence import Evidence
from plans.records.plan import ItemParameters, Plan
from plans.records.problem import Problem
from plans.records.project import Files, Project
from plans.records.query import Query
from plans.records.recipe import Recipe
from plans.records.seed import Seed


class Generator(Protocol):
    """A family's author: from seeds to projects."""

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
        """Understand a seed and sample what the plan leaves open; raises SeedRefused with scores and reason.

        The same arguments give the same recipe; a redo raises `attempt` and adds a reviewer's note. The recipe's
        findings answer the notes: what was made of each, and what could not be used.
        """
        ...

    def project(self, recipe: Recipe, canary: str) -> Project:
        """The whole project of a recipe; the same recipe gives the same project, byte for byte."""
        ...

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


class Planner(Protocol):
    """The Planning Agent: lays down a suite's plan, and what its items are made from."""

    def plan(self) -> Plan:
        """The family's plan, before review."""
        ...

    def redone_plan(self, plan: Plan, notes: Sequence[str]) -> tuple[Plan, Sequence[str]]:
        """The plan as reviewers' notes ask for it, oldest first, and for each note what was made of it."""
        ...

    def recipe(
        self,
        assignment: Assignment,
        plan: Plan,
        attempt: int = 1,
        findings: Sequence[str] = (),
        notes: Sequence[str] = (),
    ) -> Recipe:
        """What an item is made from, another at each attempt; raises SeedRefused."""
        ...


class Author(Protocol):
    """The Generation Agent: makes projects."""

    def generate(self, recipe: Recipe) -> Project:
        """The whole project of a recipe; the same recipe gives the same project."""
        ...


class Check(Protocol):
    """One program-decided check of the release gate."""

    name: str

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        """Everything that is wrong with the project, in this check's sense."""
        ...


class TrivialHandIns(Protocol):
    """What a family's release gate hands in beside references and mutants: none of it does the work."""

    def empty(self) -> Files:
        """The least that can be run; it does nothing."""
        ...

    def is_empty(self, files: Files) -> bool:
        """Whether it is plain from the files that nothing is left of a hand-in, as in `empty`."""
        ...

    def attacks(self, criteria: Criteria) -> Mapping[str, Files]:
        """Name → hand-in that tries to gain a pass by deceit; at least one."""
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


class Evaluator(Protocol):
    """The Evaluation Agent: how what is made is to be judged and spoken of."""

    def evaluate(
        self, criteria: Criteria, query: Query, previous: EvaluationPlan | None = None
    ) -> EvaluationPlan:
        """Weights and feedback policy of an item; a `previous` plan keeps what a reviewer settled."""
        ...

"""The services that nodes get by Runtime[Context]."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from agents.authoring.planning.assignment import Assignment
from pipeline.graph.drafts import Drafts
from pipeline.graph.spec import AuthoringSpec
from plans.contracts import Gate
from plans.paths import SuitePaths
from plans.records.criteria import Criteria
from plans.records.evaluation import EvaluationPlan
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.query import Query
from plans.records.recipe import Recipe


class Planner(Protocol):
    """The Planning Agent, as the graph sees it."""

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
    """The Generation Agent, as the graph sees it."""

    def generate(self, recipe: Recipe) -> Project:
        """The whole project of a recipe; the same recipe gives the same project."""
        ...


class Evaluator(Protocol):
    """The Evaluation Agent, as the graph sees it."""

    def evaluate(
        self, criteria: Criteria, query: Query, previous: EvaluationPlan | None = None
    ) -> EvaluationPlan:
        """Weights and feedback policy of an item; a `previous` plan keeps what a reviewer settled."""
        ...


@dataclass(frozen=True)
class Context:
    """Everything that nodes work with, and nothing that they remember."""

    spec: AuthoringSpec
    paths: SuitePaths
    drafts: Drafts
    planner: Planner
    author: Author
    gate: Gate
    evaluator: Evaluator

"""The services that nodes get by Runtime[Context]."""

from dataclasses import dataclass

from pipeline.graph.drafts import Drafts
from pipeline.graph.spec import AuthoringSpec
from plans.contracts.authoring import Author, Evaluator, Gate, Planner
from plans.paths import SuitePaths


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

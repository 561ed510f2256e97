"""The services that nodes get by Runtime[Context]."""

from dataclasses import dataclass

from pipeline.graph.drafts import Drafts
from pipeline.graph.spec import AuthoringSpec
from plans.contracts.authoring import Evaluator, Gate, Implement, Inspector, Maker, Planner
from plans.contracts.models import Model
from plans.contracts.varying import Varier
from plans.paths import SuitePaths


@dataclass(frozen=True)
class Context:
    """Everything that nodes work with, and nothing that they remember."""

    spec: AuthoringSpec
    paths: SuitePaths
    drafts: Drafts
    planner: Planner
    maker: Maker
    gate: Gate
    evaluator: Evaluator
    inspector: Inspector | None = None
    """Who runs the criteria on what was built; None in families that are not inspected, and where nothing is judged."""
    implement: Implement | None = None
    """Who has items implemented by a hand that sees neither criteria nor reference; None where nobody does."""
    varier: Varier | None = None
    """Who makes what else of an item has to pass; None where its maker does, and where nothing is judged."""
    model: Model | None = None
    """Who plays roles in the work; None where no model does."""

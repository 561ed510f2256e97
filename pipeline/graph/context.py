"""The services that nodes get by Runtime[Context]."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pipeline.graph.drafts import Drafts
from pipeline.graph.spec import AuthoringSpec
from plans.contracts.authoring import Evaluator, Gate, Implement, Inspector, Maker, Planner
from plans.contracts.mending import Mender
from plans.contracts.models import Model
from plans.contracts.varying import Varier
from plans.paths import SuitePaths
from plans.records.plan import Plan
from plans.records.seed import Seed


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
    mender: Mender | None = None
    """Who puts parts right where they are at fault; None where an item is sampled and made anew instead."""
    varier: Varier | None = None
    """Who makes what else of an item has to pass; None where its maker does, and where nothing is judged."""
    model: Model | None = None
    """Who plays roles in the work; None where no model does."""
    title: Callable[[Seed, Plan], Awaitable[str]] | None = None
    """What an item made of a seed is called in a few words; raises SeedRefused, GivenUp, and what a Model raises. None
    where nobody says so, and items are called as their seeds are.
    """

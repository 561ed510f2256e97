"""State of a graph thread, and the services of its nodes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypedDict

from pipeline.graph.drafts import Drafts
from pipeline.graph.spec import AuthoringSpec
from plans.contracts.authoring import Evaluator, Gate, Implement, Inspector, Maker, Mender, Planner, Varier
from plans.contracts.models import Model
from plans.paths import SuitePaths
from plans.records.plan import Plan
from plans.records.seed import Seed

ItemStatus = Literal["planned", "ready", "refused", "not released", "rejected", "published"]
"""How a thread ended; set by its last node alone. A thread without one is unfinished, whatever LangGraph says."""


class Released(TypedDict):
    """An item that the publish step takes in."""

    item: str
    lineage: dict[str, str | list[str]]
    """Lineage record, or empty."""


class State(TypedDict, total=False):
    """State of a thread. Fields are only ever added: a paused thread may be older than this code."""

    kind: Literal["plan", "item", "publish"]
    item: str
    """Id of the item; the suite's name in the plan's thread."""
    attempt: int
    """Number of the try, from 1; raised by a redo and by a refinement."""
    refinements: int
    """How many times the gate has sent the item back."""
    is_edited: bool
    """Whether a developer edited this attempt, so that making it anew would lose the edit."""
    edited: list[str]
    """Artifacts of this attempt that a developer edited: no agent writes over them."""
    stale: list[str]
    """Nodes whose parts were made from what was edited since, and are not made anew yet, in their order."""
    corrected: str
    """Digest of the criteria that building the reference led to, until they stand in the draft; empty for none."""
    faults: list[dict[str, str]]
    """What is to be put right of this attempt, as records of faults, each of one part; empty where nothing is."""
    is_mending: bool
    """Whether parts are put right, or kept, as they lay in the draft when it went back; else each is made anew."""
    has_stronger: bool
    """Whether stronger criteria are kept that are to stand in the draft, as a surviving mutant led to."""
    strengthened: int
    """How often mutants led to stronger criteria in this attempt and those before it."""
    ruled: int
    """Refinement after which the failures of independent implementations were ruled on once more."""
    findings: list[str]
    """Why earlier attempts were not good enough."""
    notes: list[str]
    """What reviewers wrote at a redo, oldest first."""
    showings: dict[str, int]
    """Stage → how many times it has been shown."""
    shown: dict[str, str]
    """Artifact → digest of its text, as the next checkpoint shows it."""
    lineage: dict[str, str | list[str]]
    status: ItemStatus
    reasons: list[str]
    """Why the thread ended as it did; empty for a success."""
    released: list[Released]
    """Input of the publish thread."""


def item_of(state: State) -> str:
    """Id of the thread's item."""
    return state.get("item", "")


@dataclass(frozen=True)
class NodeContext:
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

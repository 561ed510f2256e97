"""State of a graph thread, the services of its nodes, and the interrupts at which it waits for a developer."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypedDict, cast

from langgraph.types import interrupt

from agents.authoring.instances.author import FamilyAuthor
from pipeline.graph.drafts import Drafts, FamilyDrafts
from pipeline.graph.spec import AuthoringSpec
from plans.contracts.authoring import Evaluator, Gate, Implement, Inspector, Maker, Mender, Planner, Varier
from plans.contracts.models import Model
from plans.digests import text_digest
from plans.files import read_text
from plans.paths import FamilyPaths, SuitePaths
from plans.records.plan import Plan
from plans.records.project import PartFault
from plans.records.review import Stage, Verb
from plans.records.seed import Seed
from review.checkpoints import SHOWN, Checkpoint

FINDINGS_KEPT = 20
"""Findings handed to the next attempt, and shown at a checkpoint; a state is kept small."""

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
    """Id of the item; the suite's name in the plan's thread, and the family's in that of a family."""
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
    is_undecided: bool
    """Whether the gate found nothing against the item but readings that do not agree."""
    ruled: int
    """Refinement after which the failures of independent implementations were ruled on once more."""
    findings: list[str]
    """Why earlier attempts were not good enough."""
    notes: list[str]
    """What reviewers wrote at a redo, oldest first."""
    showings: dict[str, int]
    """Stage → how many times it has been shown; of a family the stage with the artifacts that are shown together."""
    shown: dict[str, str]
    """Artifact → digest of its text, as the next checkpoint shows it."""
    is_unsound: bool
    """Whether what is shown next of a family did not hold when it was tried."""
    lineage: dict[str, str | list[str]]
    status: ItemStatus
    reasons: list[str]
    """Why the thread ended as it did; empty for a success."""
    released: list[Released]
    """Input of the publish thread."""


def item_of(state: State) -> str:
    """Id of the thread's item."""
    return state.get("item", "")


Titler = Callable[[Seed, Plan], Awaitable[str]]
"""Names what is made of a seed."""


@dataclass(frozen=True)
class NodeContext:
    """Everything that the nodes of a suite's threads work with, and nothing that they remember."""

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
    title: Titler | None = None
    """What an item made of a seed is called in a few words; raises SeedRefused, GivenUp, and what a Model raises. None
    where nobody says so, and items are called as their seeds are.
    """


@dataclass(frozen=True)
class FamilyContext:
    """The services of the thread in which models write a family of instances."""

    paths: FamilyPaths
    drafts: FamilyDrafts
    author: FamilyAuthor


def checkpoint_folder(paths: SuitePaths, checkpoint: Checkpoint) -> Path:
    """Where the artifacts of a suite or a family lie that a checkpoint shows."""
    if isinstance(paths, FamilyPaths):
        return paths.family_draft
    return paths.authoring if checkpoint.stage == "plan" else paths.draft(checkpoint.item).root


class Reply(TypedDict):
    """What a review node is resumed with; texts are named by digest."""

    action: Verb
    note: str
    edits: dict[str, str]
    """Artifact → digest under which the edited text is kept."""


def ask(state: State, stage: Stage, *, in_parts: bool = False) -> Reply:
    """Wait for what a developer says of what is shown. A review node does this first: all before it would run again
    on every resume.

    `in_parts`: whether the stage has several checkpoints, each of which `shown_next` was told the artifacts of.
    """
    shown = state.get("shown", {})
    payload = {
        "item": item_of(state),
        "stage": stage,
        "showing": state.get("showings", {}).get(_showing(stage, shown if in_parts else ()), 1),
        "artifacts": shown,
        "findings": state.get("findings", []),
    }
    return cast("Reply", interrupt(payload))


def checkpoint_of(payload: dict[str, Any]) -> Checkpoint:
    """The checkpoint that an interrupt's payload describes."""
    return Checkpoint.model_validate(payload)


def shown_next(state: State, folder: Path, stage: Stage, part: Sequence[str] = ()) -> State:
    """What the next checkpoint of the stage shows of the folder, counted as one more showing.

    `part`: its artifacts, where the stage has several checkpoints; each is counted by itself.
    """
    showings, key = state.get("showings", {}), _showing(stage, part)
    shown = {artifact: text_digest(read_text(folder / artifact)) for artifact in part or SHOWN[stage]}
    return State(showings={**showings, key: showings.get(key, 0) + 1}, shown=shown)


def _showing(stage: Stage, part: Iterable[str]) -> str:
    return " ".join((stage, *part))


def with_findings(state: State, new: Sequence[str]) -> list[str]:
    """What earlier attempts were found to lack, and this; the oldest go first."""
    return [*state.get("findings", []), *new][-FINDINGS_KEPT:]


def as_state(faults: Sequence[PartFault]) -> list[dict[str, str]]:
    """The faults as a state holds them."""
    return [{"part": one.part, "element": one.element, "message": one.message} for one in faults]

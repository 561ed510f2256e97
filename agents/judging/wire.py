"""What the judge and its workers say to each other, one JSON record a line."""

from pydantic import Field

from agents.browser.snapshot import Snapshot
from agents.judging.bound import BoundTargets
from agents.judging.settings import JudgeSettings
from plans.errors import Event
from plans.records.app_map import Binding
from plans.records.base import Record
from plans.records.criteria import EvaluationTask
from plans.records.findings import AdaptedStep, Finding
from plans.records.runtime import BuiltRuntime
from plans.records.values import Value
from plans.records.verdict import TaskVerdict, World

LINE_LIMIT = 16_000_000
"""Bytes of the longest line."""


class WorkerSetup(Record):
    """First line to a worker."""

    chromium: str
    """Path of the browser's binary."""
    settings: JudgeSettings
    isolated: bool
    """Whether the worker has a network namespace of its own."""
    sandbox: str | None = None
    """Name of the sandbox that runs hand-ins which serve themselves; None: they are refused."""
    runtime: BuiltRuntime | None = None
    """What they find in it beside the system's own programs."""


class ExploreRequest(Record):
    """An app to be explored; its map is told as for a task that needs it."""

    hand_in: str
    """Folder that is served."""
    evidence: str | None
    """Folder for screenshots; None: none are kept."""
    random_seed: int


class TaskRequest(ExploreRequest):
    """A task to be judged."""

    task: EvaluationTask
    world: World = World.CLOSED
    """What it means that something is not found."""
    vocabulary: tuple[str, ...] = ()
    """What the criteria call anything."""
    confirm: bool = True
    """Whether a failure is looked at once more, in a fresh context."""
    tells_missed: bool = False
    """Whether it is told where a task that did not pass got stuck, and on which pages targets were not bound."""
    bound: BoundTargets = BoundTargets()
    """What a model or a person bound in this app."""
    before: Finding | None = None
    """How the task was gone about in the round before, which is tried first."""
    adapted: tuple[AdaptedStep, ...] = ()
    """How steps are done in this app."""


class Stuck(Record):
    """Where a task that did not pass got stuck first."""

    step: int
    """Number of the step."""
    outcomes: tuple[str, ...]
    """Outcomes that were decided there."""
    account: tuple[str, ...]
    """What came of each step up to here, in words."""
    names: dict[str, Value]
    """Values that were bound, by name."""
    bindings: tuple[Binding, ...]
    """What targets were taken for up to here."""
    page: Snapshot
    """The page there."""


class MapLine(Record):
    """The answer to a worker that asks for the map of the app that it is judging a task of."""

    atlas: str = ""
    """The map as JSON; empty: it has to be made, and told to the others."""


class WorkerReply(Record):
    """A worker's answer: that it is ready, a verdict, or what went wrong."""

    verdict: TaskVerdict | None = None
    """None in the first line, which only says that the worker is ready."""
    within: float = Field(default=0.0, ge=0)
    """Seconds in which the next line comes at the latest; with it nothing else is said."""
    asks_map: bool = False
    """Whether it needs the map of the app to go on; a MapLine is its answer."""
    atlas: str = ""
    """The map that it made, as JSON, before it goes on."""
    missed: tuple[Snapshot, ...] = ()
    """With a verdict that is open: where its targets were not bound."""
    stuck: Stuck | None = None
    """With a verdict that is none of passing: where the task got stuck; None where no page shows it."""
    contexts: int = Field(default=0, ge=0)
    """Contexts that the worker has used so far."""
    error: str = ""
    """What kept the worker from judging."""
    event: Event | None = None
    """What the error is in plans.errors.RULING."""

"""Messages between the judge and its workers, one JSON record a line; and the limits of judging."""

from pydantic import Field

from agents.browser.atlas import ChartBounds
from agents.browser.settings import BrowserSettings
from agents.browser.snapshot import Snapshot
from agents.judging.bound import BoundTargets
from plans.errors import Event
from plans.records.app_map import AdaptedStep, Binding, Finding
from plans.records.base import Record
from plans.records.criteria import EvaluationTask
from plans.records.sandboxing import BuiltRuntime
from plans.records.values import Value
from plans.records.verdict import TaskVerdict, World

LINE_LIMIT = 16_000_000
"""Bytes of the longest line."""


class JudgeSettings(Record):
    """Limits of judging, all of them part of the judge's digest; times in seconds."""

    browser: BrowserSettings = BrowserSettings()
    """Limits of one page."""
    task_limit: float = Field(default=20.0, gt=0)
    """Longest time of one attempt at a task."""
    attempts: int = Field(default=2, ge=1, le=5)
    """Attempts at a failing task, each in a fresh context; it has failed only if all of them fail."""
    chart: ChartBounds = ChartBounds()
    """How far an app is explored, once per judgement, when something is not found."""
    grace: float = Field(default=2.0, gt=0)
    """A worker is killed so long after its task's time is up."""
    recycle_after: int = Field(default=300, gt=0)
    """Contexts after which a worker is replaced."""
    memory_megabytes: int = Field(default=1500, gt=0)
    """Resident memory of a worker with its browser; the page that drives it beyond is ended."""
    start_limit: float = Field(default=60.0, gt=0)
    """Longest wait for a worker, or an app's own server, to be ready."""


class WorkerSetup(Record):
    """First line to a worker."""

    chromium: str
    """Path of the browser's binary."""
    settings: JudgeSettings
    isolated: bool
    """Whether the worker has a network namespace of its own."""
    sandbox: str | None = None
    """Name of the sandbox that runs submissions which serve themselves; None: they are refused."""
    runtime: BuiltRuntime | None = None
    """The suite's runtime environment, shown to them in the sandbox."""


class ExploreRequest(Record):
    """An app to be explored."""

    submission: str
    """Folder that is served."""
    atlas: str
    """File for the map of the app, an Atlas, which all tasks of a judgement share; made by the worker that needs it
    first."""
    evidence: str | None
    """Folder for screenshots; None: none are kept."""
    random_seed: int


class TaskRequest(ExploreRequest):
    """A task to be judged."""

    task: EvaluationTask
    world: World = World.CLOSED
    """What it means that something is not found."""
    confirm: bool = True
    """Whether a failure is confirmed by another attempt, in a fresh context."""
    tells_stuck: bool = False
    """Whether the reply has `stuck`, for a model that is to look at it."""
    bound: BoundTargets = BoundTargets()
    """What a model or a person bound in this app."""
    before: Finding | None = None
    """How the task passed in the round before, which is tried first."""
    adapted: tuple[AdaptedStep, ...] = ()
    """How steps are done in this app."""


class Stuck(Record):
    """Where a task that did not pass got stuck first."""

    step: int
    outcomes: tuple[str, ...]
    """Outcomes that were decided there."""
    account: tuple[str, ...]
    """What came of each step up to here, in words."""
    names: dict[str, Value]
    bindings: tuple[Binding, ...]
    """What targets were taken for up to here."""
    page: Snapshot


class WorkerReply(Record):
    """A worker's answer: a verdict, what went wrong, or neither: that it is ready, or has explored."""

    verdict: TaskVerdict | None = None
    within: float = Field(default=0.0, ge=0)
    """Seconds in which the next line comes at the latest; such a line says nothing else."""
    stuck: Stuck | None = None
    """With a verdict that is none of passing: where the task got stuck; None where no page shows it."""
    contexts: int = Field(default=0, ge=0)
    """Contexts that the worker has used so far."""
    error: str = ""
    """What kept the worker from judging."""
    event: Event | None = None
    """What the error is in plans.errors.RULING."""

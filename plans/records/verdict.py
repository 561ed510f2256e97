"""Requests to a judge, and its verdicts: passed, failed, blocked, unresolved; causes, and inspections."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import AwareDatetime, Field, model_validator

from plans.records.app_map import Binding, Finding
from plans.records.base import LARGEST_NUMBER, FileRecord, Record
from plans.records.criteria import Criteria
from plans.records.marks import Event, Mark, MarkCode
from plans.records.model_call import JudgeModel, ModelUse
from plans.records.sandboxing import NONE_NEEDED, Strength
from plans.records.specification import PRD

Manner = Literal["isolated", "ordered", "both"]
"""isolated: each task has a fresh copy of the submission. ordered: all share one copy, in the order of the criteria, as
PRDBench's own judge goes about it. both: decided in isolation, and tasks that come out otherwise in order are marked.
"""
ORDER_DEPENDENT = "order-dependent"
"""Mark of a task that comes out otherwise after those before it than by itself."""


BY_POINTING = "pointed out by a model"
"""Mark of a task that a program passed with what a model had pointed out, now or in an earlier round."""
NO_COUNTERPART = "no counterpart"
"""Mark of a task that a free interface leaves unresolved, since nothing of the submission surely is what it tries. What
depends on it is tried all the same: nothing is known against it."""


class Status(StrEnum):
    """What a verdict says."""

    PASSED = "passed"
    FAILED = "failed"
    BLOCKED = "blocked"
    """A prerequisite failed or is blocked."""
    UNRESOLVED = "unresolved"
    """Could not be decided: judge, sandbox, service, a target that could not be operated; or so for a prerequisite."""


class World(StrEnum):
    """What it means that something is not found in a submission."""

    CLOSED = "closed"
    """The submission was made from the criteria or beside them, so what they name is there by that name, or is missing:
    references, mutants and whatever else the release gate judges."""
    OPEN = "open"
    """The submission was made from the query alone. What is not found may be there in another form: it has failed only
    where its absence is proved."""


class OutcomeCause(StrEnum):
    """Why an outcome did not pass. Logic branches on it, never on the reason."""

    CONTRARY_OBSERVED = "contrary_observed"
    """Every target was bound and operated, and the contrary was observed."""
    MISSING = "missing"
    """A target was not found. In an open world it becomes NOT_BOUND or ABSENT_BY_PROOF."""
    ABSENT_BY_PROOF = "absent_by_proof"
    """A target was not found in an open world, and the app, which was explored whole, has no control (no text) at all,
    or a model or a person says that it is absent."""
    NOT_BOUND = "not_bound"
    """A target was not found in an open world, or something was taken for it by a weak resemblance."""
    NOT_OPERABLE = "not_operable"
    NOT_READABLE = "not_readable"
    SEEN_IN_PART = "seen_in_part"
    """Not all of the page could be seen or understood."""
    VACUOUS = "vacuous"
    """It holds where nothing works too, and nothing else of its task was observed."""
    UNRESPONSIVE = "unresponsive"
    NOT_SERVABLE = "not_servable"
    OUT_OF_TIME = "out_of_time"
    FLAKY = "flaky"
    """Attempts disagree."""
    DISPUTED = "disputed"
    """The program saw it fail, and a model does not agree."""
    BLOCKED = "blocked"
    """A prerequisite failed, is blocked or is unresolved."""
    INFRASTRUCTURE = "infrastructure"
    """The judge or this machine failed."""


NOT_FOUND = frozenset({OutcomeCause.MISSING, OutcomeCause.ABSENT_BY_PROOF, OutcomeCause.NOT_BOUND})
"""Causes by which a target was not found."""


class Observation(Record):
    """What the judge looked for and what it saw."""

    looked_for: str
    """The expectation or target, in words."""
    saw: str
    """What was there instead, or what satisfied it."""
    url: str = ""
    """Path of the page at that moment."""
    screenshot: str | None = None
    """File name in the judgement's evidence folder; kept for failures."""
    console: tuple[str, ...] = ()
    """Console errors of the task so far."""


class OutcomeVerdict(Record):
    """Verdict of one expected outcome."""

    outcome: str
    """Id of the outcome."""
    status: Status
    reason: str
    """Why, in a sentence that a person can read."""
    observation: Observation | None = None
    cause: OutcomeCause | None = None
    """Why it did not pass; None where it passed, and of judges that name no causes."""
    is_unseen: bool = False
    """Whether it was not observed because the task ended earlier, or observed only vacuously: nothing shows then that
    the app does otherwise."""
    decided_by: Literal["program", "model", "person"] = "program"
    confidence: float = Field(default=1.0, ge=0, le=1)
    """Of a passed outcome of a web app: how well the least certain target fits that its task had used until then; 1
    where each is so called."""
    points: float = Field(default=0.0, ge=0, le=LARGEST_NUMBER)
    """Points earned, where a family scores fractions."""
    max_points: float = Field(default=1.0, gt=0, le=LARGEST_NUMBER)
    """Points that could be earned."""

    @model_validator(mode="after")
    def _earns_no_more_than_there_is(self) -> "OutcomeVerdict":
        if self.points > self.max_points:
            raise ValueError(f"{self.points:g} points were earned of {self.max_points:g}")
        return self

    @property
    def credit(self) -> float:
        """What it earns of 1: all when it passed, its points when it failed, nothing while nobody knows."""
        if self.status is Status.FAILED:
            return self.points / self.max_points
        return 1.0 if self.status is Status.PASSED else 0.0


class Adaptation(Record):
    """What was done in place of what a task says, as the submission decided by itself how it is reached."""

    asked: str
    """A command line, what is typed, or a line of the menu, as the criteria have it."""
    given: str
    """What stood in its place."""
    by: Literal["entry point", "help text", "menu", "model"]
    """By what it was found. entry point: how the program is started. help text: what the program says of its commands,
    or how it answers to them. menu: the titles that it prints."""


class TaskVerdict(Record):
    """Verdict of one evaluation task."""

    task: str
    """Id of the task."""
    status: Status
    reason: str
    outcomes: tuple[OutcomeVerdict, ...]
    """One per planned outcome, in order, whatever the status."""
    seconds: float = Field(default=0.0, ge=0)
    """Wall time spent on it."""
    attempts: int = Field(default=0, ge=0)
    """Fresh contexts used: 0 when blocked, 2 when a failure was run once more."""
    event: Event | None = None
    """What kept the judge from deciding it in the usual way; None: nothing did. A task that is unresolved because of a
    prerequisite has the prerequisite's. plans.errors says whether it has to be judged again."""
    marks: tuple[str, ...] = ()
    """Remarks that qualify it: flaky, foreign-frame."""
    bindings: tuple[Binding, ...] = ()
    """What its targets were taken for, in the order in which they were first looked for."""
    drawn: dict[str, int] = Field(default_factory=dict)
    """Name → place in the list, of the entries that were drawn to be acted upon."""
    finding: Finding | None = None
    """How it was gone about where the usual way did not do."""
    uses: tuple[ModelUse, ...] = ()
    """Replies of a model that it was made of, in the order in which they were asked for; none where none was asked."""
    adaptations: tuple[Adaptation, ...] = ()
    """How it was tried otherwise than its criterion says; only with a free interface."""

    @property
    def is_merely_unbound(self) -> bool:
        """Whether it is unresolved only because targets were not bound: nothing is known against it, so that what
        depends on it is tried all the same.
        """
        open_ones = [one for one in self.outcomes if one.status is Status.UNRESOLVED]
        return (
            self.status is Status.UNRESOLVED
            and bool(open_ones)
            and all(one.cause is OutcomeCause.NOT_BOUND for one in open_ones)
        )


class Judgement(FileRecord):
    """`judgement.json`: the verdicts of one submission by one judge."""

    SCHEMA: ClassVar[str] = "judgement"
    VERSION: ClassVar[int] = 5
    IS_SYNCED: ClassVar[bool] = True

    schema_version: int = 5
    item: str
    """Id of the project."""
    world: World | None = None
    """What it means in it that something was not found; None of judges for which it means nothing else."""
    graded_digest: str
    """Digest of what decided: criteria and judging parameters."""
    submission_digest: str
    """Digest of the judged folder."""
    judge: str
    """Name of the judge."""
    judge_digest: str
    """Digest of the judge's code, settings and browser; without what ran the submission."""
    manner: Manner | None = None
    """On which copies of the submission commands were carried out; None of a judge that carries out none, and
    unknown in files of before it was told."""
    tasks: tuple[TaskVerdict, ...]
    """One per planned task, in the criteria's order."""
    bindings: tuple[Binding, ...] = ()
    """What a model or a person bound in the submission; the next round begins with it."""
    uses: tuple[ModelUse, ...] = ()
    """Replies of a model that it took for all tasks together."""
    seconds: float = Field(default=0.0, ge=0)
    """Wall time from start to end."""
    browser_seconds: float = Field(default=0.0, ge=0)
    """Sum over tasks of the time spent in a browser."""
    sandbox: str = "none"
    """Provider in which the submission's own server ran: `none` where it has none."""
    sandbox_digest: str = ""
    """Digest of that provider's code; empty where none ran."""
    sandbox_strength: Strength = NONE_NEEDED
    model: JudgeModel | None = None
    """The model that the judge may ask; None where a program decides everything."""
    marks: tuple[Mark, ...] = ()
    """What qualifies the whole: nothing servable, unsafe sandbox."""

    def has(self, code: MarkCode) -> bool:
        """Whether it has such a mark."""
        return any(mark.code is code for mark in self.marks)

    def of(self, task: str) -> TaskVerdict:
        """The verdict of `task`; KeyError when it was not planned."""
        for verdict in self.tasks:
            if verdict.task == task:
                return verdict
        raise KeyError(task)


class JudgementTimes(FileRecord):
    """When a judgement was made; times live apart so that judgements can be compared."""

    SCHEMA: ClassVar[str] = "judgement-times"

    started: AwareDatetime
    ended: AwareDatetime


class FailureCause(StrEnum):
    """How a program failed a task; the judge of programs keeps it as a mark of the task's verdict."""

    NOT_STARTED = "cannot be started"
    """Nothing of it was run, or it broke down over its own imports."""
    NO_INTERFACE = "interface missing"
    """It refuses the command line, or what a test imports is not there."""
    CRASH = "crash"
    TIME_LIMIT = "time limit"
    WRONG_OUTPUT = "wrong output"
    """It ran, and what it printed, or the exit code with which it ended, is not what is expected."""
    NO_FILE = "file missing"
    OTHER_FILE = "file different"
    """A file was written, and it is not what is expected, or cannot be read."""
    TESTS_FAILED = "tests failed"
    """Tests ran, and failed, were skipped, or did not pass again."""


def cause_of(verdict: TaskVerdict) -> FailureCause | None:
    """How a task failed; None where it did not fail, and where its judge names no cause."""
    return next((cause for cause in FailureCause if cause.value in verdict.marks), None)


class InspectedTask(Record):
    """An evaluation task as a developer looks at it: what was run, what came out, what was expected."""

    task: str
    """Id of the task."""
    commands: tuple[str, ...] = Field(min_length=1)
    """As they would be typed."""
    came_out: str
    """What they printed, its middle left out where it is long; empty where they printed nothing."""
    expected: str
    """What must be found there, in words."""
    status: Status
    reason: str
    """Why, in the judge's words."""


class Inspection(FileRecord):
    """Every task of an item's criteria, run by itself on what was built."""

    SCHEMA: ClassVar[str] = "inspection"

    item: str
    """Id of the item."""
    judge: str
    """Digest of the judge that ran them."""
    tasks: tuple[InspectedTask, ...] = Field(min_length=1)
    """In the criteria's order."""

    @property
    def open(self) -> tuple[InspectedTask, ...]:
        """Tasks that did not pass: criterion or scaffold is wrong, and has to be mended."""
        return tuple(task for task in self.tasks if task.status is not Status.PASSED)


class JudgeRequest(Record):
    """One submission, the tasks that it is judged on, and how closely."""

    item: str
    """Id of the item that the submission is for; the judgement names it."""
    submission: Path
    """Folder that is judged. It is read, never written to."""
    left_out: str = ""
    """What was submitted and could not be kept, in a few words; empty: all is in the folder. It is told where nothing
    can be served, since the start page may be among it."""
    criteria: Criteria
    grader: Path | None = None
    """Folder of the grader's files, by which tasks name them: a sealed copy, which no agent ever sees; None: none."""
    world: World = World.CLOSED
    """Whether what is not found is missing, or may be there in another form: open for whatever was made from the query
    alone."""
    evidence: Path | None = None
    """Folder for the screenshots of failures; None: none are kept."""
    only: frozenset[str] | None = None
    """Tasks that are asked for; whatever they depend on is judged with them. None: all."""
    confirm: frozenset[str] | None = None
    """Tasks whose failure is looked at once more; of another task one look decides, and what it saw hold counts as
    passed. None: all."""
    before: Mapping[str, Finding] = {}
    """Task → how it was gone about in the round before, where one passed it; it is tried first and proves nothing."""
    bindings: tuple[Binding, ...] = ()
    """What targets were in the round before; those that still hold are not asked for again."""
    random_seed: int = 0
    """Varies generated values."""
    unusable_answers: Mapping[str, int] = {}
    """Task → how often a model's answers about it could not be used: it is asked anew, not given the same replies."""
    interface: Literal["fixed", "free"] = "fixed"
    """fixed: the submission is reached just as the criteria say. free: it decided by itself how it is started
    and how its commands are called, and a judge that can adapts the criteria to what it finds."""
    prd: PRD | None = None
    """With a free interface: what says how the commands and menu entries are called that the criteria use, and what
    they take. None: nothing is known of them but their names."""


def retry_salt(asked: str, retry: int) -> str:
    """The salt of a call that was made in vain so many times."""
    return f"{asked}, retry {retry}" if retry else asked

"""A run: which suite, which agents, how many rounds, and what came out."""

from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import AwareDatetime, Field

from plans.records.base import FileRecord, Record
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.names import FolderName
from plans.records.prd import PRD
from plans.records.query import Underspecification
from plans.records.score import Share


class LeakPolicy(StrEnum):
    """How much the simulated user gives away."""

    SYMPTOM = "symptom"
    """What a user notices: which wish does not hold, wholly or in part. No requirement's text, no expected outcome."""
    REQUIREMENT = "requirement"
    """Also what was wanted: the failed requirement's text."""
    FULL_REPORT = "full-report"
    """Every failing outcome with what was looked for and seen."""


class AgentSpec(Record):
    """A code agent as the run knows it."""

    name: str
    """Name in reports, unique in the run."""
    kind: str
    """Adapter: oracle, nop, apprentice, command."""
    version: str
    options: dict[str, str] = {}
    """Adapter's own options, such as skill or the command line."""


class RunSpec(FileRecord):
    """`run.yaml`: all that a published number must name."""

    SCHEMA: ClassVar[str] = "run"
    VERSION: ClassVar[int] = 2

    schema_version: int = 2
    name: str
    suite: str
    family: str
    """Of the suite; decides by which formulas hand-ins are scored."""
    suite_version: str
    suite_digest: str
    canary: str
    items: dict[str, str]
    """Item id → graded digest."""
    evidence_judges: dict[str, str] = {}
    """Item id → digest of the judge that made its evidence, as it lay there when the run began; items that it does
    not prove are missing."""
    unproved: dict[str, str] = {}
    """Item id → why nothing proved, when the run began, that its criteria tell good from bad."""
    outdated: dict[str, str] = {}
    """Item id → for what else than the present gate and plan its evidence was made, when the run began."""
    agents: tuple[AgentSpec, ...] = Field(min_length=1)
    judge: str
    judge_digest: str
    rounds: int = Field(ge=1, le=20)
    repeats: int = Field(ge=1, le=100)
    mode: Literal["query", "full-prd"] = "query"
    """query: the underspecified query and rounds of feedback. full-prd: the whole PRD in one round, for comparison."""
    underspecification: Underspecification
    leak_policy: LeakPolicy
    simulator: str
    """Name and version of the simulated user."""
    persona: str
    random_seed: int
    sandbox: str
    """Provider's name: `none` when nothing had to be executed."""
    sandbox_strength: Literal["none needed", "unsafe", "weak", "strong"]
    passed_on: tuple[str, ...] = ()
    """Names of our environment's variables that command agents were given; values are recorded nowhere."""
    time_limit: float = Field(gt=0)
    """Seconds that an agent has per round."""
    tools: dict[str, str]
    """Tool → version: benchwright, python, browser, playwright."""
    prompt_hashes: dict[str, str]
    """Prompt file → digest."""


class RunProject(FileRecord):
    """`projects/<id>.json`: what judging and reporting need of an item, kept so that the run can be read alone."""

    SCHEMA: ClassVar[str] = "run-project"

    id: FolderName
    title: str
    """The product's name."""
    category: str
    query: str
    """The request as the agent got it."""
    withholds: tuple[str, ...] = ()
    """Ids of the requirements that the request does not give away."""
    prd: PRD
    criteria: Criteria

    def is_withheld(self, task: EvaluationTask) -> bool:
        """Whether any requirement of the task is withheld."""
        return not set(self.withholds).isdisjoint(task.requirements)


class AgentReport(Record):
    """How an agent's turn ended."""

    ended: Literal["done", "gave up", "out of time", "agent failed", "endpoint failed", "harness failed"]
    """harness failed: this machine could not let the agent work, so the round says nothing about it."""
    detail: str = ""
    """Exit code, last lines, what was changed."""
    seconds: float = Field(default=0.0, ge=0)
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    """US dollars."""


class HandIn(FileRecord):
    """`hand-in.json`: what a workspace held when it was handed in; its files lie beside."""

    SCHEMA: ClassVar[str] = "hand-in"

    digest: str
    """Over files, links and what was left out."""
    files: int = Field(ge=0)
    bytes: int = Field(ge=0)
    links: dict[str, str] = {}
    """Path → target of each symbolic link; links are recorded and never followed."""
    left_out: dict[str, str] = {}
    """Path → why it was not kept: too large, no ordinary file, tools' own folder."""


class RoundRecord(FileRecord):
    """`round.json`: one hand-in."""

    SCHEMA: ClassVar[str] = "round"

    project: str
    agent: str
    repeat: int
    round: int
    report: AgentReport
    hand_in_digest: str
    """Digest of the workspace as it was handed in."""
    judgement: str
    """Judge digest whose judgement decided the next round's feedback."""
    marks: tuple[str, ...] = ()
    """Marks that every result made so carries: unsafe sandbox, counterfactual, out of time."""


class FeedbackPoint(Record):
    """One complaint of the simulated user."""

    task: str
    """The failing root task."""
    text: str
    """The complaint, in a user's words."""
    requirements: tuple[str, ...] = ()
    """Requirements that it gives away."""


class Feedback(FileRecord):
    """`feedback.json`: what the simulated user says after a round."""

    SCHEMA: ClassVar[str] = "feedback"

    policy: LeakPolicy
    persona: str
    text: str
    """The whole message, as the agent gets it."""
    points: tuple[FeedbackPoint, ...]
    satisfied: bool
    """True when there is nothing to complain about."""


class RunTimes(FileRecord):
    """When a run was made."""

    SCHEMA: ClassVar[str] = "run-times"

    started: AwareDatetime
    ended: AwareDatetime | None = None


class Rate(Record):
    """A rate as an interval over what was planned."""

    low: float = Field(ge=0, le=1)
    """Unresolved counted as not passed."""
    high: float = Field(ge=0, le=1)
    """Unresolved counted as passed."""
    decided: float | None = Field(default=None, ge=0, le=1)
    """Rate over decided tasks alone, mean over the projects that have any; None when none was decided."""
    decided_share: float = Field(ge=0, le=1)
    ci_low: float = Field(ge=0, le=1)
    """Lower end of the 95% interval, bootstrap over projects, of `low`."""
    ci_high: float = Field(ge=0, le=1)
    """Upper end of the 95% interval of `high`."""
    degenerate: bool = False
    """All projects scored alike, so the interval says nothing."""


class RoundScore(Record):
    """The numbers of one agent at one round."""

    round: int
    project_completion_rate: Rate
    task_pass_rate: Rate
    """Macro: mean over projects of the weighted Task Pass Rate."""
    criteria_pass_rate: Rate
    """Macro: mean over projects of the weighted Criteria Pass Rate."""
    task_pass_rate_micro: Share
    """Over all tasks of all projects at once, so that projects with more tasks count more."""
    criteria_pass_rate_micro: Share
    cumulative_task_pass_rate: Rate
    """A task counts once it passed in any round up to this one."""
    cumulative_criteria_pass_rate: Rate
    cumulative_project_completion_rate: Rate
    attempted_share: Rate
    """Tasks that were tried over planned; decided are those that were judged, and not held up by an unresolved one."""
    repaired: int = Field(ge=0)
    regressed: int = Field(ge=0)
    unresolved: int = Field(ge=0)
    """Tasks unresolved at this round."""
    carried: int = Field(ge=0)
    """Trials that had finished before this round and are carried forward."""


class AgentScore(Record):
    """The numbers of one agent."""

    agent: AgentSpec
    rounds: tuple[RoundScore, ...]
    by_level: dict[str, tuple[Rate, ...]]
    """Level → Task Pass Rate per round over the tasks of that level, mean over the projects that have any."""
    by_category: dict[str, tuple[Rate, ...]]
    """Category → Task Pass Rate per round, mean over its projects."""
    by_stated: dict[str, tuple[Rate, ...]]
    """withheld or stated → Task Pass Rate per round over such tasks, mean over the projects that have any."""
    agent_seconds: float = Field(ge=0)
    judge_seconds: float = Field(ge=0)


class RunResult(FileRecord):
    """`RESULT.json`: everything that a published number must name, on one page."""

    SCHEMA: ClassVar[str] = "result"
    VERSION: ClassVar[int] = 3

    schema_version: int = 3
    run: RunSpec
    planned_projects: int
    planned_tasks: int
    planned_outcomes: int
    agents: tuple[AgentScore, ...]
    exclusions: tuple[str, ...] = ()
    """Trials that ended for a cause that is not the agent's, with the cause."""
    marks: tuple[str, ...] = ()
    smallest_detectable_difference: float | None = None
    """Of Task Pass Rate between two agents on this suite, at 80% power, as a share: the median over the pairs of
    agents. None where no pair has one: too few projects, differences that do not vary, or vary too much."""

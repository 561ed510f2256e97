"""A run as it is asked for (suite, agents, judge, sandbox), its times, and its rounds as they were played."""

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple

from pydantic import AwareDatetime, Field

from plans.records.base import WEEK, FileRecord, FolderName, Record
from plans.records.code_agent import AgentReport, AgentSpec
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.feedback import Feedback, LeakPolicy, PersonaFaults
from plans.records.marks import Mark
from plans.records.model_call import JudgeModel
from plans.records.model_settings import Endpoint, ModelBudget
from plans.records.sandboxing import Mirror, Strength
from plans.records.specification import PRD, Underspecification
from plans.records.usage import ModelPlay
from plans.records.verdict import Judgement, Manner, Status, World

Interface = Literal["fixed", "free"]
LaterRounds = Literal["feedback", "debug"]


class RunProject(FileRecord):
    """`projects/<id>.json`: what judging and reporting need of an item, kept so that the run can be read alone."""

    SCHEMA: ClassVar[str] = "run-project"
    VERSION: ClassVar[int] = 2

    schema_version: int = 2
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


class RunTimes(FileRecord):
    """`times.json`: when a run was made. No number depends on it: where it was lost, the times are not known."""

    SCHEMA: ClassVar[str] = "run-times"

    started: AwareDatetime | None = None
    """None: not known."""
    ended: AwareDatetime | None = None
    """When the last round was played; None while some are to be, and where it is not known."""
    seconds: float | None = Field(default=None, ge=0)
    """Worked on it, up to the last round that stands, in all sessions; the time between them counts nothing. None: not
    known."""

    @property
    def worked(self) -> float | None:
        """Seconds worked on it; all between start and end where that was not counted. None: not known."""
        if self.seconds is None and self.started and self.ended:
            return (self.ended - self.started).total_seconds()
        return self.seconds


class SuiteRef(Record):
    """The suite that is played."""

    name: str
    family: str
    """Decides by which formulas submissions are scored."""
    version: str
    digest: str
    canary: str
    items: dict[str, str]
    """Item id → graded digest."""


class Proof(Record):
    """What proved the items when the run began."""

    judges: dict[str, str] = {}
    """Item id → digest of the judge that made its evidence; items that it does not prove are missing."""
    unproved: dict[str, str] = {}
    """Item id → why nothing proved that its criteria tell good from bad."""
    refused: tuple[str, ...] = ()
    """Those of them that a gate has judged and refused; of the others there is no evidence that speaks of them."""
    outdated: dict[str, str] = {}
    """Item id → for what else than the present gate and plan its evidence was made."""
    shown_fair: dict[str, float] = {}
    """Item id → share of its tasks that pass on an implementation by a hand that saw the request alone; items that have
    no such implementation are missing."""
    never_shown_fair: dict[str, tuple[str, ...]] = {}
    """Item id → its other tasks: nothing shows that a complete project of another design passes them."""


class CodeAgentPlay(Record):
    """Code agents, over rounds of feedback."""

    kind: Literal["code-agents"]
    """What plays; it is always written, so that other ways of playing a suite can be told apart by it."""
    agents: tuple[AgentSpec, ...] = Field(min_length=1)
    rounds: int = Field(ge=1, le=20)
    repeats: int = Field(ge=1, le=100)
    mode: Literal["query", "full-prd"] = "query"
    """query: the underspecified query. full-prd: the whole PRD."""
    interface: Interface = "fixed"
    """fixed: agents are told by what their submission will be reached; of web apps, that keyboard and screen
    reader are.
    free: they decide, and say it in their README; of web apps, accessibility is neither asked for nor scored."""
    later: LaterRounds = "feedback"
    """feedback: the simulated user's words open a later round. debug: a report of the checks that failed."""
    underspecification: Underspecification
    leak_policy: LeakPolicy
    simulator: str
    """Name and version of the simulated user."""
    persona: str
    faults: PersonaFaults = PersonaFaults()
    """What the persona gets wrong on purpose; most get nothing wrong."""
    random_seed: int
    time_limit: float = Field(gt=0, le=WEEK)
    """Seconds that an agent has per round."""


class JudgeRef(Record):
    """Who decides."""

    name: str
    """`programmatic`: a program. `model`: a model. `hybrid`: a program, and a model where something was not found."""
    digest: str
    model: JudgeModel | None = None
    """The model that it may ask, how, and by which prompts; None where a program decides everything."""
    manner: Manner | None = None
    """On which copies of a submission it carries out commands; None where it carries out none."""
    world: World | None = None
    """What it means that a judge in a browser does not find something; None of other judges."""


class ExecutionPlace(Record):
    """Where programs run, and what is within their reach there."""

    sandbox: str
    """Provider's name: `none` when nothing had to be executed."""
    strength: Strength
    runtime: str | None = None
    """Digest of the suite's runtime environment, which programs found in the sandbox; None: it declares none."""
    passed_on: tuple[str, ...] = ()
    """Names of our environment's variables that command agents were given; values are recorded nowhere."""
    endpoints: tuple[Endpoint, ...] = ()
    """Where agents and roles asked their models, and at what prices; keys and what else an address may hold of them are
    left out."""
    mirror: Mirror | None = None
    """The package mirror that was within reach of commands and installed agents; what may be secret in its addresses is
    left out. None: packages were within reach of nobody."""
    budget: ModelBudget | None = None
    """What agents and roles might use of models when the run began; None: nobody asked any by way of us."""


class Tools(Record):
    """What the run was made by."""

    versions: dict[str, str]
    """Tool → version: benchwright, python, browser, playwright."""
    prompts: dict[str, str]
    """Prompt file → digest."""


class RunSpec(FileRecord):
    """`run.yaml`: all that a published number must name."""

    SCHEMA: ClassVar[str] = "run"
    IS_SYNCED: ClassVar[bool] = True
    VERSION: ClassVar[int] = 3

    schema_version: int = 3
    name: str
    suite: SuiteRef
    proof: Proof = Proof()
    play: CodeAgentPlay
    judge: JudgeRef
    place: ExecutionPlace
    tools: Tools
    models: ModelPlay = ModelPlay()


class Share(Record):
    """A weighted share of what was planned, as an interval."""

    low: float = Field(ge=0, le=1)
    high: float = Field(ge=0, le=1)
    decided: float | None = Field(ge=0, le=1)
    """Over decided parts alone; None when there is none."""
    decided_share: float = Field(ge=0, le=1)


class Credit(NamedTuple):
    """How one part of what was planned stands, and what it earned."""

    status: Status
    earned: float
    """0 to 1: 1 when passed; what a failed one earned in part; of an unresolved one, what it has for certain."""


class ProjectStanding(Record):
    """Where every task and outcome of a project stands, at a round or cumulatively."""

    tasks: dict[str, Status]
    """Task → status: a task has passed or not, whatever its outcomes earned in part."""
    outcomes: dict[str, tuple[Credit, ...]]
    """Task → how each planned outcome stands, in order."""
    tried: frozenset[str]
    """Tasks that were run."""


class ProjectScore(Record):
    """The numbers of one submission, or of all submissions of a trial so far."""

    task_pass_rate: Share
    criteria_pass_rate: Share
    completed: Share
    attempted: Share
    """Tasks that were tried over planned; `high` counts also those of which nobody knows whether they would be."""


class Changes(Record):
    """What became of a project's tasks from one round to the next; the family says what counts as either."""

    repaired: int = Field(default=0, ge=0)
    """Tasks that pass by now."""
    regressed: int = Field(default=0, ge=0)
    """Tasks that pass no more."""


def whole(status: Status) -> Credit:
    """The credit of what is earned as a whole or not at all, such as a task."""
    return Credit(status, 1.0 if status is Status.PASSED else 0.0)


def share(parts: Iterable[tuple[float, Credit]]) -> Share:
    """The share of weight that was earned; ValueError when there are no parts."""
    weights, earned = dict.fromkeys(Status, 0.0), dict.fromkeys(Status, 0.0)
    for weight, credit in parts:
        weights[credit.status] += weight
        earned[credit.status] += weight * credit.earned
    planned, unresolved = sum(weights.values()), weights[Status.UNRESOLVED]
    if planned <= 0:
        raise ValueError("a share needs at least one planned part")
    settled = sum(earned[status] for status in Status if status is not Status.UNRESOLVED)
    decided = planned - unresolved
    return Share(
        low=_ratio(settled + earned[Status.UNRESOLVED], planned),
        high=_ratio(settled + unresolved, planned),
        decided=_ratio(settled, decided) if unresolved < planned and decided > 0 else None,
        decided_share=_ratio(decided, planned),
    )


def _ratio(part: float, whole: float) -> float:
    # Sums of floats may exceed the whole by a rounding error.
    return min(max(part / whole, 0.0), 1.0)


class Submission(FileRecord):
    """`submission.json`: what a workspace held when it was submitted; its files lie beside."""

    SCHEMA: ClassVar[str] = "submission"

    digest: str
    """Over files, links and what was left out."""
    files: int = Field(ge=0)
    bytes: int = Field(ge=0)
    links: dict[str, str] = {}
    """Path → target of each symbolic link; links are recorded and never followed."""
    left_out: dict[str, str] = {}
    """Path → why it was not kept: too large, no ordinary file, tools' own folder."""


class RoundRecord(FileRecord):
    """`round.json`: one submission."""

    SCHEMA: ClassVar[str] = "round"
    VERSION: ClassVar[int] = 2
    IS_SYNCED: ClassVar[bool] = True

    schema_version: int = 2
    project: str
    agent: str
    repeat: int
    round: int
    report: AgentReport
    message_digest: str | None = None
    """Digest of the message that opened it, as it lies in `message.md`; None in files of before it was kept."""
    submission_digest: str
    """Digest of the workspace as it was submitted."""
    memory_digest: str | None = None
    """Digest of what the agent kept for its next round, such as its session; None: nothing."""
    judgement: str
    """Judge digest whose judgement decided the next round's feedback."""
    kept: tuple[str, ...] = ()
    """Names of the files that were kept beside it, such as `transcript.txt`."""
    canary_in: tuple[str, ...] = ()
    """Where the suite's canary came back, otherwise than in the words of the message: `transcript.txt`,
    `trajectory.json`, and in quotes files that were submitted. Of baselines, which are given the reference, it is not
    looked for."""
    marks: tuple[Mark, ...] = ()
    """What qualifies every number that the round counts in: unsafe sandbox, out of time."""


class JudgedRound(Record):
    """One round of a trial, as a reader of the run sees it."""

    number: int = Field(ge=1)
    """The round asked for, from 1; a carried round has a later number than the record that it repeats."""
    carried: bool = False
    """True when the trial had finished before and an earlier round stands in."""
    record: RoundRecord
    judgement: Judgement | None = None
    """By the judge that the run names; None when the round could not be judged."""
    feedback: Feedback | None = None
    """What the simulated user said after it; None after the last round."""
    evidence: Path
    """Folder in which the judgement's screenshots lie; it may be missing."""

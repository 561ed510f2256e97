"""A run as it is asked for: suite, agents, judge and sandbox; its times."""

from typing import ClassVar, Literal

from pydantic import AwareDatetime, Field

from plans.records.base import WEEK, FileRecord, FolderName, Record
from plans.records.code_agent import AgentSpec
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.feedback import LeakPolicy, PersonaFaults
from plans.records.model_call import JudgeModel
from plans.records.model_settings import Endpoint, ModelBudget
from plans.records.sandboxing import Mirror, Strength
from plans.records.specification import PRD, Underspecification
from plans.records.usage import ModelPlay
from plans.records.verdict import Manner, World


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


Interface = Literal["fixed", "free"]
LaterRounds = Literal["feedback", "debug"]


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
    """query: the underspecified query. full-prd: the whole PRD, in one round unless later ones debug."""
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

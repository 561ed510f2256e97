"""A run as it is asked for: which suite, which agents, how many rounds, which judge."""

from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord
from plans.records.code_agent import AgentSpec
from plans.records.endpoint import Budget, Endpoint
from plans.records.feedback import LeakPolicy
from plans.records.mirror import Mirror
from plans.records.query import Underspecification
from plans.records.sandboxing import Strength

Interface = Literal["fixed", "free"]
LaterRounds = Literal["feedback", "debug"]


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
    """query: the underspecified query. full-prd: the whole PRD, in one round unless later ones debug."""
    interface: Interface = "fixed"
    """fixed: agents are told by what their hand-in will be reached. free: they decide, and say it in their README."""
    later: LaterRounds = "feedback"
    """feedback: the simulated user's words open a later round. debug: a report of the checks that failed."""
    underspecification: Underspecification
    leak_policy: LeakPolicy
    simulator: str
    """Name and version of the simulated user."""
    persona: str
    random_seed: int
    sandbox: str
    """Provider's name: `none` when nothing had to be executed."""
    sandbox_strength: Strength
    runtime: str | None = None
    """Digest of the suite's runtime environment, which programs found in the sandbox; None: it declares none."""
    passed_on: tuple[str, ...] = ()
    """Names of our environment's variables that command agents were given; values are recorded nowhere."""
    endpoints: tuple[Endpoint, ...] = ()
    """Where installed agents asked their models, and at what prices; keys and what else an address may hold of them are
    left out."""
    mirror: Mirror | None = None
    """The package mirror that was within reach of commands and installed agents; what may be secret in its addresses is
    left out. None: packages were within reach of nobody."""
    budget: Budget | None = None
    """What installed agents might use when the run began; None: no such agent played."""
    time_limit: float = Field(gt=0)
    """Seconds that an agent has per round."""
    tools: dict[str, str]
    """Tool → version: benchwright, python, browser, playwright."""
    prompt_hashes: dict[str, str]
    """Prompt file → digest."""

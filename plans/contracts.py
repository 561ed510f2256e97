"""Contracts between the rooms. Concrete classes meet in pipeline/cli/wiring.py alone.

Errors that an implementation may raise are those of plans/errors.py; anything else is a defect.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Literal, Protocol, overload, runtime_checkable

from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.criteria import Criteria
from plans.records.evidence import Evidence
from plans.records.feedback import Feedback, LeakPolicy
from plans.records.judged_round import JudgedRound
from plans.records.judging import JudgeRequest
from plans.records.plan import ItemParameters, Plan
from plans.records.prd import PRD
from plans.records.problem import Problem
from plans.records.project import Project
from plans.records.prompting import FailedCheck, PromptTerms
from plans.records.recipe import Recipe
from plans.records.result import RunResult
from plans.records.run_project import RunProject
from plans.records.run_spec import RunSpec
from plans.records.run_times import RunTimes
from plans.records.runtime import BuiltRuntime
from plans.records.sandboxing import Connection, Door, ExecResult, SandboxNeeds, Strength
from plans.records.score import ProjectScore, Standing
from plans.records.seed import Seed
from plans.records.verdict import Judgement


# ---- running what others wrote -------------------------------------------------------------------------------------
class Sandbox(Protocol):
    """A place in which programs of others run, as long as it is open.

    Methods are those of Inspect AI's SandboxEnvironment (exec, read_file, write_file, connection), and what is added:
    limits and network policy by SandboxNeeds, `inside`, `expose` and `end_all`. Paths are of the inside; relative ones
    begin at the workspace.
    """

    name: str
    """The provider's."""
    strength: Strength

    async def exec(
        self,
        command: Sequence[str],
        *,
        input: str | bytes | None = None,
        cwd: str | None = None,
        environment: Mapping[str, str] | None = None,
        timeout: float,
    ) -> ExecResult:
        """Run a command to its end and end its whole process tree; a missing executable is an ordinary failure.

        Several may run at once; they share files and network. When `timeout` seconds have passed, or the call is
        cancelled, the tree is ended; what was said until then is in the result, which says `timed_out`. The program
        gets `environment`, PATH, HOME, TMPDIR and LANG, and nothing of ours. Raises SandboxRefused when the sandbox
        itself fails.
        """
        ...

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...
    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...
    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        """What a file of the workspace or of a writable mount holds.

        No link is followed, at no level, and nothing but an ordinary file is opened. Raises FileNotFoundError,
        IsADirectoryError, UnicodeDecodeError (as text), and FileRefused for a link, a special file, a path elsewhere
        and a file larger than Limits.read_bytes.
        """
        ...

    async def write_file(self, file: str, contents: str | bytes) -> None:
        """Write a file whole, with the folders above it, in the workspace or a writable mount.

        What stands in its place is replaced, a link too. Raises IsADirectoryError, and FileRefused where a folder above
        it is a link or the quota is used up.
        """
        ...

    async def connection(self) -> Connection:
        """How to look around inside while it is open."""
        ...

    def inside(self, source: Path) -> str:
        """Where programs see what lies at `source` here: in the workspace or a mount. AuthorError: nowhere."""
        ...

    def expose(self, port: int) -> AbstractAsyncContextManager[Door]:
        """A way in to what listens at 127.0.0.1:`port` inside, or will; it ends with the context."""
        ...

    async def end_all(self) -> None:
        """End every process; on return none is left, so that files change no more. The sandbox can be used again.

        Raises SandboxRefused when one survives, and what lies inside must then not be graded.
        """
        ...


class SandboxProvider(Protocol):
    """One way of keeping others' programs apart."""

    name: str
    strength: Strength
    runtime: BuiltRuntime | None
    """What programs find beside the system's own; None: nothing."""

    def preflight(self) -> None:
        """Run the exact command of a sandbox once; raises SandboxRefused with what is missing and what to install."""
        ...

    def open(self, needs: SandboxNeeds) -> AbstractAsyncContextManager[Sandbox]:
        """A sandbox; closing it ends all in it, then writes back what is to be. Raises SandboxRefused.

        What is written back is complete also when the context is left by an exception or by cancelling.
        """
        ...


class Server(Protocol):
    """Serves a hand-in on loopback."""

    def serve(self, hand_in: Path) -> AbstractAsyncContextManager[str]:
        """Yields the start page's address; raises NotServable when there is nothing to serve."""
        ...


# ---- judging -------------------------------------------------------------------------------------------------------
class Judge(Protocol):
    """Decides evaluation tasks on a hand-in."""

    name: str

    @property
    def digest(self) -> str:
        """Digest of everything that could change a verdict: code, settings, browser version."""
        ...

    @property
    def versions(self) -> Mapping[str, str]:
        """Tool → version of what it judges with, such as the browser; empty when it needs none."""
        ...

    async def judge(self, request: JudgeRequest) -> Judgement:
        """Verdicts for every task that the request asks for, and for whatever these depend on.

        Tasks run in DAG order and blocked ones never run. A judge may be called many times at once; it bounds its own
        workers. Nothing servable is a judgement (root tasks failed), not an error. Raises BrowserMissing, BrowserLost
        and, when the hand-in must be run and no place was given to run it in, SandboxRefused.
        """
        ...


# ---- agents under test ---------------------------------------------------------------------------------------------
class CodeAgent(Protocol):
    """A program under test: turns a message into files."""

    spec: AgentSpec

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        """Work in `workspace` until done; never raises for the agent's own failures.

        What it says goes to `transcript`; a plans.records.trajectory.Trajectory may lie beside it as `trajectory.json`.
        """
        ...


@runtime_checkable
class FetchedAgent(Protocol):
    """A code agent whose program comes from a package registry."""

    @property
    def is_missing(self) -> bool:
        """Whether it has to be fetched first."""
        ...

    async def prepare(self) -> None:
        """Have the program there; raises InstallFailed."""
        ...


class PrivilegedAgent(Protocol):
    """One of our own yardsticks, which gets the sealed item; the runner refuses it to any plug-in."""

    spec: AgentSpec

    async def work_sealed(
        self, brief: Brief, workspace: Path, transcript: Path, project: Project, feedback: Feedback | None
    ) -> AgentReport:
        """Like CodeAgent.work, knowing the project and what the feedback was about."""
        ...


class Prompter(Protocol):
    """Puts into words what a code agent is asked. Words of others are quoted and cannot leave their place."""

    @property
    def prompt_hashes(self) -> Mapping[str, str]:
        """What it speaks from → its digest."""
        ...

    def request(self, terms: PromptTerms, query: str) -> str:
        """Opens a trial with a request in somebody's words.

        AuthorError for a fixed interface that nobody names: what is not told cannot be kept.
        """
        ...

    def development(self, terms: PromptTerms, prd: str) -> str:
        """Opens a trial with the whole specification; AuthorError as for a request."""
        ...

    def feedback(self, terms: PromptTerms, feedback: str) -> str:
        """Opens a later round after a user has spoken."""
        ...

    def debug(
        self,
        terms: PromptTerms,
        failed: Sequence[FailedCheck],
        *,
        tried: int,
        blocked: int = 0,
        undecided: int = 0,
    ) -> str:
        """Opens a later round after checks have been tried.

        `tried` is how many passed or failed, `blocked` how many were not tried because of those that failed, and
        `undecided` of how many it could not be said. None may have failed.
        """
        ...


class UserSimulator(Protocol):
    """Turns a judgement into what a user would say."""

    name: str
    persona: str

    @property
    def prompt_hashes(self) -> Mapping[str, str]:
        """What it speaks from → its digest."""
        ...

    async def feedback(
        self,
        judgement: Judgement,
        criteria: Criteria,
        prd: PRD,
        policy: LeakPolicy,
        *,
        round: int,
        random_seed: int,
    ) -> Feedback:
        """Feedback about root failures alone, leaking no more than `policy` allows."""
        ...


# ---- authoring -----------------------------------------------------------------------------------------------------
class Generator(Protocol):
    """A family's author: from seeds to projects."""

    family: str

    def plan(self) -> Plan:
        """The family's plan."""
        ...

    def misnamed(self, seed: Seed) -> str:
        """What is wrong with the category and the domain that a seed asks for by name; empty when nothing is."""
        ...

    def redone_plan(self, plan: Plan, notes: Sequence[str]) -> tuple[Plan, Sequence[str]]:
        """`plan` as reviewers' notes ask for it, oldest first, and for each note what was made of it."""
        ...

    def recipe(
        self, seed: Seed, plan: Plan, random_seed: int, attempt: int = 1, notes: Sequence[str] = ()
    ) -> Recipe:
        """Understand a seed and sample what the plan leaves open; raises SeedRefused with scores and reason.

        The same arguments give the same recipe; a redo raises `attempt` and adds a reviewer's note. The recipe's
        findings answer the notes: what was made of each, and what could not be used.
        """
        ...

    def project(self, recipe: Recipe, canary: str) -> Project:
        """The whole project of a recipe; the same recipe gives the same project, byte for byte."""
        ...

    def variant(
        self, recipe: Recipe, parent_suite: str, random_seed: int, plan: Plan | None = None
    ) -> Recipe:
        """A fresh variant of like complexity within the plan: other domain, names, data, wording, feature order.

        `plan` left out: the family's own.
        """
        ...

    def another(self, recipe: Recipe, random_seed: int, plan: Plan) -> Recipe:
        """A recipe that growth gave, sampled anew within the plan: the same id, seed and subject, other features."""
        ...

    def growth(
        self, plan: Plan, existing: Sequence[ItemParameters], n: int, random_seed: int
    ) -> Sequence[Recipe]:
        """`n` recipes that fill what the plan's parameters leave uncovered."""
        ...


class Check(Protocol):
    """One program-decided check of the release gate."""

    name: str

    def check(self, project: Project, plan: Plan) -> Sequence[Problem]:
        """Everything that is wrong with the project, in this check's sense."""
        ...


class Gate(Protocol):
    """The release gate: whether an item proves what it claims."""

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        """The item's matrix and its conclusion; not released is an answer, not an error.

        `known` is evidence from an earlier call. An implementation returns it, or the parts of it that still hold,
        when its digests are those of `project` and of the judge, so that nothing is judged twice.
        May be called many times at once; it bounds its own workers. Raises InfrastructureError.
        """
        ...


# ---- reading a run -------------------------------------------------------------------------------------------------
class Metrics(Protocol):
    """A family's own formulas: what a judged hand-in scores."""

    def standing(self, criteria: Criteria, judgement: Judgement | None) -> Standing:
        """How a judgement leaves the planned tasks; without one, all are unresolved."""
        ...

    def cumulative(self, standings: Sequence[Standing]) -> Standing:
        """The best of several rounds, of which there is at least one."""
        ...

    def project_score(self, criteria: Criteria, stands: Standing) -> ProjectScore:
        """The numbers of a project whose tasks stand so."""
        ...


class RunReader(Protocol):
    """Reads a run, finished or not, for reports and the console."""

    def spec(self) -> RunSpec:
        """What was asked for."""
        ...

    def times(self) -> RunTimes:
        """When the run was made."""
        ...

    def result(self) -> RunResult:
        """The numbers over what has been judged so far; what was planned and not reached counts as unresolved."""
        ...

    def projects(self) -> Sequence[RunProject]:
        """The projects in the run's order."""
        ...

    def rounds(self, project: str, agent: str, repeat: int) -> Sequence[JudgedRound]:
        """The trial's rounds in order, carried ones included; empty when it has not begun."""
        ...

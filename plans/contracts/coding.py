"""Code agents under test: who works, who words what they are asked, and who speaks for their user."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from plans.records.code_agent import AgentReport, AgentSpec, Brief, FailedCheck, PromptTerms
from plans.records.criteria import Criteria
from plans.records.feedback import Feedback, LeakPolicy, PersonaFaults
from plans.records.project import Project
from plans.records.specification import PRD
from plans.records.verdict import Judgement


class CodeAgent(Protocol):
    """A program under test: turns a message into files."""

    spec: AgentSpec

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        """Work in `workspace` until done; never raises for the agent's own failures.

        What it says goes to `transcript`; a plans.records.code_agent.Trajectory may lie beside it as `trajectory.json`.
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
    """One of our own baselines, which gets the sealed item; the runner refuses it to any plug-in."""

    spec: AgentSpec

    async def work_sealed(
        self, brief: Brief, workspace: Path, transcript: Path, project: Project, feedback: Feedback | None
    ) -> AgentReport:
        """Like CodeAgent.work, knowing the project and what the feedback was about."""
        ...


@dataclass(frozen=True)
class BaselineAgent:
    """What the runner hands the sealed item to: made by the roster for agents of its own, and for nothing that it loads
    by a name which somebody gave.
    """

    agent: PrivilegedAgent

    @property
    def spec(self) -> AgentSpec:
        """The agent's."""
        return self.agent.spec


Player = CodeAgent | BaselineAgent
"""Whoever plays in a run."""


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


class IndependentBrief(NamedTuple):
    """What the author of an implementation is told, as agents under test are."""

    seen: Literal["low", "prd"]
    text: str
    """The request, or the PRD."""
    first: str
    """The whole first message."""
    again: Callable[[str], str]
    """The message of a later round, from what a user would say."""


class UserSimulator(Protocol):
    """Turns a judgement into what a user would say."""

    name: str
    persona: str
    faults: PersonaFaults
    """What it gets wrong on purpose."""

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
        """Feedback about root failures alone, leaking no more than `policy` allows; the same arguments give the same.

        One that speaks by a model raises what plans.contracts.models.Model does, but for answers that cannot be used:
        other words then stand in for them, and it is recorded why.
        """
        ...

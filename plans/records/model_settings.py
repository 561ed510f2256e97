"""Which endpoints there are, which agent asks which model there, what may be spent, and where packages are had."""

from typing import Literal

from pydantic import Field

from plans.records.base import Record
from plans.records.endpoint import Budget, Endpoint
from plans.records.mirror import Mirror
from plans.records.model_role import Role, RoleSettings


class AgentSettings(Record):
    """How an agent is set where the command line does not say."""

    model: str | None = None
    endpoint: str | None = None
    """None: the first one that speaks one of the agent's protocols."""
    session: Literal["same", "fresh"] = "same"
    """same: a later round goes on in the session of the round before, where the program can. fresh: each round is a new
    one, and all that stays is the workspace."""
    steps: int | None = Field(default=None, ge=1)
    """Of `minimal` alone: answers of its model in one round."""
    tokens: int | None = Field(default=None, ge=1)
    """Of `minimal` alone: tokens, in and out, in one round."""


class ModelSettings(Record):
    """`benchwright.toml` and what the environment adds to it."""

    endpoints: tuple[Endpoint, ...] = ()
    agents: dict[str, AgentSettings] = {}
    """Kind of agent, such as codex → its settings."""
    roles: dict[Role, RoleSettings] = {}
    """Part that a model plays in authoring, judging and testing → its settings."""
    model: str | None = None
    """Of agents and roles for which none is named."""
    budget: Budget = Budget()
    mirror: Mirror = Mirror()

    def of(self, kind: str) -> AgentSettings:
        """The settings of a kind of agent."""
        return self.agents.get(kind, AgentSettings())

    def part(self, role: Role) -> RoleSettings:
        """The settings of a role."""
        return self.roles.get(role, RoleSettings())

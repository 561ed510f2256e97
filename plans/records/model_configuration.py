"""`benchwright.toml` as it is written: endpoints by name, agents by kind, budgets, the package mirror."""

from typing import ClassVar

from plans.records.base import FileRecord
from plans.records.endpoint import Budget, Endpoint, EndpointEntry
from plans.records.mirror import Mirror
from plans.records.model_role import Role, RoleSettings
from plans.records.model_settings import AgentSettings, ModelSettings


class ModelConfiguration(FileRecord):
    """`benchwright.toml`."""

    SCHEMA: ClassVar[str] = "benchwright-toml"

    endpoints: dict[str, EndpointEntry] = {}
    """Name → endpoint; the first one that speaks an agent's protocol is taken where the agent names none."""
    agents: dict[str, AgentSettings] = {}
    """Kind of agent, such as codex → its settings."""
    roles: dict[Role, RoleSettings] = {}
    """Part that a model plays in authoring, judging and testing → its settings."""
    model: str | None = None
    """Of agents and roles for which none is named."""
    budget: Budget = Budget()
    mirror: Mirror = Mirror()
    """Read by `run --mirror` alone."""

    def settings(self) -> ModelSettings:
        """The same with each endpoint's name in it."""
        named = tuple(Endpoint(name=name, **one.model_dump()) for name, one in self.endpoints.items())
        return ModelSettings(
            endpoints=named,
            agents=self.agents,
            roles=self.roles,
            model=self.model,
            budget=self.budget,
            mirror=self.mirror,
        )

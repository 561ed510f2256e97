"""The parts that models play, and how each is set in `benchwright.toml`."""

from typing import Literal, get_args

from pydantic import Field

from plans.records.base import WEEK, Record
from plans.records.endpoint import Allowance

Role = Literal["planner", "generator", "verifier", "evaluator", "ui_judge", "user", "coder", "solver"]
"""Who asks: the four authoring agents, the judge of web pages, the simulated user, the minimal code agent, and the
solver of instances."""
ROLES: tuple[Role, ...] = get_args(Role)


class Sampling(Record):
    """Parameters that shape a model's answer; each is sent only where it is set and the endpoint takes it."""

    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    seed: int | None = None
    max_output: int = Field(default=16_000, ge=1)
    """Tokens of the longest answer, reasoning included."""
    effort: Literal["minimal", "low", "medium", "high"] | None = None
    """How long a reasoning model thinks (`reasoning_effort`)."""


class RoleSettings(Sampling):
    """One role, as it stands beneath `[roles.NAME]`."""

    endpoint: str | None = None
    """None: the first one that speaks chat."""
    model: str | None = None
    """None: the model that is named for all."""
    is_streamed: bool = False
    """Whether answers come in pieces: for endpoints that cut a connection which is silent for long."""
    deadline: float = Field(default=900, gt=0, le=WEEK)
    """Seconds for a call in all, with every try and every wait."""
    patience: float = Field(default=300, gt=0, le=WEEK)
    """Seconds for one try of a call."""
    budget: Allowance = Allowance()
    """What this role may use in one work, an authoring, a run, a `verify` or a `judge`, beneath what all of it may."""

    def sampling(self) -> Sampling:
        """The parameters alone."""
        return Sampling.model_validate(self.model_dump(include=set(Sampling.model_fields)))

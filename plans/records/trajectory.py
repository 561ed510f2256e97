"""What an agent did in a turn, step by step: the Agent Trajectory Interchange Format (ATIF) that Harbor reads.

Of the format, what our agents can fill; field names and their meaning are the format's own.
"""

from typing import Any, Literal

from pydantic import Field

from plans.records.base import Record


class ToolCall(Record):
    """The use of a tool."""

    tool_call_id: str
    function_name: str
    arguments: dict[str, Any] = {}


class ObservationResult(Record):
    """What a tool gave back."""

    source_call_id: str | None = None
    content: str | None = None


class Observation(Record):
    """What came of a step's tools."""

    results: tuple[ObservationResult, ...]


class TrajectoryStep(Record):
    """One message, or one thing done."""

    step_id: int = Field(ge=1)
    """In order, from 1."""
    timestamp: str | None = None
    """ISO 8601."""
    source: Literal["system", "user", "agent"]
    message: str
    reasoning_content: str | None = None
    tool_calls: tuple[ToolCall, ...] | None = None
    observation: Observation | None = None


class TrajectoryAgent(Record):
    """Who did it."""

    name: str
    version: str
    model_name: str | None = None


class FinalMetrics(Record):
    """What it took, as the relay counted it."""

    total_prompt_tokens: int | None = None
    """Cached ones included."""
    total_completion_tokens: int | None = None
    total_cached_tokens: int | None = None
    total_cost_usd: float | None = None
    total_steps: int | None = None


class Trajectory(Record):
    """`trajectory.json` of a round."""

    schema_version: Literal["ATIF-v1.5"] = "ATIF-v1.5"
    session_id: str
    agent: TrajectoryAgent
    steps: tuple[TrajectoryStep, ...] = Field(min_length=1)
    notes: str | None = None
    final_metrics: FinalMetrics | None = None

    def text(self) -> str:
        """As JSON, in which what is not known is left out, as the format asks."""
        return self.model_dump_json(indent=1, exclude_none=True) + "\n"

"""A code agent as a run knows it, and how its turns end."""

from typing import Literal

from pydantic import Field

from plans.records.base import Record


class AgentSpec(Record):
    """A code agent as the run knows it."""

    name: str
    """Name in reports, unique in the run."""
    kind: str
    """Adapter: oracle, nop, apprentice, command."""
    version: str
    options: dict[str, str] = {}
    """Adapter's own options, such as skill or the command line."""


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

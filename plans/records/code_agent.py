"""A code agent as a run knows it, what it is told, and how its turns end."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field

from plans.records.base import Record
from plans.records.usage import Usage
from plans.untrusted_text import folded

Ended = Literal[
    "done",
    "gave up",
    "out of time",
    "out of budget",
    "agent failed",
    "agent not started",
    "endpoint failed",
    "harness failed",
]
"""How a turn ended. agent not started: its program could not be executed. harness failed: this machine could not let
the agent work. Neither says anything about the agent."""


class AgentSpec(Record):
    """A code agent as the run knows it."""

    name: str
    """Name in reports, unique in the run."""
    kind: str
    """Adapter: oracle, nop, apprentice, command, or the name of a program that is installed, such as codex."""
    version: str
    options: dict[str, str] = {}
    """Adapter's own options, such as skill or the command line."""


class Brief(Record):
    """What a code agent is told in one round."""

    message: str
    """The query with the hand-in rule (round 1), or the simulated user's feedback."""
    round: int = Field(ge=1)
    time_limit: float
    """Seconds until it is stopped."""
    random_seed: int
    """Of this trial; an agent may use it to be repeatable."""
    memory: Path | None = None
    """A folder, empty at first, that the agent finds in the trial's next round as it left it in this one: files and
    links alone. None: nothing stays but the workspace."""
    project: str = ""
    """Whose account it is on, where we ask the agent's model; no program is told."""


class AgentReport(Record):
    """How an agent's turn ended."""

    ended: Ended
    detail: Annotated[str, AfterValidator(folded)] = ""
    """Exit code, last words, what was changed; in one line."""
    exit_code: int | None = None
    """Of the agent's program, where it ended by itself; None where there is none or it was stopped."""
    seconds: float = Field(default=0.0, ge=0)
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    """US dollars."""
    usage: Usage | None = None
    """Of the model in this turn, as our relay counted it; None where no relay stood between."""
    session: Literal["", "fresh", "resumed"] = ""
    """Whether a program went on in the session of the round before; empty where it has none."""

    def using(self, usage: Usage) -> Self:
        """The same with what was used of the model."""
        told = usage.tokens
        return self.model_copy(
            update={
                "input_tokens": told.input if told.total else None,
                "output_tokens": told.output if told.total else None,
                "cost": usage.cost,
                "usage": usage,
            }
        )

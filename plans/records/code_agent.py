"""A code agent as a run knows it: what it is told, how its turns end, what it did."""

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field

from plans.plain_text import folded
from plans.records.base import Record
from plans.records.usage import Usage

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
    """The query with the submission rule (round 1), or the simulated user's feedback."""
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


class PromptTerms(Record):
    """What every message of a run is written by."""

    family: str
    """Of the suite: by it goes how a submission with a fixed interface is looked at."""
    interface: Literal["fixed", "free"] = "fixed"
    is_accessible: bool = False
    """Whether an interface for keyboard and screen reader is asked for."""
    ways: tuple[str, ...] = ()
    """Commands, entry points, files and checks by which a submission is reached, a text each; where the
    family's submissions are all reached alike there are none. With a free interface, what is not free."""
    handed_out: tuple[str, ...] = ()
    """Files that lie in the working directory when the trial begins."""
    left_out: tuple[str, ...] = ()
    """Folders of a workspace that do not come along to the next round."""
    notice: str
    canary: str


class FailedCheck(Record):
    """A check that did not pass, as the agent may know it."""

    title: str
    expected: str
    seen: str = ""
    """Empty: nothing came of it."""
    printed: str = ""
    """What came out, with its line ends."""


class ToolCall(Record):
    """The use of a tool."""

    tool_call_id: str
    function_name: str
    arguments: dict[str, Any] = {}


class ObservationResult(Record):
    """What a tool gave back."""

    source_call_id: str | None = None
    content: str | None = None


class ToolObservation(Record):
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
    observation: ToolObservation | None = None


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

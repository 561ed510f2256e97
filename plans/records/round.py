"""A round that was played: what was handed in, and how the agent's turn ended."""

from typing import ClassVar

from plans.records.base import FileRecord
from plans.records.code_agent import AgentReport

UNCHANGED = "nothing new submitted"
"""Mark of a round whose agent left the workspace exactly as it had found it."""


class RoundRecord(FileRecord):
    """`round.json`: one hand-in."""

    SCHEMA: ClassVar[str] = "round"
    IS_SYNCED: ClassVar[bool] = True

    project: str
    agent: str
    repeat: int
    round: int
    report: AgentReport
    message_digest: str | None = None
    """Digest of the message that opened it, as it lies in `message.md`; None in files of before it was kept."""
    hand_in_digest: str
    """Digest of the workspace as it was handed in."""
    memory_digest: str | None = None
    """Digest of what the agent kept for its next round, such as its session; None: nothing."""
    judgement: str
    """Judge digest whose judgement decided the next round's feedback."""
    marks: tuple[str, ...] = ()
    """Marks that every result made so carries: unsafe sandbox, counterfactual, out of time."""

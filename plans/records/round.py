"""A round that was played: what was handed in, and how the agent's turn ended."""

from typing import ClassVar

from plans.records.base import FileRecord
from plans.records.code_agent import AgentReport
from plans.records.marks import Mark


class RoundRecord(FileRecord):
    """`round.json`: one hand-in."""

    SCHEMA: ClassVar[str] = "round"
    VERSION: ClassVar[int] = 2
    IS_SYNCED: ClassVar[bool] = True

    schema_version: int = 2
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
    kept: tuple[str, ...] = ()
    """Names of the files that were kept beside it, such as `transcript.txt`."""
    canary_in: tuple[str, ...] = ()
    """Where the suite's canary came back, otherwise than in the words of the message: `transcript.txt`,
    `trajectory.json`, and in quotes files that were handed in. Of yardsticks, which are given the reference, it is not
    looked for."""
    marks: tuple[Mark, ...] = ()
    """What qualifies every number that the round counts in: unsafe sandbox, out of time."""

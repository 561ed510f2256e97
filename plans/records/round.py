"""A round that was played: what was handed in, and how the agent's turn ended."""

from typing import ClassVar

from plans.records.base import FileRecord
from plans.records.code_agent import AgentReport

CANARY_SEEN = "canary came back"
"""Mark of a round in which the suite's canary stands where the run did not put it."""
FILE_GONE = "file gone"
"""Beginning of the mark of a round beside which a file lay that was removed since; no number depends on it."""


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
    kept: tuple[str, ...] = ()
    """Names of the files that were kept beside it, such as `transcript.txt`."""
    canary_in: tuple[str, ...] = ()
    """Where the suite's canary came back, otherwise than in the words of the message: `transcript.txt`,
    `trajectory.json`, and in quotes files that were handed in. Of yardsticks, which are given the reference, it is not
    looked for."""
    marks: tuple[str, ...] = ()
    """Marks that every result made so carries: unsafe sandbox, counterfactual, out of time."""

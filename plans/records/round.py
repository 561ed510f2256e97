"""A round that was played: the archived submission, and what came of it."""

from pathlib import Path
from typing import ClassVar

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.code_agent import AgentReport
from plans.records.feedback import Feedback
from plans.records.marks import Mark
from plans.records.verdict import Judgement


class HandIn(FileRecord):
    """`hand-in.json`: what a workspace held when it was handed in; its files lie beside."""

    SCHEMA: ClassVar[str] = "hand-in"

    digest: str
    """Over files, links and what was left out."""
    files: int = Field(ge=0)
    bytes: int = Field(ge=0)
    links: dict[str, str] = {}
    """Path → target of each symbolic link; links are recorded and never followed."""
    left_out: dict[str, str] = {}
    """Path → why it was not kept: too large, no ordinary file, tools' own folder."""


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


class JudgedRound(Record):
    """One round of a trial, as a reader of the run sees it."""

    number: int = Field(ge=1)
    """The round asked for, from 1; a carried round has a later number than the record that it repeats."""
    carried: bool = False
    """True when the trial had finished before and an earlier round stands in."""
    record: RoundRecord
    judgement: Judgement | None = None
    """By the judge that the run names; None when the round could not be judged."""
    feedback: Feedback | None = None
    """What the simulated user said after it; None after the last round."""
    evidence: Path
    """Folder in which the judgement's screenshots lie; it may be missing."""

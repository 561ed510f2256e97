"""What the simulated user says after a round, and how much of the criteria it gives away."""

from enum import StrEnum
from typing import ClassVar

from plans.records.base import FileRecord, Record


class LeakPolicy(StrEnum):
    """How much the simulated user gives away."""

    SYMPTOM = "symptom"
    """What a user notices: which wish does not hold, wholly or in part. No requirement's text, no expected outcome."""
    REQUIREMENT = "requirement"
    """Also what was wanted: the failed requirement's text."""
    FULL_REPORT = "full-report"
    """Every failing outcome with what was looked for and seen."""


class FeedbackPoint(Record):
    """One complaint of the simulated user."""

    task: str
    """The failing root task."""
    text: str
    """The complaint, in a user's words."""
    requirements: tuple[str, ...] = ()
    """Requirements that it gives away."""


class Feedback(FileRecord):
    """`feedback.json`: what the simulated user says after a round."""

    SCHEMA: ClassVar[str] = "feedback"

    policy: LeakPolicy
    persona: str
    text: str
    """The whole message, as the agent gets it."""
    points: tuple[FeedbackPoint, ...]
    satisfied: bool
    """True when there is nothing to complain about."""

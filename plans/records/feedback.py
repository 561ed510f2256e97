"""What the simulated user says after a round, and how much of the criteria it gives away."""

from enum import StrEnum
from typing import ClassVar, Literal

from plans.records.base import FileRecord, Record
from plans.records.model_use import ModelUse

Fault = Literal["wrong cause", "said to work"]
"""What a persona gets wrong in a complaint on purpose (plans.records.persona)."""


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
    fault: Fault | None = None
    """None: it is true."""


class Wording(Record):
    """How a model's words came to be the simulated user's, or why they did not."""

    by: Literal["model", "template"]
    """template: no words of the model could be used, or it was not asked, as there was nothing to complain about."""
    uses: tuple[ModelUse, ...] = ()
    """Every reply that it took, in order; the last one is what is said where it is by the model."""
    findings: tuple[str, ...] = ()
    """Why earlier words were sent back, and at last not used; empty where the first were taken."""


class Feedback(FileRecord):
    """`feedback.json`: what the simulated user says after a round."""

    SCHEMA: ClassVar[str] = "feedback"
    IS_SYNCED: ClassVar[bool] = True

    policy: LeakPolicy
    persona: str
    text: str
    """The whole message, as the agent gets it."""
    points: tuple[FeedbackPoint, ...]
    satisfied: bool
    """True when there is nothing to complain about."""
    unsaid: tuple[str, ...] = ()
    """Failing root tasks that the persona kept back on purpose."""
    wording: Wording | None = None
    """None: the simulated user speaks from templates."""

    @property
    def is_replaced(self) -> bool:
        """Whether a template's words stand for a model's that could not be used."""
        return self.wording is not None and self.wording.by == "template" and bool(self.wording.findings)

"""`evaluation.yaml`, what the simulated user says after a round, and what it gets wrong on purpose."""

import math
from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field, model_validator

from plans.records.base import FileRecord, Record
from plans.records.model_call import ModelUse
from plans.records.specification import Underspecification


class PersonaFaults(Record):
    """In which ways feedback is made worse than the truth, for studies of robustness; drawn by the run's random seed.

    A persona without any says every complaint, truly. The heaviest complaint is always said.
    """

    unsaid: float = Field(default=0.0, ge=0, lt=1)
    """Chance of each complaint but the heaviest that it is kept back."""
    wrong_cause: float = Field(default=0.0, ge=0, le=1)
    """Chance of each complaint that is said to come from something that has nothing to do with it. Where it is above 0
    and no complaint is drawn, the heaviest is."""
    said_to_work: float = Field(default=0.0, ge=0, lt=1)
    """Chance of each other complaint but the heaviest that it is told as the opposite: it works well now."""
    asides: int = Field(default=0, ge=0, le=5)
    """Remarks in each message that are about something else, and that ask for nothing."""

    @property
    def told(self) -> str:
        """In words; empty where there is none."""
        parts = (
            f"{self.unsaid:.0%} of complaints are kept back" if self.unsaid else "",
            f"{self.wrong_cause:.0%} are given a wrong cause" if self.wrong_cause else "",
            f"{self.said_to_work:.0%} are told as if they worked" if self.said_to_work else "",
            f"remarks about something else: {self.asides} a message" if self.asides else "",
        )
        return ", ".join(part for part in parts if part)


FeedbackFault = Literal["wrong cause", "said to work"]
"""What a persona gets wrong in a complaint on purpose (plans.records.feedback)."""


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
    fault: FeedbackFault | None = None
    """None: it is true."""


class FeedbackWording(Record):
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
    wording: FeedbackWording | None = None
    """None: the simulated user speaks from templates."""

    @property
    def is_replaced(self) -> bool:
        """Whether a template's words stand for a model's that could not be used."""
        return self.wording is not None and self.wording.by == "template" and bool(self.wording.findings)


ROUNDS = 3
"""Submissions that an agent gets where nobody says otherwise."""
LEAK_POLICY = LeakPolicy.SYMPTOM
"""Where nobody says otherwise."""


class EvaluationPlan(FileRecord):
    """What the evaluation agent settles for an item after its verification."""

    SCHEMA: ClassVar[str] = "evaluation"

    weights: dict[str, float] = Field(min_length=1)
    """Task → its share in the item's weighted rates, as a fraction of 1."""
    withheld: dict[Underspecification, tuple[str, ...]]
    """Level of underspecification → tasks of which the query withholds at least one requirement."""
    leak_policy: LeakPolicy
    """How much the simulated user may give away about this item."""
    rounds: int = Field(ge=1, le=20)
    """Submissions that an agent gets."""
    difficulty: dict[str, int] = {}
    """Task → from 1 to 5, how likely a capable developer gets it wrong at the first try; empty: nobody rated it."""
    by_model: tuple[str, ...] = ()
    """Outcomes, as `task/outcome`, that no program can decide, so that a model has to; a program decides all others."""
    doubts: dict[str, str] = {}
    """Outcome, as `task/outcome` → why a model that read its check thinks that it cannot tell; for reviewers."""
    advice: str = ""
    """The leak policy that a model would choose, and why; for reviewers."""
    unweighed: tuple[str, ...] = ()
    """Why a model that was to weigh the tasks did not: what was wrong with its answers. Weights are the criteria's."""

    @model_validator(mode="after")
    def _shares(self) -> "EvaluationPlan":
        if any(share <= 0 for share in self.weights.values()):
            raise ValueError("every weight must be above 0; leave a task out of criteria.yaml instead")
        if not math.isclose(total := sum(self.weights.values()), 1.0, abs_tol=1e-3):
            raise ValueError(f"the weights must add up to 1, and add up to {total:.4f}")
        return self

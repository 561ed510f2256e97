"""`evaluation.yaml`: how an item is scored and how much its simulated user may tell."""

import math
from typing import ClassVar

from pydantic import Field, model_validator

from plans.records.base import FileRecord
from plans.records.feedback import LeakPolicy
from plans.records.query import Underspecification

ROUNDS = 3
"""Hand-ins that an agent gets where nobody says otherwise."""
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
    """Hand-ins that an agent gets."""
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

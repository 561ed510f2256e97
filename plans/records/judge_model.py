"""The model that a judge asks, as whatever it decides names it."""

from plans.records.base import Record
from plans.records.model_role import Sampling


class JudgeModel(Record):
    """Which model it is, and how it is asked."""

    endpoint: str
    """Its name."""
    model: str
    sampling: Sampling
    prompts: dict[str, str]
    """Prompt file → digest."""


class JudgedByModel(Record):
    """How many of a run's verdicts on tasks a model had to do with."""

    verdicts: int
    """All of them; of rounds that are carried forward none."""
    asked: int
    """Those that it was asked for."""
    pointed_out: int
    """Those that a program passed with what it had pointed out, now or in an earlier round."""
    passed: int
    """Those that passed by itself, with proofs that a program found in what was seen."""
    failed: int
    """Those that failed by its word."""

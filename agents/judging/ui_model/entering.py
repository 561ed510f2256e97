"""What a judge by model is given to enter: the same for who asks the model and for who holds its claims against it."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from agents.browser.made_up import MadeUp
from plans.records.criteria import EvaluationTask
from plans.records.steps import Generate, GeneratedKind
from plans.records.values import Value

_KINDS: tuple[GeneratedKind, ...] = (
    "title", "sentence", "person", "email", "integer", "price", "future_date", "time",
)  # fmt: skip
"""What a form may ask for besides."""


class Entered(NamedTuple):
    """What may be entered in one walk."""

    named: Mapping[str, Value]
    """Name → what the task's own steps ask for."""
    others: Mapping[GeneratedKind, Value]
    """Something of every other kind."""


def entered(task: EvaluationTask, random_seed: int, walk: int, today: datetime) -> Entered:
    """The values of a walk, from 1; `today`: what the page takes for now."""
    text = f"{random_seed}/{task.id}/typed/{walk}"
    made_up = MadeUp(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"), today)
    asked = [step for step in task.steps if isinstance(step, Generate)]
    named = [(step.bind, made_up.value(step.kind, step.minimum, step.maximum)) for step in asked]
    others: list[GeneratedKind] = [kind for kind in _KINDS if kind not in {step.kind for step in asked}]
    rest: list[tuple[GeneratedKind, Value]] = [(kind, made_up.value(kind)) for kind in others]
    return Entered(dict(named), dict(rest))

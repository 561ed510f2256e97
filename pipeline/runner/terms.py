"""On which terms agents are tried: what the command line says, else what the items ask for, else the defaults.

An item's evaluation.yaml names its rounds and its leak policy. A run has one of each, so that its numbers can be read:
items that disagree need a word from whoever starts the run. Weights are not chosen here: those in criteria.yaml count,
and `benchwright check` says where evaluation.yaml differs from them.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from plans.errors import AuthorError
from plans.records.evaluation import LEAK_POLICY, ROUNDS, EvaluationPlan
from plans.records.feedback import LeakPolicy

T = TypeVar("T", int, LeakPolicy)


class Terms(NamedTuple):
    """What holds for a whole run."""

    rounds: int
    leak_policy: LeakPolicy


def settled_terms(
    items: Mapping[str, EvaluationPlan | None], *, rounds: int | None, leak_policy: LeakPolicy | None
) -> Terms:
    """The terms of a run of these items (id → its evaluation.yaml, None where it has none).

    `rounds` and `leak_policy` are the command line's, None where it says nothing. Raises AuthorError when it says
    nothing and the items disagree.
    """
    plans = {id: plan for id, plan in items.items() if plan is not None}
    return Terms(
        rounds=rounds or _asked_for("--rounds", {id: plan.rounds for id, plan in plans.items()}, ROUNDS),
        leak_policy=leak_policy
        or _asked_for("--leak-policy", {id: plan.leak_policy for id, plan in plans.items()}, LEAK_POLICY),
    )


def _asked_for(option: str, wanted: Mapping[str, T], default: T) -> T:
    values = list(dict.fromkeys(wanted.values()))
    if len(values) > 1:
        named = "; ".join(f"{value}: {', '.join(_who(wanted, value))}" for value in values)
        raise AuthorError(
            f"The items' evaluation.yaml ask for different {option}, and one run has one ({named}). Say with {option} "
            "which holds for all of them, or run them apart with --item."
        )
    return values[0] if values else default


def _who(wanted: Mapping[str, T], value: T) -> list[str]:
    return [id for id, asked in wanted.items() if asked == value]

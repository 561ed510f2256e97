"""The Evaluation Agent: by what outcomes are decided, and how much a simulated user may tell."""

import json
from collections.abc import Iterator, Sequence

from plans.records.criteria import Criteria, EvaluationTask
from plans.records.feedback import EvaluationPlan, LeakPolicy
from plans.records.project import MadeArtifact
from plans.records.specification import PRD, Query, Underspecification
from plans.records.steps import Expect
from plans.records.task_kinds import Command


def left_to_models(criteria: Criteria) -> tuple[str, ...]:
    """The outcomes, as `task/outcome`, that no program can decide."""
    return tuple(
        f"{task.id}/{outcome.id}"
        for task in criteria.tasks
        for outcome in task.outcomes
        if not checks_of(task, outcome.id)
    )


def checks_of(task: EvaluationTask, outcome: str) -> list[str]:
    """What a program looks for to decide the outcome, as JSON; nothing where no program can."""
    return list(_checks(task, outcome))


def _checks(task: EvaluationTask, outcome: str) -> Iterator[str]:
    for step in task.steps:
        if isinstance(step, Expect) and step.outcome == outcome:
            yield json.dumps(step.that.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)
    if looked_for := task.how.program_checks:
        yield json.dumps({"ran": _ran(task.how.commands), **looked_for}, ensure_ascii=False)


def _ran(commands: Sequence[Command]) -> list[str]:
    """Each command with what is typed, where that is a text and no file."""
    return [
        f"{one.line} <<< {json.dumps(one.input, ensure_ascii=False)}"
        if isinstance(one.input, str)
        else one.line
        for one in commands
    ]


SHARE_DIGITS = 6
"""Decimal places of a weight's share."""


class EvaluationAgent:
    """Settles weights and feedback policy of an item: weights as its criteria have them, the policy as it is told."""

    def __init__(self, leak_policy: LeakPolicy, rounds: int) -> None:
        self._leak_policy = leak_policy
        self._rounds = rounds

    async def evaluate(
        self, item: str, prd: PRD, query: Query, criteria: Criteria, previous: EvaluationPlan | None = None
    ) -> MadeArtifact[EvaluationPlan]:
        """The item's evaluation plan; a `previous` one keeps the feedback policy that a reviewer gave it."""
        del item, prd
        return MadeArtifact(settled(criteria, query, self._leak_policy, self._rounds, previous))


def settled(
    criteria: Criteria,
    query: Query,
    leak_policy: LeakPolicy,
    rounds: int,
    previous: EvaluationPlan | None = None,
) -> EvaluationPlan:
    """Weights as the criteria have them, and this policy; a `previous` plan keeps what a reviewer settled."""
    return EvaluationPlan(
        weights=weight_shares(criteria),
        withheld={level: _withheld(criteria, query, level) for level in query.levels},
        leak_policy=previous.leak_policy if previous else leak_policy,
        rounds=previous.rounds if previous else rounds,
    )


def weight_shares(criteria: Criteria) -> dict[str, float]:
    """Task → its share of the whole weight, as a fraction of 1."""
    total = sum(task.weight for task in criteria.tasks)
    return {task.id: round(task.weight / total, SHARE_DIGITS) for task in criteria.tasks}


def reweighted(criteria: Criteria, weights: dict[str, float]) -> Criteria:
    """The criteria with these shares of the whole weight; the same object when nothing changes.

    Raises KeyError for a task without a share.
    """
    if weights == weight_shares(criteria):
        return criteria
    total = sum(task.weight for task in criteria.tasks)
    tasks = [
        task.model_copy(update={"weight": round(weights[task.id] * total, SHARE_DIGITS)})
        for task in criteria.tasks
    ]
    return criteria.model_copy(update={"tasks": tuple(tasks)})


def _withheld(criteria: Criteria, query: Query, level: Underspecification) -> tuple[str, ...]:
    withheld = set(query.at(level).withholds)
    return tuple(task.id for task in criteria.tasks if withheld.intersection(task.requirements))

"""What a model is told of a reference that was tried."""

import pytest

from agents.authoring.generation.trying import failures
from plans.records.verdict import Judgement, OutcomeVerdict, Status, TaskVerdict
from tests.agents.authoring.test_planting_by_model import criteria

CRITERIA = criteria()


def judgement(**statuses: Status) -> Judgement:
    """All of it passed, but for the tasks whose verdict is another although each of their outcomes held."""
    tasks = tuple(
        TaskVerdict(
            task=task.id,
            status=statuses.get(task.id, Status.PASSED),
            reason="two runs of it disagree",
            outcomes=tuple(
                OutcomeVerdict(outcome=one.id, status=Status.PASSED, reason="observed")
                for one in task.outcomes
            ),
        )
        for task in CRITERIA.tasks
    )
    return Judgement(
        item="lent", graded_digest="0", submission_digest="0", judge="a judge", judge_digest="0", tasks=tasks
    )


def test_what_passed_is_not_told() -> None:
    assert failures(judgement(), CRITERIA) == []


@pytest.mark.parametrize("status", [Status.FAILED, Status.UNRESOLVED])
def test_a_task_that_did_not_pass_is_told_whatever_its_outcomes_say(status: Status) -> None:
    """Nothing was told of it, and a reference of which nothing is told counts as one that passes."""
    first = CRITERIA.tasks[0].id
    told = failures(judgement(**{first: status}), CRITERIA)
    assert told == [f"task {first} is {status.value}: two runs of it disagree"]

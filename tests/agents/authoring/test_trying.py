"""What a model is told of a reference that was tried."""

import pytest

from agents.authoring.generation.programs.task_kinds import assembled
from agents.authoring.generation.trying import QUOTED, failures, first_missing
from plans.records.criteria import Criteria
from plans.records.verdict import Judgement, Observation, OutcomeVerdict, Status, TaskVerdict
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
    assert [one.told for one in told] == [f"task {first} is {status.value}: two runs of it disagree"]


def test_a_person_is_told_the_pattern_that_is_not_found_and_the_beginning_of_the_output() -> None:
    """The log showed a page of output, and not what of it was looked for."""
    task = {
        "id": "total", "title": "Total", "level": "presence", "weight": 1.0, "requirements": ["R1.1"],
        "outcomes": [{"id": "met", "statement": "total prints the sum."}],
        "how": {
            "kind": "shell-interaction",
            "act": [{"line": "python src/main.py total"}],
            "expected": {"words": "The sum", "pattern": assembled(["Entries", r"Total: 12\.50"], ["Error"])},
        },
    }  # fmt: skip
    criteria = Criteria.model_validate({"tasks": [task]})
    seen = Observation(
        looked_for="The sum", saw="$ python src/main.py total\nEntries\n" + "Total: 13.00\n" * 99
    )
    why = "expected and not printed: The sum"
    outcome = OutcomeVerdict(outcome="met", status=Status.FAILED, reason=why, observation=seen)
    verdict = TaskVerdict(task="total", status=Status.FAILED, reason=why, outcomes=(outcome,))
    (told,) = failures(judgement().model_copy(update={"tasks": (verdict,)}), criteria)
    assert told.told.endswith(f"Looked for: The sum. Seen: {seen.saw}.")
    begun = (
        f"task total, outcome met, failed: {why}; pattern 2 of 2, 'Total: 12\\\\.50' is not found; printed: "
    )
    assert told.brief.startswith(begun)
    assert len(told.brief) <= len(begun) + QUOTED + len("'…'")


def test_where_each_pattern_is_found_none_is_missing() -> None:
    assert first_missing(assembled(["a", "b"], []), "a b") is None
    assert first_missing(assembled(["a", "b"], []), "b a") == "pattern 2 of 2, 'b'"

"""What a verdict says of the ways in which a task was gone about."""

from agents.judging.attempt import Attempt, OutcomeAttempt
from agents.judging.merging import Course, task_verdict
from plans.records.verdict import Observation, Status
from tests.agents.judging.conftest import criteria, sees, task

TRIED = "step 3 is replaced by press the key Enter"


def test_what_is_open_tells_what_was_tried_and_what_failed_does_not() -> None:
    open_one, failed = (_after(status, TRIED) for status in (Status.UNRESOLVED, Status.FAILED))
    assert TRIED in open_one
    assert "tried" not in failed


def test_however_much_was_tried_a_reason_stays_short() -> None:
    assert len(_after(Status.UNRESOLVED, "step 3 is replaced by a press " * 200)) < 1000


def _after(status: Status, tried: str) -> str:
    """The reason of the one outcome of a task that came out so."""
    [plan] = criteria(task("t", sees("shown", "heading", "Films"))).tasks
    seen = OutcomeAttempt(status, "it is not there", Observation(looked_for="a heading", saw="nothing"))
    verdict = task_verdict(plan, Course([Attempt(outcomes={"shown": seen})], tried=tried), 1.0)
    return verdict.outcomes[0].reason

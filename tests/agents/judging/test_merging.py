"""What a verdict says of the ways in which a task was gone about."""

from agents.judging.attempt import Attempt, OutcomeAttempt
from agents.judging.merging import Course, task_verdict
from plans.records.verdict import Observation, Status
from tests.agents.judging.conftest import criteria, sees, task

TRIED = ("'Search' is taken to be the textbox 'member'", "what items lack is looked for where they lead")


def test_what_is_open_tells_what_was_tried_and_what_failed_does_not() -> None:
    open_one, failed = (_after(status, TRIED) for status in (Status.UNRESOLVED, Status.FAILED))
    assert all(way in open_one for way in TRIED)
    assert "tried" not in failed


def test_however_much_was_tried_a_reason_stays_short() -> None:
    assert len(_after(Status.UNRESOLVED, tuple(f"way {number}" * 40 for number in range(50)))) < 1000


def _after(status: Status, tried: tuple[str, ...]) -> str:
    """The reason of the one outcome of a task that came out so."""
    [plan] = criteria(task("t", sees("shown", "heading", "Films"))).tasks
    seen = OutcomeAttempt(status, "it is not there", Observation(looked_for="a heading", saw="nothing"))
    verdict = task_verdict(plan, Course([Attempt(outcomes={"shown": seen})], tried=tried), 1.0)
    return verdict.outcomes[0].reason

"""Which of all attempts at a task decide it; the attempts themselves are given."""

from collections.abc import Iterator

from agents.browser.charting.atlas import Atlas
from agents.judging.attempt import Approach, Attempt, OutcomeAttempt
from agents.judging.deciding import Deciding
from agents.judging.merging import task_verdict
from agents.judging.settings import JudgeSettings
from agents.judging.wire import TaskRequest
from plans.records.verdict import Observation, Status
from tests.agents.judging.conftest import clicks, criteria, sees, task

ASKED = criteria(task("t", clicks("Collect points"), sees("shown", "text", "Collected"))).tasks[0]
REQUEST = TaskRequest(task=ASKED, hand_in="", evidence=None, random_seed=0)


def tried(status: Status) -> Attempt:
    seen = OutcomeAttempt(status, "as given", Observation(looked_for="it", saw="nothing"))
    return Attempt(outcomes={"shown": seen})


async def decided(statuses: Iterator[Status]) -> tuple[Status, tuple[str, ...]]:
    """What comes of a task whose attempts end so, one after the other."""

    async def attempt(approach: Approach) -> Attempt:
        return tried(next(statuses))

    async def explored() -> Atlas:
        return Atlas(screens=(), presses=0)

    deciding = Deciding(REQUEST, JudgeSettings(), attempt, explored)
    verdict = task_verdict(ASKED, await deciding.course(), 1.0)
    return verdict.status, verdict.marks


async def test_attempts_that_disagree_decide_nothing() -> None:
    assert await decided(iter([Status.FAILED, Status.PASSED])) == (Status.UNRESOLVED, ("flaky",))


async def test_only_a_failure_is_confirmed() -> None:
    """What is open after the first attempt stays open, whatever a second one would say."""
    left = iter([Status.UNRESOLVED, Status.PASSED])
    status, _ = await decided(left)
    assert (status, list(left)) == (Status.UNRESOLVED, [Status.PASSED])

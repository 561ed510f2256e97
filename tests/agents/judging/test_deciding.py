"""Which of all attempts at a task decide it; the attempts themselves are given."""

from collections.abc import Iterator

import pytest

from agents.browser.charting.atlas import Atlas, Screen
from agents.browser.snapshot import Box, Element, Piece, Snapshot
from agents.judging.attempt import Approach, Attempt, OutcomeAttempt
from agents.judging.deciding import MAPPED, Deciding
from agents.judging.merging import task_verdict
from agents.judging.settings import JudgeSettings
from agents.judging.wire import TaskRequest
from plans.records.findings import Look
from plans.records.targets import Target
from plans.records.verdict import Observation, Status
from tests.agents.judging.conftest import clicks, criteria, sees, task

MISSED = Target(role="button", name="Collect points")
ASKED = criteria(task("t", clicks("Collect points"), sees("shown", "text", "Collected"))).tasks[0]
REQUEST = TaskRequest(task=ASKED, hand_in="", evidence=None, random_seed=0)


def tried(status: Status) -> Attempt:
    seen = OutcomeAttempt(status, "as given", Observation(looked_for="it", saw="nothing"), missing=(MISSED,))
    return Attempt(outcomes={"shown": seen})


def elsewhere() -> Atlas:
    """An app in which one press leads to what was missed."""
    window = Box(0, 0, 1280, 800)
    body = Element(0, -1, 2, "body", "", window, last_text=1)
    button = Element(
        1, 0, 2, "button", "button", Box(10, 10, 120, 30), MISSED.name, "text", clickable=True, last_text=1
    )
    snapshot = Snapshot(
        elements=(body, button), pieces=(Piece(1, MISSED.name, 0, hidden=False),), url="http://127.0.0.1/", title="",
        width=1280, height=800, sideways=0, brightness=1, left_out=frozenset(), obstacles=(), settled=True,
        invalid=(), flashes=(),
    )  # fmt: skip
    way = (Look(tag="a", role="link", tokens="", words=("more",)),)
    return Atlas(screens=(Screen(way=way, snapshot=snapshot),), presses=1)


async def decided(statuses: Iterator[Status], atlas: Atlas) -> tuple[Deciding, Status, tuple[str, ...]]:
    """What comes of a task whose attempts end so, one after the other."""

    async def attempt(approach: Approach) -> Attempt:
        return tried(next(statuses))

    async def explored() -> Atlas:
        return atlas

    deciding = Deciding(REQUEST, JudgeSettings(), attempt, explored)
    verdict = task_verdict(ASKED, await deciding.course(), 1.0)
    return deciding, verdict.status, verdict.marks


@pytest.mark.parametrize(
    ("there", "status"),
    [
        ([Status.PASSED, Status.PASSED], Status.PASSED),
        ([Status.PASSED, Status.FAILED], Status.FAILED),
        ([Status.FAILED], Status.FAILED),
    ],
)
async def test_another_screen_decides_where_the_task_passes_there_twice(
    there: list[Status], status: Status
) -> None:
    _, came_to, marks = await decided(iter([Status.FAILED, *there, Status.FAILED]), elsewhere())
    assert came_to is status
    assert (MAPPED in marks) == (status is Status.PASSED)


async def test_attempts_that_disagree_decide_nothing() -> None:
    nowhere = Atlas(screens=(), presses=0)
    _, status, marks = await decided(iter([Status.FAILED, Status.PASSED]), nowhere)
    assert (status, marks) == (Status.UNRESOLVED, ("flaky",))


async def test_only_a_failure_is_confirmed() -> None:
    """What is open after the first attempt stays open, whatever a second one would say."""
    left = iter([Status.UNRESOLVED, Status.PASSED])
    _, status, _ = await decided(left, Atlas(screens=(), presses=0))
    assert (status, list(left)) == (Status.UNRESOLVED, [Status.PASSED])

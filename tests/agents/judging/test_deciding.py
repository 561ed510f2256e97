"""Which of all attempts at a task decide it; the attempts themselves are given."""

import asyncio
from dataclasses import replace

import pytest

from agents.browser.charting.atlas import Atlas, Screen
from agents.browser.snapshot import Box, Element, Piece, Snapshot
from agents.judging.attempt import Approach, Attempt, OutcomeAttempt
from agents.judging.deciding import MAPPED, SEARCH_CUT, Deciding
from agents.judging.merging import task_verdict
from agents.judging.settings import JudgeSettings
from agents.judging.wire import TaskRequest
from plans.records.findings import Look
from plans.records.targets import Target
from plans.records.verdict import Observation, Status
from tests.agents.judging.conftest import clicks, criteria, sees, task

MISSED = Target(role="button", name="Collect points")
ASKED = criteria(task("t", clicks("Collect points"), sees("shown", "text", "Collected"))).tasks[0]


def tried(status: Status, begun: int) -> Attempt:
    seen = OutcomeAttempt(status, "as given", Observation(looked_for="it", saw="nothing"), missing=(MISSED,))
    return Attempt(outcomes={"shown": seen}, lacking=frozenset([MISSED]), begun=begun)


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


@pytest.mark.parametrize("passes", [True, False])
async def test_what_came_further_in_an_item_decides_only_where_nothing_passes_on_another_screen(
    passes: bool,
) -> None:
    """It once kept the rest of the app from being looked at."""

    async def attempt(approach: Approach) -> Attempt:
        if approach.ways:
            return tried(Status.PASSED if passes else Status.FAILED, 3)
        return tried(Status.FAILED, 3 if approach.wanders else 2)

    async def atlas() -> Atlas:
        return elsewhere()

    request = TaskRequest(task=ASKED, hand_in="", evidence=None, random_seed=0)
    course = await Deciding(request, JudgeSettings(), attempt, atlas).course()
    assert [seen.is_passed for seen in course.attempts] == [passes, passes]
    assert (MAPPED in course.attempts[0].marks) == passes
    assert course.attempts[0].begun == 3


async def test_a_pass_in_an_item_that_does_not_come_twice_decides_nothing() -> None:
    """A third attempt once stood in for the second, which had failed."""
    scripted = iter(
        [
            tried(Status.FAILED, 2),
            tried(Status.FAILED, 2),
            tried(Status.PASSED, 3),
            tried(Status.FAILED, 3),
            tried(Status.PASSED, 3),
        ]
    )

    async def attempt(approach: Approach) -> Attempt:
        return next(scripted)

    async def atlas() -> Atlas:
        return Atlas(screens=(), presses=0)

    asked = TaskRequest(task=ASKED, hand_in="", evidence=None, random_seed=0)
    course = await Deciding(asked, JudgeSettings(), attempt, atlas).course()
    verdict = task_verdict(ASKED, course, 1.0)
    assert (verdict.status, verdict.marks) == (Status.UNRESOLVED, ("flaky",))


LOOKS = tuple(Look("input", "textbox", "", (name,)) for name in ("a", "b", "c", "d"))


@pytest.mark.parametrize(("slowness", "untried"), [(1.0, 2), (8.0, 0)])
async def test_what_is_cut_short_has_not_failed_and_a_slow_machine_has_longer(
    slowness: float, untried: int
) -> None:
    """A page that never comes to rest once failed for the ways that there was no time to try."""

    async def attempt(approach: Approach) -> Attempt:
        if approach.meant:
            await asyncio.sleep(0.1)
        seen = tried(Status.FAILED, 2)
        return replace(seen, doubts=dict([(MISSED, LOOKS)]), lacking=frozenset(), slowness=slowness)

    async def atlas() -> Atlas:
        return Atlas(screens=(), presses=0)

    asked = TaskRequest(task=ASKED, hand_in="", evidence=None, random_seed=0)
    course = await Deciding(asked, JudgeSettings(search_limit=0.15), attempt, atlas).course()
    verdict = task_verdict(ASKED, course, 1.0)
    assert len(course.tried) == len(LOOKS) - untried
    if untried:
        assert (verdict.status, verdict.marks) == (Status.UNRESOLVED, (SEARCH_CUT,))
        assert "the search was cut, 2 ways not tried" in verdict.reason
    else:
        assert (verdict.status, verdict.marks) == (Status.FAILED, ())

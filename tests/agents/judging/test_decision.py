"""Which of all attempts at a task decide it, and what they add up to; the attempts themselves are given."""

from collections.abc import Iterator

import pytest

from agents.browser.atlas import Atlas, Screen
from agents.browser.snapshot import Snapshot, TextRun
from agents.judging.decision import Approach, Attempt, OutcomeAttempt, decide, task_verdict
from agents.judging.wire import JudgeSettings, TaskRequest
from plans.records.verdict import Observation, OutcomeCause, Status, TaskVerdict, World
from tests.agents.judging.conftest import clicks, criteria, sees, task

ASKED = criteria(
    task("t", clicks("Collect points"), sees("shown", "text", "Collected"), sees("more", "text", "5"))
).tasks[0]
NO_MAP = Atlas(screens=(), presses=0)


def seen(status: Status, cause: OutcomeCause | None = None) -> OutcomeAttempt:
    return OutcomeAttempt(status, "as given", Observation(looked_for="it", saw="nothing"), cause)


def mapped(text: str) -> Atlas:
    """The map of an app of one page, which says nothing else."""
    pieces = (TextRun(0, text, 0, hidden=False),) if text else ()
    page = Snapshot(
        elements=(), pieces=pieces, url="", title="", width=1, height=1, sideways=0, brightness=1,
        left_out=frozenset(), obstacles=(), invalid=(), flashes=(),
    )  # fmt: skip
    return Atlas(screens=(Screen(way=(), snapshot=page),), presses=0)


async def verdict(
    tries: Iterator[dict[str, OutcomeAttempt]], atlas: Atlas = NO_MAP, world: World = World.CLOSED
) -> TaskVerdict:
    """What comes of a task whose attempts end so, one after the other."""

    async def attempt(approach: Approach) -> Attempt:
        return Attempt(outcomes=next(tries))

    async def explored() -> Atlas:
        return atlas

    request = TaskRequest(task=ASKED, submission="", atlas="", evidence=None, random_seed=0, world=world)
    return task_verdict(ASKED, await decide(request, JudgeSettings(), attempt, explored), 1.0)


def tries(*statuses: Status) -> Iterator[dict[str, OutcomeAttempt]]:
    return iter([{"shown": seen(status), "more": seen(Status.PASSED)} for status in statuses])


async def test_attempts_that_disagree_decide_nothing() -> None:
    found = await verdict(tries(Status.FAILED, Status.PASSED))
    assert (found.status, found.marks) == (Status.UNRESOLVED, ("flaky",))
    assert "attempts disagree: failed (as given) / passed (as given)" in found.reason


async def test_only_a_failure_is_confirmed() -> None:
    """What is open after the first attempt stays open, whatever a second one would say."""
    left = tries(Status.UNRESOLVED, Status.PASSED)
    assert (await verdict(left)).status is Status.UNRESOLVED
    assert len(list(left)) == 1


@pytest.mark.parametrize(
    ("beside", "atlas", "status"),
    [
        (OutcomeCause.VACUOUS, mapped("Ferns"), Status.UNRESOLVED),
        (OutcomeCause.VACUOUS, mapped(""), Status.FAILED),
        (OutcomeCause.VACUOUS, NO_MAP.model_copy(update={"cut": "it took too long"}), Status.UNRESOLVED),
        (OutcomeCause.MISSING, mapped("Ferns"), Status.UNRESOLVED),
        (OutcomeCause.CONTRARY_OBSERVED, mapped("Ferns"), Status.FAILED),
    ],
    ids=["alone", "an empty page", "a map without screens", "beside a miss", "beside a failure"],
)
async def test_in_an_open_world_a_vacuous_outcome_fails_only_on_an_empty_page_or_beside_a_failure(
    beside: OutcomeCause, atlas: Atlas, status: Status
) -> None:
    """A map whose exploration ended before it had a screen was taken for that of an empty app."""

    def outcomes() -> dict[str, OutcomeAttempt]:
        return {"shown": seen(Status.FAILED, OutcomeCause.VACUOUS), "more": seen(Status.FAILED, beside)}

    found = await verdict(iter([outcomes(), outcomes()]), atlas, World.OPEN)
    assert (found.outcomes[0].status, found.outcomes[0].cause) == (status, OutcomeCause.VACUOUS)

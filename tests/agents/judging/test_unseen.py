"""An outcome that was not come to is told apart from one that was seen to be otherwise."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, OutcomeVerdict, Status
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task

pytestmark = pytest.mark.browser

BAG = {"role": "text", "name": "Bag"}
BOUGHT = task(
    "bought",
    sees("shop", "heading", "Ferns"),
    clicks("Buy"),
    expects("counted", kind="reads", read="number", target=BAG, that="it == 1"),
    expects("idle", kind="holds", that="1 == 1"),
)


async def outcomes(judge: ProgrammaticJudge, make_app: MakeApp, html: str) -> dict[str, OutcomeVerdict]:
    request = JudgeRequest(item="shop", submission=make_app(html), criteria=criteria(BOUGHT))
    return {one.outcome: one for one in (await judge.judge(request)).of("bought").outcomes}


async def test_what_comes_after_a_step_that_cannot_be_done_was_not_seen(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """`1 == 1` counted as failed by each mutant without the button, and was released with that for its proof."""
    seen = await outcomes(judge, make_app, "<h1>Ferns</h1><p>Bag 0</p>")
    assert {id: (one.status, one.is_unseen) for id, one in seen.items()} == {
        "shop": (Status.PASSED, False),
        "counted": (Status.FAILED, True),
        "idle": (Status.FAILED, True),
    }


async def test_what_was_looked_at_and_is_otherwise_was_seen(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    seen = await outcomes(judge, make_app, "<h1>Ferns</h1><p>Bag 0</p><button>Buy</button>")
    assert (seen["counted"].status, seen["counted"].is_unseen) == (Status.FAILED, False)
    assert seen["idle"].status is Status.PASSED


async def test_what_holds_where_nothing_works_too_was_not_seen_to_be_otherwise(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """It is failed where nothing else of its task was observed, and seen to hold all the while."""
    seen = await outcomes(judge, make_app, "<h2>Moss</h2><p>Bag 0</p><button>Buy</button>")
    assert (seen["idle"].status, seen["idle"].is_unseen) == (Status.FAILED, True)
    assert (seen["shop"].status, seen["shop"].is_unseen) == (Status.FAILED, False)

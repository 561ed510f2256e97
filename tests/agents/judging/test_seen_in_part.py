"""A page that could be seen in part only: whatever speaks of all of it is left open, however it is asked."""

from typing import Any

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.marks import MarkCode
from plans.records.verdict import JudgeRequest, Status
from tests.agents.judging.conftest import MakeApp, criteria, task

pytestmark = pytest.mark.slow

PLANT = {"role": "item", "name": "plant"}
CARDS = "".join(
    f"<article class=plant><h2>{name}</h2><p>{price} €</p></article>"
    for name, price in (("Fern", 12), ("Ivy", 8))
)
CACTUS = "<article class=plant><h2>Cactus</h2><p>5 €</p></article>"
BEYOND = f"<div>{'<i>x</i>' * 6100}</div>{CACTUS}"
FRAME = f"<iframe src='data:text/html,{CACTUS}'></iframe>"


def expects(outcome: str, **that: Any) -> dict[str, Any]:
    return {"do": "expect", "outcome": outcome, "that": that}


def heading(name: str) -> dict[str, Any]:
    return {"kind": "visible", "target": {"role": "heading", "name": name}}


ASKED = task(
    "plants",
    {"do": "remember", "bind": "shown", "read": "count", "target": PLANT},
    {"do": "remember", "bind": "names", "read": "texts", "target": PLANT},
    {"do": "compute", "bind": "twice", "expression": "2 * shown"},
    expects("reads", kind="reads", read="count", target=PLANT, that="it == 2"),
    expects("holds", kind="holds", that="shown == 2"),
    expects("truth", kind="holds", that="shown == 3"),
    expects("computed", kind="holds", that="twice == 4"),
    expects(
        "all",
        kind="all_of",
        parts=[
            heading("Plants"),
            {"kind": "reads", "read": "count", "target": PLANT, "that": "it == 2"},
        ],
    ),
    expects("unchanged", kind="unchanged", since="names"),
    expects("seen", **heading("Plants")),
    expects(
        "one-option-is-sure",
        kind="any_of",
        options=[{"kind": "reads", "read": "count", "target": PLANT, "that": "it == 2"}, heading("Plants")],
    ),
)


async def statuses(judge: ProgrammaticJudge, make_app: MakeApp, body: str) -> dict[str, Status]:
    request = JudgeRequest(item="plants", submission=make_app(body), criteria=criteria(ASKED))
    (verdict,) = (await judge.judge(request)).tasks
    return {outcome.outcome: outcome.status for outcome in verdict.outcomes}


async def test_what_was_counted_in_a_part_of_the_page_decides_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """Once `remember count` and then `holds` passed with two cards seen of three, and the truth failed."""
    found = await statuses(judge, make_app, f"<h1>Plants</h1>{CARDS}{BEYOND}")
    sure = {"seen", "one-option-is-sure"}
    assert {name for name, status in found.items() if status is Status.PASSED} == sure
    assert {found[name] for name in found if name not in sure} == {Status.UNRESOLVED}


async def test_seen_whole_it_is_all_decided(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    found = await statuses(judge, make_app, f"<h1>Plants</h1>{CARDS}")
    assert {name for name, status in found.items() if status is not Status.PASSED} == {"truth"}
    assert found["truth"] is Status.FAILED


FOUND_NOWHERE = task(
    "elsewhere",
    {"do": "open"},
    expects("title", kind="visible", target={"role": "heading", "name": "Ivy"}),
    expects("said", kind="reads", read="content", that="'Ivy' in it"),
    expects("button", kind="visible", target={"role": "button", "name": "Export"}),
    expects("gone", kind="absent", target={"role": "heading", "name": "Herbs"}),
    expects("words", kind="reads", read="content", that="'Herbs' in it"),
    expects("in-list", kind="visible", target={**PLANT, "containing": "Cactus"}),
    expects(
        "in-card", kind="visible", target={"role": "button", "name": "Buy", "within": {**PLANT, "nth": 1}}
    ),
)


async def test_what_could_stand_in_a_frame_is_left_open(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    submission = make_app(f"<h1>Plants</h1>{CARDS}{FRAME}")
    request = JudgeRequest(item="plants", submission=submission, criteria=criteria(FOUND_NOWHERE))
    judgement = await judge.judge(request)
    (verdict,) = judgement.tasks
    told = {outcome.outcome: outcome.status for outcome in verdict.outcomes}
    assert told == {"title": Status.PASSED, **dict.fromkeys(list(told)[1:], Status.UNRESOLVED)}
    assert judgement.has(MarkCode.FOREIGN_FRAME)

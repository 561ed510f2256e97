"""A pass says how certain it is: 1 where every target is called as the criteria say, less where one resembles it."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, OutcomeVerdict, Status
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, task

pytestmark = pytest.mark.browser

ADDS = task("add", clicks("Add plant"), expects("told", kind="notice", words=["added"]))
PAGE = (
    "<h1>Plants</h1><button onclick=\"p.textContent = 'One plant added'\">{}</button><p id=p role=status></p>"
)


async def outcome(judge: ProgrammaticJudge, app: MakeApp, button: str) -> OutcomeVerdict:
    request = JudgeRequest(item="plants", submission=app(PAGE.format(button)), criteria=criteria(ADDS))
    return (await judge.judge(request)).of("add").outcomes[0]


async def test_a_target_that_is_so_called_is_certain(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    found = await outcome(judge, make_app, "Add plant")
    assert (found.status, found.confidence) == (Status.PASSED, 1.0)


async def test_a_target_that_resembles_the_name_is_less_certain(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    found = await outcome(judge, make_app, "Add")
    assert found.status is Status.PASSED
    assert 0 < found.confidence < 1

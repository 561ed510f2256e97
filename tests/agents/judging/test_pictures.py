"""The pictures that are kept are those of the attempts that decided, whatever was tried before or after."""

from pathlib import Path
from typing import cast

import pytest

from agents.browser.page import LivePage
from agents.judging.decision import Pictures
from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, Observation, OutcomeVerdict, Status, TaskVerdict
from tests.agents.judging.conftest import MakeApp, criteria, sees, task

PUMP = task(
    "pump",
    {"do": "remember", "bind": "unresponsive", "read": "text", "target": {"role": "heading"}},
    {"do": "compute", "bind": "more", "expression": "unresponsive + 1"},
    sees("shown", "heading"),
)


class Camera:
    """A page of which each picture is another."""

    def __init__(self) -> None:
        self.taken = 0
        self.last_look = None

    async def screenshot(self) -> bytes:
        self.taken += 1
        return str(self.taken).encode()


async def test_a_name_has_one_picture_and_those_not_named_are_dropped(tmp_path: Path) -> None:
    camera, pictures = cast("LivePage", Camera()), Pictures(tmp_path, "t")

    first, confirming = await pictures.take(camera, "o"), await pictures.take(camera, "o")

    assert (first, confirming) == ("t--o.jpg", None)
    pictures.keep(_verdict(first))
    assert [file.name for file in tmp_path.iterdir()] == ["t--o.jpg"]
    pictures.keep(_verdict(None))
    assert not [*tmp_path.iterdir()], "nothing names it any more"


def _verdict(screenshot: str | None) -> TaskVerdict:
    observation = Observation(looked_for="it", saw="nothing", screenshot=screenshot)
    outcome = OutcomeVerdict(outcome="o", status=Status.FAILED, reason="", observation=observation)
    return TaskVerdict(task="t", status=Status.FAILED, reason="", outcomes=(outcome,))


@pytest.mark.browser
@pytest.mark.slow
async def test_a_picture_is_missing_only_of_a_page_that_does_not_answer(
    judge: ProgrammaticJudge, make_app: MakeApp, tmp_path: Path
) -> None:
    """None was taken where the word "unresponsive" stood in the reason, whoever had said it."""
    app = make_app("<h1>Pump</h1>")
    request = JudgeRequest(
        item="app", submission=app, criteria=criteria(PUMP), evidence=tmp_path / "evidence"
    )
    [verdict] = (await judge.judge(request)).tasks
    assert verdict.status is Status.UNRESOLVED
    assert "unresponsive" in verdict.reason
    observation = verdict.outcomes[0].observation
    assert observation is not None
    assert observation.screenshot is not None

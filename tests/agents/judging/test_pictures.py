"""The pictures that are kept are those of the attempts that decided, whatever was tried before or after."""

from pathlib import Path
from typing import cast

import pytest

from agents.browser.page import LivePage
from agents.judging.attempt import Approach
from agents.judging.pictures import Pictures
from agents.judging.programmatic import ProgrammaticJudge
from plans.records.findings import Look
from plans.records.judging import JudgeRequest
from plans.records.targets import Target
from plans.records.verdict import Observation, OutcomeVerdict, Status, TaskVerdict
from tests.agents.judging.conftest import MakeApp, criteria, sees, task
from tests.agents.judging.test_inheriting import SEARCH, counts, narrows
from tests.agents.judging.test_searching import FILMS, FILTERS

USUAL = Approach(1)
INSIDE = Approach(1, wanders=True)
OTHERWISE = Approach(1, meant=dict([(Target(name="a"), Look("b", "", "", ("b",)))]))


class Camera:
    """A page of which each picture is another."""

    def __init__(self) -> None:
        self.taken = 0
        self.last_look = None

    async def screenshot(self) -> bytes:
        self.taken += 1
        return str(self.taken).encode()


async def test_each_way_that_may_decide_has_pictures_of_its_own_and_those_not_named_are_dropped(
    tmp_path: Path,
) -> None:
    """Where the handed-on way had been gone first, the usual one had no picture."""
    camera = Camera()
    pictures = Pictures(tmp_path, "t")

    async def take(approach: Approach) -> str | None:
        pictures.begin(approach)
        return await pictures.take(cast("LivePage", camera), "o")

    handed_on = await take(INSIDE)
    usual, confirming = await take(USUAL), await take(USUAL)
    otherwise, inside = await take(OTHERWISE), await take(INSIDE)

    assert (usual, confirming, otherwise) == ("t--o.jpg", None, None)
    assert inside == handed_on == "t--o--inside.jpg"
    assert (tmp_path / "t--o--inside.jpg").read_bytes() == b"3", "what the handed-on way showed is gone"
    pictures.keep(_verdict(usual))
    assert [file.name for file in tmp_path.iterdir()] == ["t--o.jpg"]


@pytest.mark.browser
@pytest.mark.slow
async def test_what_fails_in_the_inherited_way_and_in_the_usual_one_is_shown(
    judge: ProgrammaticJudge, make_app: MakeApp, tmp_path: Path
) -> None:
    second = task(
        "second",
        counts(4, "all"),
        {"do": "fill", "value": "dun", "target": SEARCH},
        counts(1),
        sees("nowhere", "heading", "Nowhere at all"),
        needs=("first",),
    )
    seen = await judge.judge(
        JudgeRequest(
            item="films", hand_in=make_app(FILMS.replace("WANTED", FILTERS)), evidence=tmp_path / "seen",
            criteria=criteria(narrows("first", "braz"), second),
        )
    )  # fmt: skip
    named = {
        outcome.observation.screenshot
        for verdict in seen.tasks
        for outcome in verdict.outcomes
        if outcome.observation and outcome.status is not Status.PASSED
    }
    assert named
    assert None not in named
    assert {file.name for file in (tmp_path / "seen").iterdir()} == named


def _verdict(screenshot: str | None) -> TaskVerdict:
    observation = Observation(looked_for="it", saw="nothing", screenshot=screenshot)
    outcome = OutcomeVerdict(outcome="o", status=Status.FAILED, reason="", observation=observation)
    return TaskVerdict(task="t", status=Status.FAILED, reason="", outcomes=(outcome,))

"""Unseen apps judged by hybrid with replies that were written by hand; see by_hand/README.md."""

import json
from pathlib import Path

import pytest

from agents.authoring.verification.matrix import without_edges
from agents.judging.ui_model.binder import BindAnswer
from agents.judging.ui_model.judge import WalkAnswer
from plans.records.model_call import ModelRequest
from plans.records.verdict import JudgeRequest, World
from tests.agents.gateway.scripted import Says
from tests.agents.judging.ui_model.conftest import is_walk, thinking
from tests.corpus.material import App

pytestmark = pytest.mark.browser

BY_HAND = Path(__file__).with_name("by_hand")
KEPT = sorted(path.name for path in BY_HAND.iterdir() if path.is_dir())


class Kept:
    """A model that answers as was written by hand; files are named by the salt of the call."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: set[str] = set()

    def __call__(self, request: ModelRequest) -> Says:
        name = request.salt.replace(" ", "_")
        self.asked.add(name)
        shape = WalkAnswer if is_walk(request.messages[-1].text) else BindAnswer
        return shape.model_validate_json((self.folder / f"{name}.json").read_text())


# That of vuetify takes half a minute, since each of its tries waits before a failure is final.
@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow if one.endswith("--vuetify") else ()) for one in KEPT]
)
async def test_replies_that_were_written_by_hand_lead_to_the_verdicts_that_they_led_to(name: str) -> None:
    """Each verdict is right by the labels; without the model none of them was decided, or not rightly."""
    project, _, style = name.partition("--")
    app = App(project, style)
    kept = json.loads((BY_HAND / name / "verdicts.json").read_text())
    model = Kept(BY_HAND / name)
    async with thinking(model) as judge:
        judgement = await judge.judge(
            JudgeRequest(
                item=app.project,
                submission=app.site,
                criteria=without_edges(app.criteria()),
                world=World.OPEN,
                only=frozenset(kept),
            )
        )
    statuses = {id: judgement.of(id).status.value for id in kept}
    assert statuses == kept, [judgement.of(id).reason for id in kept if statuses[id] != kept[id]]
    assert model.asked == {path.stem for path in (BY_HAND / name).glob("*.json")} - {"verdicts"}

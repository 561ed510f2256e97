"""The plan is looked at before anything is sampled from it."""

from pathlib import Path

import pytest

from pipeline.instances.built_in import open_built_in
from pipeline.instances.reviewing import reviewed_plan
from plans.errors import AuthorError
from plans.files import read_lines
from plans.paths import SuitePaths
from plans.records.decision import Decision
from plans.records.plan import Plan
from review.checkpoints import Answer, Checkpoint
from review.reviewers import AutoReviewer, DeferringReviewer
from tests.pipeline.instances.families import write_family


class Saying:
    """A reviewer who says one thing, and counts how often it is asked."""

    def __init__(self, **answer: object) -> None:
        self.answer = answer
        self.asked = 0

    async def review(self, checkpoint: Checkpoint, folder: Path) -> Answer | None:
        self.asked += 1
        text = (folder / "plan.yaml").read_text()
        edits = (
            {"plan.yaml": text.replace("maximum: 5", "maximum: 3")} if self.answer["action"] == "edit" else {}
        )
        return Answer.model_validate({"reviewer": "ann", "edits": edits, **self.answer})


@pytest.fixture
def plan(home: Path) -> Plan:
    with open_built_in(write_family(home)) as family:
        return family.plan


async def test_an_approved_plan_is_asked_about_once(plan: Plan, tmp_path: Path) -> None:
    paths, reviewer = SuitePaths(tmp_path / "sums"), Saying(action="approve")
    assert await reviewed_plan(paths, "sums", plan, reviewer) == plan
    assert await reviewed_plan(paths, "sums", plan, reviewer) == plan
    assert reviewer.asked == 1
    (decision,) = read_lines(paths.review, Decision)
    assert (decision.action, decision.reviewer, decision.edit_distance) == ("approve", "ann", 0.0)


async def test_an_edited_plan_is_the_one_that_is_sampled(plan: Plan, tmp_path: Path) -> None:
    paths, reviewer = SuitePaths(tmp_path / "sums"), Saying(action="edit")
    edited = await reviewed_plan(paths, "sums", plan, reviewer)
    assert edited is not None
    assert edited.parameter("terms").maximum == 3
    assert await reviewed_plan(paths, "sums", plan, reviewer) == edited
    assert reviewer.asked == 1
    (decision,) = read_lines(paths.review, Decision)
    assert decision.action == "edit"
    assert 0 < decision.edit_distance < 0.1


async def test_a_parked_plan_waits_and_may_be_changed_there(plan: Plan, tmp_path: Path) -> None:
    paths = SuitePaths(tmp_path / "sums")
    assert await reviewed_plan(paths, "sums", plan, DeferringReviewer()) is None
    paths.plan_draft.write_text(paths.plan_draft.read_text().replace("maximum: 5", "maximum: 4"))
    taken = await reviewed_plan(paths, "sums", plan, AutoReviewer())
    assert taken is not None
    assert taken.parameter("terms").maximum == 4


async def test_a_rejected_plan_stays_rejected_and_a_redo_would_give_the_same(
    plan: Plan, tmp_path: Path
) -> None:
    paths = SuitePaths(tmp_path / "sums")
    with pytest.raises(AuthorError, match="Edit plan.yaml"):
        await reviewed_plan(paths, "sums", plan, Saying(action="redo", note="other terms"))
    for reviewer in (Saying(action="reject", note="too easy"), Saying(action="approve")):
        with pytest.raises(AuthorError, match="rejected: too easy"):
            await reviewed_plan(paths, "sums", plan, reviewer)

"""The plan is looked at before anything is sampled from it."""

from pathlib import Path

import pytest

from pipeline.instances.built_in import open_built_in
from pipeline.instances.spec import Rejected, SuiteOrder, kept_order, parked_plan, reviewed_plan
from plans.errors import AuthorError, InvalidFile
from plans.files import read_lines, write_record
from plans.paths import SuitePaths
from plans.records.plan import Plan
from plans.records.review import Decision
from review.checkpoints import AutoReviewer, Checkpoint, CheckpointAnswer, DeferringReviewer
from tests.pipeline.instances.families import write_family


class Saying:
    """A reviewer who says one thing, and counts how often it is asked."""

    def __init__(self, **answer: object) -> None:
        self.answer = answer
        self.asked = 0

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        self.asked += 1
        text = (folder / "plan.yaml").read_text()
        edits = (
            {"plan.yaml": text.replace("maximum: 5", "maximum: 3")} if self.answer["action"] == "edit" else {}
        )
        return CheckpointAnswer.model_validate({"reviewer": "ann", "edits": edits, **self.answer})


def order(**changes: object) -> SuiteOrder:
    return SuiteOrder.model_validate(
        {
            "name": "sums",
            "version": "1.0.0",
            "family": "sums",
            "licence": "CC-BY-4.0",
            "random_seed": 0,
            "n": 4,
            **changes,
        }
    )


@pytest.fixture
def plan(home: Path) -> Plan:
    with open_built_in(write_family(home)) as family:
        return family.plan


async def test_an_approved_plan_is_asked_about_once(plan: Plan, tmp_path: Path) -> None:
    paths, reviewer = SuitePaths(tmp_path / "sums"), Saying(action="approve")
    assert await reviewed_plan(paths, order(), plan, reviewer) == plan
    assert await reviewed_plan(paths, order(), plan, reviewer) == plan
    assert reviewer.asked == 1
    (decision,) = read_lines(paths.review, Decision)
    assert (decision.action, decision.reviewer, decision.edit_distance) == ("approve", "ann", 0.0)


async def test_an_edited_plan_is_the_one_that_is_sampled(plan: Plan, tmp_path: Path) -> None:
    paths, reviewer = SuitePaths(tmp_path / "sums"), Saying(action="edit")
    edited = await reviewed_plan(paths, order(), plan, reviewer)
    assert isinstance(edited, Plan)
    assert edited.parameter("terms").maximum == 3
    assert await reviewed_plan(paths, order(), plan, reviewer) == edited
    assert reviewer.asked == 1
    (decision,) = read_lines(paths.review, Decision)
    assert decision.action == "edit"
    assert 0 < decision.edit_distance < 0.1


async def test_a_parked_plan_waits_and_may_be_changed_there(plan: Plan, tmp_path: Path) -> None:
    paths = SuitePaths(tmp_path / "sums")
    assert await reviewed_plan(paths, order(), plan, DeferringReviewer()) is None
    paths.plan_draft.write_text(paths.plan_draft.read_text().replace("maximum: 5", "maximum: 4"))
    taken = await reviewed_plan(paths, order(), plan, AutoReviewer())
    assert isinstance(taken, Plan)
    assert taken.parameter("terms").maximum == 4


async def test_a_rejected_plan_stays_rejected_and_a_redo_would_give_the_same(
    plan: Plan, tmp_path: Path
) -> None:
    paths = SuitePaths(tmp_path / "sums")
    with pytest.raises(AuthorError, match=r"Edit plan\.yaml"):
        await reviewed_plan(paths, order(), plan, Saying(action="redo", note="other terms"))
    rejected = await reviewed_plan(paths, order(), plan, Saying(action="reject", note="too easy"))
    assert rejected == Rejected("too easy")
    assert "rejected: too easy" in str(rejected)
    with pytest.raises(AuthorError, match="rejected: too easy"):
        await reviewed_plan(paths, order(), plan, Saying(action="approve"))


async def test_what_was_asked_for_waits_beside_the_plan_until_that_is_decided(
    plan: Plan, tmp_path: Path
) -> None:
    paths = SuitePaths(tmp_path / "sums")
    assert parked_plan(paths) is None
    assert not paths.root.exists(), "a look makes nothing"
    await reviewed_plan(paths, order(n=4), plan, DeferringReviewer())
    await reviewed_plan(paths, order(n=7, settings={"terms": "3"}), plan, DeferringReviewer())
    assert kept_order(paths) == order(n=7, settings={"terms": "3"}), "the last word counts"
    parked = parked_plan(paths)
    assert parked is not None
    assert (parked.item, parked.stage, list(parked.artifacts)) == ("sums", "plan", ["plan.yaml"])

    await reviewed_plan(paths, order(n=7), plan, Saying(action="approve"))
    assert parked_plan(paths) is None
    assert kept_order(paths) == order(n=7), "the work may yet be taken up again"


async def test_nothing_is_decided_that_could_not_be_made(plan: Plan, tmp_path: Path) -> None:
    """The plan was approved, and then nothing could be set that it has not: it waited no more, and nothing was made."""
    paths = SuitePaths(tmp_path / "sums")
    with pytest.raises(AuthorError, match="terms = '9' is outside of the plan"):
        await reviewed_plan(paths, order(settings={"terms": "9"}), plan, AutoReviewer())
    assert parked_plan(paths) is not None
    paths.plan_draft.write_text("family: sums\n")
    with pytest.raises(InvalidFile, match=r"plan\.yaml"):
        await reviewed_plan(paths, order(), plan, AutoReviewer())
    assert read_lines(paths.review, Decision) == []


async def test_an_edit_that_was_recorded_before_the_process_died_is_taken(plan: Plan, tmp_path: Path) -> None:
    """It was asked about again, and the second answer was not recorded, as there was one."""
    paths = SuitePaths(tmp_path / "sums")
    edited = await reviewed_plan(paths, order(), plan, Saying(action="edit"))
    write_record(paths.plan_draft, plan)
    assert parked_plan(paths) is None
    assert await reviewed_plan(paths, order(), plan, DeferringReviewer()) == edited


async def test_a_plan_without_what_was_asked_for_is_told(plan: Plan, tmp_path: Path) -> None:
    paths = SuitePaths(tmp_path / "sums")
    await reviewed_plan(paths, order(), plan, DeferringReviewer())
    kept = paths.authoring / "order.json"
    kept.write_text(kept.read_text().replace('"n": 4', '"n": "some"'))
    with pytest.raises(InvalidFile, match=r"order\.json"):
        parked_plan(paths)
    kept.unlink()
    with pytest.raises(AuthorError, match="benchwright instances author"):
        parked_plan(paths)

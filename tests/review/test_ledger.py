"""The ledger holds every decision once, and what it holds can be answered again after a kill."""

from pathlib import Path

import pytest

from plans.errors import InvalidFile, StaleReview
from plans.files import read_lines
from plans.records.review import Decision
from review.checkpoints import CheckpointAnswer, decisions
from review.ledger import Ledger
from tests.review.desk import NOW, checkpoint, parked

APPROVAL = CheckpointAnswer(action="approve", reviewer="ada")


def test_one_line_for_each_artifact_that_was_shown(tmp_path: Path) -> None:
    paths, waiting = parked(tmp_path)
    Ledger(paths).record_all(decisions(waiting, APPROVAL, paths.draft("shop").root, NOW))

    lines = read_lines(paths.draft("shop").review, Decision)
    assert [line.artifact for line in lines] == ["prd.yaml", "query.yaml", "criteria.yaml"]
    assert {line.edit_distance for line in lines} == {0}
    assert all(line.before_digest == line.after_digest for line in lines)


def test_recording_again_changes_nothing(tmp_path: Path) -> None:
    paths, waiting = parked(tmp_path)
    lines = decisions(waiting, APPROVAL, paths.draft("shop").root, NOW)
    Ledger(paths).record_all(lines)
    Ledger(paths).record_all(lines)
    Ledger(paths).record(lines[0])

    assert len(read_lines(paths.draft("shop").review, Decision)) == 3


def test_edit_is_measured_and_can_be_answered_again(tmp_path: Path) -> None:
    paths, waiting = parked(tmp_path)
    prd = paths.draft("shop").prd.read_text()
    edited = prd.replace("It has a heading.", "It has a large heading.")
    answer = CheckpointAnswer(action="edit", reviewer="ada", edits={"prd.yaml": edited})
    ledger = Ledger(paths)
    lines = decisions(waiting, answer, paths.draft("shop").root, NOW)
    ledger.keep_edits([(lines[0].after_digest, edited)])
    ledger.record_all(lines)

    assert [line.action for line in lines] == ["edit", "approve", "approve"]
    assert lines[0].edit_distance == pytest.approx(len("large ") / len(edited))
    assert lines[0].characters_after - lines[0].characters_before == len("large ")
    assert ledger.answer(waiting) == answer


def test_no_answer_for_another_showing_or_another_text(tmp_path: Path) -> None:
    paths, waiting = parked(tmp_path)
    ledger = Ledger(paths)
    assert ledger.answer(waiting) is None
    ledger.record_all(decisions(waiting, APPROVAL, paths.draft("shop").root, NOW))

    assert ledger.answer(waiting) == APPROVAL
    assert ledger.answer(checkpoint(paths.draft("shop"), showing=2)) is None
    other = waiting.model_copy(update={"artifacts": {**waiting.artifacts, "prd.yaml": "0" * 64}})
    assert ledger.answer(other) is None


def test_text_that_changed_on_disk_is_not_decided_about(tmp_path: Path) -> None:
    paths, waiting = parked(tmp_path)
    paths.draft("shop").prd.write_text(paths.draft("shop").prd.read_text() + "# a remark\n")

    with pytest.raises(StaleReview, match=r"prd.yaml was changed after shop, generation was parked"):
        decisions(waiting, APPROVAL, paths.draft("shop").root, NOW)


def test_edit_with_mistakes_is_refused_with_all_of_them(tmp_path: Path) -> None:
    paths, waiting = parked(tmp_path)
    prd = paths.draft("shop").prd.read_text()
    broken = prd.replace("title: shop", "titel: shop").replace("id: R1.2", "id: two")
    answer = CheckpointAnswer(action="edit", reviewer="ada", edits={"prd.yaml": broken})

    with pytest.raises(InvalidFile) as caught:
        decisions(waiting, answer, paths.draft("shop").root, NOW)
    assert "titel" in str(caught.value)
    assert "two" in str(caught.value)

"""What points are given for is joined to a criterion by its id and by its title."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.exchange.prdbench.plan import points_of
from plans.records.published import PublishedTask
from tests.pipeline.exchange.publishing import criterion, task_of

TEXT = "2 points: all jars are listed. 1 point: some are missing. 0 points: none is."


def row(metric: str, text: str = TEXT) -> dict[str, Any]:
    return {"metric": metric, "description": "Look.", "expected_output": text}


def joined(root: Path, metrics: list[str], rows: Any) -> PublishedTask:
    return task_of(root, [criterion(metric) for metric in metrics], rubric=rows)


def test_the_row_of_the_same_id_and_a_like_title(tmp_path: Path) -> None:
    (one,) = joined(tmp_path, ["2.1a Jars: list them all"], [row("2.1a Jars: List them")]).criteria
    assert one.rubric is not None
    assert one.rubric.points == {2: "all jars are listed.", 1: "some are missing.", 0: "none is."}
    assert one.defects == ()


def test_the_same_id_with_another_title_is_another_criterion(tmp_path: Path) -> None:
    (one,) = joined(
        tmp_path, ["2.4 History of searches is kept"], [row("2.4 Interrupting an import")]
    ).criteria
    assert one.rubric is None
    assert [defect.kind for defect in one.defects] == ["rubric"]


def test_of_two_rows_with_one_id_the_liker_one(tmp_path: Path) -> None:
    rows = [
        row("2.5.1 System exit function"),
        row("2.5.1 Results export function", "2 points: yes. 0 points: no."),
    ]
    (one,) = joined(tmp_path, ["2.5.1 Export function"], rows).criteria
    assert one.rubric is not None
    assert one.rubric.metric == "2.5.1 Results export function"
    assert "2, 0 points" in one.defects[0].message


@pytest.mark.parametrize("fields", [("metric", "scoring_criteria"), ("得分点", "得分规范")])
def test_the_rows_of_one_task_have_other_fields(tmp_path: Path, fields: tuple[str, str]) -> None:
    (one,) = joined(
        tmp_path, ["1.1 Start"], [{fields[0]: "1.1 Start", fields[1]: TEXT, "weight": 5}]
    ).criteria
    assert one.rubric is not None


@pytest.mark.parametrize("rows", ["{", "null", '{"metric": "1.1 Start"}', '"x"', "[[]]", '[{"metric": 1}]'])
def test_a_rubric_of_another_shape_is_told_and_the_criteria_stand(tmp_path: Path, rows: str) -> None:
    task = joined(tmp_path, ["1.1 Start"], rows)
    assert len(task.criteria) == 1
    assert [problem.severity for problem in task.problems] == ["warning"]
    assert "evaluation/metric.json" in task.problems[0].where


def test_more_points_than_two_are_told(tmp_path: Path) -> None:
    (one,) = joined(
        tmp_path, ["1.1 Start"], [row("1.1 Start", "3 points: all. 1 point: some. 0 points: none.")]
    ).criteria
    assert "3, 1, 0 points" in one.defects[0].message


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("**2 points:** all. **1 point:** some.", {2: "all.", 1: "some."}),
        (
            "2 Points：all; 0 points: nothing at 3 points of the line",
            {2: "all;", 0: "nothing at 3 points of the line"},
        ),
        ("All or nothing.", {}),
    ],
)
def test_a_rubric_s_text_is_parted_by_its_points(text: str, points: dict[int, str]) -> None:
    assert points_of(text) == points

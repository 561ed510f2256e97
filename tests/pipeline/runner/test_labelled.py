"""Labels of people, read from files and held against what a run's judge said of the same submissions."""

from pathlib import Path

import pytest

from pipeline.runner.scoring.agreement import agreement, labelled_in, points_of, read_labels
from plans.errors import AuthorError, InvalidFile
from plans.files import write_record
from plans.records.code_agent import AgentReport
from plans.records.review import PointLabel, PointLabels, Points
from plans.records.verdict import FailureCause, Status
from tests.pipeline.report.synthetic import SyntheticRun
from tests.pipeline.report.synthetic_points import Hands, judgement_of, played, points_run, project

TASKS = ("u1", "s1", "s2", "f1")
JARS, TINS = project("jars", TASKS), project("tins", TASKS)
HANDS: dict[str, Hands] = {
    "jars": {"u1": 2, "s1": 1, "s2": Status.UNRESOLVED, "f1": FailureCause.NO_FILE},
    "tins": {"u1": 2, "s1": 2, "s2": 2, "f1": 2},
}


@pytest.fixture
def run() -> SyntheticRun:
    found = points_run([JARS, TINS], ["mine"], rounds=2)
    for one in (JARS, TINS):
        first = played(one, "mine", 1, HANDS[one.id], AgentReport(ended="done"))
        carried = first.model_copy(update={"number": 2, "carried": True})
        found.trials[one.id, "mine", 1] = [first, carried]
    return found


def labels(run: SyntheticRun, item: str, *points: Points, name: str = "mine") -> PointLabels:
    """Labels of the run's submission for an item, its tasks in order."""
    return PointLabels(
        item=item,
        submission=name,
        submission_digest=run.trials[item, "mine", 1][0].record.submission_digest,
        tasks={task: PointLabel(points=one, hands=(one,)) for task, one in zip(TASKS, points, strict=True)},
    )


def test_each_labelled_submission_is_counted_once_by_kind_and_in_all(run: SyntheticRun) -> None:
    """It stands for two rounds, and would have counted twice."""
    found = labelled_in(run, [labels(run, "jars", 2, 1, 2, 1), labels(run, "tins", 2, 2, 0, 2)])
    table = agreement(found.found)
    assert (table.projects, table.submissions) == (2, 2)
    assert [row.part for row in table.rows] == [None, "unit-test", "shell-interaction", "file-comparison"]
    whole = table.rows[0]
    assert whole.counts.table == ((0, 1, 0), (0, 1, 0), (1, 0, 4))
    assert whole.counts.undecided == 1
    assert whole.measured["exact"].value == pytest.approx(5 / 7)
    shells = table.rows[2]
    assert shells.counts.table == ((0, 0, 0), (0, 1, 0), (1, 0, 1))


def test_projects_are_drawn_and_not_tasks(run: SyntheticRun) -> None:
    """One project is judged rightly, the other wrongly: any draw of two has one, the other, or both."""
    found = labelled_in(run, [labels(run, "jars", 0, 2, 2, 2), labels(run, "tins", 2, 2, 2, 2)])
    exact = agreement(found.found).rows[0].measured["exact"]
    assert (exact.low, exact.high) == (0, 1)
    alone = labelled_in(run, [labels(run, "tins", 2, 2, 2, 2)])
    assert agreement(alone.found).rows[0].measured["exact"].low is None


def test_labels_of_other_submissions_are_named(run: SyntheticRun) -> None:
    strange = labels(run, "jars", 2, 2, 2, 2).model_copy(update={"submission_digest": "0" * 64})
    found = labelled_in(run, [strange, labels(run, "tins", 2, 2, 2, 2)])
    assert found.elsewhere == ("jars/mine",)
    with pytest.raises(AuthorError, match="None of the labelled submissions"):
        labelled_in(run, [strange])


def test_the_same_submission_in_two_files_is_refused(run: SyntheticRun) -> None:
    twice = [labels(run, "tins", 2, 2, 2, 2), labels(run, "tins", 2, 2, 2, 0, name="again")]
    with pytest.raises(AuthorError, match="tins/mine, tins/again"):
        labelled_in(run, twice)


def test_a_task_that_there_is_none_of_is_refused(run: SyntheticRun) -> None:
    given = labels(run, "tins", 2, 2, 2, 2)
    more = given.model_copy(update={"tasks": {**given.tasks, "s9": given.tasks["s1"]}})
    with pytest.raises(AuthorError, match="'s9' of tins/mine"):
        labelled_in(run, [more])


def test_all_that_is_wrong_in_any_file_is_told(run: SyntheticRun, tmp_path: Path) -> None:
    write_record(tmp_path / "tins.yaml", labels(run, "tins", 2, 2, 2, 2))
    assert [one.item for one in read_labels(tmp_path)] == ["tins"]
    for name, points in {"a": 3, "b": -1}.items():
        text = (tmp_path / "tins.yaml").read_text().replace("points: 2", f"points: {points}", 1)
        (tmp_path / f"{name}.yaml").write_text(text)
    with pytest.raises(InvalidFile) as caught:
        read_labels(tmp_path)
    assert {problem.where.split(":")[0].rsplit("/", 1)[-1] for problem in caught.value.problems} == {
        "a.yaml",
        "b.yaml",
    }


def test_what_was_not_tried_or_not_decided_has_no_points() -> None:
    hands: Hands = {"u1": Status.BLOCKED, "s1": Status.UNRESOLVED, "s2": 1, "f1": FailureCause.CRASH}
    assert [points_of(one) for one in judgement_of(JARS, hands).tasks] == [None, None, 1, 0]
